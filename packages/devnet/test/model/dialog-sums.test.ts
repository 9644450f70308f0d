/** @module-tag more */
import {
  type Address,
  bidDraw,
  fillSums,
  formatReceives,
  formatUnits,
  leastUnitPrice,
  type Order,
  packSalt,
  parseUnits,
  type RoyaltyEntry,
  type TradeSums,
  tradeSums,
  unitPriceOf,
  ZERO_ADDRESS,
} from '@plinth/protocol'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestnet, type Testnet } from '../../src/index.ts'
import { type DialogStage, openDialogStage } from './dialog-stage.ts'

const LONG = Boolean(process.env.PLINTH_LONG)
const RUNS = LONG ? 1_500 : 60
/** Seed of the long run, so that it can be repeated. */
const SEED = 0x506c
const COIN_DECIMALS = 18

let testnet: Testnet
let stage: DialogStage
let number = 0n
beforeAll(async () => {
  testnet = await startTestnet()
  stage = await openDialogStage(testnet)
}, 60_000)
afterAll(() => testnet.stop())

const bps = fc.oneof(fc.constantFrom(0n, 1n, 100n, 250n, 1_000n), fc.bigInt(0n, 1_000n))
/** Recipient: the artist, a friend, or one of the two parties. */
const royalty = fc.record({ bps: fc.bigInt(1n, 1_000n), to: fc.constantFrom('artist', 'friend', 'maker', 'taker') })

const trade = fc.record({
  side: fc.constantFrom('sale', 'bid'),
  /** Undefined is the coin, which no bid pays in. */
  decimals: fc.option(fc.integer({ min: 0, max: 18 }), { nil: undefined, freq: 4 }),
  price: fc.oneof(fc.bigInt(1n, 100n), fc.bigInt(1n, 10n ** 9n), fc.bigInt(1n, 10n ** 21n)),
  quantity: fc.bigInt(1n, 20n),
  sellerFeeBps: bps,
  /** As signed with a bid, and the operator's fee at each fill: never more, often less. */
  buyerFeeBps: bps,
  fills: fc.array(fc.record({ items: fc.bigInt(1n, 20n), lowered: fc.bigInt(0n, 1_000n) }), { minLength: 1, maxLength: 3 }),
  royalties: fc.array(royalty, { maxLength: 5 }).filter((list) => list.reduce((sum, entry) => sum + entry.bps, 0n) <= 1_000n),
})
type Drawn = typeof trade extends fc.Arbitrary<infer T> ? T : never

/** The trade's inputs, as a dialog has them: the price typed as text, the royalties as the item lists them. */
async function setUp({ side, decimals: drawn, price, quantity, sellerFeeBps, buyerFeeBps, royalties }: Drawn) {
  number += 1n
  const decimals = side === 'bid' ? (drawn ?? 6) : drawn
  const money = await stage.money(decimals)
  const shown = money.token === ZERO_ADDRESS ? COIN_DECIMALS : await stage.decimalsOf(money.token)
  expect(shown).toBe(decimals ?? COIN_DECIMALS)
  const least = leastUnitPrice(money)
  const unitPrice = parseUnits(formatUnits(price < least ? least : price, shown), shown)
  const entries = royalties.map((entry) => ({ bps: entry.bps, recipient: stage[entry.to as 'artist'] }))
  const isSale = side === 'sale'
  const item = await stage.mint(number, isSale ? stage.maker : stage.taker, quantity, entries)
  const salt = packSalt({ validUntil: 0, validFrom: 0, maxBuyerFeeBps: isSale ? 0 : Number(buyerFeeBps), sequence: number })
  const total = unitPrice * quantity
  const sides = isSale
    ? { sellAsset: item, buyAsset: money, selling: quantity, buying: total }
    : { sellAsset: money, buyAsset: item, selling: total, buying: quantity }
  const order: Order = { owner: stage.maker, salt, ...sides, sellerFee: sellerFeeBps }
  return { order, money, decimals: shown, unitPrice, entries }
}

/** The change of every balance by the dialog's amounts. */
function ledgerOf(
  sums: TradeSums,
  entries: readonly RoyaltyEntry[],
  { seller, payer, market }: Record<'seller' | 'payer' | 'market', Address>,
) {
  const changes = new Map<Address, bigint>()
  const book = (account: Address, amount: bigint) => changes.set(account, (changes.get(account) ?? 0n) + amount)
  book(payer, -sums.pays)
  book(seller, sums.receives)
  book(market, sums.sellerFee + sums.buyerFee)
  // `receives` is all that the seller gets.
  for (const [index, { recipient }] of entries.entries()) if (recipient && recipient !== seller) book(recipient, sums.shares[index] ?? 0n)
  return changes
}

async function fillAndCompare(set: Awaited<ReturnType<typeof setUp>>, side: Drawn['side'], items: bigint, buyerFeeBps: bigint) {
  const { order, money, decimals, entries } = set
  const isSale = side === 'sale'
  const sums = fillSums(order, { items, buyerFeeBps, royalties: entries, taker: stage.taker })
  const [seller, payer] = isSale ? [stage.maker, stage.taker] : [stage.taker, stage.maker]
  if (isSale && money.token !== ZERO_ADDRESS) await stage.provide(money.token, payer, sums.pays)
  const before = await stage.balances(money.token)
  const had = await stage.units(payer, number)
  const { isThrough, cost } = await stage.fill(order, {
    items,
    buyerFeeBps,
    amount: isSale ? items : items * unitPriceOf(order),
    value: money.token === ZERO_ADDRESS ? sums.pays : 0n,
    royalties: entries,
  })
  expect(isThrough).toBe(true)
  const after = await stage.balances(money.token)
  // Fees in coin stay in the exchange, fees in a token go straight to its beneficiary.
  const market = money.token === ZERO_ADDRESS ? stage.exchange : stage.beneficiary
  const expected = ledgerOf(sums, entries, { seller, payer, market })
  if (money.token === ZERO_ADDRESS) expected.set(stage.taker, (expected.get(stage.taker) ?? 0n) - cost)
  for (const [account, balance] of after) expect(balance - (before.get(account) ?? 0n), account).toBe(expected.get(account) ?? 0n)
  expect((await stage.units(payer, number)) - had).toBe(items)
  expect(parseUnits(formatReceives(sums.receives, decimals), decimals)).toBeLessThanOrEqual(sums.receives)
  return sums
}

describe('what a dialog says and what the chain moves', () => {
  it(
    `are the same to the last unit, over ${RUNS} random trades`,
    async () => {
      const property = fc.asyncProperty(trade, async (drawn) => {
        const set = await setUp(drawn)
        const { order, money, unitPrice, entries } = set
        const whole = { unitPrice, quantity: drawn.quantity, sellerFeeBps: drawn.sellerFeeBps, buyerFeeBps: drawn.buyerFeeBps }
        const said = tradeSums({ ...whole, royalties: entries, seller: drawn.side === 'sale' ? stage.maker : stage.taker })
        // A bid's dialog allows this much and no more, for all its fills together.
        if (drawn.side === 'bid') {
          expect(bidDraw(order, 0n)).toBe(said.pays)
          await stage.provide(money.token, stage.maker, said.pays)
        }
        let left = drawn.quantity
        let paid = 0n
        for (const { items, lowered } of drawn.fills) {
          const part = items < left ? items : left
          if (part === 0n) break
          const asked = lowered < drawn.buyerFeeBps ? lowered : drawn.buyerFeeBps
          paid += (await fillAndCompare(set, drawn.side, part, asked)).pays
          left -= part
        }
        if (left > 0n) paid += (await fillAndCompare(set, drawn.side, left, drawn.buyerFeeBps)).pays
        expect(paid).toBeLessThanOrEqual(said.pays)
        expect(paid).toBeGreaterThanOrEqual(said.price)
      })
      await fc.assert(property, { numRuns: RUNS, endOnFailure: true, ...(LONG ? { seed: SEED } : {}) })
    },
    RUNS * 2_000,
  )

  it('know the least price of one: two units of a token or one of the coin are paid out', async () => {
    for (const [decimals, price, isPaid] of [
      [6, 1n, false],
      [6, 2n, true],
      [undefined, 1n, true],
    ] as const) {
      const drawn = {
        side: 'sale',
        decimals,
        price: 2n,
        quantity: 1n,
        sellerFeeBps: 250n,
        buyerFeeBps: 250n,
        fills: [],
        royalties: [],
      } as const
      const { order, money } = await setUp({ ...drawn, fills: [], royalties: [] })
      const cheap = { ...order, buying: price }
      const sums = fillSums(cheap, { items: 1n, buyerFeeBps: 250n, royalties: [] })
      if (money.token !== ZERO_ADDRESS) await stage.provide(money.token, stage.taker, sums.pays)
      const fill = { items: 1n, buyerFeeBps: 250n, amount: 1n, value: money.token === ZERO_ADDRESS ? sums.pays : 0n, royalties: [] }
      expect((await stage.fill(cheap, fill)).isThrough, `${price} of ${decimals}`).toBe(isPaid)
      expect(price >= leastUnitPrice(money)).toBe(isPaid)
    }
  })
})
