import type { Address } from '@plinth/protocol'
import { sql } from 'kysely'
import { addressOf, type Db, transact } from '../../db/database.ts'
import { type ItemRef, isAnyOf } from '../../db/item-keys.ts'
import { refreshItems } from '../../state/items/state.ts'

/** Keys alone: more than a day's drafts of many accounts, so that no account delays the others. */
const MOST_LISTED = 100_000
const DROPPED_AT_ONCE = 500
/** Rows of other people or of the chain that name an item keep it: an order may mint it. */
const NAMED_BY = ['market_order', 'auction', 'item_like', 'item_transfer', 'holding'] as const

/** Declared before then, never minted, and named by nothing. */
function isStale(before: number) {
  const names = NAMED_BY.map((table) => {
    const column = (name: string) => sql.ref(`${table}.${name}`)
    return sql`exists (select from ${sql.table(table)} where ${column('chain_id')} = item.chain_id
      and ${column('collection')} = item.collection and ${column('token_id')} = item.token_id)`
  })
  return sql<boolean>`(item.is_declared and not item.is_confirmed and item.declared_at < ${before} and not (${sql.join(names, sql` or `)}))`
}

/** Items of nft.add that never got on chain, the oldest first. */
export async function listStaleItems(db: Db, before: number): Promise<ItemRef[]> {
  const rows = await db
    .selectFrom('item')
    .select(['chain_id', 'collection', 'token_id'])
    .where(isStale(before))
    .orderBy('declared_at')
    .limit(MOST_LISTED)
    .execute()
  return rows.map((row) => ({ chainId: row.chain_id, collection: addressOf(row.collection), tokenId: row.token_id }))
}

/** Deletes those of them that are stale still, with what counted them. Returns how many. */
export async function dropStaleItems(db: Db, items: readonly ItemRef[], before: number): Promise<number> {
  let dropped = 0
  for (const [chainId, own] of Map.groupBy(items, (item) => item.chainId))
    for (let at = 0; at < own.length; at += DROPPED_AT_ONCE)
      dropped += await dropSome(db, chainId, own.slice(at, at + DROPPED_AT_ONCE), before)
  return dropped
}

function dropSome(db: Db, chainId: number, items: readonly ItemRef[], before: number): Promise<number> {
  return transact(db, async (tx) => {
    const rows = await tx
      .updateTable('item')
      .set({ is_declared: false })
      .where(isAnyOf(items))
      .where(isStale(before))
      .returning(['collection', 'token_id'])
      .execute()
    const keys = rows.map((row): { collection: Address; tokenId: bigint } => ({
      collection: addressOf(row.collection),
      tokenId: row.token_id,
    }))
    await refreshItems(tx, chainId, keys)
    return keys.length
  })
}
