import type { ColumnType, Generated } from 'kysely'

type Bytes = Uint8Array
/** numeric(78,0): read as bigint. */
type Big = ColumnType<bigint, bigint | string, bigint | string>

/** Items of ranked collections; 1 is the rarest. Like the next three derived, and left out of backups. */
type ItemRankTable = { chain_id: number; collection: Bytes; token_id: Big; rank: number }

/** Collections whose ranks have been computed. */
type CollectionRankTable = {
  chain_id: number
  collection: Bytes
  /** How many items are ranked; 0 where it can't be ranked. */
  items: number
  /** Not computed again before, by the server's time. */
  rest_until: number
}

/** Kinds of attributes of ranked collections, and how many items have one. */
type RankKindTable = {
  chain_id: number
  collection: Bytes
  kind: Bytes
  /** null until it was read from the metadata of `example` */
  name: string | null
  example: Big
  items: number
}

/** How many items have each value of a kind; of the empty kind the values are numbers of kinds, as text. */
type RankValueTable = { chain_id: number; collection: Bytes; kind: Bytes; value: Bytes; items: number }

/** Changes of what ranks follow from: rows are only added, so that writers do not wait for each other, nor for the job. */
type RankDueTable = { id: Generated<number>; chain_id: number; collection: Bytes }

export type RarityTables = {
  item_rank: ItemRankTable
  collection_rank: CollectionRankTable
  rank_kind: RankKindTable
  rank_value: RankValueTable
  rank_due: RankDueTable
}
