import type { ColumnType } from 'kysely'

/** The search columns of a name (search.ts). */
export type Place = { folded: string; grams: string[] }
type Big = ColumnType<bigint, bigint, bigint>

export type SearchTables = {
  item_search: { chain_id: number; collection: Uint8Array; token_id: Big } & Place
  item_text_search: { chain_id: number; collection: Uint8Array; token_id: Big } & Place
  collection_search: { id: number } & Place
  account_search: { id: number } & Place
}
