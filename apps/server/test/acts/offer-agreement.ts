import { ApiError } from '@plinth/api'
import { expect } from 'vitest'
import type { TestMarket, Who } from '../market/market.ts'
import { wouldSell, wouldSellAll } from './offer-fills.ts'
import {
  HOLDERS,
  heldBy,
  isFor,
  isLive,
  isOpen,
  isProposed,
  isSellable,
  isTradable,
  leftOf,
  type Model,
  type Offer,
  smaller,
  unitsOf,
} from './offer-life.ts'
import type { OfferStage } from './offer-stage.ts'

const PAGE = { page: 1, limit: 100 }
const saltOf = ({ order }: Offer) => order.salt
const bySalt = (salts: readonly bigint[]) => salts.toSorted((a, b) => (a < b ? -1 : 1))

/** Market and chain equal the model: listed offers take as many units as they say, all others take none. */
export async function agree(model: Model, stage: OfferStage): Promise<void> {
  await stage.market.sync()
  await agreeLists(model, stage)
  for (const offer of model.offers) await agreeChain(model, stage.market, offer)
}

/** Of an offer that was just signed the index may have read no money yet, and says one unit. */
export async function agreeNew(model: Model, { market, collection }: OfferStage, offer: Offer): Promise<void> {
  await market.sync()
  const { list } = await market.server.api().offer.list({ ...PAGE, collection })
  const covered = list.find(({ salt }) => salt === saltOf(offer))?.covered
  expect([1n, unitsOf(model, offer)]).toContain(covered)
  await market.testnet.mine(1)
}

async function agreeLists(model: Model, { market, collection }: OfferStage): Promise<void> {
  const api = market.server.api()
  const { list } = await api.offer.list({ ...PAGE, collection })
  const listed = list.map(({ salt, unitPrice, left, covered }) => [salt, unitPrice, left, covered])
  const live = model.offers.filter((offer) => isLive(model, offer))
  const expected = live.map((offer) => [saltOf(offer), offer.price, leftOf(model, offer), unitsOf(model, offer)])
  expect(new Map(listed.map((row) => [row[0], row]))).toEqual(new Map(expected.map((row) => [row[0], row])))
  for (const item of model.items) {
    const { tokenId } = item
    const found = (await api.offer.forItem({ ...PAGE, collection, tokenId })).list.map(({ salt }) => salt)
    const fitting = live.filter((offer) => isProposed(offer, item) && isTradable(model, item) && isSellable(model, offer, item))
    expect(bySalt(found), `offers for item ${tokenId}`).toEqual(bySalt(fitting.map(saltOf)))
  }
}

/** By dry runs of the exchange itself. The operator's rules are the market's alone: the chain does not know them. */
async function agreeChain(model: Model, market: TestMarket, offer: Offer): Promise<void> {
  const units = unitsOf(model, offer)
  for (const { tokenId } of model.items) {
    const seller = sellerOf(model, offer, tokenId)
    if (!seller) continue
    const isTaken = units > 0n && isFor(offer, tokenId)
    expect(await wouldSell(market, offer, seller, tokenId, 1n), `the chain takes item ${tokenId}`).toBe(isTaken)
    const most = smaller(units, heldBy(model, seller, tokenId))
    if (!model.isEdition || !isTaken) continue
    if (most > 1n) expect(await wouldSell(market, offer, seller, tokenId, most), `${most} units of ${tokenId}`).toBe(true)
    if (heldBy(model, seller, tokenId) > units) expect(await wouldSell(market, offer, seller, tokenId, units + 1n)).toBe(false)
  }
  if (model.isEdition || units === 0n) return
  for (const seller of HOLDERS.filter((who) => who !== offer.maker)) {
    const items = model.items.filter(({ tokenId }) => isFor(offer, tokenId) && heldBy(model, seller, tokenId) > 0n)
    const most = Number(units)
    if (items.length > 1) expect(await wouldSellAll(market, offer, seller, items.slice(0, most)), `${most} items at once`).toBe(true)
    if (items.length > most) expect(await wouldSellAll(market, offer, seller, items.slice(0, most + 1))).toBe(false)
  }
}

/** The account that has most of it. */
function sellerOf(model: Model, { maker }: Offer, tokenId: bigint) {
  const others = HOLDERS.filter((who) => who !== maker)
  const [seller] = others.toSorted((a, b) => Number(heldBy(model, b, tokenId) - heldBy(model, a, tokenId)))
  return seller && heldBy(model, seller, tokenId) > 0n ? seller : undefined
}

/** What a seller gets to send is there for the same offers and items, and makers see all their open offers. */
export async function agreeAtTheEnd(model: Model, stage: OfferStage): Promise<void> {
  const { market, collection } = stage
  for (const offer of model.offers)
    for (const item of model.items) {
      const { tokenId } = item
      const isPrepared = isLive(model, offer) && isProposed(offer, item) && isTradable(model, item)
      expect(await isSigned(market, offer, stage, tokenId), `item ${tokenId} is prepared`).toBe(isPrepared)
    }
  for (const who of ['bob', 'carol'] as const) {
    const { api } = await market.session(who)
    const { list } = await api.offer.mine(PAGE)
    const here = list.filter((offer) => offer.collection === collection)
    const said = here.map(({ salt, isExpired, isFundable }) => [salt, isExpired, isExpired || isFundable])
    const own = model.offers.filter((offer) => offer.maker === who && isOpen(model, offer))
    const expected = own.map((offer) => [saltOf(offer), offer.isExpired, offer.isExpired || isLive(model, offer)])
    expect(new Map(said.map((row) => [row[0], row]))).toEqual(new Map(expected.map((row) => [row[0], row])))
  }
}

async function isSigned(market: TestMarket, { order }: Offer, { collection }: OfferStage, tokenId: bigint): Promise<boolean> {
  const asker: Who = 'eve'
  const { api } = await market.session(asker)
  try {
    await api.offer.buyerFee({ owner: order.owner, salt: order.salt, collection, tokenId, chainId: market.chainId })
    return true
  } catch (error) {
    if (error instanceof ApiError) return false
    throw error
  }
}
