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

type When = {
  readonly holdsAt: number
  /** For what is known now: a process may know of no block as new as the round. */
  readonly isNow?: boolean
  /** Of a currency any chain's will do. */
  readonly chainId?: number
}

/** The rate of a money that holds at a time, the newest where several do. */
export async function findRate(db: Db, money: Money, { holdsAt, isNow = false, chainId }: When): Promise<RateRow | undefined> {
  return db
    .selectFrom('rate')
    .selectAll()
    .where('money', '=', money)
    .$if(chainId !== undefined, (query) => query.where('chain_id', '=', chainId ?? 0))
    .$if(!isNow, (query) => query.where('since', '<=', holdsAt))
    .where(({ or, eb }) => or([eb('until', 'is', null), eb('until', '>=', holdsAt)]))
    .orderBy('since', 'desc')
    .orderBy('chain_id')
    .limit(1)
    .executeTakeFirst()
}

/** A rate in the site's currency; undefined where that takes a pair that is not known. */
export function inCurrency(rate: Rate & Pick<RateRow, 'currency'>, currency: Currency, pair: Rate | undefined): Rate | undefined {
  if (rate.currency === currency) return rate
  return rate.currency === 'USD' && pair ? crossRate(rate, pair) : undefined
}

/** The pair that rates in dollars need for this currency at a time; none for the dollar itself. */
export async function findPair(db: Db, currency: Currency, when: Omit<When, 'chainId'>): Promise<RateRow | undefined> {
  return currency === 'USD' ? undefined : findRate(db, currency, when)
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
