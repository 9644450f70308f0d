import type { Currency } from '@plinth/protocol'
import type { ColumnType } from 'kysely'

type Big = ColumnType<bigint, bigint, bigint>
type MaybeBig = ColumnType<bigint | null, bigint | null, bigint | null>

/** What one whole unit of a money was worth, from `since` to `until`, both included; null while it has no end. */
export type RateTable = {
  chain_id: number
  /** A token's address, the zero address for the coin; or the code of a currency, for what one of it is worth in dollars. */
  money: string
  since: number
  until: number | null
  source: 'feed' | 'operator'
  /** The one that `answer` counts, in 10^-decimals. */
  currency: Currency
  answer: Big
  decimals: number
  /** The feed's; null for a rate of the operator. */
  round: MaybeBig
}

/** What a feed said last. */
type FeedTable = {
  chain_id: number
  money: string
  address: Uint8Array
  read_at: number
  /** Why its answer does not count; null while it does. */
  fault: string | null
  /** The last that counted, against which the next is compared. */
  answer: MaybeBig
  decimals: number | null
  round: MaybeBig
  /** An answer too far from it, until the next round confirms it. */
  held_answer: MaybeBig
  held_decimals: number | null
  held_round: MaybeBig
}

/** A sale's worth at its time, in 10^-WORTH_DECIMALS of the currency; no row where no rate was known. */
type SaleWorthTable = {
  chain_id: number
  block_hash: Uint8Array
  log_index: number
  currency: Currency
  worth: Big
}

export type RateTables = { rate: RateTable; feed: FeedTable; sale_worth: SaleWorthTable }
