import type { Database } from '../../db/database.ts'

/** Tables with rows of a chain. */
type ChainTable = { [T in keyof Database]: 'chain_id' extends keyof Database[T] ? T : never }[keyof Database]

/**
 * What happens to a table's rows when blocks are reverted:
 * - `deleteByHash`: rows of these blocks go, found by their block's hash. For tables that grow with every log: an index on block
 *   numbers would cost each row more than this costs a reorganisation.
 * - `deleteByNumber`: the same for tables that have an index on block numbers.
 * - `cut`: the chain's own position goes back with the cursor.
 * - `recompute`: follows from what is left, by `recomputeDerived` and what it calls.
 * - `keep`: follows from no log.
 */
type Revert<T extends ChainTable> =
  | ('block_hash' extends keyof Database[T] ? 'deleteByHash' : never)
  | ('block_number' extends keyof Database[T] ? 'deleteByNumber' : never)
  | 'cut'
  | 'recompute'
  | 'keep'

/**
 * What happens to them when everything that follows from a chain's logs is forgotten, to be read again from the beginning:
 * `deleteLogged` deletes the rows that carry a log and keeps those of signed acts.
 */
type Forget<T extends ChainTable> = ('block_hash' extends keyof Database[T] ? 'deleteLogged' : never) | 'delete' | 'recompute' | 'keep'

/**
 * What happens to a row when the trade whose log it carries is read a second time, because its collection was unknown at first:
 * - `delete`: the handler writes it again.
 * - `deleteSale`: the same, by `deleteSaleOf`, which marks the figures that the sale was in.
 * - `keep`: no log of a trade writes rows here, or its rows stay.
 */
type Reread<T extends ChainTable> = 'log_index' extends keyof Database[T]
  ? { readonly reread: 'delete' | 'deleteSale' | 'keep' }
  : { readonly reread?: undefined }

type Fates = { readonly [T in ChainTable]: { readonly revert: Revert<T>; readonly forget: Forget<T> } & Reread<T> }

/** Every table with rows of a chain. A new one does not compile until its fate is declared here. */
export const CHAIN_TABLES = {
  chain_log: { revert: 'deleteByHash', forget: 'delete', reread: 'delete' },
  item_transfer: { revert: 'deleteByHash', forget: 'delete', reread: 'keep' },
  activity: { revert: 'deleteByHash', forget: 'deleteLogged', reread: 'delete' },
  sale: { revert: 'deleteByNumber', forget: 'delete', reread: 'deleteSale' },
  order_event: { revert: 'deleteByNumber', forget: 'delete', reread: 'delete' },
  cancelled_word: { revert: 'deleteByNumber', forget: 'delete', reread: 'delete' },
  account_end: { revert: 'deleteByNumber', forget: 'delete', reread: 'delete' },
  auction_event: { revert: 'deleteByNumber', forget: 'delete', reread: 'keep' },
  bid_void: { revert: 'deleteByNumber', forget: 'delete', reread: 'keep' },
  // The rates of that time are gone: a sale that is read again keeps what it was worth.
  sale_worth: { revert: 'deleteByHash', forget: 'keep', reread: 'keep' },
  // Blocks that are read again by logs alone have none.
  transaction_cost: { revert: 'deleteByHash', forget: 'keep' },
  box_event: { revert: 'deleteByNumber', forget: 'delete', reread: 'keep' },
  // Balances and allowances read before the ancestor are the newest again, and true: no later log names these accounts.
  funding: { revert: 'deleteByNumber', forget: 'delete' },
  chain_block: { revert: 'cut', forget: 'delete' },
  chain_cursor: { revert: 'cut', forget: 'delete' },
  backfill_range: { revert: 'cut', forget: 'delete' },
  backfill_block: { revert: 'cut', forget: 'delete' },
  backfill_address: { revert: 'keep', forget: 'delete' },
  holding: { revert: 'recompute', forget: 'delete' },
  item: { revert: 'recompute', forget: 'recompute' },
  item_total: { revert: 'recompute', forget: 'recompute' },
  row_total: { revert: 'recompute', forget: 'recompute' },
  attribute_total: { revert: 'recompute', forget: 'recompute' },
  // Their triggers mark what the others do.
  item_mark: { revert: 'recompute', forget: 'recompute' },
  // The changes of attributes are in rank_due.
  item_rank: { revert: 'recompute', forget: 'delete' },
  collection_rank: { revert: 'recompute', forget: 'delete' },
  rank_kind: { revert: 'recompute', forget: 'delete' },
  rank_value: { revert: 'recompute', forget: 'delete' },
  rank_due: { revert: 'keep', forget: 'keep' },
  item_index_mark: { revert: 'recompute', forget: 'recompute' },
  // Likes are of accounts, whatever becomes of the item.
  item_likes: { revert: 'keep', forget: 'keep' },
  collection: { revert: 'recompute', forget: 'recompute' },
  market_order: { revert: 'recompute', forget: 'recompute' },
  auction: { revert: 'recompute', forget: 'recompute' },
  auction_bid: { revert: 'recompute', forget: 'recompute' },
  blind_box: { revert: 'recompute', forget: 'recompute' },
  collection_hour: { revert: 'recompute', forget: 'delete' },
  collection_period: { revert: 'recompute', forget: 'delete' },
  collection_stat: { revert: 'recompute', forget: 'delete' },
  collection_holder: { revert: 'recompute', forget: 'delete' },
  account_stat: { revert: 'recompute', forget: 'delete' },
  statistic_due: { revert: 'keep', forget: 'keep' },
  // A dry run says something of its block; their deletion makes the floors due.
  fill_check: { revert: 'deleteByNumber', forget: 'delete' },
  floor_check: { revert: 'keep', forget: 'keep' },
  floor_due: { revert: 'keep', forget: 'keep' },
  // Read marks stay; the notices of reverted logs go.
  notice: { revert: 'recompute', forget: 'keep' },
  banner: { revert: 'keep', forget: 'keep' },
  box_ticket: { revert: 'keep', forget: 'keep' },
  feed: { revert: 'keep', forget: 'keep' },
  // What the market saw on sale at the time, whatever its blocks became.
  collection_floor: { revert: 'keep', forget: 'keep' },
  floor_change: { revert: 'keep', forget: 'keep' },
  collection_listed: { revert: 'keep', forget: 'keep' },
  gas_price: { revert: 'keep', forget: 'keep' },
  item_like: { revert: 'keep', forget: 'keep' },
  item_lock: { revert: 'keep', forget: 'keep' },
  item_moderation: { revert: 'keep', forget: 'keep' },
  item_search: { revert: 'keep', forget: 'keep' },
  item_text_search: { revert: 'keep', forget: 'keep' },
  like_counter: { revert: 'keep', forget: 'keep' },
  metadata_sweep: { revert: 'keep', forget: 'keep' },
  network: { revert: 'keep', forget: 'keep' },
  official_sender: { revert: 'keep', forget: 'keep' },
  offer_set: { revert: 'keep', forget: 'keep' },
  offer_due: { revert: 'keep', forget: 'keep' },
  offer_notified: { revert: 'keep', forget: 'keep' },
  order_slot: { revert: 'keep', forget: 'keep' },
  paused_chain: { revert: 'keep', forget: 'keep' },
  pay_token: { revert: 'keep', forget: 'keep' },
  rate: { revert: 'keep', forget: 'keep' },
  report: { revert: 'keep', forget: 'keep' },
  salt_allotment: { revert: 'keep', forget: 'keep' },
  salt_counter: { revert: 'keep', forget: 'keep' },
  work_choice: { revert: 'keep', forget: 'keep' },
  token_allotment: { revert: 'keep', forget: 'keep' },
  token_counter: { revert: 'keep', forget: 'keep' },
  wrapped_coin: { revert: 'keep', forget: 'keep' },
} as const satisfies Fates

type Declared = typeof CHAIN_TABLES
type Fate = keyof Fates[ChainTable]
type TableWith<K extends Fate, V> = { [T in ChainTable]: Declared[T] extends { readonly [F in K]: V } ? T : never }[ChainTable]

const tablesWith = <K extends Fate, const V extends NonNullable<Fates[ChainTable][K]>>(what: K, fate: V): readonly TableWith<K, V>[] =>
  (Object.keys(CHAIN_TABLES) as ChainTable[]).filter((table): table is TableWith<K, V> => {
    const fates: Fates[ChainTable] = CHAIN_TABLES[table]
    return fates[what] === fate
  })

export const DELETED_BY_HASH = tablesWith('revert', 'deleteByHash')
export const DELETED_BY_NUMBER = tablesWith('revert', 'deleteByNumber')
export const FORGOTTEN = tablesWith('forget', 'delete')
export const FORGOTTEN_WITH_LOG = tablesWith('forget', 'deleteLogged')
export const DELETED_WITH_TRADE = tablesWith('reread', 'delete')
