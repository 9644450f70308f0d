import type { ColumnType, Generated } from 'kysely'

type Bytes = Uint8Array
/** Whole base units; sums may exceed 78 digits. */
type Big = ColumnType<bigint, bigint | string, bigint | string>

export type SaleKind = 'sale' | 'bid' | 'auction'

/**
 * Purchases, accepted bids and settled auctions: one row per log. `money` is the pay token, or zero for the coin and its wrapped
 * coin, which are one money.
 */
type SaleTable = {
  chain_id: number
  block_hash: Bytes
  log_index: number
  block_number: number
  at: number
  tx_hash: Bytes
  kind: SaleKind
  collection: Bytes
  token_id: Big
  seller: Bytes
  buyer: Bytes
  pay_token: Bytes
  money: Bytes
  /** Price of all units before buyer fees. */
  amount: Big
  units: Big
  /** Whether its seller paid a fee; by the market's own order, so false for an order that it never had. */
  has_fee: boolean
  /** Who made its item, where it counts. */
  creator: Generated<Bytes | null>
  /** Whether it is in the figures: see counted.ts. */
  is_counted: Generated<boolean>
  /** In whole units of the reference currency's scale, at the time of the sale; null where no rate was known then. */
  worth: ColumnType<bigint | null, bigint | string | null | undefined, bigint | string | null>
}

/**
 * Sales of a collection in one clock hour and money. Prices are those of a unit, null where every sale is left out; `ranked_…` are
 * the sales with a fee, which rankings count.
 */
type CollectionHourTable = {
  chain_id: number
  collection: Bytes
  money: Bytes
  /** Its beginning, unix seconds. */
  hour: number
  sales: number
  units: Big
  volume: Big
  low: Big | null
  high: Big | null
  first: Big | null
  last: Big | null
  worth: Big
  without_worth: number
  ranked_sales: number
  ranked_volume: Big
  ranked_worth: Big
  left_out: number
  left_out_volume: Big
}

/**
 * Figures that rankings sort by, over the last `hours` clock hours, the running one included, or over all time where it is 0. An
 * empty `money` holds the sales and worth of all moneys together.
 */
type CollectionPeriodTable = {
  chain_id: number
  collection: Bytes
  hours: number
  money: Bytes
  sales: number
  volume: Big
  worth: Big
  sales_before: number
  volume_before: Big
  worth_before: Big
  /** Of its collection. */
  category_id: Generated<number | null>
  /** The hour for which it was computed. */
  as_of: number
  /** The hour from which the figures are others without any sale; null where none is. */
  stale_at: number | null
}

/** `items` are distinct ones with a supply, `units` their copies. */
type CollectionStatTable = { chain_id: number; collection: Bytes; items: number; units: Big; owners: number }
type CollectionHolderTable = { chain_id: number; collection: Bytes; owner: Bytes; items: number; units: Big }

type AccountStatTable = {
  chain_id: number
  account: Bytes
  money: Bytes
  bought: number
  bought_volume: Big
  sold: number
  sold_volume: Big
  /** Sales of items that it made, by any seller. */
  made: Generated<number>
  made_volume: ColumnType<bigint, bigint | string | undefined, bigint | string>
}

/** Collections whose periods, or with `is_whole` all of whose figures, are to be computed by the job. */
type StatisticDueTable = { chain_id: number; collection: Bytes; is_whole: boolean }

/** The floor of a collection at the end of an hour in which it changed, as the job saw it; null where nothing was on sale. */
type CollectionFloorTable = { chain_id: number; collection: Bytes; money: Bytes; hour: number; floor: Big | null }

/** The latest of them, and what it was 24 hours, 7 and 30 days before; changes are in bps. */
type FloorChangeTable = {
  chain_id: number
  collection: Bytes
  money: Bytes
  floor: Big | null
  as_of: number
  before_24: Big | null
  before_168: Big | null
  before_720: Big | null
  change_24: Big | null
  change_168: Big | null
  change_720: Big | null
  /** Whether the hours before its first record are there, from the orders of that time. */
  is_filled: Generated<boolean>
}

/** The last dry run of a listing of this version. Without an answer of a node that before it stands. */
type FillCheckTable = {
  order_id: number
  chain_id: number
  collection: Bytes
  maker: Bytes
  version: number
  /** On whose state it ran. */
  block_number: number
  /** The last attempt, by the server's clock. */
  asked_at: number
  /** Attempts since the last answer. */
  silences: number
  /** The last answer, by the chain's time. */
  checked_at: number
  /** null before the first answer */
  is_passed: boolean | null
  /** Since it last passed. */
  fails: number
  reason: string
}

/** When the listings of a collection are dry-run again; by the server's clock. */
type FloorCheckTable = {
  chain_id: number
  collection: Bytes
  /** null while nothing is on sale */
  next_at: number | null
  /** Until when it has spent its share of calls. */
  spent_until: Generated<number>
  /** Since when no attempt was answered. */
  silent_since: Generated<number | null>
}

/** Collections whose listings have changed: rows are only added by writers, and taken by the job. */
type FloorDueTable = { id: Generated<number>; chain_id: number; collection: Bytes }

/** Distinct items that anybody may buy now, as the job saw them last. */
type CollectionListedTable = { chain_id: number; collection: Bytes; listed: number }

/** As the exchanges say of themselves. */
type WrappedCoinTable = { chain_id: number; address: Bytes }

export type StatisticTables = {
  sale: SaleTable
  collection_hour: CollectionHourTable
  collection_period: CollectionPeriodTable
  collection_stat: CollectionStatTable
  collection_holder: CollectionHolderTable
  account_stat: AccountStatTable
  statistic_due: StatisticDueTable
  wrapped_coin: WrappedCoinTable
  collection_floor: CollectionFloorTable
  fill_check: FillCheckTable
  floor_check: FloorCheckTable
  floor_due: FloorDueTable
  floor_change: FloorChangeTable
  collection_listed: CollectionListedTable
}
