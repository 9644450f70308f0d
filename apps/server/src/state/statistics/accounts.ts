import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '../../db/database.ts'

const FIGURES = ['bought', 'bought_volume', 'sold', 'sold_volume', 'made', 'made_volume'] as const

/**
 * Adds these rows of `sale` to what their accounts bought, sold and made, or takes them out. Safe as `writeHoldings` is: every writer
 * holds the chain's cursor.
 */
export async function shiftAccounts(tx: Tx, chainId: number, sales: RawBuilder<unknown>, sign: 1 | -1): Promise<void> {
  const sum = (name: string) => sql`${sql.lit(sign)} * sum(${sql.ref(name)}) as ${sql.ref(name)}`
  const added = (name: string) => sql`${sql.ref(name)} = a.${sql.ref(name)} + s.${sql.ref(name)}`
  await sql`merge into account_stat a using (
      select account, money, ${sql.join(FIGURES.map(sum))}
      from (select sale.* from ${sales}) s cross join lateral (values (s.buyer, 1, s.amount, 0, 0, 0, 0), (s.seller, 0, 0, 1, s.amount, 0, 0),
        (s.creator, 0, 0, 0, 0, 1, s.amount)) as side(account, ${sql.join(FIGURES.map((name) => sql.ref(name)))})
      where account is not null
      group by account, money
      order by account, money
    ) s on a.chain_id = ${chainId} and a.account = s.account and a.money = s.money
    when matched and a.bought + s.bought = 0 and a.sold + s.sold = 0 and a.made + s.made = 0 then delete
    when matched then update set ${sql.join(FIGURES.map(added))}
    when not matched then insert (chain_id, account, money, ${sql.join(FIGURES.map((name) => sql.ref(name)))})
      values (${chainId}, s.account, s.money, ${sql.join(FIGURES.map((name) => sql.ref(`s.${name}`)))})`.execute(tx)
}
