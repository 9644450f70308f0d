import { sql } from 'kysely'
import type { Db } from '../../src/db/database.ts'

/** Tables that follow from the chain's logs and signed orders, without the numbers that rows happen to get. */
const DERIVED = {
  holding: ['collection', 'token_id', 'owner', 'quantity', 'received_at'],
  item: [
    ...['collection', 'token_id', 'standard', 'supply', 'creator', 'royalties', 'is_confirmed', 'mint_tx', 'created_at'],
    ...['traded_at', 'is_on_sale', 'floor', 'counted_category', 'counted_maker', 'counted_attributes'],
  ],
  collection: ['address', 'name', 'symbol', 'standard', 'owner', 'signer', 'is_confirmed', 'is_official', 'created_at'],
  market_order: ['maker', 'sequence', 'side', 'status', 'filled_items', 'is_fundable', 'has_left', 'is_live'],
  item_transfer: [
    ...['block_hash', 'log_index', 'part', 'block_number', 'at', 'tx_hash', 'collection', 'token_id'],
    ...['from_account', 'to_account', 'quantity', 'is_trade'],
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
    ...['owner', 'sequence', 'end_code', 'winner', 'sold_for', 'end_tx', 'is_open', 'is_fundable', 'has_left', 'is_live'],
    ...['highest_price', 'highest_bidder', 'bidders'],
  ],
  auction_bid: ['auction_id', 'bidder', 'total', 'status', 'is_funded'],
  auction_event: [
    ...['block_hash', 'log_index', 'block_number', 'at', 'tx_hash', 'kind', 'owner', 'sequence', 'buyer'],
    ...['collection', 'token_id', 'total'],
  ],
  blind_box: [
    ...['box', 'is_registered', 'register_tx', 'register_block', 'requests', 'opened', 'waiting', 'missed', 'chain_end'],
    ...['is_stopped', 'bond', 'bond_each'],
  ],
  blind_box_prize: ['blind_box_id', 'place', 'remaining'],
  box_event: [
    ...['block_hash', 'log_index', 'block_number', 'at', 'tx_hash', 'kind', 'box', 'request', 'account', 'boxes', 'fee'],
    ...['word', 'decided_by', 'kinds', 'rest', 'place', 'token', 'amount'],
  ],
  bid_void: ['block_hash', 'log_index', 'block_number', 'bidder', 'auction', 'up_to'],
  cancelled_word: ['block_hash', 'log_index', 'block_number', 'maker', 'word', 'bits'],
  activity: [
    ...['collection', 'token_id', 'type', 'from_account', 'to_account', 'version', 'snapshot', 'quantity', 'block_hash'],
    ...['log_index', 'part', 'tx_hash', 'created_at'],
  ],
  chain_log: ['block_hash', 'log_index', 'block_number', 'tx_hash', 'address', 'event', 'subject', 'args', 'fault'],
  notice: ['account', 'source', 'type', 'subtype', 'operator', 'created_at'],
  notice_counter: ['account', 'total', 'unread'],
} as const

export type Tables = Record<string, readonly string[]>

export async function readTables(db: Db): Promise<Tables> {
  const tables: [string, readonly string[]][] = []
  for (const [table, columns] of Object.entries(DERIVED)) {
    const { rows } = await sql<{
      row: string
    }>`select row_to_json(t)::text as row from (select ${sql.raw(columns.join(', '))} from ${sql.table(table)}) t`.execute(db)
    // A counter that came back to nothing is as good as none.
    const kept = rows.map(({ row }) => row).filter((row) => !row.endsWith('"total":0,"unread":0}'))
    tables.push([table, kept.sort()])
  }
  return Object.fromEntries(tables)
}

/** What one has and the other has not, a line each. */
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

/** Everything a run may have written, so that the next one begins with an empty market. */
export async function clearTables(db: Db): Promise<void> {
  const tables = [
    ...Object.keys(DERIVED),
    ...[
      'chain_cursor',
      'chain_block',
      'backfill_range',
      'backfill_block',
      'backfill_address',
      'funding',
      'outbox',
      'salt_counter',
      'item_total',
      'attribute_total',
    ],
  ]
  await sql`truncate ${sql.raw(tables.join(', '))} restart identity cascade`.execute(db)
}
