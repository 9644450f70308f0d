import type { AuctionRecord } from '@plinth/api'
import { cancelAuctionCall, isFinished, requireRunning } from '@plinth/sdk'
import { openChain, untilIndexed } from '../../engine/context.ts'
import type { Flow } from '../../engine/engine.ts'
import { transact } from '../../transactions/transact.ts'
import { chainOf, type HeldQuantity } from '../item/quantity-held.ts'
import { settleSubject } from './settle-auction.ts'

export type AuctionEndContext = { auction: AuctionRecord; title: string; chain?: HeldQuantity['chain'] }

export const aboutAuction = ({ auction, title }: AuctionEndContext) => ({
  title,
  item: { collection: auction.collection, tokenId: auction.tokenId.toString() },
  subject: settleSubject(auction),
})

/** Ends the auction on chain in all its versions, bids or not, until the market has booked it (decision 31). */
export const cancelAuctionFlow: Flow<AuctionEndContext> = {
  open: async (context) => {
    context.chain = await openChain(context.auction.chainId, context.auction.auctionExchange)
    await requireRunning(context.chain, context.auction)
  },
  steps: [
    {
      key: 'cancel',
      run: async (context, progress) => {
        const { auction } = context
        const chain = chainOf(context)
        await transact(chain, cancelAuctionCall(chain, auction), { act: 'cancelAuction', ...aboutAuction(context) }, progress)
        await untilIndexed(() => isFinished(chain, auction))
      },
    },
  ],
}
