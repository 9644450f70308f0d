import { type AuctionTerms, isApproved, prepareAuction } from '@plinth/sdk'
import { type Chain, openChain } from '../../engine/context.ts'
import type { Flow } from '../../engine/engine.ts'
import { signPrepared } from '../../engine/sign-prepared.ts'
import { approveCollection } from '../money/approval.ts'

export type AuctionContext = AuctionTerms & { chainId: number; collectionName: string; chain?: Chain }

const chainOf = async (context: AuctionContext): Promise<Chain> => {
  context.chain ??= await openChain(context.chainId)
  return context.chain
}
const approving = async (context: AuctionContext) => ({ ...context, chain: await chainOf(context) })

/** Put up for auction, and edit: approve the collection where it is not yet, sign and store (document B §4). */
export const auctionFlow: Flow<AuctionContext> = {
  steps: [
    {
      key: 'approve',
      isDone: async (context) => isApproved(await chainOf(context), context.collection),
      run: async (context, progress) => approveCollection(await approving(context), progress),
    },
    {
      key: 'sign',
      run: async (context) => {
        const chain = await chainOf(context)
        await signPrepared(chain, () => prepareAuction(chain, context))
      },
    },
  ],
}
