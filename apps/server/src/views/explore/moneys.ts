import { createHash } from 'node:crypto'
import type { ChainAddress } from '@plinth/api'
import { type Address, ZERO_ADDRESS } from '@plinth/protocol'
import type { Context } from '../../context.ts'
import { addressOf } from '../../db/database.ts'
import { readKept } from '../../db/kept.ts'
import { allPayTokens } from '../../modules/pay-tokens/service.ts'
import { ratesNow } from '../../modules/rates/service.ts'

/** A pay token, with what a base unit of it is worth: prices of tokens that have a weight compare as `price * weight`. */
export type Token = ChainAddress & {
  /** The coin and its wrapped coin are one: the zero address (MONEY-01). */
  readonly money: Address
  readonly decimals: number
  /** In 10^-`digits` of the currency; undefined without a rate. */
  readonly weight: bigint | undefined
}

export type Moneys = {
  readonly tokens: readonly Token[]
  /** How many digits after the point a weight has: enough for all of them to be whole. */
  readonly digits: number
  /** The same for the same weights. */
  readonly mark: string
  find(chainId: number, payToken: Address): Token | undefined
}

type Reads = Pick<Context, 'db' | 'chains'>

/** What all pay tokens are worth now, whole numbers with one denominator, so that prices compare exactly (MONEY-06). */
export function readMoneys(context: Reads): Promise<Moneys> {
  const chainIds = context.chains.all.map(({ id }) => id)
  return readKept(context.db, `moneys ${chainIds}`, async () => {
    const [payTokens, wrapped, { rates }] = await Promise.all([
      allPayTokens(context.db, chainIds),
      context.db.selectFrom('wrapped_coin').select(['chain_id', 'address']).execute(),
      ratesNow(context),
    ])
    const coins = new Set(wrapped.map((row) => `${row.chain_id}:${addressOf(row.address)}`))
    const rateOf = new Map(rates.map((rate) => [`${rate.chainId}:${rate.token}`, rate]))
    const known = payTokens.map(({ chainId, address, decimals }) => {
      const money = coins.has(`${chainId}:${address}`) ? ZERO_ADDRESS : address
      return { chainId, address, decimals, money, rate: rateOf.get(`${chainId}:${money}`) ?? rateOf.get(`${chainId}:${address}`) }
    })
    const digits = Math.max(0, ...known.map(({ decimals, rate }) => (rate ? decimals + rate.decimals : 0)))
    return createMoneys(
      known.map(({ rate, ...token }) => ({
        ...token,
        weight: rate && rate.answer * 10n ** BigInt(digits - token.decimals - rate.decimals),
      })),
      digits,
    )
  })
}

export function createMoneys(tokens: readonly Token[], digits: number): Moneys {
  const byKey = new Map(tokens.map((token) => [`${token.chainId}:${token.address}`, token]))
  const said = tokens.map(({ chainId, address, weight }) => `${chainId}:${address}:${weight ?? ''}`).join()
  const mark = createHash('sha256').update(`${digits},${said}`).digest('hex').slice(0, 16)
  return { tokens, digits, mark, find: (chainId, payToken) => byKey.get(`${chainId}:${payToken}`) }
}

/** Weights that the first page of a walk was sorted by. */
const MOST_KEPT = 64
const kept = new Map<string, Moneys>()

/**
 * The moneys by which the walk was begun whose cursor has this mark, so that rates that move in between neither skip nor double an
 * item; the present ones where they are not kept any more.
 */
export function moneysOfWalk(present: Moneys, mark: string | undefined): Moneys {
  kept.delete(present.mark)
  kept.set(present.mark, present)
  for (const oldest of kept.keys()) {
    if (kept.size <= MOST_KEPT) break
    kept.delete(oldest)
  }
  return (mark === undefined ? undefined : kept.get(mark)) ?? present
}
