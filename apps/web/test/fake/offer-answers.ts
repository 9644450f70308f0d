import { AppError, type OfferRecord, readMetadata } from '@plinth/api'
import {
  type Address,
  ANY_ID,
  criteriaBidDigest,
  idTreeOf,
  moneyOf,
  ORDER_TERMS,
  orderDomain,
  packSalt,
  unpackSalt,
  withTerms,
} from '@plinth/protocol'
import type { Hex } from 'viem'
import { CHAIN, COLLECTION, EXCHANGE } from '../addresses.ts'
import type { MarketState } from './market-state.ts'
import { pageOf } from './page-of.ts'
import { HASH, NOW, person, WETH } from './records.ts'

const DAY = 86_400
let sequence = 5_000n
const saltOf = (validUntil: number) =>
  withTerms(packSalt({ sequence: ++sequence, validUntil, validFrom: 0, maxBuyerFeeBps: 250 }), ORDER_TERMS.CRITERIA)

/** An offer for any work of a collection, as the server answers it. */
export function anOffer(maker: Address, over: Partial<OfferRecord> = {}): OfferRecord {
  const quantity = over.quantity ?? 1n
  const salt = saltOf(NOW + 7 * DAY)
  return {
    kind: 'collection',
    id: sequence,
    chainId: CHAIN,
    collection: COLLECTION,
    root: ANY_ID,
    maker,
    user: person(maker),
    assetType: 3,
    payToken: WETH,
    unitPrice: 10n ** 17n,
    quantity,
    left: quantity,
    covered: over.left ?? quantity,
    sellerFee: 250,
    buyerFee: 250,
    salt,
    signature: HASH,
    proof: 'typed',
    digest: HASH,
    status: 0,
    isExpired: false,
    isFundable: true,
    sharesMoney: false,
    validFrom: 0,
    validUntil: NOW + 7 * DAY,
    createdAt: NOW - DAY,
    updatedAt: NOW - DAY,
    ...over,
  }
}

/** Lists and sets of the market's offers, and the sets that are asked for. */
export function answerOffers(market: MarketState): void {
  const sets = new Map<Hex, bigint[]>()
  const declined = new Set<bigint>()
  const blocked = new Set<Address>()
  let least = 0
  const live = () => market.offers.filter(({ isExpired, isFundable, status }) => status === 0 && !isExpired && isFundable)
  market
    .answer('offer.list', ({ collection, owner, ...page }) =>
      pageOf(
        live().filter((offer) => (!collection || offer.collection === collection) && (!owner || offer.maker === owner)),
        page,
      ),
    )
    .answer('offer.mine', (page, { token }) =>
      pageOf(
        market.offers.filter(({ status, maker }) => status === 0 && maker === market.callerOf(token).address),
        page,
      ),
    )
    .answer('offer.forItem', ({ collection, tokenId, ...page }) =>
      pageOf(
        live().filter((offer) => offer.collection === collection && (offer.tokenId === undefined || offer.tokenId === tokenId)),
        page,
      ),
    )
    .answer('offer.passed', ({ ids }) =>
      market.offers.flatMap(({ id, maker }) => {
        const [isDeclined, isBlocked] = [declined.has(id), blocked.has(maker)]
        return ids.includes(id) && (isDeclined || isBlocked) ? [{ id, isDeclined, isBlocked }] : []
      }),
    )
    .answer('offer.decline', ({ id }) => {
      declined.add(id)
      return {}
    })
    .answer('offer.restore', ({ id }) => {
      declined.delete(id)
      return {}
    })
    .answer('offer.block', ({ address }) => {
      blocked.add(address)
      return {}
    })
    .answer('offer.unblock', ({ address }) => {
      blocked.delete(address)
      return {}
    })
    .answer('offer.blocked', (page) =>
      pageOf(
        [...blocked].map((address) => ({ user: person(address), since: NOW })),
        page,
      ),
    )
    .answer('offer.setLeast', (asked) => {
      least = asked.least
      return {}
    })
    .answer('offer.inbox', ({ page }, { token }) => ({
      list: live().flatMap((offer) => {
        const me = market.callerOf(token).address
        const fitting = market.items.filter(
          (item) =>
            item.collection === offer.collection &&
            (offer.tokenId === undefined || offer.tokenId === item.tokenId) &&
            item.holdings.some(({ owner, quantity }) => owner === me && quantity > 0n),
        )
        if (offer.maker === me || fitting.length === 0 || declined.has(offer.id) || blocked.has(offer.maker)) return []
        const items = fitting.map(({ tokenId, metadata, royalties, creator }) => ({
          tokenId,
          name: readMetadata(metadata).name,
          image: '',
          mediaKind: 'image' as const,
          held: 1n,
          royalties,
          creator: creator.address,
        }))
        return [{ offer, collectionName: fitting[0]?.collectionBrief.name ?? '', items, toFloor: -500 }]
      }),
      page,
      hasMore: false,
      least,
    }))
    .answer('offer.set', ({ root }) => ({ root, attributes: [], ids: sets.get(root) ?? [], cid: '' }))
    .answer('offer.prepare', (asked) => {
      const { maker, collection, payToken, unitPrice, quantity, attributes = [], withNew, salt, validUntil = market.now + 30 * DAY } = asked
      const raised = market.offers.find((offer) => offer.salt === salt)
      const ids = market.items.filter(
        (item) =>
          item.collection === collection &&
          attributes.every(({ key, values }) =>
            readMetadata(item.metadata).attributes.some((own) => own.key === key && values.includes(String(own.value))),
          ),
      )
      if (!raised && !withNew && ids.length === 0) throw new AppError('BAD_ARGUMENT_VALUE', { field: 'attributes', reason: 'none' })
      const tree = ids.length > 0 ? idTreeOf(ids.map(({ tokenId }) => tokenId)) : undefined
      const root = raised?.root ?? (withNew ? ANY_ID : (tree?.root ?? ANY_ID))
      if (tree) sets.set(tree.root, [...tree.ids])
      const packed = salt ?? saltOf(validUntil)
      const order = {
        owner: maker,
        salt: packed,
        sellAsset: moneyOf(payToken),
        buyAsset: { token: collection, tokenId: BigInt(root), assetType: 3 as const },
        selling: unitPrice * quantity,
        buying: quantity,
        sellerFee: 250n,
      }
      return {
        maker,
        collection,
        payToken,
        unitPrice,
        quantity,
        chainId: CHAIN,
        root,
        items: withNew ? undefined : ids.length,
        assetType: 3,
        salt: packed,
        sellerFee: 250,
        buyerFee: 250,
        validUntil: unpackSalt(packed).validUntil,
        digest: criteriaBidDigest(order, orderDomain(CHAIN, EXCHANGE)),
      }
    })
    .answer('offer.add', ({ maker, salt, unitPrice, quantity, root, payToken }) => {
      const old = market.offers.find((offer) => offer.salt === salt)
      const paid = market.payTokens.find(({ address }) => address === payToken) ?? WETH
      const next = anOffer(maker, {
        ...old,
        salt,
        unitPrice,
        quantity,
        root,
        payToken: paid,
        ...(root !== ANY_ID && { items: sets.get(root)?.length }),
      })
      market.offers = [...market.offers.filter((offer) => offer !== old), next]
      return {}
    })
}
