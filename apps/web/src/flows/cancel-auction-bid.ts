import { forgetBids, voidBidsCall } from '@plinth/sdk'
import { type AuctionEndContext, aboutAuction } from './cancel-auction.ts'
import { openChain } from './context.ts'
import type { Flow, Step } from './engine.ts'
import { chainOf } from './quantity-held.ts'
import { transact } from './transact.ts'

export type CancelAuctionBidContext = AuctionEndContext & {
  /** All of the account's bids up to this total. */
  total: bigint
}

/** The market settles nothing with it any more, for free. */
const forget: Step<CancelAuctionBidContext> = {
  key: 'forget',
  run: (context) => forgetBids(chainOf(context), context.auction, context.total),
}

/** Nor does the chain, whatever the operator might have signed (decision 31). */
const endOnChain: Step<CancelAuctionBidContext> = {
  key: 'void',
  run: async (context, progress) => {
    const chain = chainOf(context)
    const call = voidBidsCall(chain, context.auction, context.total)
    await transact(chain, call, { act: 'voidBids', ...aboutAuction(context) }, progress)
  },
}

export const cancelAuctionBidFlow = (onChain: boolean): Flow<CancelAuctionBidContext> => ({
  open: async (context) => {
    context.chain = await openChain(context.auction.chainId, context.auction.auctionExchange)
  },
  steps: onChain ? [forget, endOnChain] : [forget],
})
