import type { Address } from '@plinth/protocol'
import { sql } from 'kysely'
import { bytes, type Db, type Tx } from '../../db/database.ts'

/**
 * What an account offers (sales and auctions that are live), and the burnt items among those it likes; how many items of a collection
 * are shown, and how many are on sale. Triggers of these tables add changes as rows, so that no transaction waits
 * for another, and no request counts what one account or collection has.
 */
type RowTotals = Readonly<Record<'offered' | 'burntLiked' | 'collected' | 'collectedOnSale', number>>

export async function rowTotals(db: Db, chainIds: readonly number[], subject: Address): Promise<RowTotals> {
  const rows = await db
    .selectFrom('row_total')
    .select(['list', ({ fn }) => fn.sum<bigint>('change').as('total')])
    .where('subject', '=', bytes(subject))
    .where('chain_id', 'in', [...chainIds])
    .groupBy('list')
    .execute()
  const none = { offered: 0, burntLiked: 0, collected: 0, collectedOnSale: 0 }
  return { ...none, ...Object.fromEntries(rows.map(({ list, total }) => [list, Number(total)])) }
}

const KEY = sql`list, chain_id, subject`
const MOST_FOLDED = 500

/** Folds all rows of one total into one. Returns whether there may be more. */
export async function foldRowTotals(tx: Tx): Promise<boolean> {
  const { rows } = await sql<{ many: number }>`
    with many as (select ${KEY} from row_total group by ${KEY} having count(*) > 1 limit ${sql.lit(MOST_FOLDED)}),
      gone as (delete from row_total r using many m where r.list = m.list and r.chain_id = m.chain_id and r.subject = m.subject
        returning r.list, r.chain_id, r.subject, r.change),
      folded as (insert into row_total (list, chain_id, subject, change)
        select ${KEY}, sum(change) from gone group by ${KEY} having sum(change) <> 0)
    select count(*) as many from many`.execute(tx)
  return rows[0]?.many === MOST_FOLDED
}

/** The totals that follow from the rows. */
export const rowTotalsNow = sql`
  select 'offered' as list, chain_id, account as subject, count(*) as total from (
    select chain_id, maker as account from market_order where is_live and side = 1
    union all select chain_id, owner from auction where is_live) offers group by chain_id, account
  union all
  select 'burntLiked', chain_id, liked.account, count(*) from item_like liked join item burnt using (chain_id, collection, token_id)
    where burnt.is_confirmed and burnt.supply = 0 group by chain_id, liked.account
  union all
  select 'collected', chain_id, collection, count(*) from item where counted_maker is not null group by chain_id, collection
  union all
  select 'collectedOnSale', chain_id, collection, count(*) from item where counted_category is not null group by chain_id, collection`

/** Recounts the totals of a chain. */
export async function recountRowTotals(tx: Tx, chainId: number): Promise<void> {
  // One statement, so that what others add meanwhile is in neither part.
  await sql`with gone as (delete from row_total where chain_id = ${chainId})
    insert into row_total (list, chain_id, subject, change)
      select list, chain_id, subject, total from (${rowTotalsNow}) now where chain_id = ${chainId}`.execute(tx)
}
