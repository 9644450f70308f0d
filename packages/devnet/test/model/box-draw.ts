/**
 * A second implementation of the draw, written from contracts/README.md: the kinds of prizes that a seed draws from the
 * remaining copies. It shares no code with the contracts or with `packages/protocol`.
 */
import { concat, type Hex, keccak256, toHex } from 'viem'

export interface DrawTerms {
  boxes: number
  opening: number
  repeat: boolean
}

/** The kinds in draw order, `opening` for each box; `left` holds the remaining copies. */
export function drawByHand(stock: readonly number[], { boxes, opening, repeat }: DrawTerms, seed: Hex) {
  const left = [...stock]
  let used = 0
  /** Hashes of the seed and a counter. */
  const below = (limit: number) => {
    const hash = keccak256(concat([seed, toHex(used++, { size: 32 })]))
    return Number(BigInt(hash) % BigInt(limit))
  }
  const kinds: number[] = []
  const take = (kind: number) => {
    left[kind] = (left[kind] ?? 0) - 1
    kinds.push(kind)
  }
  for (let box = 0; box < boxes; box++) {
    if (repeat || opening === 1) for (let prize = 0; prize < opening; prize++) take(kindAt(left, below(sumOf(left))))
    else for (const kind of distinctKinds(left, opening, below)) take(kind)
  }
  return { kinds, left }
}

const sumOf = (list: readonly number[]) => list.reduce((sum, count) => sum + count, 0)

/** Every copy is one place on a line. */
function kindAt(left: readonly number[], place: number): number {
  const line = left.flatMap((count, kind) => Array.from({ length: count }, () => kind))
  return line[place] as number
}

/** All copies on a line, kind by kind in a random order; from a random place on, every (boxes left)th. */
function distinctKinds(left: readonly number[], opening: number, below: (limit: number) => number): number[] {
  const order = left.flatMap((count, kind) => (count === 0 ? [] : [kind]))
  for (let last = order.length - 1; last > 0; last--) {
    const other = below(last + 1)
    const [one, two] = [order[last] as number, order[other] as number]
    ;[order[last], order[other]] = [two, one]
  }
  const line = order.flatMap((kind) => Array.from({ length: left[kind] ?? 0 }, () => kind))
  const step = line.length / opening
  const start = below(step)
  return Array.from({ length: opening }, (_, index) => line[start + index * step] as number)
}
