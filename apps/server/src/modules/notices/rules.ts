import type { CollectionBrief, NoticeContent } from '@plinth/api'
import { type Address, NOTICE_SUBTYPE, NOTICE_TYPE, type NoticeSubtype, type NoticeType, ZERO_ADDRESS } from '@plinth/protocol'
import type { MarketEvent } from '../../state/market-event.ts'
import { unitPriceText } from '../../state/orders/unit-price.ts'
import type { NewNotice } from './inbox.ts'

export type NoticeItem = NonNullable<NoticeContent['item']>

/** What the notices of one event show at that time: they keep this snapshot. */
export type NoticeFacts = {
  readonly item?: NoticeItem | undefined
  readonly collection?: CollectionBrief | undefined
  readonly payToken?: { readonly symbol: string; readonly decimals: number } | undefined
  readonly holders: readonly Address[]
  /** Something could not be delivered to its receiver, and waits in the contract. */
  readonly isKept?: boolean
  readonly media: string
}

type Receiver = { readonly to: Address; readonly subType: NoticeSubtype; readonly operator: Address; readonly type?: NoticeType }

/** The notices of each event, by account (decisions, "Notices"). Pure: event in, notices out. */
export function noticesOf(event: MarketEvent, facts: NoticeFacts): NewNotice[] {
  const seen = new Set<string>()
  return receiversOf(event, facts).flatMap(({ to, subType, operator, type }) => {
    const key = `${to}:${subType}`
    if (to === ZERO_ADDRESS || seen.has(key)) return []
    seen.add(key)
    return [
      {
        account: to,
        source: event.source,
        chainId: event.chainId,
        type: type ?? NOTICE_TYPE.TRADE,
        subType,
        operator,
        media: facts.media,
        content: contentOf(event, facts, to),
        createdAt: event.at,
      },
    ]
  })
}

function receiversOf(event: MarketEvent, facts: NoticeFacts): Receiver[] {
  switch (event.kind) {
    case 'listed':
      return [{ to: event.maker, subType: NOTICE_SUBTYPE.SALE, operator: event.maker }]
    case 'repriced':
      return [{ to: event.maker, subType: NOTICE_SUBTYPE.EDIT_SALE, operator: event.maker }]
    case 'saleCancelled':
      return [{ to: event.maker, subType: NOTICE_SUBTYPE.CANCEL_SALE, operator: event.maker }]
    case 'bought':
      return [
        { to: event.taker, subType: NOTICE_SUBTYPE.BUY, operator: event.taker },
        { to: event.maker, subType: NOTICE_SUBTYPE.BOUGHT, operator: event.taker },
      ]
    case 'bidden':
    case 'bidRaised': {
      const own = event.kind === 'bidden' ? NOTICE_SUBTYPE.BID : NOTICE_SUBTYPE.EDIT_BID
      const holders = event.kind === 'bidden' ? facts.holders.filter((holder) => holder !== event.maker) : []
      return [
        { to: event.maker, subType: own, operator: event.maker },
        ...holders.map((to) => ({ to, subType: NOTICE_SUBTYPE.BIDDEN, operator: event.maker })),
      ]
    }
    case 'bidCancelled':
      return [event.maker, ...facts.holders].map((to) => ({ to, subType: NOTICE_SUBTYPE.CANCEL_BID, operator: event.maker }))
    case 'accepted':
      return [
        { to: event.maker, subType: NOTICE_SUBTYPE.ACCEPT_BID, operator: event.taker },
        { to: event.taker, subType: NOTICE_SUBTYPE.SUCCESSFUL_TRADE, operator: event.taker },
      ]
    case 'auctioned':
      return [{ to: event.maker, subType: NOTICE_SUBTYPE.AUCTION, operator: event.maker }]
    case 'auctionEdited':
      return [{ to: event.maker, subType: NOTICE_SUBTYPE.EDIT_AUCTION, operator: event.maker }]
    case 'auctionCancelled':
      return [event.maker, ...event.bidders].map((to) => ({ to, subType: NOTICE_SUBTYPE.CANCEL_AUCTION, operator: event.maker }))
    case 'auctionAborted':
      return [event.maker, ...event.bidders].map((to) => ({ to, subType: NOTICE_SUBTYPE.ABORTED, operator: event.maker }))
    case 'auctionEnding':
      return event.bidders.map((to) => ({ to, subType: NOTICE_SUBTYPE.AUCTION_ENDING, operator: event.maker }))
    case 'auctionBid':
      return [event.maker, ...(event.outbid ? [event.outbid] : [])].map((to) => ({
        to,
        subType: NOTICE_SUBTYPE.AUCTION_BID,
        operator: event.bidder,
      }))
    case 'auctionLeading':
      return [{ to: event.bidder, subType: NOTICE_SUBTYPE.AUCTION_LEADING, operator: event.fallen }]
    case 'auctionOvertaken':
      return [{ to: event.outbid, subType: NOTICE_SUBTYPE.AUCTION_BID, operator: event.bidder }]
    case 'auctionBidWithdrawn':
      return [event.bidder, event.maker].map((to) => ({ to, subType: NOTICE_SUBTYPE.CANCEL_AUCTION_BID, operator: event.bidder }))
    case 'auctionWon':
      return [
        { to: event.winner, subType: NOTICE_SUBTYPE.AUCTION_WON, operator: event.maker },
        { to: event.maker, subType: NOTICE_SUBTYPE.AUCTION_WON, operator: event.winner },
      ]
    case 'auctionSettled':
      return [event.winner, event.maker].map((to) => ({ to, subType: NOTICE_SUBTYPE.AUCTION_BUY, operator: event.winner }))
    case 'dividend':
      return event.receivers.map((to) => ({ to, subType: NOTICE_SUBTYPE.AUCTION_BONUS, operator: event.winner }))
    case 'boxDrawn':
      return [{ to: event.buyer, subType: NOTICE_SUBTYPE.BOX_DRAWN, operator: event.owner }]
    case 'boxRefunded':
      return [
        { to: event.buyer, subType: NOTICE_SUBTYPE.BOX_REFUNDED, operator: event.owner },
        { to: event.owner, subType: NOTICE_SUBTYPE.BOX_MISSED, operator: event.buyer },
      ]
    case 'boxStarted':
      return event.followers.map((to) => ({ to, subType: NOTICE_SUBTYPE.BOX_STARTED, operator: event.owner }))
    case 'boxSoldOut':
      return [{ to: event.owner, subType: NOTICE_SUBTYPE.BOX_SOLD_OUT, operator: event.owner }]
    case 'minted':
      return [{ to: event.minter, subType: NOTICE_SUBTYPE.MINT, operator: event.minter }]
    case 'burnt':
      return [{ to: event.owner, subType: NOTICE_SUBTYPE.BURN, operator: event.owner }]
    case 'transferred':
      return [
        { to: event.from, subType: NOTICE_SUBTYPE.TRANSFER, operator: event.from },
        { to: event.to, subType: NOTICE_SUBTYPE.RECEIVE, operator: event.from },
      ]
    case 'liked':
      return [
        { to: event.liker, subType: NOTICE_SUBTYPE.LIKING, operator: event.liker, type: NOTICE_TYPE.LIKE },
        ...(event.creator === event.liker
          ? []
          : [{ to: event.creator, subType: NOTICE_SUBTYPE.LIKED, operator: event.liker, type: NOTICE_TYPE.LIKE }]),
      ]
    case 'collectionCreated':
      return [{ to: event.creator, subType: NOTICE_SUBTYPE.CREATE_CONTRACT, operator: event.creator }]
    case 'collectionUnknown':
      return [{ to: event.creator, subType: NOTICE_SUBTYPE.CONTRACT_UNKNOWN, operator: event.collection }]
  }
}

function contentOf(event: MarketEvent, { item, collection, payToken, isKept }: NoticeFacts, to: Address): NoticeContent {
  const order = 'snapshot' in event ? event.snapshot : undefined
  const isBid = order !== undefined && order.sellToken === order.payToken
  const tokenId = 'tokenId' in event ? event.tokenId.toString() : ''
  return {
    chainId: event.chainId,
    item,
    collection,
    ...('box' in event ? { box: isKept && 'buyer' in event && to === event.buyer ? { ...event.box, isKept } : event.box } : {}),
    txHash: event.txHash,
    sellToken: order?.sellToken ?? '',
    sellTokenId: order ? (isBid ? '0' : tokenId) : '',
    buyToken: order?.buyToken ?? '',
    buyTokenId: order ? (isBid ? tokenId : '0') : '',
    price: order && payToken ? unitPriceText(order, payToken.decimals) : '',
    symbol: order && payToken ? payToken.symbol : '',
    quantity: order?.quantity ?? quantityOf(event),
  }
}

function quantityOf(event: MarketEvent): string {
  if ('quantity' in event) return event.quantity.toString()
  return 'boxes' in event ? event.boxes.toString() : ''
}
