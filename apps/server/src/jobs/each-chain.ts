import type { Chain } from '../chain/chain.ts'
import type { Context } from '../context.ts'

/** One chain's failure fails the job, but only after the other chains had their turn. */
export async function forEachChain(context: Context, work: (chain: Chain) => Promise<void>): Promise<void> {
  const results = await Promise.allSettled(context.chains.all.map(work))
  const failed = results.flatMap((result) => (result.status === 'rejected' ? [result.reason] : []))
  if (failed.length === 1) throw failed[0]
  if (failed.length > 1) throw new AggregateError(failed, `${failed.length} chains failed`)
}
