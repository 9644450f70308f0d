import type { ColumnType, Generated, GeneratedAlways } from 'kysely'
import type { Json } from './accounts.ts'

type Bytes = Uint8Array
/** numeric(78,0): read as bigint. */
type Big = ColumnType<bigint, bigint | string, bigint | string>

/** A token contract. `address` is null between contract.create and the chain's Create event. */
type CollectionTable = {
  id: Generated<number>
  chain_id: number
  address: Bytes | null
  name: string
  symbol: string
  standard: number
  cover: string
  banner_url: string
  description: string
  owner: Bytes
  signer: Bytes
  storage_id: string
  short_url: string
  is_official: boolean
  is_verified: boolean
  /** The operator keeps it and its items out of every list. */
  is_hidden: Generated<boolean>
  /** None of its items can be put up for sale, and present listings can't be bought here. */
  is_locked: Generated<boolean>
  is_confirmed: boolean
  /** Made by contract.create: a reorg clears the address, but never deletes the row. */
  is_announced: boolean
  /** For an imported collection: the first block whose logs are read. */
  followed_from: Generated<number | null>
  /** An external page of its maker, from its ERC-7572 text. */
  external_url: Generated<string>
  /** The contractURI whose text is shown; "" while the text of contract.create is. */
  metadata_url: Generated<string>
  /** The text stored at contract.create, for the deployment to name; "" where none was. This row keeps it. */
  announced_url: Generated<string>
  /** When contractURI is to be read; null: not before the chain reports a change. */
  metadata_next_at: Generated<number | null>
  metadata_tries: Generated<number>
  metadata_read_at: Generated<number>
  /** Chosen by its owner; until then that of the first item made in it. */
  category_id: Generated<number | null>
  /** Pages that its owner names, beside `external_url`. */
  links: ColumnType<string[], string | undefined, string>
  /** When and by which change it lost the operator's mark; null once the operator has decided again. */
  mark_lost_at: Generated<number | null>
  mark_lost_by: Generated<string>
  /** The fixed prefix of every token URI; null while the owner can change it. */
  frozen_prefix: Generated<string | null>
  created_at: number
  updated_at: number
}

type TokenCounterTable = { chain_id: number; collection: Bytes; last: Big }
type TokenAllotmentTable = { chain_id: number; collection: Bytes; token_id: Big; account: Bytes; created_at: number }

type ItemTable = {
  chain_id: number
  collection: Bytes
  token_id: Big
  standard: number
  supply: Big
  creator: Bytes
  name: string
  category_id: number | null
  metadata_url: string
  /** JSON text, "" while unknown; name and image follow from it: see metadata-columns.ts. */
  metadata: string
  image: Generated<string>
  media_kind: 'image' | 'audio' | 'video' | 'unknown'
  width: number
  height: number
  /** Of the picture on show; null without a count. */
  frames: Generated<number | null>
  /** JSON list of bps: the creator's declared royalties until those of the chain are known. */
  royalties: Json<number[]>
  declared_royalties: Json<number[]>
  /** The contract's royalties for an item that was not declared; null until they are read. */
  read_royalties: ColumnType<number[] | null, string | undefined, string>
  /** Made by nft.add: a reorg unconfirms the row instead of deleting it. */
  is_declared: boolean
  /** The supply that nft.add declared. */
  declared_supply: ColumnType<bigint, bigint | undefined, bigint>
  declared_at: number
  is_confirmed: boolean
  is_visible: boolean
  /** The operator's lock on the item or its collection. */
  is_trade_locked: Generated<boolean>
  mint_tx: Bytes | null
  created_at: number
  /** Newest listing or sale; price edits do not count (decision 13). */
  traded_at: number
  is_on_sale: boolean
  /** Cheapest live unit price scaled to 18 decimals, for sorting; null while not on sale. */
  floor: Big | null
  metadata_tries: Generated<number>
  /** When the token URI is to be read; null when it has been. */
  metadata_next_at: number | null
  /** When it was last requested; 0 never. */
  metadata_read_at: Generated<number>
  /** The category under which the market's total counts it, 0 for none; null while it can't be bought. */
  counted_category: ColumnType<number | null, number | undefined, number | null>
  /** The maker among whose items it is counted; null while no list holds it. */
  counted_maker: ColumnType<Uint8Array | null, Uint8Array | undefined, Uint8Array | null>
  /** Concatenated digests of the attributes it is counted under; null while no list holds it or its metadata is unknown. */
  counted_attributes: ColumnType<Uint8Array | null, Uint8Array | undefined, Uint8Array | null>
}

/** The operator's rules for single items, whether or not their rows exist at present. */
type ItemModerationTable = {
  chain_id: number
  collection: Bytes
  token_id: Big
  is_hidden: Generated<boolean>
  is_locked: Generated<boolean>
}

/** Items of a collection that are to be read again, from here on, a few at a time: the contract chose the range. */
type MetadataSweepTable = { chain_id: number; collection: Bytes; next_token: Big; last_token: Big }

/** Changes of the totals of lists: their sum is the total. */
type ItemTotalTable = {
  id: Generated<number>
  list: 'market' | 'made'
  chain_id: number
  account: Bytes
  category_id: number
  change: number
}

/** Changes of how many rows count for an account, or for a collection. Written by triggers. */
type RowTotalTable = {
  id: Generated<number>
  list: 'offered' | 'burntLiked' | 'collected' | 'collectedOnSale'
  chain_id: number
  subject: Bytes
  change: number
}

/** Changes of how many items of a collection have an attribute; the empty digest counts those whose metadata is known. */
type AttributeTotalTable = {
  id: Generated<number>
  chain_id: number
  collection: Bytes
  attribute: Bytes
  change: number
  /** Holds the sum at the time it was written; later rows wait to be folded into it. */
  is_sum: Generated<boolean>
}

type HoldingTable = {
  chain_id: number
  collection: Bytes
  token_id: Big
  owner: Bytes
  quantity: Big
  /** Time of the latest transfer to this owner. */
  received_at: number
}

type ItemTransferTable = {
  chain_id: number
  block_hash: Bytes
  log_index: number
  /** Its position in a log with several transfers. */
  part: Generated<number>
  block_number: number
  at: number
  tx_hash: Bytes
  collection: Bytes
  token_id: Big
  from_account: Bytes
  to_account: Bytes
  quantity: Big
  /** Part of a fill of the same transaction, shown as the trade. */
  is_trade: boolean
}

/** Fills and cancels of the exchange, by maker and sequence number: every version of an order shares them. */
type OrderEventTable = {
  chain_id: number
  exchange: Bytes
  block_hash: Bytes
  log_index: number
  block_number: number
  at: number
  tx_hash: Bytes
  kind: 'fill' | 'cancel'
  maker: Bytes
  sequence: Big
  /** For a sale the buyer, for a bid the receiver of the money; for a cancel the maker. */
  receiver: Bytes
  collection: Bytes
  token_id: Big
  /** Items filled, and units of the sell side. */
  items: Big
  amount: Big
}

/** Nonce-bitmap cancels of a maker: the numbers 256 * `word` + i for each bit i. One row per log, however many they are. */
type CancelledWordTable = {
  chain_id: number
  exchange: Bytes
  block_hash: Bytes
  log_index: number
  block_number: number
  maker: Bytes
  word: Big
  bits: Big
}

/** Accounts that ended everything, at the exchange or at the auctions of `exchange`. */
type AccountEndTable = {
  chain_id: number
  exchange: Bytes
  block_hash: Bytes
  log_index: number
  block_number: number
  tx_hash: Bytes
  account: Bytes
  /** The new epoch; sequence numbers of 1,024 and more carry it. */
  epoch: Big
}

type MarketOrderTable = {
  id: Generated<number>
  chain_id: number
  exchange: Bytes
  maker: Bytes
  sequence: Big
  /** 1 sale, 2 bid, 3 private sale: see state/orders/private.ts */
  side: number
  collection: Bytes
  token_id: Big
  asset_type: number
  /** The only account that can buy; null of all but private sales. */
  taker: Bytes | null
  quantity: Big
  pay_token: Bytes
  /** Whole price in base units. */
  total: Big
  /** Unit price scaled to 18 decimals, to compare across pay tokens. */
  unit_value: Big
  seller_fee: number
  salt: Big
  terms: GeneratedAlways<bigint>
  digest: Bytes
  signature: Bytes
  /** typed data, the documented text, an ERC-1271 signature, or registered on chain */
  proof: 'typed' | 'text' | 'contract' | 'registered'
  /** A contract may stop accepting its ERC-1271 signature. */
  is_proven: Generated<boolean>
  valid_from: number
  valid_until: number
  version: number
  /** 0 open, 1 filled, 2 cancelled */
  status: number
  filled_items: Big
  /** By the index, holding and approval cover what is left. */
  is_fundable: boolean
  /** The offered items have left the maker in the meantime; only the maker can relist the order. */
  has_left: boolean
  /** Open, fundable, not left, and within its times. */
  is_live: boolean
  /** Better live bids of its maker spend the money first. */ shares_money: Generated<boolean>
  /** Was open when the market moved to other contracts, which ended it. */
  has_moved: Generated<boolean>
  /** Head of the chain when order.add last read the maker's holding. */
  listed_block: number
  created_at: number
  updated_at: number
  /** Where "recently listed" places it: listing again within a day keeps the old place (EXPL-18). By a trigger. */
  placed_at: Generated<number>
}

type OrderVersionTable = { order_id: number; version: number; total: Big; digest: Bytes; signature: Bytes; created_at: number }

/** The one order of a side that a maker has for an item (decision 23); its row is the lock that keeps it one. */
type OrderSlotTable = { chain_id: number; collection: Bytes; token_id: Big; maker: Bytes; side: number; order_id: number | null }

/** Last sequence number of a maker; its row is also the lock between the maker's new orders and the index. */
type SaltCounterTable = { chain_id: number; exchange: Bytes; maker: Bytes; last: Big }
type SaltAllotmentTable = {
  chain_id: number
  exchange: Bytes
  maker: Bytes
  sequence: Big
  salt: Big
  seller_fee: number
  created_at: number
}

export type OrderSnapshot = {
  maker: string
  sellToken: string
  buyToken: string
  sellValue: string
  buyValue: string
  filled: string
  payToken: string
  quantity: string
}

/** History: one row per act, with the order at that time. Rows from the chain carry their log. */
type ActivityTable = {
  id: Generated<number>
  chain_id: number
  collection: Bytes
  token_id: Big
  type: number
  from_account: Bytes
  to_account: Bytes | null
  order_id: number | null
  version: number
  snapshot: Json<OrderSnapshot> | null
  /** Units transferred or offered. */
  quantity: Big
  block_hash: Bytes | null
  log_index: number | null
  part: Generated<number>
  tx_hash: Bytes | null
  created_at: number
}

type ItemLockTable = { chain_id: number; collection: Bytes; token_id: Big; buyer: Bytes; tx_hash: Bytes; until: number }

/**
 * An account's balance and allowance in a token, as of a block that changed them or of the first reading; the newest row counts.
 */
type FundingTable = {
  chain_id: number
  token: Bytes
  account: Bytes
  /** The transfer proxy with the allowance. */
  spender: Bytes
  block_number: number
  balance: Big
  allowance: Big
}

type ChainCursorTable = {
  chain_id: number
  number: number
  hash: Bytes
  /** Fencing: only the writer that took the latest epoch moves the cursor. */
  epoch: number
  /** Why the chain is no longer indexed; null while it is. */
  stopped: string | null
  updated_at: number
  /** Time of the writer's last heartbeat; milliseconds of the database's clock. */
  beat_at: Generated<number>
}

type ChainBlockTable = { chain_id: number; hash: Bytes; number: number; parent_hash: Bytes; at: number }

/** Canonical logs that concern the market. A later log of the same event and `subject` replaces an earlier one. */
type ChainLogTable = {
  chain_id: number
  block_hash: Bytes
  log_index: number
  block_number: number
  tx_hash: Bytes
  address: Bytes
  event: string
  subject: string
  args: Json<Record<string, unknown>>
  /** Why its handler failed; null when its effects are in. */
  fault: string | null
}

export type MarketTables = {
  collection: CollectionTable
  token_counter: TokenCounterTable
  token_allotment: TokenAllotmentTable
  item: ItemTable
  item_moderation: ItemModerationTable
  metadata_sweep: MetadataSweepTable
  holding: HoldingTable
  item_transfer: ItemTransferTable
  order_event: OrderEventTable
  cancelled_word: CancelledWordTable
  account_end: AccountEndTable
  market_order: MarketOrderTable
  order_version: OrderVersionTable
  order_slot: OrderSlotTable
  salt_counter: SaltCounterTable
  salt_allotment: SaltAllotmentTable
  activity: ActivityTable
  item_lock: ItemLockTable
  item_total: ItemTotalTable
  row_total: RowTotalTable
  attribute_total: AttributeTotalTable
  funding: FundingTable
  chain_cursor: ChainCursorTable
  chain_block: ChainBlockTable
  chain_log: ChainLogTable
}
