import { ZERO_ADDRESS } from '@plinth/protocol'
import type { Context } from '../../context.ts'
import { addressOf } from '../../db/database.ts'
import { readKept } from '../../db/kept.ts'
import { allPayTokens } from '../../modules/pay-tokens/service.ts'
import { keptRates } from '../../state/rates/now.ts'
import { createMoneys, type Moneys } from './moneys.ts'

type Reads = Pick<Context, 'db' | 'chains'>

/** The worth of all pay tokens now: whole numbers with one denominator, so that prices compare exactly (MONEY-06). */
export function readMoneys(context: Reads): Promise<Moneys> {
  const chainIds = context.chains.all.map(({ id }) => id)
  return readKept(context.db, `moneys ${chainIds}`, async () => {
    const [payTokens, wrapped, rates] = await Promise.all([
      allPayTokens(context.db, chainIds),
      context.db.selectFrom('wrapped_coin').select(['chain_id', 'address']).execute(),
      keptRates(context),
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
