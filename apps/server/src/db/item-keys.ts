import type { Address } from '@plinth/protocol'
import { type RawBuilder, sql } from 'kysely'
import { byteas, givenFew, givenRows, int8s, numerics } from './columns.ts'

export type ItemRef = { readonly chainId: number; readonly collection: Address; readonly tokenId: bigint }

/** Names of the columns that have an item's key, with their table's. */
export type KeyColumns = { readonly chainId: string; readonly collection: string; readonly tokenId: string }

export const KEY_OF_ITEM: KeyColumns = { chainId: 'item.chain_id', collection: 'item.collection', tokenId: 'item.token_id' }

/** The same of `given`: see `givenPage`. */
export const GIVEN: KeyColumns = { chainId: 'given.given_chain', collection: 'given.collection', tokenId: 'given.token_id' }

/** Whether a row of this table is of that item. */
export function isOfKey(table: string, { chainId, collection, tokenId }: KeyColumns): RawBuilder<boolean> {
  return sql<boolean>`${sql.ref(`${table}.chain_id`)} = ${sql.ref(chainId)} and ${sql.ref(`${table}.collection`)} = ${sql.ref(collection)}
    and ${sql.ref(`${table}.token_id`)} = ${sql.ref(tokenId)}`
}

/** The key of an item in maps over several chains. */
export function refKey({ chainId, collection, tokenId }: ItemRef): string {
  return `${chainId}:${collection}:${tokenId}`
}

/** Each of these items once, for a `from`: `given_chain`, `collection` and `token_id` of `given`. */
export const givenItems = (refs: readonly ItemRef[]): RawBuilder<unknown> => givenRows(columnsOf(refs))

/** The same for the items of a page. */
export const givenPage = (refs: readonly ItemRef[]): RawBuilder<unknown> => givenFew(columnsOf(refs))

function columnsOf(refs: readonly ItemRef[]) {
  const distinct = [...new Map(refs.map((ref) => [refKey(ref), ref])).values()]
  return {
    given_chain: int8s(distinct.map((ref) => ref.chainId)),
    collection: byteas(distinct.map((ref) => ref.collection)),
    token_id: numerics(distinct.map((ref) => ref.tokenId)),
  }
}

/** Rows of any of these items, in every table that is keyed by item. */
export function isAnyOf(refs: readonly ItemRef[]): RawBuilder<boolean> {
  if (refs.length === 0) return sql<boolean>`false`
  return sql<boolean>`(chain_id, collection, token_id) in (select given.* from ${givenItems(refs)})`
}
