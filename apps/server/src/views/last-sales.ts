import { sql } from 'kysely'
import { addressOf, type Db } from '../db/database.ts'
import { givenItems, type ItemRef, refKey } from '../db/item-keys.ts'
import type { LastSale } from './slim-text.ts'

type Row = {
  readonly given_chain: number
  readonly collection: Uint8Array
  readonly token_id: bigint
  readonly at: number
  readonly money: Uint8Array
  readonly unit_price: bigint
}

/** What these items last went for, by `refKey`. Sales that the published rule leaves out of the figures set no price (COLP-05). */
export async function lastSales(db: Db, refs: readonly ItemRef[]): Promise<Map<string, LastSale>> {
  if (refs.length === 0) return new Map()
  const { rows } = await sql<Row>`
    select given.given_chain, given.collection, given.token_id, last.at, last.money, div(last.amount, greatest(last.units, 1)) as unit_price
    from ${givenItems(refs)} join lateral (
      select at, money, amount, units from sale
      where sale.chain_id = given.given_chain and sale.collection = given.collection and sale.token_id = given.token_id and sale.is_counted
      order by at desc, block_number desc, log_index desc limit 1
    ) last on true`.execute(db)
  return new Map(
    rows.map((row) => [
      refKey({ chainId: row.given_chain, collection: addressOf(row.collection), tokenId: row.token_id }),
      { at: row.at, money: addressOf(row.money), unitPrice: row.unit_price },
    ]),
  )
}
