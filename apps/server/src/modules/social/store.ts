import type { Address } from '@plinth/protocol'
import { sql } from 'kysely'
import { addressOf, bytes, type Db, type Tx } from '../../db/database.ts'
import { type ItemRef, isAnyOf, refKey } from '../../db/item-keys.ts'
import { rowTotals } from '../../state/items/row-totals.ts'

/** Which of the items this account likes, by `refKey`. */
export async function likedItems(db: Db, account: Address | undefined, items: readonly ItemRef[]): Promise<Set<string>> {
  if (!account || items.length === 0) return new Set()
  const rows = await db
    .selectFrom('item_like')
    .select(['chain_id', 'collection', 'token_id'])
    .where('account', '=', bytes(account))
    .where(isAnyOf(items))
    .execute()
  return new Set(rows.map((row) => refKey({ chainId: row.chain_id, collection: addressOf(row.collection), tokenId: row.token_id })))
}

/** Returns false when the account liked it before. */
export async function insertLike(tx: Tx, account: Address, item: ItemRef, now: number): Promise<boolean> {
  const row = await tx
    .insertInto('item_like')
    .values({
      chain_id: item.chainId,
      collection: bytes(item.collection),
      token_id: item.tokenId,
      account: bytes(account),
      created_at: now,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('created_at')
    .executeTakeFirst()
  if (row) await addToCounter(tx, account, item.chainId, 1)
  return row !== undefined
}

export async function deleteLike(tx: Tx, account: Address, item: ItemRef): Promise<boolean> {
  const row = await tx
    .deleteFrom('item_like')
    .where((eb) => eb.and({ chain_id: item.chainId, collection: bytes(item.collection), token_id: item.tokenId, account: bytes(account) }))
    .returning('created_at')
    .executeTakeFirst()
  if (row) await addToCounter(tx, account, item.chainId, -1)
  return row !== undefined
}

async function addToCounter(tx: Tx, account: Address, chainId: number, by: 1 | -1): Promise<void> {
  await tx
    .insertInto('like_counter')
    .values({ chain_id: chainId, account: bytes(account), likes: by })
    .onConflict((conflict) => conflict.columns(['chain_id', 'account']).doUpdateSet({ likes: sql<number>`like_counter.likes + ${by}` }))
    .execute()
}

/** Likes of items that are there; the counter knows all. */
export async function countLikes(db: Db, account: Address, chainIds: readonly number[]): Promise<number> {
  const rows = await db
    .selectFrom('like_counter')
    .select('likes')
    .where('account', '=', bytes(account))
    .where('chain_id', 'in', [...chainIds])
    .execute()
  const { burntLiked } = await rowTotals(db, chainIds, account)
  return rows.reduce((sum, row) => sum + row.likes, -burntLiked)
}
