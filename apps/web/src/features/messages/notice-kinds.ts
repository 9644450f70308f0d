import { NOTICE_SUBTYPE, type NoticeSubtype } from '@plinth/protocol'

/** Its texts are under `news.kinds.<word>`; `fact` is what its description is made of. */
type Kind = { word: string; fact: 'price' | 'collection' | 'person' | 'nothing' }

/** Every sub-type there is (document A §3): a new one does not compile without its texts. */
export const NOTICE_KINDS = {
  [NOTICE_SUBTYPE.SALE]: { word: 'sale', fact: 'price' },
  [NOTICE_SUBTYPE.EDIT_SALE]: { word: 'editSale', fact: 'price' },
  [NOTICE_SUBTYPE.CANCEL_SALE]: { word: 'cancelSale', fact: 'price' },
  [NOTICE_SUBTYPE.BUY]: { word: 'buy', fact: 'price' },
  [NOTICE_SUBTYPE.BID]: { word: 'bid', fact: 'price' },
  [NOTICE_SUBTYPE.EDIT_BID]: { word: 'editBid', fact: 'price' },
  [NOTICE_SUBTYPE.CANCEL_BID]: { word: 'cancelBid', fact: 'price' },
  [NOTICE_SUBTYPE.ACCEPT_BID]: { word: 'acceptBid', fact: 'price' },
  [NOTICE_SUBTYPE.MINT]: { word: 'mint', fact: 'collection' },
  [NOTICE_SUBTYPE.LIKING]: { word: 'liking', fact: 'collection' },
  [NOTICE_SUBTYPE.LIKED]: { word: 'liked', fact: 'collection' },
  [NOTICE_SUBTYPE.FOLLOWING]: { word: 'following', fact: 'person' },
  [NOTICE_SUBTYPE.FOLLOWED]: { word: 'followed', fact: 'person' },
  [NOTICE_SUBTYPE.BURN]: { word: 'burn', fact: 'collection' },
  [NOTICE_SUBTYPE.TRANSFER]: { word: 'transfer', fact: 'collection' },
  [NOTICE_SUBTYPE.RECEIVE]: { word: 'receive', fact: 'collection' },
  [NOTICE_SUBTYPE.BOUGHT]: { word: 'bought', fact: 'price' },
  [NOTICE_SUBTYPE.BIDDEN]: { word: 'bidden', fact: 'price' },
  [NOTICE_SUBTYPE.CANCEL_AUCTION]: { word: 'cancelAuction', fact: 'collection' },
  [NOTICE_SUBTYPE.CANCEL_AUCTION_BID]: { word: 'cancelAuctionBid', fact: 'price' },
  [NOTICE_SUBTYPE.SUCCESSFUL_TRADE]: { word: 'successfulTrade', fact: 'price' },
  [NOTICE_SUBTYPE.ABORTED]: { word: 'aborted', fact: 'collection' },
  [NOTICE_SUBTYPE.AUCTION_BONUS]: { word: 'auctionBonus', fact: 'price' },
  [NOTICE_SUBTYPE.AUCTION]: { word: 'auction', fact: 'price' },
  [NOTICE_SUBTYPE.EDIT_AUCTION]: { word: 'editAuction', fact: 'price' },
  [NOTICE_SUBTYPE.AUCTION_BID]: { word: 'auctionBid', fact: 'price' },
  [NOTICE_SUBTYPE.AUCTION_BUY]: { word: 'auctionBuy', fact: 'price' },
  [NOTICE_SUBTYPE.CREATE_CONTRACT]: { word: 'createContract', fact: 'nothing' },
  [NOTICE_SUBTYPE.AUCTION_ENDING]: { word: 'auctionEnding', fact: 'price' },
  [NOTICE_SUBTYPE.AUCTION_WON]: { word: 'auctionWon', fact: 'price' },
  [NOTICE_SUBTYPE.AUCTION_LEADING]: { word: 'auctionLeading', fact: 'price' },
  [NOTICE_SUBTYPE.BOX_DRAWN]: { word: 'boxDrawn', fact: 'nothing' },
  [NOTICE_SUBTYPE.BOX_REFUNDED]: { word: 'boxRefunded', fact: 'nothing' },
  [NOTICE_SUBTYPE.BOX_MISSED]: { word: 'boxMissed', fact: 'nothing' },
  [NOTICE_SUBTYPE.BOX_STARTED]: { word: 'boxStarted', fact: 'nothing' },
  [NOTICE_SUBTYPE.BOX_SOLD_OUT]: { word: 'boxSoldOut', fact: 'nothing' },
} as const satisfies Record<NoticeSubtype, Kind>
