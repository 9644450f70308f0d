import type { RequestContext } from '../../context.ts'
import { consumeAttempt } from '../rate-limits/service.ts'
import { insertReport, type NewReport } from './store.ts'

export { listReportsOf, renameReporter } from './store.ts'

/** Reports of one account within an hour: more is a flood. */
const REPORTS = { most: 20, inS: 3_600 }

type Said = Pick<NewReport, 'kind' | 'address' | 'tokenId' | 'text'> & { readonly chainId: number | undefined }

/** @throws AppError TOO_MANY_REQUESTS, CHAIN_UNKNOWN */
export async function addReport(context: RequestContext, { chainId, ...said }: Said): Promise<void> {
  const { address: reporter } = context.requireCaller()
  const createdAt = context.clock.now()
  await consumeAttempt(context.db, ['report', reporter], REPORTS, createdAt)
  const chain = await context.chains.resolveForWrite({ chainId, collection: said.address, tokenId: said.tokenId })
  await insertReport(context.db, { ...said, reporter, chainId: chain.id, createdAt })
}
