import { MOST_VALUES } from '../answer.ts'
import type { Dictionary } from './dictionary.ts'

/** The largest counts by key, equals in the order of their keys, and those chosen. */
export function largest(dictionary: Dictionary<unknown>, counts: Uint32Array, chosen: readonly string[] = []): Map<string, number> {
  const { keys, inOrder } = dictionary
  const least = leastOf(counts)
  const above: number[] = []
  const equal: number[] = []
  for (const at of inOrder) {
    const count = counts[at] as number
    if (count > least) above.push(at)
    else if (count === least && equal.length < MOST_VALUES) equal.push(at)
  }
  const first = [...above, ...equal.slice(0, MOST_VALUES - above.length)]
  const isFirst = new Set(first)
  const others = chosen.flatMap((key) => dictionary.find(key) ?? []).filter((at) => !isFirst.has(at) && (counts[at] as number) > 0)
  const falling = [...first, ...new Set(others)].sort((one, other) => (counts[other] as number) - (counts[one] as number))
  return new Map(falling.map((at) => [keys[at] as string, counts[at] as number]))
}

/** The smallest of the largest `MOST_VALUES`, 1 where there are fewer. */
function leastOf(counts: Uint32Array): number {
  // A heap: the smallest stands first.
  const heap = new Uint32Array(MOST_VALUES)
  for (const count of counts) {
    if (count <= (heap[0] as number)) continue
    let at = 0
    for (let below = 1; below < MOST_VALUES; below = 2 * at + 1) {
      if (below + 1 < MOST_VALUES && (heap[below + 1] as number) < (heap[below] as number)) below++
      if (count <= (heap[below] as number)) break
      heap[at] = heap[below] as number
      at = below
    }
    heap[at] = count
  }
  return Math.max(1, heap[0] as number)
}
