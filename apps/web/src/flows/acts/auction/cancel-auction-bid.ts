import { forgetBids, voidBidsCall } from '@plinth/sdk'
import { openChain } from '../../engine/context.ts'
import type { Flow, Step } from '../../engine/engine.ts'
import { transact } from '../../transactions/transact.ts'
import { chainOf } from '../item/quantity-held.ts'
import { type AuctionEndContext, aboutAuction } from './cancel-auction.ts'

export type CancelAuctionBidContext = AuctionEndContext & {
  /** All of the account's bids up to this total. */
  total: bigint
}

/** The market settles nothing with it any more, for free. */
const forget = (isVoidedNext: boolean): Step<CancelAuctionBidContext> => ({
  key: 'forget',
  run: (context) => forgetBids(chainOf(context), context.auction, context.total, isVoidedNext),
})

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
  steps: onChain ? [forget(true), endOnChain] : [forget(false)],
})
