import type { Json } from './accounts.ts'

type Bytes = Uint8Array

/** Old blocks still to be read or applied. `subject` is a collection registered late, or empty: the whole market. */
type BackfillRangeTable = {
  chain_id: number
  subject: Bytes
  first_block: number
  last_block: number
  state: 'open' | 'leased' | 'read'
  owner: string | null
  /** Milliseconds of the database's clock. */
  lease_until: number
  /** Raised by each lease and each reset: a reader with an older one has lost the range. */
  fence: number
  /** Once read: the block below the range, and its last one. */
  parent_hash: Bytes | null
  end_hash: Bytes | null
  end_parent: Bytes | null
  end_at: number | null
}

/** Blocks of ranges that were read and hold logs of ours, until they are applied in order. */
type BackfillBlockTable = {
  chain_id: number
  subject: Bytes
  number: number
  hash: Bytes
  parent_hash: Bytes
  at: number
  /** As the range's reader staged them. */
  logs: Json<unknown[]>
  genuine: Json<[string, number][]>
}

/** Collections that begin within the ranges: their logs are requested before the block of their Create event is applied. */
type BackfillAddressTable = { chain_id: number; address: Bytes }

export type BackfillTables = {
  backfill_range: BackfillRangeTable
  backfill_block: BackfillBlockTable
  backfill_address: BackfillAddressTable
}
