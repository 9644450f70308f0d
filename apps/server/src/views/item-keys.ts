import type { Address } from '@plinth/protocol'
import type { ExpressionBuilder } from 'kysely'
import { bytes, type Database } from '../db/database.ts'

export type ItemRef = { readonly chainId: number; readonly collection: Address; readonly tokenId: bigint }

/** The key of an item in maps over several chains. */
export function refKey({ chainId, collection, tokenId }: ItemRef): string {
  return `${chainId}:${collection}:${tokenId}`
}

/** Rows of any of these items, for every table that is keyed by item. */
export function isAnyOf<T extends 'holding' | 'market_order' | 'item_lock'>(eb: ExpressionBuilder<Database, T>, refs: readonly ItemRef[]) {
  return eb.or(refs.map((ref) => eb.and({ chain_id: ref.chainId, collection: bytes(ref.collection), token_id: ref.tokenId } as never)))
}
