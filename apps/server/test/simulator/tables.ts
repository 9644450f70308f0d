import { sql } from 'kysely'
import { type Database, type Db, transact } from '../../src/db/database.ts'
import type { CHAIN_TABLES } from '../../src/state/chain/tables.ts'

type Fates = typeof CHAIN_TABLES
/** Tables that every way of reading the same chain fills with the same rows. */
type DerivedTable = { [T in keyof Fates]: Fates[T]['revert'] extends 'cut' | 'keep' ? never : T }[keyof Fates]

/** Derived tables whose rows may differ from those of a fresh build, and why. */
const NOT_COMPARED = {
  // Balances and allowances as of the blocks at which they were read.
  funding: true,
  // A fresh build has no rates of the time of the sale.
  sale_worth: true,
  // Of blocks whose receipts were read.
  transaction_cost: true,
  // Sums kept in parts, which the job `recount` adds up again.
  item_total: true,
  row_total: true,
  attribute_total: true,
  // `checkStatistics` recounts it.
  collection_stat: true,
  // `ExploreWatch` compares what is asked of the index.
  item_mark: true,
  item_index_mark: true,
  // A job writes them later than the log; its test compares them with a second way.
  item_rank: true,
  collection_rank: true,
  rank_kind: true,
  rank_value: true,
  // Dry runs as of the blocks at which they ran; the simulated node runs no code.
  fill_check: true,
} as const satisfies Partial<Record<DerivedTable, true>>

type Columns = readonly string[]
type Compared = Record<Exclude<DerivedTable, keyof typeof NOT_COMPARED>, Columns> & Partial<Record<keyof Database, Columns>>

/** Tables derived from the chain's logs and signed orders, without serial ids. A new one does not compile until it stands here. */
const DERIVED = {
  holding: ['collection', 'token_id', 'owner', 'quantity', 'received_at'],
  item: [
    'collection',
    'token_id',
    'standard',
    'supply',
    'creator',
    'image',
    'royalties',
    'is_confirmed',
    'mint_tx',
    'created_at',
    'traded_at',
    'is_on_sale',
    'floor',
    'counted_category',
    'counted_maker',
    'counted_attributes',
  ],
  collection: ['address', 'name', 'symbol', 'standard', 'owner', 'signer', 'is_confirmed', 'is_official', 'created_at'],
  market_order: ['maker', 'sequence', 'side', 'terms', 'status', 'filled_items', 'is_fundable', 'has_left', 'is_live'],
  item_transfer: [
    'block_hash',
    'log_index',
    'part',
    'block_number',
    'at',
    'tx_hash',
    'collection',
    'token_id',
    'from_account',
    'to_account',
    'quantity',
    'is_trade',
  ],
  order_event: [
    'block_hash',
    'log_index',
    'block_number',
    'kind',
    'maker',
    'sequence',
    'receiver',
    'collection',
    'token_id',
    'items',
    'amount',
    'at',
  ],
  auction: [
    'owner',
    'sequence',
    'end_code',
    'winner',
    'sold_for',
    'end_tx',
    'is_open',
    'is_fundable',
    'has_left',
    'is_live',
    'highest_price',
    'highest_bidder',
    'bidders',
  ],
  auction_bid: ['auction_id', 'bidder', 'total', 'status', 'is_funded'],
  auction_event: [
    'block_hash',
    'log_index',
    'block_number',
    'at',
    'tx_hash',
    'kind',
    'owner',
    'sequence',
    'buyer',
    'collection',
    'token_id',
    'total',
  ],
  blind_box: [
    'box',
    'is_registered',
    'register_tx',
    'register_block',
    'requests',
    'opened',
    'waiting',
    'missed',
    'chain_end',
    'is_stopped',
    'bond',
    'bond_each',
  ],
  blind_box_prize: ['blind_box_id', 'place', 'remaining'],
  box_event: [
    'block_hash',
    'log_index',
    'block_number',
    'at',
    'tx_hash',
    'kind',
    'box',
    'request',
    'account',
    'boxes',
    'fee',
    'word',
    'decided_by',
    'kinds',
    'rest',
    'place',
    'token',
    'amount',
  ],
  bid_void: ['block_hash', 'log_index', 'block_number', 'bidder', 'auction', 'up_to'],
  cancelled_word: ['block_hash', 'log_index', 'block_number', 'maker', 'word', 'bits'],
  account_end: ['block_hash', 'log_index', 'block_number', 'account', 'epoch'],
  activity: [
    'collection',
    'token_id',
    'type',
    'from_account',
    'to_account',
    'version',
    'snapshot',
    'quantity',
    'block_hash',
    'log_index',
    'part',
    'tx_hash',
    'created_at',
  ],
  chain_log: ['block_hash', 'log_index', 'block_number', 'tx_hash', 'address', 'event', 'subject', 'args', 'fault'],
  sale: [
    'block_hash',
    'log_index',
    'block_number',
    'at',
    'tx_hash',
    'kind',
    'collection',
    'token_id',
    'seller',
    'buyer',
    'pay_token',
    'money',
    'amount',
    'units',
    'has_fee',
    'is_counted',
    'worth',
  ],
  collection_hour: [
    'collection',
    'money',
    'hour',
    'sales',
    'units',
    'volume',
    'low',
    'high',
    'first',
    'last',
    'worth',
    'without_worth',
    'ranked_sales',
    'ranked_volume',
    'ranked_worth',
    'left_out',
    'left_out_volume',
  ],
  collection_period: ['collection', 'hours', 'money', 'sales', 'volume', 'worth', 'sales_before', 'volume_before', 'worth_before'],
  collection_holder: ['collection', 'owner', 'items', 'units'],
  account_stat: ['account', 'money', 'bought', 'bought_volume', 'sold', 'sold_volume', 'made', 'made_volume'],
  notice: ['account', 'source', 'type', 'subtype', 'operator', 'created_at'],
  notice_counter: ['account', 'total', 'unread'],
} as const satisfies Compared

export type Tables = Record<string, readonly string[]>

export async function readTables(db: Db): Promise<Tables> {
  const tables: [string, readonly string[]][] = []
  for (const [table, columns] of Object.entries(DERIVED)) {
    const { rows } = await sql<{
      row: string
    }>`select row_to_json(t)::text as row from (select ${sql.raw(columns.join(', '))} from ${sql.table(table)}) t`.execute(db)
    // A counter of zero equals a missing one.
    const kept = rows.map(({ row }) => row).filter((row) => !row.endsWith('"total":0,"unread":0}'))
    tables.push([table, kept.sort()])
  }
  return Object.fromEntries(tables)
}

/** Rows that only one of the two has, a line each. */
export function differences(built: Tables, fresh: Tables): string[] {
  return Object.keys(DERIVED).flatMap((table) => {
    const [ours, theirs] = [built[table] ?? [], fresh[table] ?? []]
    const [inOurs, inTheirs] = [new Set(ours), new Set(theirs)]
    return [
      ...ours.filter((row) => !inTheirs.has(row)).map((row) => `${table} has ${row}`),
      ...theirs.filter((row) => !inOurs.has(row)).map((row) => `${table} lacks ${row}`),
      ...(ours.length === theirs.length ? [] : [`${table} has ${ours.length} rows instead of ${theirs.length}`]),
    ]
  })
}

/** All tables that a run may have written, with their dependents, so that the next one starts with an empty market. */
const WRITTEN = [
  ...Object.keys(DERIVED),
  'chain_cursor',
  'chain_block',
  'backfill_range',
  'backfill_block',
  'backfill_address',
  'funding',
  'outbox',
  'salt_allotment',
  'salt_counter',
  'item_total',
  'attribute_total',
  'collection_stat',
  'statistic_due',
  'item_rank',
  'collection_rank',
  'rank_kind',
  'rank_value',
  'rank_due',
  'floor_check',
  'floor_due',
]

/**
 * As `truncate … restart identity cascade` in a tenth of its time: that makes new files for each table and index, and
 * replans every statement, for the few rows of a run.
 */
export async function clearTables(db: Db): Promise<void> {
  const tables = await findDependents(db, WRITTEN)
  const deletes = tables.map((table, place) => sql`${sql.ref(`d${place}`)} as (delete from ${sql.table(table)})`)
  await transact(db, async (tx) => {
    // Waits for the previous run's writers first.
    await sql`lock table ${sql.join(tables.map((table) => sql.table(table)))} in access exclusive mode`.execute(tx)
    // In one statement: foreign keys are checked at its end.
    await sql`with ${sql.join(deletes)} select`.execute(tx)
    // Deleting an item marks it and is noted, and deleting a dry run its collection.
    for (const table of ['item_mark', 'item_index_mark', 'row_total', 'floor_due']) await sql`delete from ${sql.table(table)}`.execute(tx)
    await sql`
      select setval(s.seqrelid::regclass, s.seqstart, false) from pg_sequence s
      join pg_depend d on d.objid = s.seqrelid and d.classid = 'pg_class'::regclass and d.deptype = 'i'
      where d.refobjid = any(${tables}::text[]::regclass[]) and pg_sequence_last_value(s.seqrelid) is not null`.execute(tx)
  })
}

/** These tables and those that refer to them, and to those. */
async function findDependents(db: Db, names: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    with recursive found (id) as (
      select unnest(${names}::text[]::regclass[])::oid
      union select c.conrelid from pg_constraint c join found on c.confrelid = found.id where c.contype = 'f')
    select id::regclass::text as name from found`.execute(db)
  return rows.map(({ name }) => name)
}
