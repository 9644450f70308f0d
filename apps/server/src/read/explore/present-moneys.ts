import { BPS, ZERO_ADDRESS } from '@plinth/protocol'
import { feesToShow } from '../../chain/shown-fees.ts'
import type { Context } from '../../context.ts'
import { addressOf } from '../../db/database.ts'
import { readKept } from '../../db/kept.ts'
import { allPayTokens } from '../../modules/pay-tokens/service.ts'
import { keptRates } from '../../state/rates/now.ts'
import { createMoneys, type Moneys } from './moneys.ts'

/** Weights have the fee as a whole number too. */
const BPS_DIGITS = 4

type Reads = Pick<Context, 'db' | 'chains'>

/** What a buyer pays for 10,000 base units on each chain now. */
async function paidOn(chains: Reads['chains']): Promise<Map<number, bigint>> {
  return new Map(await Promise.all(chains.all.map(async (chain) => [chain.id, BPS + (await feesToShow(chain)).buyerFeeBps] as const)))
}

/** The worth of all pay tokens now: whole numbers with one denominator, so that prices compare exactly (MONEY-06). */
export function readMoneys(context: Reads): Promise<Moneys> {
  const chainIds = context.chains.all.map(({ id }) => id)
  return readKept(context.db, `moneys ${chainIds}`, async () => {
    const [payTokens, wrapped, rates, paid] = await Promise.all([
      allPayTokens(context.db, chainIds),
      context.db.selectFrom('wrapped_coin').select(['chain_id', 'address']).execute(),
      keptRates(context),
      paidOn(context.chains),
    ])
    const coins = new Set(wrapped.map((row) => `${row.chain_id}:${addressOf(row.address)}`))
    const rateOf = new Map(rates.map((rate) => [`${rate.chainId}:${rate.token}`, rate]))
    const known = payTokens.map(({ chainId, address, decimals }) => {
      const money = coins.has(`${chainId}:${address}`) ? ZERO_ADDRESS : address
      const rate = rateOf.get(`${chainId}:${money}`) ?? rateOf.get(`${chainId}:${address}`)
      return { chainId, address, decimals, money, rate, paid: paid.get(chainId) ?? BPS }
    })
    const digits = BPS_DIGITS + Math.max(0, ...known.map(({ decimals, rate }) => (rate ? decimals + rate.decimals : 0)))
    return createMoneys(
      known.map(({ rate, ...token }) => ({
        ...token,
        weight: rate && rate.answer * token.paid * 10n ** BigInt(digits - BPS_DIGITS - token.decimals - rate.decimals),
      })),
      digits,
    )
  })
}
