import type { Context } from '../context.ts'
import { claimStopped, readCursor } from './checkpoint.ts'
import { forgetChain } from './rebuild.ts'
import { findDeepAncestor, orphanAbove } from './reorg.ts'

/**
 * The operator's word that a stopped chain is to be followed again: what stands above the last block in common is taken
 * back however much it is, and whoever follows the chain goes on from there, from the beginning when nothing is in common.
 * Answers that block's number, undefined when the chain was not stopped.
 */
export async function resumeChain(context: Context, chainId: number): Promise<number | undefined> {
  const chain = context.chains.get(chainId)
  const cursor = await readCursor(context.db, chainId)
  if (cursor?.stopped == null) return undefined
  const epoch = await claimStopped(context.db, chainId)
  if (epoch === undefined) return undefined
  const ancestor = await findDeepAncestor({ context, chain }, cursor)
  context.log.warn('chain resumed', { chainId, from: cursor.number, to: ancestor?.number ?? 'the beginning', was: cursor.stopped })
  if (!ancestor) {
    await forgetChain(context, chainId)
    return chain.config.deployBlock
  }
  await orphanAbove({ context, chain, epoch }, cursor, ancestor, async (tx) => {
    await tx.updateTable('chain_cursor').set({ stopped: null, beat_at: 0 }).where('chain_id', '=', chainId).execute()
  })
  return ancestor.number
}
