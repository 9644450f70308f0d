import { formatUnits } from '@plinth/protocol'
import { sql } from 'kysely'
import { bytes, type Db } from '../db/database.ts'
import type { ItemRef } from '../db/item-keys.ts'
import { isOpenToAll } from '../state/statistics/floors.ts'

/** What an item costs anybody now, or what its auction has come to. */
export type ItemPrice = { readonly kind: 'sale' | 'highestBid' | 'startPrice'; readonly text: string }

type Row = { kind: ItemPrice['kind']; amount: bigint; symbol: string; decimals: number }

/** Undefined where it is neither on sale nor in an auction. A sale comes before an auction, as on the item's page. */
export async function findItemPrice(db: Db, { chainId, collection, tokenId }: ItemRef, now: number): Promise<ItemPrice | undefined> {
  const here = (
    table: string,
  ) => sql`${sql.ref(`${table}.chain_id`)} = ${chainId} and ${sql.ref(`${table}.collection`)} = ${bytes(collection)}
    and ${sql.ref(`${table}.token_id`)} = ${tokenId}`
  const { rows } = await sql<Row>`select kind, amount, symbol, decimals from (
      (select 0 as place, 'sale' as kind, div(o.total, o.quantity) as amount, p.symbol, p.decimals from market_order o
        join pay_token p on p.chain_id = o.chain_id and p.address = o.pay_token
        where ${here('o')} and ${isOpenToAll(now)} order by o.unit_value limit 1)
      union all
      (select 1, case when a.highest_price > 0 then 'highestBid' else 'startPrice' end, greatest(a.highest_price, a.start_price), p.symbol, p.decimals
        from auction a join pay_token p on p.chain_id = a.chain_id and p.address = a.pay_token
        where ${here('a')} and a.is_live and a.end_time > ${now}
          and exists (select from item i where ${here('i')} and i.is_visible and not i.is_trade_locked)
        order by a.end_time limit 1)
    ) prices order by place limit 1`.execute(db)
  const [row] = rows
  return row && { kind: row.kind, text: `${formatUnits(row.amount, row.decimals)} ${row.symbol}` }
}
