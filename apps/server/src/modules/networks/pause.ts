import type { Context } from '../../context.ts'
import { transact } from '../../db/database.ts'
import { chainOf, type Operator, OperatorRefused, recordAudit } from '../operators/service.ts'

/**
 * From the next call on nothing is prepared or signed for a chain: no order, bid, auction, box or mint. Its blocks are still
 * indexed, and what accounts send to the chain themselves, such as a cancel, still works. @throws OperatorRefused
 */
export async function pauseNetwork(context: Context, operator: Operator, chainId: number): Promise<void> {
  chainOf(context, chainId)
  await transact(context.db, async (tx) => {
    const { numInsertedOrUpdatedRows } = await tx
      .insertInto('paused_chain')
      .values({ chain_id: chainId })
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirstOrThrow()
    if (numInsertedOrUpdatedRows === 0n)
      throw new OperatorRefused(`Chain ${chainId} is paused already.`, { zh: `链 ${chainId} 已经暂停。` })
    await recordAudit(tx, context.clock, operator, { what: 'networks pause', subject: `chain ${chainId}` })
  })
}

/** @throws OperatorRefused */
export async function resumeNetwork(context: Context, operator: Operator, chainId: number): Promise<void> {
  chainOf(context, chainId)
  await transact(context.db, async (tx) => {
    const { numDeletedRows } = await tx.deleteFrom('paused_chain').where('chain_id', '=', chainId).executeTakeFirstOrThrow()
    if (numDeletedRows === 0n) throw new OperatorRefused(`Chain ${chainId} is not paused.`, { zh: `链 ${chainId} 并未暂停。` })
    await recordAudit(tx, context.clock, operator, { what: 'networks resume', subject: `chain ${chainId}` })
  })
}
