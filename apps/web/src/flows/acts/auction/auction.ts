import { type AuctionTerms, isApproved, prepareAuction } from '@plinth/sdk'
import { type Chain, openChain } from '../../engine/context.ts'
import type { Flow, Step } from '../../engine/engine.ts'
import { signPrepared } from '../../engine/sign-prepared.ts'
import { approveCollection } from '../money/approval.ts'
import { type EndsToo, endTooStep } from '../order/end-too.ts'

export type AuctionContext = AuctionTerms & EndsToo & { chainId: number; collectionName: string }

const chainOf = async (context: AuctionContext): Promise<Chain> => {
  context.chain ??= await openChain(context.chainId)
  return context.chain
}
const approving = async (context: AuctionContext) => ({ ...context, chain: await chainOf(context) })

const approve: Step<AuctionContext> = {
  key: 'approve',
  isDone: async (context) => isApproved(await chainOf(context), context.collection),
  run: async (context, progress) => approveCollection(await approving(context), progress),
}

const sign: Step<AuctionContext> = {
  key: 'sign',
  run: async (context) => {
    const chain = await chainOf(context)
    await signPrepared(chain, () => prepareAuction(chain, context))
  },
}

/** Put up for auction, and edit: approve the collection where it is not yet, sign and store (document B §4). */
export const auctionFlow: Flow<AuctionContext> = { steps: [approve, sign] }

/** Of what is on sale: the market takes no auction of it before the listing has ended (decision 23). */
export const auctionInsteadFlow: Flow<AuctionContext> = { steps: [approve, endTooStep, sign] }
