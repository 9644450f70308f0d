import { AppError, type AuctionRecord, type OpenSettlementReply, type SettlementReply } from '@plinth/api'
import { AUCTION_SETTLEMENT, type AuctionSettlementType, payAmount } from '@plinth/protocol'
import { allowSteps, approveStep, transaction, wrapStep } from './act-steps.ts'
import { type AuctionBidTerms, type AuctionTerms, prepareAuction, prepareAuctionBid } from './auction.ts'
import { isMoved } from './items.ts'
import { type Market, marketAt } from './market.ts'
import type { Act } from './requests.ts'
import {
  cancelAuctionCall,
  fetchOpenSettlement,
  fetchSettlement,
  forgetBids,
  isFinished,
  openSettlementCall,
  requireRunning,
  requireSettlement,
  settlementCall,
  voidBidsCall,
} from './settle.ts'

/** Puts items up for auction; with the salt of an open auction, edits it. */
export const auction = (market: Market, terms: AuctionTerms): Act => [
  approveStep(market, terms.collection),
  { key: 'sign', prepare: () => prepareAuction(market, terms) },
]

export type AuctionBidActTerms = AuctionBidTerms & {
  /** Of the chain's coin, the most that is wrapped first, in wei. Default: nothing. */
  wrap?: bigint
}

/** Bids in an auction. */
export function bidInAuction(market: Market, terms: AuctionBidActTerms): Act {
  const { auction: of, total, buyerFeeBps, wrap } = terms
  const own = marketAt(market, of.auctionExchange)
  const payment = payAmount(total, 1n, buyerFeeBps)
  return [
    ...(wrap ? [wrapStep(own, of.payTokenAddress, payment, wrap)] : []),
    ...allowSteps(own, async () => ({ token: of.payTokenAddress, payment, isUnlimited: false, exceptSalt: of.salt })),
    { key: 'sign', prepare: () => prepareAuctionBid(own, terms) },
  ]
}

export type SettleTerms = {
  auction: AuctionRecord
  type: AuctionSettlementType
  /** As the account saw it; nothing else is settled. */
  shown: SettlementReply
  /** The least that the auction's owner gets, in base units; of a winner's settlement it is not used. */
  receives: bigint
}

/** Settles an auction with its highest bid: its owner accepts, or its winner takes. */
export function settle(market: Market, { auction: of, type, shown, receives }: SettleTerms): Act {
  const own = marketAt(market, of.auctionExchange)
  return [
    {
      key: 'settle',
      prepare: async () => {
        const settlement = requireSettlement(await fetchSettlement(own, of, type), shown)
        return transaction(settlementCall(own, settlement, type, receives))
      },
      isIndexed: isMoved(own, of),
    },
  ]
}

/** Settles an ended auction as any account but its owner: the account pays the gas, money and items go to the parties. */
export function settleForAnybody(market: Market, of: AuctionRecord, shown: OpenSettlementReply): Act {
  const own = marketAt(market, of.auctionExchange)
  return [
    {
      key: 'settle',
      prepare: async () => {
        const settlement = await fetchOpenSettlement(own, of)
        requireSettlement(settlement, shown)
        return transaction(openSettlementCall(own, settlement))
      },
      isIndexed: () => isFinished(own, of),
    },
  ]
}

/** Buys the lot at its buy-now total, before the end: a bid of so much, and at once its settlement. */
export function buyAuctionNow(market: Market, terms: Omit<AuctionBidActTerms, 'total'>): Act {
  const { auction: of } = terms
  const own = marketAt(market, of.auctionExchange)
  return [
    ...bidInAuction(market, { ...terms, total: of.buyNow }),
    {
      key: 'settle',
      prepare: async () => {
        const settlement = await fetchSettlement(own, of, AUCTION_SETTLEMENT.BUY)
        if (settlement.total !== of.buyNow || settlement.bidder !== own.account) throw new AppError('BID_EDITED')
        return transaction(settlementCall(own, settlement, AUCTION_SETTLEMENT.BUY, 0n))
      },
      isIndexed: () => isFinished(own, of),
    },
  ]
}

/** Ends an auction, bids or not. */
export function cancelAuction(market: Market, of: AuctionRecord): Act {
  const own = marketAt(market, of.auctionExchange)
  return [
    {
      key: 'cancel',
      prepare: async () => {
        await requireRunning(own, of)
        return transaction(cancelAuctionCall(own, of))
      },
      isIndexed: () => isFinished(own, of),
    },
  ]
}

/** Takes back the account's bids up to `total`: for free on the server, and with `isOnChain` on the chain as well. */
export function cancelAuctionBid(market: Market, of: AuctionRecord, total: bigint, isOnChain = false): Act {
  const own = marketAt(market, of.auctionExchange)
  const forget = { key: 'forget', prepare: async () => ({ kind: 'server', submit: () => forgetBids(own, of, total, isOnChain) }) as const }
  return isOnChain ? [forget, { key: 'void', prepare: async () => transaction(voidBidsCall(own, of, total)) }] : [forget]
}
