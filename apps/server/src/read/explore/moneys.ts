import { createHash } from 'node:crypto'
import type { ChainAddress } from '@plinth/api'
import type { Address } from '@plinth/protocol'

/** A pay token with the worth of its base unit. Prices of tokens with a weight compare as `price * weight`. */
export type Token = ChainAddress & {
  /** The coin and its wrapped coin are one: the zero address (MONEY-01). */
  readonly money: Address
  readonly decimals: number
  /** With the chain's buyer fee, in 10^-`digits` of the currency; undefined without a rate. */
  readonly weight: bigint | undefined
  /** What a buyer pays for 10,000 base units: more than that by the chain's buyer fee (F-126). */
  readonly paid: bigint
}

export type Moneys = {
  readonly tokens: readonly Token[]
  /** How many digits after the point a weight has: enough for all of them to be whole. */
  readonly digits: number
  /** The same for the same weights. */
  readonly mark: string
  find(chainId: number, payToken: Address): Token | undefined
}

export function createMoneys(tokens: readonly Token[], digits: number): Moneys {
  const byKey = new Map(tokens.map((token) => [`${token.chainId}:${token.address}`, token]))
  const said = tokens.map(({ chainId, address, weight, paid }) => `${chainId}:${address}:${weight ?? ''}:${paid}`).join()
  const mark = createHash('sha256').update(`${digits},${said}`).digest('hex').slice(0, 16)
  return { tokens, digits, mark, find: (chainId, payToken) => byKey.get(`${chainId}:${payToken}`) }
}

/** Weights by which first pages of walks were sorted, by their mark. */
export type KeptMoneys = Map<string, Moneys>
const MOST_KEPT = 64

/**
 * The moneys by which the walk was begun whose cursor has this mark, so that rates that move in between neither skip nor double an
 * item; the present ones where they are not kept any more.
 */
export function moneysOfWalk(kept: KeptMoneys, present: Moneys, mark: string | undefined): Moneys {
  kept.delete(present.mark)
  kept.set(present.mark, present)
  for (const oldest of kept.keys()) {
    if (kept.size <= MOST_KEPT) break
    kept.delete(oldest)
  }
  return (mark === undefined ? undefined : kept.get(mark)) ?? present
}
