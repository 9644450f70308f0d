import { type Address, itemKey } from '@plinth/protocol'
import { addressOf, bytes, type Db } from '../../db/database.ts'

export type ItemRef = { readonly chainId: number; readonly collection: Address; readonly tokenId: bigint }

/** `chainId:address:tokenId` of an item, the key of `likedItems`. */
export function likeKey(item: ItemRef): string {
  return `${item.chainId}:${itemKey(item.collection, item.tokenId)}`
}

/** Which of the items this account likes. */
export async function likedItems(db: Db, account: Address | undefined, items: readonly ItemRef[]): Promise<Set<string>> {
  if (!account || items.length === 0) return new Set()
  const rows = await db
    .selectFrom('item_like')
    .select(['chain_id', 'collection', 'token_id'])
    .where('account', '=', bytes(account))
    .where(({ or, eb }) =>
      or(items.map((item) => eb.and({ chain_id: item.chainId, collection: bytes(item.collection), token_id: item.tokenId }))),
    )
    .execute()
  return new Set(rows.map((row) => likeKey({ chainId: row.chain_id, collection: addressOf(row.collection), tokenId: row.token_id })))
}
