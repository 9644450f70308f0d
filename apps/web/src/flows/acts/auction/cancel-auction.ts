import type { AuctionRecord } from '@plinth/api'
import { cancelAuctionCall, isFinished, marketAt, requireRunning } from '@plinth/sdk'
import { type Chain, openChain, untilIndexed } from '../../engine/context.ts'
import type { Flow, Progress } from '../../engine/engine.ts'
import { transact } from '../../transactions/transact.ts'
import { chainOf } from '../item/quantity-held.ts'
import { settleSubject } from './settle-auction.ts'

export type AuctionEndContext = { auction: AuctionRecord; title: string; chain?: Chain }

export const aboutAuction = ({ auction, title }: AuctionEndContext) => ({
  title,
  item: { collection: auction.collection, tokenId: auction.tokenId.toString() },
  subject: settleSubject(auction),
})

/** Ends the auction on chain in all its versions, bids or not, until the market has booked it (decision 31). */
export async function endAuction(chain: Chain, about: Pick<AuctionEndContext, 'auction' | 'title'>, progress: Progress): Promise<void> {
  const { auction } = about
  const call = cancelAuctionCall(marketAt(chain, auction.auctionExchange), auction)
  await transact(chain, call, { act: 'cancelAuction', ...aboutAuction(about) }, progress)
  await untilIndexed(() => isFinished(chain, auction))
}

/** Asks first whether it still runs. */
export const cancelAuctionFlow: Flow<AuctionEndContext> = {
  open: async (context) => {
    context.chain = await openChain(context.auction.chainId, context.auction.auctionExchange)
    await requireRunning(context.chain, context.auction)
  },
  steps: [
    {
      key: 'cancel',
      run: async (context, progress) => endAuction(chainOf(context), context, progress),
    },
  ],
}
