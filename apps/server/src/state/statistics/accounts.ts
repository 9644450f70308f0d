import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '../../db/database.ts'

/**
 * Adds these rows of `sale` to what their accounts bought and sold, or takes them out. Safe as `writeHoldings` is: every writer
 * holds the chain's cursor.
 */
export async function shiftAccounts(tx: Tx, chainId: number, sales: RawBuilder<unknown>, sign: 1 | -1): Promise<void> {
  await sql`merge into account_stat a using (
      select account, money, ${sql.lit(sign)} * sum(bought) as bought, ${sql.lit(sign)} * sum(bought_volume) as bought_volume,
        ${sql.lit(sign)} * sum(sold) as sold, ${sql.lit(sign)} * sum(sold_volume) as sold_volume
      from (select sale.* from ${sales}) s cross join lateral (values (s.buyer, 1, s.amount, 0, 0), (s.seller, 0, 0, 1, s.amount))
        as side(account, bought, bought_volume, sold, sold_volume)
      group by account, money
      order by account, money
    ) s on a.chain_id = ${chainId} and a.account = s.account and a.money = s.money
    when matched and a.bought + s.bought = 0 and a.sold + s.sold = 0 then delete
    when matched then update set bought = a.bought + s.bought, bought_volume = a.bought_volume + s.bought_volume,
      sold = a.sold + s.sold, sold_volume = a.sold_volume + s.sold_volume
    when not matched then insert (chain_id, account, money, bought, bought_volume, sold, sold_volume)
      values (${chainId}, s.account, s.money, s.bought, s.bought_volume, s.sold, s.sold_volume)`.execute(tx)
}
