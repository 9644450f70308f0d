import { idTreeOf, isInCriteria } from '@plinth/protocol'
import { keccak256 } from 'viem/utils'

/** In the page of `sets.ts`: a set, and the proof that an id is in it. */
export function build(count: number): void {
  const ids = Array.from({ length: count }, (_, at) => BigInt(at) * 7n + 1n)
  const { root, proofOf } = idTreeOf(ids)
  const chosen = ids[count >> 1] ?? 0n
  if (!isInCriteria(root, chosen, proofOf(chosen))) throw new Error('The proof is wrong')
}

/** Two hashes for each leaf and one for each pair, and nothing else. */
export function hash(count: number): void {
  const [leaf, pair] = [new Uint8Array(32), new Uint8Array(64)]
  for (let at = 0; at < 2 * count; at++) keccak256(leaf, 'bytes')
  for (let at = 1; at < count; at++) keccak256(pair, 'bytes')
}
