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

type Receiver = { readonly to: Address; readonly subType: NoticeSubtype; readonly actor: Address; readonly type?: NoticeType }

/** The notices of each event, by account (decisions, "Notices"). Pure: event in, notices out. */
export function noticesOf(event: MarketEvent, facts: NoticeFacts): NewNotice[] {
  const seen = new Set<string>()
  const same = 'box' in event ? undefined : contentOf(event, facts)
  return receiversOf(event, facts).flatMap(({ to, subType, actor, type }) => {
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
        actor,
        media: facts.media,
        content: same ?? contentOf(event, facts, to),
        createdAt: event.at,
      },
    ]
  })
}

function receiversOf(event: MarketEvent, facts: NoticeFacts): Receiver[] {
  switch (event.kind) {
    case 'listed':
      return [{ to: event.maker, subType: NOTICE_SUBTYPE.SALE, actor: event.maker }]
    case 'reserved':
      return [
        { to: event.maker, subType: NOTICE_SUBTYPE.SALE, actor: event.maker },
        { to: event.taker, subType: NOTICE_SUBTYPE.RESERVED, actor: event.maker },
      ]
    case 'repriced':
      return [{ to: event.maker, subType: NOTICE_SUBTYPE.EDIT_SALE, actor: event.maker }]
    case 'saleCancelled':
      return [{ to: event.maker, subType: NOTICE_SUBTYPE.CANCEL_SALE, actor: event.maker }]
    case 'bought':
      return [
        { to: event.taker, subType: NOTICE_SUBTYPE.BUY, actor: event.taker },
        { to: event.maker, subType: NOTICE_SUBTYPE.BOUGHT, actor: event.taker },
      ]
    case 'bidden':
    case 'bidRaised': {
      const own = event.kind === 'bidden' ? NOTICE_SUBTYPE.BID : NOTICE_SUBTYPE.EDIT_BID
      const holders = event.kind === 'bidden' ? facts.holders.filter((holder) => holder !== event.maker) : []
      return [
        { to: event.maker, subType: own, actor: event.maker },
        ...holders.map((to) => ({ to, subType: NOTICE_SUBTYPE.BIDDEN, actor: event.maker })),
      ]
    }
    case 'bidCancelled':
      return [event.maker, ...facts.holders].map((to) => ({ to, subType: NOTICE_SUBTYPE.CANCEL_BID, actor: event.maker }))
    case 'accepted':
      return [
        { to: event.maker, subType: NOTICE_SUBTYPE.ACCEPT_BID, actor: event.taker },
        { to: event.taker, subType: NOTICE_SUBTYPE.SUCCESSFUL_TRADE, actor: event.taker },
      ]
    case 'auctioned':
      return [{ to: event.maker, subType: NOTICE_SUBTYPE.AUCTION, actor: event.maker }]
    case 'auctionEdited':
      return [{ to: event.maker, subType: NOTICE_SUBTYPE.EDIT_AUCTION, actor: event.maker }]
    case 'auctionCancelled':
      return [event.maker, ...event.bidders].map((to) => ({ to, subType: NOTICE_SUBTYPE.CANCEL_AUCTION, actor: event.maker }))
    case 'auctionAborted':
      return [event.maker, ...event.bidders].map((to) => ({ to, subType: NOTICE_SUBTYPE.ABORTED, actor: event.maker }))
    case 'auctionEnding':
      return event.readers.map((to) => ({ to, subType: NOTICE_SUBTYPE.AUCTION_ENDING, actor: event.maker }))
    case 'auctionBid':
      return [event.maker, ...(event.outbid ? [event.outbid] : [])].map((to) => ({
        to,
        subType: NOTICE_SUBTYPE.AUCTION_BID,
        actor: event.bidder,
      }))
    case 'auctionLeading':
      return [{ to: event.bidder, subType: NOTICE_SUBTYPE.AUCTION_LEADING, actor: event.fallen }]
    case 'auctionOvertaken':
      return [{ to: event.outbid, subType: NOTICE_SUBTYPE.AUCTION_BID, actor: event.bidder }]
    case 'auctionBidWithdrawn':
      return [event.bidder, event.maker].map((to) => ({ to, subType: NOTICE_SUBTYPE.CANCEL_AUCTION_BID, actor: event.bidder }))
    case 'auctionWon':
      return [
        { to: event.winner, subType: NOTICE_SUBTYPE.AUCTION_WON, actor: event.maker },
        { to: event.maker, subType: NOTICE_SUBTYPE.AUCTION_WON, actor: event.winner },
      ]
    case 'auctionSettled':
      return [event.winner, event.maker].map((to) => ({ to, subType: NOTICE_SUBTYPE.AUCTION_BUY, actor: event.winner }))
    case 'dividend':
      return event.receivers.map((to) => ({ to, subType: NOTICE_SUBTYPE.AUCTION_BONUS, actor: event.winner }))
    case 'boxDrawn':
      return [{ to: event.buyer, subType: NOTICE_SUBTYPE.BOX_DRAWN, actor: event.owner }]
    case 'boxRefunded':
      return [
        { to: event.buyer, subType: NOTICE_SUBTYPE.BOX_REFUNDED, actor: event.owner },
        { to: event.owner, subType: NOTICE_SUBTYPE.BOX_MISSED, actor: event.buyer },
      ]
    case 'boxStarted':
      return event.followers.map((to) => ({ to, subType: NOTICE_SUBTYPE.BOX_STARTED, actor: event.owner }))
    case 'boxSoldOut':
      return [{ to: event.owner, subType: NOTICE_SUBTYPE.BOX_SOLD_OUT, actor: event.owner }]
    case 'minted':
      return [{ to: event.minter, subType: NOTICE_SUBTYPE.MINT, actor: event.minter }]
    case 'burnt':
      return [{ to: event.owner, subType: NOTICE_SUBTYPE.BURN, actor: event.owner }]
    case 'transferred':
      return [
        { to: event.from, subType: NOTICE_SUBTYPE.TRANSFER, actor: event.from },
        { to: event.to, subType: NOTICE_SUBTYPE.RECEIVE, actor: event.from },
      ]
    case 'liked':
      return [
        { to: event.liker, subType: NOTICE_SUBTYPE.LIKING, actor: event.liker, type: NOTICE_TYPE.LIKE },
        ...(event.creator === event.liker
          ? []
          : [{ to: event.creator, subType: NOTICE_SUBTYPE.LIKED, actor: event.liker, type: NOTICE_TYPE.LIKE }]),
      ]
    case 'collectionCreated':
      return [{ to: event.creator, subType: NOTICE_SUBTYPE.CREATE_CONTRACT, actor: event.creator }]
    case 'collectionUnknown':
      return [{ to: event.creator, subType: NOTICE_SUBTYPE.CONTRACT_UNKNOWN, actor: event.collection }]
  }
}

function contentOf(event: MarketEvent, { item, collection, payToken, isKept }: NoticeFacts, to?: Address): NoticeContent {
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
