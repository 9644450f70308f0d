import { AppError, type AuctionRecord } from '@plinth/api'
import { AUCTION_STATUS, toAddress } from '@plinth/protocol'
import { api } from '../lib/api.ts'
import { AUCTION_ABI } from './abi.ts'
import { auctionKeyOf } from './auctions.ts'
import { openChain, untilIndexed } from './context.ts'
import type { Flow } from './engine.ts'
import { chainOf, type Held } from './quantity-held.ts'
import { settleSubject } from './settle-auction.ts'
import { transact } from './transact.ts'

export type AuctionEndContext = { auction: AuctionRecord; title: string; chain?: Held['chain'] }

const findNow = ({ collection, tokenId, owner, salt, chainId }: AuctionRecord) =>
  api.auction.get({ collection, tokenId, owner, salt, chainId })

export const aboutAuction = ({ auction, title }: AuctionEndContext) => ({
  title,
  item: { collection: auction.collection, tokenId: auction.tokenId.toString() },
  subject: settleSubject(auction),
})

/** Ends the auction on chain in all its versions, bids or not, until the market has booked it (decision 31). */
export const cancelAuctionFlow: Flow<AuctionEndContext> = {
  open: async (context) => {
    context.chain = await openChain(context.auction.chainId, context.auction.auctionExchange)
    const { status } = await findNow(context.auction)
    if (status === AUCTION_STATUS.FINISHED) throw new AppError('AUCTION_OVER')
  },
  steps: [
    {
      key: 'cancel',
      run: async (context, progress) => {
        const { auction } = context
        const chain = chainOf(context)
        const address = toAddress(chain.config.contract.auctionExchange)
        const call = { address, abi: AUCTION_ABI, functionName: 'cancel', args: [auctionKeyOf(auction)] }
        await transact(chain, call, { act: 'cancelAuction', ...aboutAuction(context) }, progress)
        await untilIndexed(async () => (await findNow(auction)).status === AUCTION_STATUS.FINISHED)
      },
    },
  ],
}
