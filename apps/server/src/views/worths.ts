import { type Address, type Rate, worthOf } from '@plinth/protocol'
import { type RawBuilder, sql } from 'kysely'
import type { Chain } from '../chain/chain.ts'
import { givenRows, int8s } from '../db/columns.ts'
import { inCurrency, type RateRow } from '../state/rates/store.ts'
import type { OnePrice } from './slim-text.ts'

/** Of a `rate`; its answer as text, since JSON numbers are no bigints. */
export type StoredRate = Pick<RateRow, 'chain_id' | 'money' | 'currency' | 'decimals'> & { readonly answer: string }

/** Rates that hold now, by `chainId:token`, in the currency of the site. */
export type Worths = ReadonlyMap<string, Rate>

/** Selects the present rates of these chains, and of currencies, as rows of the kind `rate`; and the site's currency. */
export function rateBranches(chains: readonly Chain[]): RawBuilder<unknown>[] {
  const given = givenRows({ of_chain: int8s(chains.map(({ id }) => id)), now: int8s(chains.map((chain) => chain.now())) })
  // As in modules/rates: a fault counts at once, though this process may know of no block as new.
  const now = sql`greatest(given.now, coalesce((select max(read_at) from feed where feed.chain_id = given.of_chain), 0))`
  return [
    sql`select 'rate' as kind, 0 as place, json_build_object('chain_id', chain_id, 'money', money, 'currency', currency,
      'answer', answer::text, 'decimals', decimals)::text as row
      from (select distinct on (case when money like '0x%' then chain_id end, money) chain_id, money, currency, answer, decimals
        from ${given} join rate on (rate.chain_id = given.of_chain or rate.money not like '0x%') and (until is null or until >= ${now})
        order by case when money like '0x%' then chain_id end, money, since desc, chain_id) rates`,
    sql`select 'currency' as kind, 0 as place, value::text as row from site_setting where name = 'currency'`,
  ]
}

export function worthsOf(rows: readonly StoredRate[], currency: RateRow['currency']): Worths {
  const rates = rows.map((row) => ({ ...row, answer: BigInt(row.answer) }))
  const pair = rates.find(({ money }) => money === currency)
  return new Map(
    rates.flatMap((row) => {
      const rate = row.money.startsWith('0x') ? inCurrency(row, currency, pair) : undefined
      return rate ? [[`${row.chain_id}:${row.money}`, rate] as const] : []
    }),
  )
}

/** Digits after the point in which worths are compared: a base unit of any token has some. */
const DIGITS = 60

/**
 * The cheapest or dearest of these prices by what they are worth. Those of a money without a rate come after the others; among them
 * the first is the best.
 */
export function bestPrice(
  prices: readonly OnePrice[],
  which: 'cheapest' | 'dearest',
  { rateOf, decimalsOf }: { rateOf: (token: Address) => Rate | undefined; decimalsOf: (token: Address) => number },
): OnePrice | undefined {
  let best: { readonly price: OnePrice; readonly worth: bigint } | undefined
  for (const price of prices) {
    const rate = rateOf(price.payToken)
    if (!rate) continue
    const worth = worthOf(price.unitPrice, decimalsOf(price.payToken), rate, DIGITS)
    if (!best || (which === 'cheapest' ? worth < best.worth : worth > best.worth)) best = { price, worth }
  }
  return best?.price ?? prices[0]
}
