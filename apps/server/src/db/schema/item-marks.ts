import type { ColumnType } from 'kysely'

type Bytes = Uint8Array
/** numeric(78,0): read as bigint. */
type Big = ColumnType<bigint, bigint | string, bigint | string>

/** When an item, its orders, auctions, lock or sales changed last: by this the item index is kept true. Written by triggers alone. */
type ItemMarkTable = { chain_id: number; collection: Bytes; token_id: Big; writer: string }

/** The same of likes and ranks. Written by triggers alone. */
type ItemIndexMarkTable = { chain_id: number; collection: Bytes; token_id: Big; writer: string }

/** Likes of an item; no row counts as 0. Written by triggers of item_like. */
type ItemLikesTable = { chain_id: number; collection: Bytes; token_id: Big; likes: number }

export type ItemMarkTables = { item_mark: ItemMarkTable; item_index_mark: ItemIndexMarkTable; item_likes: ItemLikesTable }
