import { auctionStructHash, toAddress } from '@plinth/protocol'
import { api } from '../lib/api.ts'
import { AUCTION_ABI } from './abi.ts'
import { auctionOf } from './auctions.ts'
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
  run: async ({ auction, total }) => {
    const { collection, tokenId, owner, salt, chainId } = auction
    await api.auction.cancel({ collection, tokenId, owner, salt, total, chainId })
  },
}

/** Nor does the chain, whatever the operator might have signed (decision 31). */
const endOnChain: Step<CancelAuctionBidContext> = {
  key: 'void',
  run: async (context, progress) => {
    const chain = chainOf(context)
    const address = toAddress(chain.config.contract.auctionExchange)
    const args = [auctionStructHash(auctionOf(context.auction)), context.total]
    const call = { address, abi: AUCTION_ABI, functionName: 'voidBids', args }
    await transact(chain, call, { act: 'voidBids', ...aboutAuction(context) }, progress)
  },
}

export const cancelAuctionBidFlow = (onChain: boolean): Flow<CancelAuctionBidContext> => ({
  open: async (context) => {
    context.chain = await openChain(context.auction.chainId, context.auction.auctionExchange)
  },
  steps: onChain ? [forget, endOnChain] : [forget],
})
