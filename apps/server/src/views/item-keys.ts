import type { Address } from '@plinth/protocol'
import { type RawBuilder, sql } from 'kysely'
import { bytes } from '../db/database.ts'

export type ItemRef = { readonly chainId: number; readonly collection: Address; readonly tokenId: bigint }

/** The key of an item in maps over several chains. */
export function refKey({ chainId, collection, tokenId }: ItemRef): string {
  return `${chainId}:${collection}:${tokenId}`
}

/** Rows of any of these items, in every table that is keyed by item. */
export function isAnyOf(refs: readonly ItemRef[]): RawBuilder<boolean> {
  if (refs.length === 0) return sql<boolean>`false`
  const keys = refs.map((ref) => sql`(${ref.chainId}::bigint, ${bytes(ref.collection)}::bytea, ${ref.tokenId}::numeric)`)
  return sql<boolean>`(chain_id, collection, token_id) in (${sql.join(keys)})`
}
