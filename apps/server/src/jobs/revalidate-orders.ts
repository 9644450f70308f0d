import { revalidateSome } from '../modules/orders/revalidate.ts'
import { forEachChain } from './each-chain.ts'
import type { Job } from './job.ts'

/** Where each chain's round stands; a restart begins it anew. */
const rounds = new WeakMap<object, number>()

/** Goes round all open orders, fifty of each chain a minute, and asks the chain itself. */
export const revalidateOrders: Job = {
  name: 'revalidate-orders',
  everyMs: 60_000,
  run: async (context) => {
    await forEachChain(context, async (chain) => {
      const { lastId, differences } = await revalidateSome(context, chain, rounds.get(chain) ?? 0)
      rounds.set(chain, lastId)
      context.metrics.orderDifferences.inc(differences)
    })
    return false
  },
}
