import { revalidateSome } from '../modules/orders/service.ts'
import { forEachChain } from './each-chain.ts'
import type { Job } from './job.ts'

/** Checks all open orders on chain in rounds, fifty per chain and minute. */
export const revalidateOrders: Job = {
  name: 'revalidate-orders',
  everyMs: 60_000,
  run: async (context) => {
    const { rounds } = context.jobs
    await forEachChain(context, async (chain) => {
      const { lastId, differences } = await revalidateSome(context, chain, rounds.get(chain.id) ?? 0)
      rounds.set(chain.id, lastId)
      context.metrics.orderDifferences.inc(differences)
    })
    return false
  },
}
