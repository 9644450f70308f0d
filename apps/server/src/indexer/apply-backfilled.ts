import type { Address } from '@plinth/protocol'
import { everyOne } from '../chain/editions.ts'
import { bytes, type Tx, transact } from '../db/database.ts'
import type { BlockContext } from '../state/block-context.ts'
import { recountDraws } from '../state/boxes/recount-draws.ts'
import { type Cursor, insertBlocks, moveCursor } from '../state/chain/checkpoint.ts'
import { AGAIN, dropRange, dropStaged, holdRange, planRange, type Range, resyncRanges, stagedBlocks } from '../state/chain/ranges.ts'
import type { StagedBlock } from '../state/chain/staged-block.ts'
import { DELETED_WITH_TRADE } from '../state/chain/tables.ts'
import { CREATE_EVENTS, unconfirmCollections } from '../state/collections/confirm.ts'
import { lockMakers, recomputeDerived } from '../state/derived.ts'
import { refreshHoldings } from '../state/items/holdings.ts'
import { deleteSaleOf } from '../state/statistics/sales.ts'
import { bindKnown, notifyBlock, openBlock, takeLog, type Write } from './apply.ts'
import { type Tolerated, tolerate } from './faults.ts'
import type { BoundLog } from './handlers/index.ts'
import { readHeader } from './rpc.ts'
import { readingFrom } from './source.ts'

/**
 * Writes the old blocks of a collection registered late, or logs that were left out of old blocks, below a cursor that stays
 * where it is.
 */
export async function applyBackfilled(write: Write, cursor: Cursor, range: Range): Promise<void> {
  const { context, chain } = write
  const blocks = await stagedBlocks(context.db, range, range.first - 1)
  if (blocks.length > 0 && !(await isBelow(write, cursor, range))) {
    await transact(context.db, (tx) => resyncRanges(tx, chain.id, range.subject, range.first - 1))
    return
  }
  for (const staged of blocks) {
    await tolerate(context.log, { chainId: chain.id, block: staged.block.number }, (tolerated) =>
      transact(context.db, async (tx) => {
        await moveCursor(tx, chain.id, write.epoch, cursor, cursor, context.clock.now())
        await holdRange(tx, range)
        await insertBlocks(tx, chain.id, [staged.block])
        await takeBackfilled(tx, write, { staged, range, cursor }, tolerated)
        await dropStaged(tx, range, staged.block.number)
      }),
    )
  }
  await transact(context.db, async (tx) => {
    await moveCursor(tx, chain.id, write.epoch, cursor, cursor, context.clock.now())
    await dropRange(tx, range)
  })
}

/**
 * Whether the range is below the cursor on the same chain. The tables do not keep every block, so a node is asked, and for the
 * cursor's block both before and after: it may reorganise in between.
 */
async function isBelow({ context, chain }: Write, cursor: Cursor, { last, facts }: Range): Promise<boolean> {
  return chain.pool.withNode(async (node) => {
    const source = readingFrom(context, chain, node)
    for (const { number, hash } of [cursor, { number: last, hash: facts?.end.hash }, cursor])
      if ((await readHeader(source, number))?.hash !== hash) return false
    return true
  })
}

type Late = { readonly staged: StagedBlock; readonly range: Range; readonly cursor: Cursor }

async function takeBackfilled(tx: Tx, write: Write, { staged, range, cursor }: Late, tolerated: Tolerated): Promise<void> {
  const { chain } = write
  const { contracts } = chain.config
  const [exchanges, blindBoxes] = [everyOne(contracts, 'exchange'), everyOne(contracts, 'blindBox')]
  const bound = await bindKnown(tx, chain, { blocks: [staged], trustedClones: staged.trustedClones })
  await lockMakers(
    tx,
    chain.id,
    bound.flatMap((log) => log.accounts),
  )
  const blockContext = openBlock(tx, write, { ...staged, isOld: true }, staged.block)
  const isOfCollection = !AGAIN.equals(range.subject)
  const drawn = new Set<Address>()
  for (const entry of bound) {
    if (isOfCollection && exchanges.includes(entry.log.address)) await forgetTrade(blockContext, entry)
    // A log that is already in must not count twice.
    if (await isIn(tx, chain.id, entry)) continue
    await takeLog(blockContext, entry, tolerated)
    if (blindBoxes.includes(entry.log.address)) drawn.add(entry.log.address)
    // Blocks above this range are in without the logs of this collection, which was unknown then.
    if (CREATE_EVENTS.includes(entry.event)) await planRange(tx, chain.id, bytes(entry.log.address), staged.block.number, cursor.number)
  }
  await blockContext.writes.flush(blockContext)
  for (const contract of drawn) await recountDraws(tx, { chainId: chain.id, contract }, staged.block)
  // The first transfer of an item whose mint was not seen may be among these: it names the creator.
  for (const item of blockContext.dirty.transfers.values()) blockContext.dirty.item(item)
  // A holder that had nothing left may have received something since.
  await refreshHoldings(tx, chain.id, blockContext.dirty.holders.values())
  await recomputeDerived({ ...blockContext, block: { ...staged.block, timestamp: chain.now() } }, { isOld: true })
  // A newer log of the owner may have been read before this one.
  await unconfirmCollections(tx, chain.id, { created: [], ownersChanged: [...blockContext.dirty.collections] })
  await notifyBlock(write, blockContext, tolerated)
}

/** Deletes a trade that was read before its collection was known, and so without history: it is read again. */
async function forgetTrade({ tx, chainId, dirty }: BlockContext, { log }: BoundLog): Promise<void> {
  await deleteSaleOf(tx, chainId, log, dirty)
  for (const table of DELETED_WITH_TRADE)
    await tx
      .deleteFrom(table)
      .where('chain_id', '=', chainId)
      .where('block_hash', '=', bytes(log.blockHash))
      .where('log_index', '=', log.index)
      .execute()
}

async function isIn(tx: Tx, chainId: number, { log }: BoundLog): Promise<boolean> {
  for (const table of ['chain_log', 'item_transfer'] as const) {
    const known = await tx
      .selectFrom(table)
      .select('log_index')
      .where('chain_id', '=', chainId)
      .where('block_hash', '=', bytes(log.blockHash))
      .where('log_index', '=', log.index)
      .executeTakeFirst()
    if (known) return true
  }
  return false
}
