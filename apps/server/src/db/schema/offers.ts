import type { ColumnType, Generated } from 'kysely'

type Bytes = Uint8Array
/** numeric(78,0): read as bigint. */
type Big = ColumnType<bigint, bigint | string, bigint | string>

/** Ids behind the root of a bid for a set, written once. */
type OfferSetTable = {
  chain_id: number
  collection: Bytes
  /** 2^256 and the root, as of its orders. */
  token_id: Big
  /** In the order of their leaves. */
  ids: ColumnType<unknown, never, never>
  size: number
  /** Of the ids, to find a set without its tree. */
  fingerprint: Bytes
  /** The tree, 32 bytes each, the root first. */
  nodes: Bytes
  /** The chosen values as JSON, `[]` for all items of that day. */
  attributes: string
  /** Of the published list; "" before an offer was signed. */
  cid: Generated<string>
  /** Had it made. */
  account: Bytes
  created_at: number
}

export type OfferTables = { offer_set: OfferSetTable }
