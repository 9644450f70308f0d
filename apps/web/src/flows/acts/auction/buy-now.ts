import { AppError } from '@plinth/api'
import { AUCTION_SETTLEMENT } from '@plinth/protocol'
import { fetchSettlement, settlementCall } from '@plinth/sdk'
import type { Flow, Step } from '../../engine/engine.ts'
import { transferItem } from '../../transactions/transfer-item.ts'
import { type AuctionBidContext, auctionBidFlow, chainOf } from './auction-bid.ts'
import { settleSubject } from './settle-auction.ts'

export type BuyNowContext = AuctionBidContext & { title: string }

/** Its bidder settles at once, for exactly the shown total. */
const settle: Step<BuyNowContext> = {
  key: 'settle',
  run: async (context, progress) => {
    const { auction, total, buyerFeeBps, title } = context
    const chain = await chainOf(context)
    const callOf = async () => {
      const settlement = await fetchSettlement(chain, auction, AUCTION_SETTLEMENT.BUY)
      const isShown = settlement.bidder === chain.account && settlement.total === total && BigInt(settlement.buyerFee) <= buyerFeeBps
      if (!isShown) throw new AppError('BID_EDITED')
      return settlementCall(chain, settlement, AUCTION_SETTLEMENT.BUY, 0n)
    }
    const call = progress.resume === undefined ? await callOf() : undefined
    const { collection, tokenId } = auction
    await transferItem(chain, call, { act: 'buyAuction', collection, tokenId, title, subject: settleSubject(auction) }, progress)
  },
}

/** Sign a bid at the buy-now total, then pay it: the auction ends with that (SNIPE-05). */
export const buyNowFlow: Flow<BuyNowContext> = { steps: [...auctionBidFlow.steps, settle] }
