import { NOTICE_SUBTYPE, type NoticeSubtype } from '@plinth/protocol'

/** Its texts are under `news.kinds.<word>`; `tells` is the fact its description is made of. */
type Kind = { word: string; tells: 'price' | 'collection' | 'person' | 'nothing' }

/** Every sub-type there is (document A §3): a new one does not compile without its texts. */
export const NOTICE_KINDS = {
  [NOTICE_SUBTYPE.SALE]: { word: 'sale', tells: 'price' },
  [NOTICE_SUBTYPE.EDIT_SALE]: { word: 'editSale', tells: 'price' },
  [NOTICE_SUBTYPE.CANCEL_SALE]: { word: 'cancelSale', tells: 'price' },
  [NOTICE_SUBTYPE.BUY]: { word: 'buy', tells: 'price' },
  [NOTICE_SUBTYPE.BID]: { word: 'bid', tells: 'price' },
  [NOTICE_SUBTYPE.EDIT_BID]: { word: 'editBid', tells: 'price' },
  [NOTICE_SUBTYPE.CANCEL_BID]: { word: 'cancelBid', tells: 'price' },
  [NOTICE_SUBTYPE.ACCEPT_BID]: { word: 'acceptBid', tells: 'price' },
  [NOTICE_SUBTYPE.MINT]: { word: 'mint', tells: 'collection' },
  [NOTICE_SUBTYPE.LIKING]: { word: 'liking', tells: 'collection' },
  [NOTICE_SUBTYPE.LIKED]: { word: 'liked', tells: 'collection' },
  [NOTICE_SUBTYPE.FOLLOWING]: { word: 'following', tells: 'person' },
  [NOTICE_SUBTYPE.FOLLOWED]: { word: 'followed', tells: 'person' },
  [NOTICE_SUBTYPE.BURN]: { word: 'burn', tells: 'collection' },
  [NOTICE_SUBTYPE.TRANSFER]: { word: 'transfer', tells: 'collection' },
  [NOTICE_SUBTYPE.RECEIVE]: { word: 'receive', tells: 'collection' },
  [NOTICE_SUBTYPE.BOUGHT]: { word: 'bought', tells: 'price' },
  [NOTICE_SUBTYPE.BIDDEN]: { word: 'bidden', tells: 'price' },
  [NOTICE_SUBTYPE.CANCEL_AUCTION]: { word: 'cancelAuction', tells: 'collection' },
  [NOTICE_SUBTYPE.CANCEL_AUCTION_BID]: { word: 'cancelAuctionBid', tells: 'price' },
  [NOTICE_SUBTYPE.SUCCESSFUL_TRADE]: { word: 'successfulTrade', tells: 'price' },
  [NOTICE_SUBTYPE.ABORTED]: { word: 'aborted', tells: 'collection' },
  [NOTICE_SUBTYPE.AUCTION_BONUS]: { word: 'auctionBonus', tells: 'price' },
  [NOTICE_SUBTYPE.AUCTION]: { word: 'auction', tells: 'price' },
  [NOTICE_SUBTYPE.EDIT_AUCTION]: { word: 'editAuction', tells: 'price' },
  [NOTICE_SUBTYPE.AUCTION_BID]: { word: 'auctionBid', tells: 'price' },
  [NOTICE_SUBTYPE.AUCTION_BUY]: { word: 'auctionBuy', tells: 'price' },
  [NOTICE_SUBTYPE.CREATE_CONTRACT]: { word: 'createContract', tells: 'nothing' },
  [NOTICE_SUBTYPE.AUCTION_ENDING]: { word: 'auctionEnding', tells: 'price' },
  [NOTICE_SUBTYPE.AUCTION_WON]: { word: 'auctionWon', tells: 'price' },
  [NOTICE_SUBTYPE.AUCTION_LEADING]: { word: 'auctionLeading', tells: 'price' },
  [NOTICE_SUBTYPE.BOX_DRAWN]: { word: 'boxDrawn', tells: 'nothing' },
  [NOTICE_SUBTYPE.BOX_REFUNDED]: { word: 'boxRefunded', tells: 'nothing' },
  [NOTICE_SUBTYPE.BOX_MISSED]: { word: 'boxMissed', tells: 'nothing' },
  [NOTICE_SUBTYPE.BOX_STARTED]: { word: 'boxStarted', tells: 'nothing' },
  [NOTICE_SUBTYPE.BOX_SOLD_OUT]: { word: 'boxSoldOut', tells: 'nothing' },
} as const satisfies Record<NoticeSubtype, Kind>
