import { feeOf, ORDER_STATUS } from '@plinth/protocol'
import fc from 'fast-check'
import { parseUnits } from 'viem'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { mintEdition, sendEdition } from './editions.ts'
import { type ItemId, type Listing, TestMarket, type Who } from './market.ts'
import { accept, allow, bid, takeDollars } from './money.ts'

const LONG = Boolean(process.env.PLINTH_LONG)
/** An act takes a block and the index's next look. */
const [RUNS, COMMANDS] = [LONG ? 1_000 : 50, 50]
/** Of the long run, so that its figures can be had again. */
const SEED = 0x506c
const BIDDERS = ['bob', 'carol'] as const
type Bidder = (typeof BIDDERS)[number]
const SUPPLY = 6n
const PURSE = parseUnits('100000', 6)

let market: TestMarket
let acts = 0
beforeAll(async () => {
  market = await TestMarket.open()
  await takeDollars(market, 'bob', PURSE * 1_000n)
  await takeDollars(market, 'carol', PURSE * 1_000n)
})
afterAll(() => market.close())

type Offer = { price: bigint; left: bigint; quantity: bigint; listing: Listing; hasLeft: boolean }

/** What must be true, in plain words and without a database. */
type Model = {
  held: Record<'alice' | Bidder, bigint>
  allowance: Record<Bidder, bigint>
  isApproved: boolean
  sale: Offer | undefined
  bids: Record<Bidder, Offer | undefined>
}
type Real = { readonly item: ItemId }

const terms = (quantity: bigint) => ({ quantity, payToken: market.testnet.contracts.dollar })
const drawOf = ({ price, left }: Offer) => price * left + feeOf(price * left, 250n)
const isSaleLive = ({ sale, held, isApproved }: Model) => sale !== undefined && !sale.hasLeft && isApproved && held.alice >= sale.left
const isBidLive = ({ bids, allowance }: Model, who: Bidder) => bids[who] !== undefined && allowance[who] >= drawOf(bids[who])

/** The market says of the item what the model says. */
async function agree(model: Model, { item }: Real): Promise<void> {
  await market.sync()
  const { api } = await market.session('dan')
  const record = await api.nft.detail(item)
  const holders = new Map(record?.holdings.map(({ owner, quantity }) => [owner, quantity]))
  for (const who of ['alice', ...BIDDERS] as const) expect(holders.get(market.address(who)) ?? 0n).toBe(model.held[who])
  const sales = record?.listings.map(({ maker, unitPrice, selling, filled }) => [maker, parseUnits(unitPrice, 6), selling - filled])
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

/** Open orders are their makers' to see, fundable or not. */
async function agreeAtTheEnd(model: Model, { item }: Real): Promise<void> {
  for (const who of ['alice', ...BIDDERS] as const) {
    const { api } = await market.session(who)
    const own = await api.order.list({ page: 1, limit: 10, ...item, owner: market.address(who), status: ORDER_STATUS.OPEN })
    const offer = who === 'alice' ? model.sale : model.bids[who]
    const isFundable = offer !== undefined && (who === 'alice' ? isSaleLive(model) : isBidLive(model, who))
    expect(own.list.map((order) => [order.salt, order.isFundable])).toEqual(offer ? [[offer.listing.order.salt, isFundable]] : [])
  }
}

/** One act: when it can be done, what it does to the model, and to the market. */
function act(name: string, can: (model: Model) => boolean, run: (model: Model, real: Real) => Promise<void>): fc.AsyncCommand<Model, Real> {
  return {
    check: can,
    run: async (model, real) => {
      await run(model, real)
      acts++
      await agree(model, real)
    },
    toString: () => name,
  }
}

function move(model: Model, from: 'alice' | Bidder, to: 'alice' | Bidder, quantity: bigint): void {
  model.held[from] -= quantity
  model.held[to] += quantity
}
const smaller = (a: bigint, b: bigint) => (a < b ? a : b)
const unlessEmpty = (offer: Offer): Offer | undefined => (offer.left > 0n ? offer : undefined)

const amount = fc.bigInt(1n, 3n)
const price = fc.bigInt(1n, 500n).map((dollars) => dollars * 1_000_000n)
const bidder = fc.constantFrom(...BIDDERS)

const ACTS = [
  fc.tuple(price, amount).map(([unit, quantity]) =>
    act(
      `list ${quantity} at ${unit}`,
      (model) => !model.sale && model.isApproved && model.held.alice >= quantity,
      async (model, { item }) => {
        const listing = await market.list('alice', item, unit, terms(quantity))
        model.sale = { price: unit, left: quantity, quantity, listing, hasLeft: false }
      },
    ),
  ),
  price.map((unit) =>
    act(
      `lower to ${unit}`,
      (model) => isSaleLive(model) && unit < (model.sale?.price ?? 0n),
      async ({ sale }, { item }) => {
        if (!sale) return
        sale.listing = await market.list('alice', item, unit, { ...terms(sale.quantity), edit: true, salt: sale.listing.order.salt })
        sale.price = unit
      },
    ),
  ),
  fc.constant(
    act(
      'cancel the sale',
      (model) => model.sale !== undefined,
      async (model) => {
        if (model.sale) await market.cancel('alice', model.sale.listing)
        model.sale = undefined
      },
    ),
  ),
  fc.tuple(bidder, amount).map(([who, most]) =>
    act(
      `${who} buys ${most}`,
      (model) => isSaleLive(model) && model.allowance[who] >= drawOf({ ...(model.sale as Offer), left: most }),
      async (model) => {
        const sale = model.sale as Offer
        const quantity = smaller(most, sale.left)
        model.allowance[who] -= drawOf({ ...sale, left: quantity })
        await market.buy(who, sale.listing, quantity)
        sale.left -= quantity
        move(model, 'alice', who, quantity)
        model.sale = unlessEmpty(sale)
      },
    ),
  ),
  fc.tuple(bidder, price, amount).map(([who, unit, quantity]) =>
    act(
      `${who} bids ${unit} for ${quantity}`,
      (model) => !model.bids[who] && SUPPLY - model.held[who] >= quantity && model.allowance[who] >= (unit * quantity * 1_025n) / 1_000n,
      async (model, { item }) => {
        const listing = await bid(market, who, item, unit, terms(quantity))
        model.bids[who] = { price: unit, left: quantity, quantity, listing, hasLeft: false }
      },
    ),
  ),
  bidder.map((who) =>
    act(
      `${who} raises`,
      (model) =>
        isBidLive(model, who) &&
        model.allowance[who] >= drawOf({ ...(model.bids[who] as Offer), price: (model.bids[who]?.price ?? 0n) * 2n }),
      async (model, { item }) => {
        const offer = model.bids[who] as Offer
        offer.listing = await bid(market, who, item, offer.price * 2n, {
          ...terms(offer.quantity),
          edit: true,
          salt: offer.listing.order.salt,
        })
        offer.price *= 2n
      },
    ),
  ),
  bidder.map((who) =>
    act(
      `${who} cancels his bid`,
      (model) => model.bids[who] !== undefined,
      async (model) => {
        await market.cancel(who, (model.bids[who] as Offer).listing)
        model.bids[who] = undefined
      },
    ),
  ),
  fc.tuple(bidder, amount).map(([who, most]) =>
    act(
      `alice accepts ${most} of ${who}`,
      (model) => isBidLive(model, who) && model.isApproved && model.held.alice > 0n,
      async (model) => {
        const offer = model.bids[who] as Offer
        const quantity = smaller(smaller(most, offer.left), model.held.alice)
        await accept(market, 'alice', offer.listing, quantity)
        model.allowance[who] -= drawOf({ ...offer, left: quantity })
        offer.left -= quantity
        move(model, 'alice', who, quantity)
        model.bids[who] = unlessEmpty(offer)
        if (model.sale && model.held.alice < model.sale.left) model.sale.hasLeft = true
      },
    ),
  ),
  fc.tuple(bidder, amount, fc.boolean()).map(([who, most, isOut]) =>
    act(
      `${most} ${isOut ? 'to' : 'from'} ${who}`,
      (model) => model.held[isOut ? 'alice' : who] > 0n,
      async (model, { item }) => {
        const [from, to]: ['alice' | Bidder, 'alice' | Bidder] = isOut ? ['alice', who] : [who, 'alice']
        const quantity = smaller(most, model.held[from])
        await sendEdition(market, from as Who, to as Who, item, quantity)
        move(model, from, to, quantity)
        if (model.sale && model.held.alice < model.sale.left) model.sale.hasLeft = true
      },
    ),
  ),
  fc.boolean().map((on) =>
    act(
      `approval ${on}`,
      (model) => model.isApproved !== on,
      async (model, { item }) => {
        await market.approve('alice', item.collection, on)
        model.isApproved = on
      },
    ),
  ),
  fc.tuple(bidder, fc.bigInt(0n, 2_000n)).map(([who, dollars]) =>
    act(
      `${who} allows ${dollars}`,
      () => true,
      async (model) => {
        model.allowance[who] = parseUnits(String(dollars), 6)
        await allow(market, who, market.testnet.contracts.dollar, model.allowance[who])
      },
    ),
  ),
]

async function begin(): Promise<{ model: Model; real: Real }> {
  const item = await mintEdition(market, 'alice', { supply: SUPPLY })
  await market.approve('alice', item.collection)
  for (const who of BIDDERS) await allow(market, who, market.testnet.contracts.dollar, PURSE)
  await market.sync()
  const model: Model = {
    held: { alice: SUPPLY, bob: 0n, carol: 0n },
    allowance: { bob: PURSE, carol: PURSE },
    isApproved: true,
    sale: undefined,
    bids: { bob: undefined, carol: undefined },
  }
  return { model, real: { item } }
}

describe('any life of the orders for an item', () => {
  it('is what the market says it is, after every act', { timeout: RUNS * 60_000 }, async () => {
    const lives = fc.asyncProperty(fc.commands(ACTS, { maxCommands: COMMANDS, size: 'max' }), async (commands) => {
      const life = await begin()
      await fc.asyncModelRun(() => life, commands)
      await agreeAtTheEnd(life.model, life.real)
    })
    await fc.assert(lives, { numRuns: RUNS, ...(LONG ? { seed: SEED } : { endOnFailure: true }) })
    // What can't be done is left out; most can.
    expect(acts).toBeGreaterThan(RUNS * 3)
  })
})
