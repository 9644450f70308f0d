import { isApproved } from '@plinth/sdk'
import { approvalKey, type SellPart } from '../../../flows/acts/bulk/sell-many.ts'
import { openChain } from '../../../flows/engine/context.ts'

/** Approvals of these that stand already, by key: for steps that are shown before anything runs. */
export async function approvedAmong(parts: readonly Pick<SellPart, 'chainId' | 'collections'>[]): Promise<ReadonlySet<string>> {
  const found = await Promise.all(
    parts.map(async ({ chainId, collections }) => {
      const chain = await openChain(chainId)
      const are = await Promise.all(collections.map(({ collection }) => isApproved(chain, collection)))
      return collections.flatMap(({ collection }, at) => (are[at] ? [approvalKey(chainId, collection)] : []))
    }),
  )
  return new Set(found.flat())
}
