import { type Address, type Currency, crossRate, type PairCurrency, type Rate } from '@plinth/protocol'
import type { Selectable } from 'kysely'
import type { Db, Tx } from '../../db/database.ts'
import type { RateTable } from '../../db/schema/rates.ts'

/** What has a rate: a token, the coin at the zero address, or a currency besides the dollar. */
export type Money = Address | PairCurrency
export type RateRow = Selectable<RateTable>

/** The currency that the site shows, as its operator chose it. */
export async function siteCurrency(db: Db): Promise<Currency> {
  const row = await db.selectFrom('site_setting').select('value').where('name', '=', 'currency').executeTakeFirst()
  return (row?.value as Currency | undefined) ?? 'USD'
}

/** The rate of a money at a time, the newest where several hold; of a currency on any chain without `chainId`. */
export async function rateAt(db: Db, money: Money, at: number, chainId?: number): Promise<RateRow | undefined> {
  return db
    .selectFrom('rate')
    .selectAll()
    .where('money', '=', money)
    .$if(chainId !== undefined, (query) => query.where('chain_id', '=', chainId ?? 0))
    .where('since', '<=', at)
    .where(({ or, eb }) => or([eb('until', 'is', null), eb('until', '>=', at)]))
    .orderBy('since', 'desc')
    .orderBy('chain_id')
    .limit(1)
    .executeTakeFirst()
}

/** A rate in the site's currency; undefined where that takes a pair that is not known. */
export function inCurrency(rate: RateRow, currency: Currency, pair: Rate | undefined): Rate | undefined {
  if (rate.currency === currency) return rate
  return rate.currency === 'USD' && pair ? crossRate(rate, pair) : undefined
}

/** The pair that rates in dollars need for this currency at a time; none for the dollar itself. */
export async function pairAt(db: Db, currency: Currency, at: number): Promise<RateRow | undefined> {
  return currency === 'USD' ? undefined : rateAt(db, currency, at)
}

/** A rate from now on, or a longer life of the same. */
export async function putRate(tx: Tx, row: RateRow): Promise<void> {
  const { chain_id: _, money: __, since: ___, ...values } = row
  await tx
    .insertInto('rate')
    .values(row)
    .onConflict((conflict) => conflict.columns(['chain_id', 'money', 'since']).doUpdateSet(values))
    .execute()
}

/** Ends the rates of a money: what was worth something before keeps it. */
export async function endRates(tx: Tx, chainId: number, money: Money, at: number): Promise<void> {
  await tx
    .updateTable('rate')
    .set({ until: at })
    .where('chain_id', '=', chainId)
    .where('money', '=', money)
    .where(({ or, eb }) => or([eb('until', 'is', null), eb('until', '>', at)]))
    .execute()
}
