import type { Address } from '@plinth/protocol'
import { type RawBuilder, sql } from 'kysely'
import { byteas, givenRows, int8s } from '../../db/columns.ts'
import { bytes, type Tx } from '../../db/database.ts'

export const HOUR_S = 3_600

export const hourOf = (at: number): number => at - (at % HOUR_S)

/** Sales of a collection in one money and clock hour. */
export type HourKey = { readonly collection: Address; readonly money: Address; readonly hour: number }

const unitPrice = sql`div(sale.amount, nullif(sale.units, 0))`
const counted = sql`filter (where sale.is_counted)`
const ranked = sql`filter (where sale.is_counted and sale.has_fee)`
const leftOut = sql`filter (where not sale.is_counted)`
const inOrder = (direction: 'asc' | 'desc') => sql`order by sale.block_number ${sql.raw(direction)}, sale.log_index ${sql.raw(direction)}`

const hourOfSale = sql`sale.at - sale.at % ${sql.lit(HOUR_S)}`

async function insertHours(tx: Tx, from: RawBuilder<unknown>): Promise<void> {
  await sql`insert into collection_hour (chain_id, collection, money, hour, sales, units, volume, low, high, first, last, worth,
      without_worth, ranked_sales, ranked_volume, ranked_worth, left_out, left_out_volume)
    select sale.chain_id, sale.collection, sale.money, ${hourOfSale}, count(*) ${counted}, coalesce(sum(sale.units) ${counted}, 0),
      coalesce(sum(sale.amount) ${counted}, 0), min(${unitPrice}) ${counted}, max(${unitPrice}) ${counted},
      (array_agg(${unitPrice} ${inOrder('asc')}) ${counted})[1], (array_agg(${unitPrice} ${inOrder('desc')}) ${counted})[1],
      coalesce(sum(sale.worth) ${counted}, 0), count(*) filter (where sale.is_counted and sale.worth is null),
      count(*) ${ranked}, coalesce(sum(sale.amount) ${ranked}, 0), coalesce(sum(sale.worth) ${ranked}, 0),
      count(*) ${leftOut}, coalesce(sum(sale.amount) ${leftOut}, 0)
    from ${from}
    group by sale.chain_id, sale.collection, sale.money, ${hourOfSale}`.execute(tx)
}

/** Recomputes these hours from the sales: lowest and highest prices can't be subtracted when a sale is taken back. */
export async function refreshHours(tx: Tx, chainId: number, keys: readonly HourKey[]): Promise<void> {
  if (keys.length === 0) return
  const given = givenRows({
    collection: byteas(keys.map((key) => key.collection)),
    money: byteas(keys.map((key) => key.money)),
    hour: int8s(keys.map((key) => key.hour)),
  })
  await sql`delete from collection_hour h using ${given} where h.chain_id = ${chainId} and h.collection = given.collection
    and h.money = given.money and h.hour = given.hour`.execute(tx)
  await insertHours(
    tx,
    sql`${given} join sale on sale.chain_id = ${chainId} and sale.collection = given.collection and sale.money = given.money
      and sale.at between given.hour and given.hour + ${sql.lit(HOUR_S - 1)}`,
  )
}

/** All hours of a collection. */
export async function rebuildHours(tx: Tx, chainId: number, collection: Address): Promise<void> {
  await sql`delete from collection_hour where chain_id = ${chainId} and collection = ${bytes(collection)}`.execute(tx)
  await insertHours(tx, sql`sale where sale.chain_id = ${chainId} and sale.collection = ${bytes(collection)}`)
}
