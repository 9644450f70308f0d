import { type Address, toAddress } from '@plinth/protocol'
import { type RawBuilder, type Selectable, sql } from 'kysely'
import { addressOf, bytes, type Db, hexOf, type Tx, transact } from '../../db/database.ts'
import type { BackfillTables } from '../../db/schema/backfill.ts'
import type { RangeFacts, StagedBlock } from './staged-block.ts'

/** The subject of ranges read for the whole market, as opposed to one collection registered late. */
export const MARKET = Buffer.alloc(0)
/** The subject of ranges below the cursor that are reread for the whole market. */
export const AGAIN = Buffer.from([1])

export type Range = {
  readonly chainId: number
  readonly subject: Uint8Array
  readonly first: number
  readonly last: number
  readonly state: 'open' | 'leased' | 'read'
  readonly fence: number
  readonly facts: Omit<RangeFacts, 'blocks' | 'addresses'> | undefined
}

/** A reader that is silent for so long has lost its range. */
const LEASE_MS = 60_000
/** How many read ranges may wait to be applied, so that readers do not run away from the writer. */
const MOST_WAITING = 16

/** Leases are measured by the database's clock alone: the clocks of processes may differ. */
export const nowMs: RawBuilder<number> = sql<number>`(extract(epoch from clock_timestamp()) * 1000)::bigint`

/** A range already planned from the same block ends at the cursor of that time; later blocks are indexed live. */
export async function planRange(tx: Tx, chainId: number, subject: Uint8Array, first: number, last: number): Promise<void> {
  if (first > last) return
  await tx
    .insertInto('backfill_range')
    .values({ chain_id: chainId, subject, first_block: first, last_block: last, state: 'open', lease_until: 0, fence: 0 })
    .onConflict((conflict) => conflict.columns(['chain_id', 'subject', 'first_block']).doNothing())
    .execute()
}

/** Whether there is any range of a chain, whatever its state. */
export async function isReadingOld(db: Db, chainId: number): Promise<boolean> {
  const row = await db.selectFrom('backfill_range').select('first_block').where('chain_id', '=', chainId).limit(1).executeTakeFirst()
  return row !== undefined
}

export async function isPlannedAbove(db: Db, chainId: number, number: number): Promise<boolean> {
  const row = await db
    .selectFrom('backfill_range')
    .select('first_block')
    .where('chain_id', '=', chainId)
    .where('subject', '=', MARKET)
    .where('last_block', '>', number)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/** Leases the lowest unleased range, cut to `width`; the rest of it stays open for others. */
export async function leaseRange(db: Db, chainId: number, owner: string, width: number): Promise<Range | undefined> {
  if (!(await isReadingOld(db, chainId))) return undefined
  return transact(db, async (tx) => {
    // Splitting a range requires the cursor's lock: a concurrent cut would miss half of a range that is just being split.
    await tx.selectFrom('chain_cursor').select('number').where('chain_id', '=', chainId).forShare().execute()
    const free = await tx
      .selectFrom('backfill_range')
      .selectAll()
      .where('chain_id', '=', chainId)
      .where(({ and, eb, or }) => or([eb('state', '=', 'open'), and([eb('state', '=', 'leased'), eb('lease_until', '<', nowMs)])]))
      .orderBy('subject')
      .orderBy('first_block')
      .limit(1)
      .forUpdate()
      .skipLocked()
      .executeTakeFirst()
    if (!free || (await isFarAhead(tx, chainId, free))) return undefined
    const last = Math.min(free.last_block, free.first_block + width - 1)
    const leased = await tx
      .updateTable('backfill_range')
      .set({ state: 'leased', owner, lease_until: sql<number>`${nowMs} + ${LEASE_MS}`, fence: free.fence + 1, last_block: last })
      .where(isRange(free))
      .returningAll()
      .executeTakeFirstOrThrow()
    await planRange(tx, chainId, free.subject, last + 1, free.last_block)
    return rangeOf(leased)
  })
}

async function isFarAhead(tx: Tx, chainId: number, { subject, first_block }: Key): Promise<boolean> {
  const { waiting } = await tx
    .selectFrom('backfill_range')
    .select(({ fn }) => fn.countAll<number>().as('waiting'))
    .where('chain_id', '=', chainId)
    .where('subject', '=', subject)
    .where('state', '=', 'read')
    .where('first_block', '<', first_block)
    .executeTakeFirstOrThrow()
  return waiting >= MOST_WAITING
}

/** Stores what was read for the writer. Returns false, storing nothing, when the lease was lost in the meantime. */
export async function stageRange(db: Db, range: Range, { parentHash, end, blocks }: Omit<RangeFacts, 'addresses'>): Promise<boolean> {
  return transact(db, async (tx) => {
    const kept = await tx
      .updateTable('backfill_range')
      .set({
        state: 'read',
        parent_hash: bytes(parentHash),
        end_hash: bytes(end.hash),
        end_parent: bytes(end.parentHash),
        end_at: end.timestamp,
      })
      .where(isRange(keyOf(range)))
      .where('state', '=', 'leased')
      .where('fence', '=', range.fence)
      .executeTakeFirst()
    if (kept.numUpdatedRows !== 1n) return false
    for (const { block, logs, trustedClones } of blocks)
      await tx
        .insertInto('backfill_block')
        .values({
          chain_id: range.chainId,
          subject: range.subject,
          number: block.number,
          hash: bytes(block.hash),
          parent_hash: bytes(block.parentHash),
          at: block.timestamp,
          logs: JSON.stringify(logs),
          genuine: JSON.stringify([...trustedClones]),
        })
        .execute()
    return true
  })
}

/** Returns a range unread, for other readers or for a narrower attempt. */
export async function returnRange(db: Db, range: Range): Promise<void> {
  await db
    .updateTable('backfill_range')
    .set({ state: 'open', owner: null, lease_until: 0 })
    .where(isRange(keyOf(range)))
    .where('state', '=', 'leased')
    .where('fence', '=', range.fence)
    .execute()
}

/** Frees all leased ranges for the next reader; results of their present readers are refused. */
export async function freeLeased(tx: Tx, chainId: number): Promise<void> {
  await tx
    .updateTable('backfill_range')
    .set({ state: 'open', owner: null, lease_until: 0 })
    .where('chain_id', '=', chainId)
    .where('state', '=', 'leased')
    .execute()
}

/** The lowest range of a subject. */
export async function findFirstRange(db: Db, chainId: number, subject: Uint8Array): Promise<Range | undefined> {
  const row = await db
    .selectFrom('backfill_range')
    .selectAll()
    .where('chain_id', '=', chainId)
    .where('subject', '=', subject)
    .orderBy('first_block')
    .limit(1)
    .executeTakeFirst()
  return row && rangeOf(row)
}

/** The lowest range of each collection registered late that can be applied. */
export async function listReadRanges(db: Db, chainId: number): Promise<Range[]> {
  const rows = await db
    .selectFrom('backfill_range')
    .selectAll()
    .where('chain_id', '=', chainId)
    .where('subject', '!=', MARKET)
    .where('state', '=', 'read')
    .orderBy('first_block')
    .execute()
  return rows.map(rangeOf)
}

export async function stagedBlocks(db: Db, range: Range, above: number): Promise<StagedBlock[]> {
  const rows = await db
    .selectFrom('backfill_block')
    .selectAll()
    .where('chain_id', '=', range.chainId)
    .where('subject', '=', range.subject)
    .where('number', '>', above)
    .where('number', '>=', range.first)
    .where('number', '<=', range.last)
    .orderBy('number')
    .execute()
  return rows.map((row) => ({
    block: { number: row.number, hash: hexOf(row.hash), parentHash: hexOf(row.parent_hash), timestamp: row.at },
    logs: row.logs as StagedBlock['logs'],
    trustedClones: new Map(row.genuine.map(([address, standard]) => [toAddress(address), standard as StandardOf])),
  }))
}

type StandardOf = StagedBlock['trustedClones'] extends ReadonlyMap<Address, infer S> ? S : never

/** A range was reset while its blocks were being written. */
class LostRange extends Error {
  override readonly name = 'LostRange'
}

/** Locks a range while part of it is written: registering a collection in between resets it. @throws LostRange */
export async function holdRange(tx: Tx, range: Range): Promise<void> {
  const held = await tx
    .selectFrom('backfill_range')
    .select('fence')
    .where(isRange(keyOf(range)))
    .where('state', '=', 'read')
    .where('fence', '=', range.fence)
    .forUpdate()
    .executeTakeFirst()
  if (!held) throw new LostRange(`The blocks ${range.first} to ${range.last} are to be read again`)
}

export async function dropStaged(tx: Tx, { chainId, subject }: Pick<Range, 'chainId' | 'subject'>, upTo: number): Promise<void> {
  await tx.deleteFrom('backfill_block').where('chain_id', '=', chainId).where('subject', '=', subject).where('number', '<=', upTo).execute()
}

export async function dropRange(tx: Tx, range: Range): Promise<void> {
  await tx
    .deleteFrom('backfill_range')
    .where(isRange(keyOf(range)))
    .execute()
  await dropStaged(tx, range, range.last)
}

/** Resets what a subject's ranges hold above a block: it was read with another address set, or on another fork. */
export async function resyncRanges(tx: Tx, chainId: number, subject: Uint8Array, above: number): Promise<void> {
  await tx
    .updateTable('backfill_range')
    .set(({ eb }) => ({
      state: 'open',
      owner: null,
      lease_until: 0,
      fence: eb('fence', '+', 1),
      first_block: sql<number>`greatest(first_block, ${above + 1}::bigint)`,
    }))
    .where('chain_id', '=', chainId)
    .where('subject', '=', subject)
    .where('last_block', '>', above)
    .where('state', '!=', 'open')
    .execute()
  await tx.deleteFrom('backfill_block').where('chain_id', '=', chainId).where('subject', '=', subject).where('number', '>', above).execute()
}

/** Resets what a range holds above an applied block, as a range of its own. The process that leases it may just have split it. */
export async function cutBelow(tx: Tx, range: Range, included: number): Promise<void> {
  const cut = await tx
    .updateTable('backfill_range')
    .set(({ eb }) => ({ first_block: included + 1, state: 'open', owner: null, lease_until: 0, fence: eb('fence', '+', 1) }))
    .where(isRange(keyOf(range)))
    .where('last_block', '>', included)
    .returning('last_block')
    .executeTakeFirst()
  if (cut) await dropStaged(tx, range, cut.last_block)
}

/** After a reorganisation: blocks above the ancestor come live, and the live blocks include every collection. */
export async function cutRanges(tx: Tx, chainId: number, ancestor: number): Promise<void> {
  const above = tx.deleteFrom('backfill_range').where('chain_id', '=', chainId)
  await above.where(({ eb, or }) => or([eb('first_block', '>', ancestor), eb('subject', '=', MARKET)])).execute()
  const cut = await tx
    .updateTable('backfill_range')
    .set(({ eb }) => ({ last_block: ancestor, state: 'open', owner: null, lease_until: 0, fence: eb('fence', '+', 1) }))
    .where('chain_id', '=', chainId)
    .where('last_block', '>', ancestor)
    .returningAll()
    .execute()
  for (const range of cut) await resyncBlocks(tx, range)
  await tx
    .deleteFrom('backfill_block')
    .where('chain_id', '=', chainId)
    .where(({ eb, or }) => or([eb('number', '>', ancestor), eb('subject', '=', MARKET)]))
    .execute()
}

async function resyncBlocks(tx: Tx, range: Key): Promise<void> {
  await tx
    .deleteFrom('backfill_block')
    .where('chain_id', '=', range.chain_id)
    .where('subject', '=', range.subject)
    .where('number', '>=', range.first_block)
    .execute()
}

export async function noteAddresses(db: Db, chainId: number, addresses: Iterable<Address>): Promise<Address[]> {
  const rows = [...addresses].map((address) => ({ chain_id: chainId, address: bytes(address) }))
  if (rows.length === 0) return []
  const added = await db
    .insertInto('backfill_address')
    .values(rows)
    .onConflict((conflict) => conflict.columns(['chain_id', 'address']).doNothing())
    .returning('address')
    .execute()
  return added.map(({ address }) => addressOf(address))
}

export async function notedAddresses(db: Db, chainId: number): Promise<Address[]> {
  const rows = await db.selectFrom('backfill_address').select('address').where('chain_id', '=', chainId).execute()
  return rows.map(({ address }) => addressOf(address))
}

export async function forgetAddresses(db: Db, chainId: number): Promise<void> {
  await db.deleteFrom('backfill_address').where('chain_id', '=', chainId).execute()
}

type Row = Selectable<BackfillTables['backfill_range']>
type Key = Pick<Row, 'chain_id' | 'subject' | 'first_block'>

function keyOf({ chainId, subject, first }: Range): Key {
  return { chain_id: chainId, subject, first_block: first }
}

function isRange({ chain_id, subject, first_block }: Key): RawBuilder<boolean> {
  return sql<boolean>`chain_id = ${chain_id} and subject = ${subject} and first_block = ${first_block}`
}

function rangeOf(row: Row): Range {
  const { parent_hash, end_hash, end_parent, end_at } = row
  const isRead = row.state === 'read' && parent_hash && end_hash && end_parent && end_at !== null
  return {
    chainId: row.chain_id,
    subject: row.subject,
    first: row.first_block,
    last: row.last_block,
    state: row.state,
    fence: row.fence,
    facts: isRead
      ? {
          parentHash: hexOf(parent_hash),
          end: { number: row.last_block, hash: hexOf(end_hash), parentHash: hexOf(end_parent), timestamp: end_at },
        }
      : undefined,
  }
}
