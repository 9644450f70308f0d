import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { firstInFirstOut, type InMoney, type Move } from './lots.ts'

const eth = (amount: bigint): InMoney[] => [{ money: 'eth', amount }]
const bought = (units: bigint, amount: bigint): Move => ({ kind: 'bought', units, amounts: eth(amount), worth: amount * 2n })
const sold = (units: bigint, amount: bigint): Move => ({ kind: 'sold', units, amounts: eth(amount), worth: amount * 3n })

type Unit = { readonly costs: Map<string, bigint>; readonly worth: bigint | undefined }

/** Deals an amount out to units one by one, as a line is drawn: each gets the rest that has come together. */
function deal(amount: bigint, units: bigint): bigint[] {
  const shares: bigint[] = []
  let rest = 0n
  for (let at = 0n; at < units; at++) {
    let share = 0n
    rest += amount
    while (rest >= units) {
      const whole = rest / units
      share += whole
      rest -= whole * units
    }
    shares.push(share)
  }
  return shares
}

function unitsOf({ units, amounts, worth }: Move): Unit[] {
  const dealt = amounts.map(({ money, amount }) => ({ money, shares: deal(amount, units) }))
  const worths = worth === undefined ? undefined : deal(worth, units)
  return Array.from({ length: Number(units) }, (_, at) => {
    const costs = new Map<string, bigint>()
    for (const { money, shares } of dealt) costs.set(money, (costs.get(money) ?? 0n) + (shares[at] ?? 0n))
    return { costs, worth: worths?.[at] }
  })
}

/** A ledger of single units: a queue of things, each with a price tag. */
function ledgerOfUnits(moves: readonly Move[]) {
  const shelf: Unit[] = []
  const [realised, sent] = [new Map<string, bigint>(), new Map<string, bigint>()]
  let realisedWorth = 0n
  const book = (into: Map<string, bigint>, money: string, amount: bigint) => into.set(money, (into.get(money) ?? 0n) + amount)
  for (const move of moves) {
    const units = unitsOf(move)
    if (move.kind !== 'sold' && move.kind !== 'sent') {
      shelf.push(...units)
      continue
    }
    for (const unit of units) {
      const taken: Unit = shelf.shift() ?? { costs: new Map(), worth: 0n }
      if (move.kind === 'sent') for (const [money, cost] of taken.costs) book(sent, money, cost)
      else {
        for (const [money, got] of unit.costs) book(realised, money, got)
        for (const [money, cost] of taken.costs) book(realised, money, -cost)
        if (unit.worth !== undefined && taken.worth !== undefined) realisedWorth += unit.worth - taken.worth
      }
    }
  }
  const held = new Map<string, bigint>()
  for (const unit of shelf) for (const [money, cost] of unit.costs) book(held, money, cost)
  return { realised, sent, realisedWorth, held, units: shelf.length }
}

const amount = fc.bigInt({ min: 0n, max: 10n ** 21n })
const amounts = fc.array(fc.record({ money: fc.constantFrom('eth', 'usd', 'gas'), amount }), { maxLength: 3 })
const worth = fc.option(amount, { nil: undefined })
const move: fc.Arbitrary<Move> = fc.record({
  kind: fc.constantFrom('bought', 'made', 'gift', 'sold', 'sent'),
  units: fc.bigInt({ min: 1n, max: 12n }),
  amounts,
  worth,
})
/** Without moneys whose sum is 0: a money that was never moved is no difference. */
const plain = (sums: ReadonlyMap<string, bigint>) => Object.fromEntries([...sums].filter(([, sum]) => sum !== 0n).sort())

function agree(moves: readonly Move[]): void {
  const [ours, theirs] = [firstInFirstOut(moves), ledgerOfUnits(moves)]
  const held = new Map<string, bigint>()
  for (const { costs } of ours.lots) for (const { money, amount: cost } of costs) held.set(money, (held.get(money) ?? 0n) + cost)
  expect(plain(ours.realised)).toEqual(plain(theirs.realised))
  expect(plain(ours.sent)).toEqual(plain(theirs.sent))
  expect(plain(held)).toEqual(plain(theirs.held))
  expect(ours.realisedWorth).toBe(theirs.realisedWorth)
  expect(ours.lots.reduce((sum, { units }) => sum + units, 0n)).toBe(BigInt(theirs.units))
}

describe('first in, first out', () => {
  it('[PORT-01] takes what was bought first, in parts', () => {
    const { realised, lots, realisedWorth } = firstInFirstOut([bought(3n, 100n), bought(2n, 10n), sold(4n, 200n)])
    // Three units for 100 and one for 5, sold for 200.
    expect(realised.get('eth')).toBe(95n)
    expect(realisedWorth).toBe(600n - 210n)
    expect(lots).toMatchObject([{ units: 1n, costs: eth(5n), worth: 10n }])
  })
  it('[PORT-01] loses no unit of an amount that does not divide', () => {
    const { realised, lots } = firstInFirstOut([bought(3n, 100n), sold(1n, 0n), sold(1n, 0n)])
    expect(realised.get('eth')).toBe(-66n)
    expect(lots).toMatchObject([{ units: 1n, costs: eth(34n) }])
  })
  it('[PORT-01] has gifts cost 0, and what is given away bring neither profit nor loss', () => {
    const gift: Move = { kind: 'gift', units: 1n, amounts: [], worth: 0n }
    const sent: Move = { kind: 'sent', units: 1n, amounts: [], worth: undefined }
    const { realised, sent: away, lots } = firstInFirstOut([gift, sold(1n, 7n), bought(1n, 5n), sent, sold(1n, 2n)])
    expect([realised.get('eth'), away.get('eth'), lots]).toEqual([9n, 5n, []])
  })
  it('[PORT-01] agrees to the unit with a ledger of single units, over random histories', () => {
    fc.assert(fc.property(fc.array(move, { maxLength: 40 }), agree), { numRuns: 300 })
  })
  it('[PORT-01] agrees with it over more of them, and longer ones', { tags: 'more', timeout: 120_000 }, () => {
    fc.assert(fc.property(fc.array(move, { maxLength: 200 }), agree), { numRuns: 5_000 })
  })
})
