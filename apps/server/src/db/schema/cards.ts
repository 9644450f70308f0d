import type { ColumnType, Generated } from 'kysely'

type Bytes = Uint8Array
/** numeric(78,0): read as bigint. */
type Big = ColumnType<bigint, bigint | string, bigint | string>

/** An item as lists and its page show it: derived, and left out of backups. */
type ItemCardTable = {
  chain_id: number
  collection: Bytes
  token_id: Big
  /** That of `item_mark` when it was built; another one there means that an input has changed since. */
  version: number
  /** Of the record and its text: cards of an older form are not read. */
  form: number
  /** By the chain's time: from here on, and before there. */
  fresh_from: number
  fresh_until: number
  /** End of the lock that it shows, by the server's time; 0 without one. */
  locked_until: number
  /** "" where it would be too long to keep. */
  card: string
  /** The same item as lists of slim cards show it: see slim-text.ts. */
  slim: Generated<string>
}

/** How often the inputs of an item's card have changed; none counts as 0. Written by triggers alone. */
type ItemMarkTable = { chain_id: number; collection: Bytes; token_id: Big; version: number; writer: string }

/** When an item changed last in what its card does not show, but the item index. Written by triggers alone. */
type ItemIndexMarkTable = { chain_id: number; collection: Bytes; token_id: Big; writer: string }

/** Likes of an item; no row counts as 0. Written by triggers of item_like. */
type ItemLikesTable = { chain_id: number; collection: Bytes; token_id: Big; likes: number }

/** When what a hole of a card shows has changed last: see kept-names.ts. Written by triggers alone. */
type NameMarkTable = { name: string; writer: string }

export type CardTables = {
  item_card: ItemCardTable
  item_mark: ItemMarkTable
  item_index_mark: ItemIndexMarkTable
  item_likes: ItemLikesTable
  name_mark: NameMarkTable
}
