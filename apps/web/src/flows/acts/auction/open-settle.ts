import type { AuctionRecord, OpenSettlementReply } from '@plinth/api'
import { fetchOpenSettlement, openSettlementCall, requireSettlement } from '@plinth/sdk'
import { openChain } from '../../engine/context.ts'
import type { Flow } from '../../engine/engine.ts'
import { transferItem } from '../../transactions/transfer-item.ts'
import { chainOf, type HeldQuantity } from '../item/quantity-held.ts'
import { settleSubject } from './settle-auction.ts'

export type OpenSettleContext = Pick<HeldQuantity, 'chainId' | 'title' | 'isSent'> & {
  auction: AuctionRecord
  /** The shown settlement; no other is sent. Undefined only if the transaction is out already. */
  shown: OpenSettlementReply | undefined
  chain?: HeldQuantity['chain']
}

/** One transaction of any other account, which pays the network fee alone (SNIPE-03). */
export const openSettleFlow: Flow<OpenSettleContext> = {
  open: async (context) => {
    context.chain = await openChain(context.chainId, context.auction.auctionExchange)
  },
  steps: [
    {
      key: 'settle',
      run: async (context, progress) => {
        const { auction, shown, title } = context
        const chain = chainOf(context)
        const callOf = async () => openSettlementCall(chain, requireSettlement(await fetchOpenSettlement(chain, auction), shown))
        const call = progress.resume === undefined ? await callOf() : undefined
        const { collection, tokenId } = auction
        await transferItem(chain, call, { act: 'settleAuction', collection, tokenId, title, subject: settleSubject(auction) }, progress)
      },
    },
  ],
}
