import { sql } from 'kysely'
import type { Tx } from '../database.ts'

const LISTED = 'is_on_sale and is_visible and case when is_confirmed then supply > 0 else is_on_sale end and not is_trade_locked'
const KEY = 'chain_id, collection, token_id desc'

/** Since trade can be stopped for an item, home's lists ask for that too: without it in the index every row skipped is looked up. */
const STATEMENTS = [
  'drop index item_home_traded',
  'drop index item_home_created',
  'drop index item_home_floor',
  'drop index item_home_category',
  `create index item_home_traded on item (traded_at desc, created_at desc, ${KEY}) where ${LISTED}`,
  `create index item_home_created on item (created_at desc, ${KEY}) where ${LISTED}`,
  `create index item_home_floor on item (floor, created_at desc, ${KEY}) where ${LISTED}`,
  `create index item_home_category on item (category_id, created_at desc, ${KEY}) where ${LISTED}`,
]

export async function up(tx: Tx): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(tx)
}
