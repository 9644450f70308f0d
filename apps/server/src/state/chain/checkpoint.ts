import { sql } from 'kysely'
import type { Hex } from 'viem'
import { byteas, insertColumns, int8s } from '../../db/columns.ts'
import { bytes, type Db, hexOf, type Tx, transact } from '../../db/database.ts'
import { freeLeased, nowMs, planRange } from './ranges.ts'
import type { BlockFacts } from './raw-log.ts'

export type Cursor = { readonly number: number; readonly hash: Hex }
export type StoredCursor = Cursor & {
  readonly epoch: number
  /** Why the chain is no longer indexed. */
  readonly stopped: string | null
  /** The writer has not sent a heartbeat for longer than a lease. */
  readonly isDeserted: boolean
}

/** Another writer has taken the chain over; this process goes on standby. */
export class LostLease extends Error {
  override readonly name = 'LostLease'
}

/** A standby process may replace a writer that is silent for so long. */
const LEASE_MS = 10_000

export async function readCursor(db: Db, chainId: number): Promise<StoredCursor | undefined> {
  const row = await db
    .selectFrom('chain_cursor')
    .selectAll()
    .select(sql<boolean>`beat_at < ${nowMs} - ${LEASE_MS}`.as('is_deserted'))
    .where('chain_id', '=', chainId)
    .executeTakeFirst()
  return row && { number: row.number, hash: hexOf(row.hash), epoch: row.epoch, stopped: row.stopped, isDeserted: row.is_deserted }
}

/**
 * Takes the chain over: the previous writer finds its epoch stale at the next block. A stopped chain can't be claimed. Leased old
 * ranges are freed: a killed process would keep its own for a minute, and a running one reads its own again.
 */
export async function claimCursor(db: Db, chainId: number): Promise<number | undefined> {
  return transact(db, async (tx) => {
    const row = await tx
      .updateTable('chain_cursor')
      .set(({ eb }) => ({ epoch: eb('epoch', '+', 1), beat_at: nowMs }))
      .where('chain_id', '=', chainId)
      .where('stopped', 'is', null)
      .returning('epoch')
      .executeTakeFirst()
    if (row) await freeLeased(tx, chainId)
    return row?.epoch
  })
}

/** Claims a stopped chain, which has no writer, for repair. */
export async function claimStopped(db: Db, chainId: number): Promise<number | undefined> {
  const row = await db
    .updateTable('chain_cursor')
    .set(({ eb }) => ({ epoch: eb('epoch', '+', 1) }))
    .where('chain_id', '=', chainId)
    .where('stopped', 'is not', null)
    .returning('epoch')
    .executeTakeFirst()
  return row?.epoch
}

/** Blocks the index may be behind before the server stops signing and notifying from it. */
const MAX_LAG = 50

/** Whether the index follows a chain whose newest block is `head` too far behind, or not at all. */
export async function isBehind(db: Db, chainId: number, head: number): Promise<boolean> {
  const cursor = await readCursor(db, chainId)
  return !cursor || cursor.stopped !== null || head - cursor.number > MAX_LAG
}

/** A chain's first cursor is on the block before the market's deployment. */
export function firstBlockOf({ deployBlock }: { readonly deployBlock: number }): number {
  return Math.max(0, deployBlock - 1)
}

/** The first cursor of a chain. */
export async function startCursor(db: Db, chainId: number, block: BlockFacts, now: number): Promise<void> {
  await transact(db, async (tx) => {
    const started = await tx
      .insertInto('chain_cursor')
      .values({ chain_id: chainId, number: block.number, hash: bytes(block.hash), epoch: 0, stopped: null, updated_at: now })
      .onConflict((conflict) => conflict.column('chain_id').doNothing())
      .executeTakeFirst()
    if (started.numInsertedOrUpdatedRows !== 1n) return
    await insertBlocks(tx, chainId, [block])
    // Imported collections may be older than the market.
    const older = await tx
      .selectFrom('collection')
      .select(['address', 'followed_from'])
      .where('chain_id', '=', chainId)
      .where('followed_from', '<=', block.number)
      .execute()
    for (const { address, followed_from } of older)
      if (address && followed_from !== null) await planRange(tx, chainId, address, followed_from, block.number)
  })
}

/**
 * Moves the cursor inside the transaction of its blocks, or locks it where it is.
 * @throws LostLease when it is not where this writer left it
 */
export async function moveCursor(tx: Tx, chainId: number, epoch: number, from: Cursor, to: Cursor, now: number): Promise<void> {
  const moved = await tx
    .updateTable('chain_cursor')
    .set({ number: to.number, hash: bytes(to.hash), updated_at: now, beat_at: nowMs })
    .where('chain_id', '=', chainId)
    .where('epoch', '=', epoch)
    .where('hash', '=', bytes(from.hash))
    .executeTakeFirst()
  if (moved.numUpdatedRows !== 1n) throw new LostLease(`Chain ${chainId} is written by somebody else`)
}

/** Replaces the first cursor of a chain while no other block is in: a node gave a wrong first block. @throws LostLease */
export async function restartCursor(db: Db, chainId: number, epoch: number, from: Cursor, block: BlockFacts, now: number): Promise<void> {
  await transact(db, async (tx) => {
    await moveCursor(tx, chainId, epoch, from, block, now)
    await tx.deleteFrom('chain_block').where('chain_id', '=', chainId).where('number', '=', from.number).execute()
    await insertBlocks(tx, chainId, [block])
  })
}

/** A heartbeat between blocks. @throws LostLease */
export async function heartbeat(db: Db, chainId: number, epoch: number): Promise<void> {
  const beaten = await db
    .updateTable('chain_cursor')
    .set({ beat_at: nowMs })
    .where('chain_id', '=', chainId)
    .where('epoch', '=', epoch)
    .executeTakeFirst()
  if (beaten.numUpdatedRows !== 1n) throw new LostLease(`Chain ${chainId} is written by somebody else`)
}

/** Lets a standby process take over at once. */
export async function leaveCursor(db: Db, chainId: number, epoch: number): Promise<void> {
  await db.updateTable('chain_cursor').set({ beat_at: 0 }).where('chain_id', '=', chainId).where('epoch', '=', epoch).execute()
}

export async function stopCursor(db: Db, chainId: number, epoch: number, reason: string): Promise<void> {
  await db.updateTable('chain_cursor').set({ stopped: reason }).where('chain_id', '=', chainId).where('epoch', '=', epoch).execute()
}

export async function insertBlocks(tx: Tx, chainId: number, blocks: readonly BlockFacts[]): Promise<void> {
  const distinct = [...new Map(blocks.map((block) => [block.hash, block])).values()]
  const columns = {
    hash: byteas(distinct.map((block) => block.hash)),
    number: int8s(distinct.map((block) => block.number)),
    parent_hash: byteas(distinct.map((block) => block.parentHash)),
    at: int8s(distinct.map((block) => block.timestamp)),
  }
  await insertColumns(tx, 'chain_block', columns, { alike: { chain_id: chainId }, after: sql`on conflict (chain_id, hash) do nothing` })
}
