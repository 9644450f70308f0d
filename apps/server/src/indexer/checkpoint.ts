import type { Hex } from 'viem'
import { bytes, type Db, hexOf, type Tx } from '../db/database.ts'
import type { BlockFacts } from './scope.ts'

export type Cursor = { readonly number: number; readonly hash: Hex }

/** Another writer has taken the chain over; this one must stop. */
export class LostLease extends Error {
  override readonly name = 'LostLease'
}

export async function readCursor(db: Db, chainId: number): Promise<(Cursor & { epoch: number; stopped: string | null }) | undefined> {
  const row = await db.selectFrom('chain_cursor').selectAll().where('chain_id', '=', chainId).executeTakeFirst()
  return row && { number: row.number, hash: hexOf(row.hash), epoch: row.epoch, stopped: row.stopped }
}

/** Takes the chain over: whoever wrote before finds its epoch stale at the next block. */
export async function claimCursor(db: Db, chainId: number): Promise<number | undefined> {
  const row = await db
    .updateTable('chain_cursor')
    .set(({ eb }) => ({ epoch: eb('epoch', '+', 1), stopped: null }))
    .where('chain_id', '=', chainId)
    .returning('epoch')
    .executeTakeFirst()
  return row?.epoch
}

/** The first cursor of a chain stands on the block before the market's own. */
export async function startCursor(db: Db, chainId: number, block: BlockFacts, now: number): Promise<void> {
  await db
    .insertInto('chain_cursor')
    .values({ chain_id: chainId, number: block.number, hash: bytes(block.hash), epoch: 0, stopped: null, updated_at: now })
    .onConflict((conflict) => conflict.column('chain_id').doNothing())
    .execute()
  await insertBlock(db, chainId, block)
}

/**
 * Moves the cursor inside the block's own transaction.
 * @throws LostLease when it does not stand where this writer left it
 */
export async function moveCursor(tx: Tx, chainId: number, epoch: number, from: Cursor, to: Cursor, now: number): Promise<void> {
  const moved = await tx
    .updateTable('chain_cursor')
    .set({ number: to.number, hash: bytes(to.hash), updated_at: now })
    .where('chain_id', '=', chainId)
    .where('epoch', '=', epoch)
    .where('hash', '=', bytes(from.hash))
    .executeTakeFirst()
  if (moved.numUpdatedRows !== 1n) throw new LostLease(`Chain ${chainId} is written by somebody else`)
}

export async function stopCursor(db: Db, chainId: number, epoch: number, reason: string): Promise<void> {
  await db.updateTable('chain_cursor').set({ stopped: reason }).where('chain_id', '=', chainId).where('epoch', '=', epoch).execute()
}

export async function insertBlock(db: Db, chainId: number, block: BlockFacts): Promise<void> {
  await db
    .insertInto('chain_block')
    .values({ chain_id: chainId, hash: bytes(block.hash), number: block.number, parent_hash: bytes(block.parentHash), at: block.timestamp })
    .onConflict((conflict) => conflict.columns(['chain_id', 'hash']).doNothing())
    .execute()
}
