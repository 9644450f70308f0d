import { sql } from 'kysely'
import type { Hex } from 'viem'
import { byteas, insertColumns, int8s } from '../../db/columns.ts'
import { bytes, type Db, hexOf, type Tx, transact } from '../../db/database.ts'
import type { BlockFacts } from '../block-context.ts'
import { freeLeased, nowMs, planRange } from './ranges.ts'

export type Cursor = { readonly number: number; readonly hash: Hex }
export type StoredCursor = Cursor & {
  readonly epoch: number
  /** Why the chain is not followed any more. */
  readonly stopped: string | null
  /** Its writer has not been heard of for longer than a lease. */
  readonly isDeserted: boolean
}

/** Another writer has taken the chain over; this one must stand by. */
export class LostLease extends Error {
  override readonly name = 'LostLease'
}

/** A writer that is silent for so long may be replaced by whoever stands by. */
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
 * Takes the chain over: whoever wrote before finds its epoch stale at the next block. A stopped chain is nobody's. Old
 * blocks in hand are free again: one that was killed would keep its own for a minute, and who lives reads them anew.
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

/** Takes a stopped chain, which nobody else writes, to put it right. */
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

/** Blocks the index may be behind before nothing is signed or told by its word. */
const MAX_LAG = 50

/** Whether the index follows a chain whose newest block is `head` too far behind, or not at all. */
export async function isBehind(db: Db, chainId: number, head: number): Promise<boolean> {
  const cursor = await readCursor(db, chainId)
  return !cursor || cursor.stopped !== null || head - cursor.number > MAX_LAG
}

/** Where a chain's first cursor stands: on the block before the market's own. */
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
    // Collections from elsewhere may be older than the market.
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
 * Moves the cursor inside the transaction of its blocks, or holds it in its place.
 * @throws LostLease when it does not stand where this writer left it
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

/**
 * Puts the first cursor of a chain, when nothing else is in yet, on another block: what a node said of the first one was not
 * so. @throws LostLease
 */
export async function restartCursor(db: Db, chainId: number, epoch: number, from: Cursor, block: BlockFacts, now: number): Promise<void> {
  await transact(db, async (tx) => {
    await moveCursor(tx, chainId, epoch, from, block, now)
    await tx.deleteFrom('chain_block').where('chain_id', '=', chainId).where('number', '=', from.number).execute()
    await insertBlocks(tx, chainId, [block])
  })
}

/** A sign of life between blocks. @throws LostLease */
export async function beat(db: Db, chainId: number, epoch: number): Promise<void> {
  const beaten = await db
    .updateTable('chain_cursor')
    .set({ beat_at: nowMs })
    .where('chain_id', '=', chainId)
    .where('epoch', '=', epoch)
    .executeTakeFirst()
  if (beaten.numUpdatedRows !== 1n) throw new LostLease(`Chain ${chainId} is written by somebody else`)
}

/** Lets whoever stands by take over at once. */
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
