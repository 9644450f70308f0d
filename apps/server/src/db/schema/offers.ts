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
  /** For each chosen attribute the digests of its values, end to end. */
  choices: Generated<Uint8Array[]>
  /** When it was compared with the items last: how many have the attributes beside it, and how many in it lack them. */
  joined: Generated<number>
  gone: Generated<number>
  looked_at: Generated<number>
  /** Of these, what its makers heard of last. */
  notified_joined: Generated<number>
  notified_gone: Generated<number>
  notified_at: Generated<number>
}

/** Offers that an account wants to see no more. */
type OfferDeclineTable = { account: Bytes; order_id: number; created_at: number }

/** Makers whose offers an account does not see. */
type MakerBlockTable = { account: Bytes; maker: Bytes; created_at: number }

/** The smallest offer of which an account is notified, in percent of the collection's floor. */
type InboxSettingTable = { account: Bytes; least: number }

/** Collections whose best offer may be a new one: rows are only added by writers, and taken by the job. */
type OfferDueTable = { id: Generated<number>; chain_id: number; collection: Bytes }

/** The last offer of which a collection's holders were notified. */
type OfferNotifiedTable = {
  chain_id: number
  collection: Bytes
  /** Of one unit, in ten-thousandths of the reference currency. */
  worth: Big
  /** When the last holder was notified. */
  notified_at: number
  /** When the job looks at the collection again without a change; null for never. */
  again_at: number | null
  /** Null once all holders are notified. */
  order_id: number | null
  version: number | null
  /** The last holder so far. */
  after: Bytes | null
}

export type OfferTables = {
  offer_set: OfferSetTable
  offer_decline: OfferDeclineTable
  maker_block: MakerBlockTable
  inbox_setting: InboxSettingTable
  offer_due: OfferDueTable
  offer_notified: OfferNotifiedTable
}
