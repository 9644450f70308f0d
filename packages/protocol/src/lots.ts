/** An amount in one money, in base units; the key is the caller's. */
export type InMoney = { readonly money: string; readonly amount: bigint }

type Valued = {
  readonly units: bigint
  /** Cost or proceeds of all units. */
  readonly amounts: readonly InMoney[]
  /** The same in one reference currency; undefined where no rate is known. */
  readonly worth: bigint | undefined
}

/** What came to an account: bought, made by it, or without a price. */
export type Arrival = Valued & { readonly kind: 'bought' | 'made' | 'gift' }
/** What left it, for a price or without one. */
export type Departure = Valued & { readonly kind: 'sold' | 'sent' }
export type Move = Arrival | Departure

/** The units of an arrival that are left, its newest. */
export type Lot = {
  readonly arrival: Arrival
  readonly units: bigint
  readonly costs: readonly InMoney[]
  readonly worth: bigint | undefined
}

/** Profit of the units sold: proceeds less cost. */
export type Ledger = {
  readonly realised: ReadonlyMap<string, bigint>
  /** In the reference currency, of the units whose two worths are known. */
  readonly realisedWorth: bigint
  /** Cost of the units that were sent away: no profit and no loss. */
  readonly sent: ReadonlyMap<string, bigint>
  /** Held now, the oldest first. */
  readonly lots: readonly Lot[]
}

/**
 * Of the moves of one item in their order: what leaves is what came first. A part of a lot bears its part of each amount, rounded so
 * that the parts add up to the whole. Units that left without having come cost nothing, as a gift.
 */
export function firstInFirstOut(moves: readonly Move[]): Ledger {
  const [realised, sent] = [new Map<string, bigint>(), new Map<string, bigint>()]
  const queue: { readonly arrival: Arrival; taken: bigint }[] = []
  let [first, realisedWorth] = [0, 0n]
  for (const move of moves) {
    if (isArrival(move)) {
      queue.push({ arrival: move, taken: 0n })
      continue
    }
    let done = 0n
    while (done < move.units) {
      const place = queue[first]
      const { arrival, taken } = place ?? { arrival: giftOf(move.units - done), taken: 0n }
      const units = least(arrival.units - taken, move.units - done)
      const cost = partOf(arrival, taken, units)
      const brought = partOf(move, done, units)
      if (move.kind === 'sent') add(sent, cost.amounts, 1n)
      else {
        add(realised, brought.amounts, 1n)
        add(realised, cost.amounts, -1n)
        if (brought.worth !== undefined && cost.worth !== undefined) realisedWorth += brought.worth - cost.worth
      }
      done += units
      if (!place) continue
      place.taken += units
      if (place.taken === arrival.units) first++
    }
  }
  const lots = queue.slice(first).flatMap(({ arrival, taken }) => {
    const units = arrival.units - taken
    const { amounts: costs, worth } = partOf(arrival, taken, units)
    return units > 0n ? [{ arrival, units, costs, worth }] : []
  })
  return { realised, realisedWorth, sent, lots }
}

const giftOf = (units: bigint): Arrival => ({ kind: 'gift', units, amounts: [], worth: 0n })

const isArrival = (move: Move): move is Arrival => move.kind !== 'sold' && move.kind !== 'sent'
const least = (one: bigint, other: bigint): bigint => (one < other ? one : other)

/** The amounts of `units` units from number `from` on. */
function partOf({ units: all, amounts, worth }: Valued, from: bigint, units: bigint): Pick<Valued, 'amounts' | 'worth'> {
  const part = (amount: bigint) => (amount * (from + units)) / all - (amount * from) / all
  return {
    amounts: amounts.map(({ money, amount }) => ({ money, amount: part(amount) })),
    worth: worth === undefined ? undefined : part(worth),
  }
}

function add(sums: Map<string, bigint>, amounts: readonly InMoney[], sign: bigint): void {
  for (const { money, amount } of amounts) sums.set(money, (sums.get(money) ?? 0n) + sign * amount)
}
