import { hasAnyRow } from '../db/any-row.ts'
import { dueSettlements, settleDue } from '../modules/auctions/service.ts'
import { forEachChain } from './each-chain.ts'
import type { Job } from './job.ts'

/** Settles ended auctions if the operator gave the settler a key and coin. */
export const settleAuctions: Job = {
  name: 'settle-auctions',
  everyMs: 5_000,
  run: async (context) => {
    const { settler } = context
    if (!settler) return false
    await forEachChain(context, async (chain) => {
      if (chain.head() && (await hasAnyRow(context.db, [dueSettlements(context, chain)]))) await settleDue(context, chain, settler)
    })
    return false
  },
}
