import type { Context } from '../context.ts'
import type { Tx } from '../db/database.ts'
import { type Operator, recordAudit } from '../modules/operators/service.ts'
import { claimStopped, readCursor } from '../state/chain/checkpoint.ts'
import { forgetChain } from './rebuild.ts'
import { findDeepAncestor, revertBlocksAbove } from './reorg.ts'

/**
 * Resumes a stopped chain by the operator's decision: reverts everything above the last block in common, at any depth, and the
 * indexer goes on from there, or from the beginning when nothing is in common. Returns that block's number, undefined when the
 * chain was not stopped.
 */
export async function resumeChain(context: Context, chainId: number, operator: Operator): Promise<number | undefined> {
  const chain = context.chains.get(chainId)
  const cursor = await readCursor(context.db, chainId)
  if (cursor?.stopped == null) return undefined
  const epoch = await claimStopped(context.db, chainId)
  if (epoch === undefined) return undefined
  const ancestor = await findDeepAncestor({ context, chain }, cursor)
  context.log.warn('chain resumed', { chainId, from: cursor.number, to: ancestor?.number ?? 'the beginning', was: cursor.stopped })
  const note = (tx: Tx, block: number): Promise<void> =>
    recordAudit(tx, context.clock, operator, { what: 'resume', subject: `chain ${chainId}`, details: { block, was: cursor.stopped } })
  if (!ancestor) {
    await forgetChain(context, chainId, (tx) => note(tx, chain.config.deployBlock))
    return chain.config.deployBlock
  }
  await revertBlocksAbove({ context, chain, epoch }, cursor, ancestor, async (tx) => {
    await tx.updateTable('chain_cursor').set({ stopped: null, beat_at: 0 }).where('chain_id', '=', chainId).execute()
    await note(tx, ancestor.number)
  })
  return ancestor.number
}
