/** @module-tag more */
import { ORDER_STATUS, ORDER_TYPE, unpackSalt, ZERO_ADDRESS } from '@plinth/protocol'
import fc from 'fast-check'
import { parseUnits } from 'viem'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { expireOrders } from '../../src/jobs/expire-orders.ts'
import {
  BIDDERS,
  cancelAll,
  canDraw,
  draw,
  drawOf,
  HOUR_S,
  isBidLive,
  isSaleLive,
  KINDS,
  type Kind,
  kindOf,
  type Model,
  move,
  type NewOffer,
  noteLeft,
  type Offer,
  OWNERS,
  type Owner,
  offerOf,
  openOf,
  place,
  priceIn,
  smaller,
  unlessEmpty,
} from '../acts/order-life.ts'
import { burnEdition, mintEdition, sendEdition } from '../chain/editions.ts'
import { type ItemId, type Listing, type SignOptions, TestMarket } from '../market/market.ts'
import { accept, allow, balanceOf, bid, sendMoney, takeDollars } from '../market/money.ts'

const LONG = Boolean(process.env.PLINTH_LONG)
/** An act takes a block and the index's next look. */
const [RUNS, COMMANDS] = [LONG ? 1_000 : 25, 50]
/** Seed of the long run, so that it can be repeated. */
const SEED = 0x506c
const SUPPLY = 6n
const PURSE = parseUnits('100000', 6)

type Real = { readonly item: ItemId }

let market: TestMarket
/** Count of each kind of act. */
const done = new Map<string, number>()
beforeAll(async () => {
  market = await TestMarket.open()
})
afterAll(() => market.close())

const terms = ({ quantity, isInCoin }: Pick<Offer, 'quantity' | 'isInCoin'>) => ({
  quantity,
  payToken: isInCoin ? ZERO_ADDRESS : market.testnet.contracts.dollar,
})

/** A new offer, once the market has accepted it. */
async function offered(asked: NewOffer, sign: (options: SignOptions) => Promise<Listing>): Promise<Offer> {
  const { timestamp } = await market.testnet.publicClient.getBlock()
  const listing = await sign(asked.isShort ? { validUntil: Number(timestamp) + HOUR_S } : {})
  return { ...asked, left: asked.quantity, listing, hasLeft: false, isExpired: false }
}

/** The market's item equals the model's. */
async function agree(model: Model, { item }: Real): Promise<void> {
  await market.sync()
  const { api } = await market.session('dan')
  const record = await api.nft.detail(item)
  const holders = new Map(record?.holdings.map(({ owner, quantity }) => [owner, quantity]))
  for (const who of OWNERS) expect(holders.get(market.address(who)) ?? 0n).toBe(model.held[who])
  expect(record?.supply).toBe(model.supply)
  const decimals = model.sale?.isInCoin ? 18 : 6
  const sales = record?.listings.map(({ maker, unitPrice, selling, filled }) => [maker, parseUnits(unitPrice, decimals), selling - filled])
  expect(sales).toEqual(isSaleLive(model) ? [[market.address('alice'), model.sale?.price, model.sale?.left]] : [])
  const bids = record?.bids.map(({ maker, unitPrice, selling, filled, buying }) => [
    maker,
    parseUnits(unitPrice, 6),
    ((selling - filled) * buying) / selling,
  ])
  const expected = BIDDERS.filter((who) => isBidLive(model, who)).map((who) => [
    market.address(who),
    model.bids[who]?.price,
    model.bids[who]?.left,
  ])
  expect(new Map(bids?.map((row) => [row[0], row]))).toEqual(new Map(expected.map((row) => [row[0], row])))
}

/** Makers see their open orders, funded or not, expired or not. */
async function agreeAtTheEnd(model: Model, { item }: Real): Promise<void> {
  for (const who of OWNERS) {
    const { api } = await market.session(who)
    const own = await api.order.list({ page: 1, limit: 50, ...item, owner: market.address(who), status: ORDER_STATUS.OPEN })
    // The funding of an expired offer is not checked any more.
    const said = own.list.map(({ salt, isExpired, isFundable }) => [salt, isExpired, isExpired || isFundable])
    const isLive = who === 'alice' ? isSaleLive(model) : isBidLive(model, who)
    const expected = openOf(model, who).map(({ listing, isExpired }) => [listing.order.salt, isExpired, isExpired || isLive])
    expect(said.length).toBe(expected.length)
    expect(new Map(said.map((row) => [row[0], row]))).toEqual(new Map(expected.map((row) => [row[0], row])))
  }
}

/** One act: its precondition, its effect on the model, and on the market. */
function act(
  kind: Kind,
  name: string,
  can: (model: Model) => boolean,
  run: (model: Model, real: Real) => Promise<void>,
): fc.AsyncCommand<Model, Real> {
  return {
    check: can,
    run: async (model, real) => {
      await run(model, real)
      done.set(kind, (done.get(kind) ?? 0) + 1)
      await agree(model, real)
    },
    toString: () => `${kind}: ${name}`,
  }
}

const amount = fc.bigInt(1n, 3n)
const price = fc.bigInt(1n, 500n).map((dollars) => dollars * 1_000_000n)
const dollars = fc.bigInt(0n, 2_000n).map((units) => units * 1_000_000n)
/** For several bids, or for none. */
const anyBalance = fc.bigInt(0n, 10_000n).map((units) => units * 1_000_000n)
const bidder = fc.constantFrom(...BIDDERS)
const owner = fc.constantFrom(...OWNERS)
/** Few enough that most others remain. */
const seldom = fc.integer({ min: 0, max: 2 }).map((number) => number === 0)

/** A purchase. */
const TRADES = [
  fc.tuple(price, amount, fc.boolean(), seldom).map(([units, quantity, isInCoin, isShort]) => {
    const asked = { price: priceIn({ isInCoin }, units), quantity, isInCoin, isShort }
    return act(
      kindOf('list', asked),
      `${quantity} at ${asked.price}`,
      (model) => (!model.sale || model.sale.isExpired) && model.isApproved && model.held.alice >= quantity,
      async (model, { item }) => {
        const sign = (options: SignOptions) => market.list('alice', item, asked.price, { ...terms(asked), ...options })
        place(model, 'alice', await offered(asked, sign))
      },
    )
  }),
  fc.bigInt(2n, 4n).map((by) =>
    act(
      'lower',
      `to a part of ${by}`,
      (model) => isSaleLive(model) && model.sale !== undefined && model.sale.price >= by,
      async ({ sale }, { item }) => {
        if (!sale) return
        sale.price /= by
        sale.listing = await market.list('alice', item, sale.price, { ...terms(sale), edit: true, salt: sale.listing.order.salt })
      },
    ),
  ),
  fc.tuple(bidder, amount).map(([who, most]) =>
    act(
      'buy',
      `${who} ${most}`,
      (model) => isSaleLive(model) && (model.sale?.isInCoin || canDraw(model, who, drawOf({ ...(model.sale as Offer), left: most }))),
      async (model) => {
        const sale = model.sale as Offer
        const quantity = smaller(most, sale.left)
        if (!sale.isInCoin) draw(model, who, drawOf({ ...sale, left: quantity }))
        await market.buy(who, sale.listing, quantity)
        sale.left -= quantity
        move(model, 'alice', who, quantity)
        model.sale = unlessEmpty(sale)
      },
    ),
  ),
  fc.tuple(bidder, price, amount, seldom).map(([who, unit, quantity, isShort]) => {
    const asked = { price: unit, quantity, isInCoin: false, isShort }
    return act(
      kindOf('bid', asked),
      `${who} ${unit} for ${quantity}`,
      (model) =>
        (!model.bids[who] || model.bids[who].isExpired) &&
        model.supply - model.held[who] >= quantity &&
        canDraw(model, who, drawOf({ price: unit, left: quantity })),
      async (model, { item }) =>
        place(model, who, await offered(asked, (options) => bid(market, who, item, unit, { ...terms(asked), ...options }))),
    )
  }),
  bidder.map((who) =>
    act(
      'raise',
      who,
      (model) => {
        const offer = model.bids[who]
        if (!offer || !isBidLive(model, who) || offer.quantity > model.supply) return false
        return canDraw(model, who, drawOf({ ...offer, price: offer.price * 2n }))
      },
      async (model, { item }) => {
        const offer = model.bids[who] as Offer
        offer.price *= 2n
        offer.listing = await bid(market, who, item, offer.price, { ...terms(offer), edit: true, salt: offer.listing.order.salt })
      },
    ),
  ),
  fc.tuple(bidder, amount).map(([who, most]) =>
    act(
      'accept',
      `${most} of ${who}`,
      (model) => isBidLive(model, who) && model.isApproved && model.held.alice > 0n,
      async (model) => {
        const offer = model.bids[who] as Offer
        const quantity = smaller(smaller(most, offer.left), model.held.alice)
        await accept(market, 'alice', offer.listing, quantity)
        draw(model, who, drawOf({ ...offer, left: quantity }))
        offer.left -= quantity
        move(model, 'alice', who, quantity)
        model.bids[who] = unlessEmpty(offer)
        noteLeft(model)
      },
    ),
  ),
]

/** Acts in between. */
const OTHERS = [
  fc.constant(
    act(
      'cancel the sale',
      '',
      (model) => model.sale !== undefined,
      async (model) => {
        if (model.sale) await market.cancel('alice', model.sale.listing)
        place(model, 'alice', undefined)
      },
    ),
  ),
  bidder.map((who) =>
    act(
      'cancel a bid',
      who,
      (model) => model.bids[who] !== undefined,
      async (model) => {
        await market.cancel(who, (model.bids[who] as Offer).listing)
        place(model, who, undefined)
      },
    ),
  ),
  owner.map((who) =>
    act(
      'cancel by the word',
      who,
      (model) => openOf(model, who).length > 0,
      async (model) => {
        await cancelAll(
          market,
          who,
          openOf(model, who).map(({ listing }) => unpackSalt(listing.order.salt).sequence),
        )
        place(model, who, undefined)
        model.lapsed[who] = []
      },
    ),
  ),
  fc.tuple(bidder, amount, fc.boolean()).map(([who, most, isOut]) =>
    act(
      'send',
      `${most} ${isOut ? 'to' : 'from'} ${who}`,
      (model) => model.held[isOut ? 'alice' : who] > 0n,
      async (model, { item }) => {
        const [from, to]: [Owner, Owner] = isOut ? ['alice', who] : [who, 'alice']
        const quantity = smaller(most, model.held[from])
        await sendEdition(market, from, to, item, quantity)
        move(model, from, to, quantity)
        noteLeft(model)
      },
    ),
  ),
  owner.map((who) =>
    act(
      'burn',
      who,
      // A fully burnt item does not exist any more.
      (model) => model.held[who] > 0n && model.supply > 1n,
      async (model, { item }) => {
        await burnEdition(market, who, item, 1n)
        move(model, who, undefined, 1n)
        noteLeft(model)
      },
    ),
  ),
  fc.boolean().map((on) =>
    act(
      'approve',
      String(on),
      (model) => model.isApproved !== on,
      async (model, { item }) => {
        await market.approve('alice', item.collection, on)
        model.isApproved = on
      },
    ),
  ),
  fc.tuple(bidder, dollars).map(([who, amount]) =>
    act(
      'allow',
      `${who} ${amount}`,
      () => true,
      async (model) => {
        model.allowance[who] = amount
        await allow(market, who, market.testnet.contracts.dollar, amount)
      },
    ),
  ),
  fc.tuple(bidder, anyBalance).map(([who, left]) =>
    act(
      'spend',
      `${who} has ${left} left`,
      (model) => model.balance[who] > left,
      async (model) => {
        await sendMoney(market, who, 'dan', market.testnet.contracts.dollar, model.balance[who] - left)
        model.balance[who] = left
      },
    ),
  ),
  fc.tuple(bidder, anyBalance).map(([who, more]) =>
    act(
      'earn',
      `${who} ${more}`,
      (model) => model.balance[who] < more,
      async (model) => {
        await takeDollars(market, who, more)
        model.balance[who] += more
      },
    ),
  ),
]

const WAIT = fc.constant(
  act(
    'wait',
    'an hour',
    (model) => OWNERS.some((who) => openOf(model, who).some(({ isShort, isExpired }) => isShort && !isExpired)),
    async (model, { item }) => {
      const { timestamp } = await market.testnet.publicClient.getBlock()
      await market.testnet.setNextBlockTimestamp(Number(timestamp) + HOUR_S + 1)
      await market.testnet.mine(1)
      await market.sync()
      await expireOrders.run(market.server.context)
      for (const who of OWNERS) {
        const offer = offerOf(model, who)
        if (!offer?.isShort || offer.isExpired) continue
        offer.isExpired = true
        const type = who === 'alice' ? ORDER_TYPE.SALE : ORDER_TYPE.BID
        const asked = { ...item, type, owner: market.address(who), salt: offer.listing.order.salt, chainId: market.chainId }
        const { api } = await market.session('dan')
        await expect(api.order.buyerFee(asked)).rejects.toMatchObject({ errno: 4102 })
      }
    },
  ),
)

async function begin(): Promise<{ model: Model; real: Real }> {
  const item = await mintEdition(market, 'alice', { supply: SUPPLY })
  await market.approve('alice', item.collection)
  const { dollar } = market.testnet.contracts
  const balance = { bob: 0n, carol: 0n }
  for (const who of BIDDERS) {
    await allow(market, who, dollar, PURSE)
    const has = await balanceOf(market, who, dollar)
    if (has < PURSE) await takeDollars(market, who, PURSE - has)
    balance[who] = has < PURSE ? PURSE : has
  }
  await market.sync()
  const model: Model = {
    held: { alice: SUPPLY, bob: 0n, carol: 0n },
    supply: SUPPLY,
    balance,
    allowance: { bob: PURSE, carol: PURSE },
    isApproved: true,
    sale: undefined,
    bids: { bob: undefined, carol: undefined },
    lapsed: { alice: [], bob: [], carol: [] },
  }
  return { model, real: { item } }
}

describe('any life of the orders for an item', () => {
  it('is what the market says it is, after every act', { timeout: RUNS * 60_000 }, async () => {
    const lives = fc.asyncProperty(
      fc.commands([...TRADES, ...TRADES, ...OTHERS, WAIT, WAIT], { maxCommands: COMMANDS, size: 'max' }),
      async (commands) => {
        const life = await begin()
        await fc.asyncModelRun(() => life, commands)
        await agreeAtTheEnd(life.model, life.real)
      },
    )
    await fc.assert(lives, { numRuns: RUNS, ...(LONG ? { seed: SEED } : { endOnFailure: true }) })
    expect(KINDS.filter((kind) => !done.has(kind))).toEqual([])
    // Skips impossible acts; twice the number is possible.
    expect([...done.values()].reduce((sum, times) => sum + times, 0)).toBeGreaterThan(RUNS * 4)
  })
})
