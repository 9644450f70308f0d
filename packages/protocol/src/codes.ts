type Codes<T> = T[keyof T]

/** Asset type of an order (document B §9). 5 is minted at settlement, of either standard (decision 26). */
export const ASSET_TYPE = { COIN: 0, ERC20: 1, ERC1155: 2, ERC721: 3, ERC721_DEPRECATED: 4, MINTED: 5 } as const
export type AssetType = Codes<typeof ASSET_TYPE>

/** Item type codes of the calls; 5 and 6 both become asset type 5 in an order (decision 26). */
export const ITEM_TYPE = { ERC1155: 2, ERC721: 3, ERC721_DEPRECATED: 4, TYERC1155: 5, TYERC721: 6 } as const
export type ItemType = Codes<typeof ITEM_TYPE>

/** Token type codes (document B §9); also a collection's type, where 2 is ERC1155 and anything else ERC721. */
export const TOKEN_STANDARD = { ERC1155: 2, ERC721: 3 } as const
export type TokenStandard = Codes<typeof TOKEN_STANDARD>

export const ORDER_TYPE = { SALE: 1, BID: 2 } as const
export type OrderType = Codes<typeof ORDER_TYPE>

/** Acts of a trade (document B §9); order.add takes 1, 2, 5 and 6. */
export const ACTION_TYPE = {
  SALE: 1,
  EDIT_SALE: 2,
  CANCEL_SALE: 3,
  BUY: 4,
  BID: 5,
  EDIT_BID: 6,
  CANCEL_BID: 7,
  ACCEPT: 8,
  MINT: 9,
} as const

/** Rows of an item's history (document A §2). */
export const HISTORY_TYPE = { ...ACTION_TYPE, BURN: 14, TRANSFER: 15 } as const
export type HistoryType = Codes<typeof HISTORY_TYPE>

export const NOTICE_TYPE = { FOLLOW: 1, LIKE: 2, TRADE: 3 } as const
export type NoticeType = Codes<typeof NOTICE_TYPE>

/** Notice types (document A §3); 19 is unused in the product and here. Codes from 30 on are ours. */
export const NOTICE_SUBTYPE = {
  SALE: 1,
  EDIT_SALE: 2,
  CANCEL_SALE: 3,
  BUY: 4,
  BID: 5,
  EDIT_BID: 6,
  CANCEL_BID: 7,
  ACCEPT_BID: 8,
  MINT: 9,
  LIKING: 10,
  LIKED: 11,
  FOLLOWING: 12,
  FOLLOWED: 13,
  BURN: 14,
  TRANSFER: 15,
  RECEIVE: 16,
  BOUGHT: 17,
  BIDDEN: 18,
  CANCEL_AUCTION: 20,
  CANCEL_AUCTION_BID: 21,
  SUCCESSFUL_TRADE: 22,
  ABORTED: 23,
  AUCTION_BONUS: 24,
  AUCTION: 25,
  EDIT_AUCTION: 26,
  AUCTION_BID: 27,
  AUCTION_BUY: 28,
  CREATE_CONTRACT: 29,
  /** Ours: to the bidders some time before the end, and to winner and owner at the end. */
  AUCTION_ENDING: 30,
  AUCTION_WON: 31,
  /**
   * Ours, of blind boxes: to the buyer at the draw or the refund, to the owner's followers at the start, to the owner
   * when the last box is opened.
   */
  BOX_DRAWN: 32,
  BOX_REFUNDED: 33,
  BOX_STARTED: 34,
  BOX_SOLD_OUT: 35,
  /** Ours: to a bidder who leads again because a higher bid is cancelled or unfunded. */
  AUCTION_LEADING: 36,
  /** Ours: to the owner of a series of boxes, about a missed draw. */
  BOX_MISSED: 37,
  /** Ours: to the creator of a collection whose contract is none of the market's. */
  CONTRACT_UNKNOWN: 38,
  /** Ours: to holders of a collection, about a new best offer for any of its works. */
  OFFERED: 39,
  /** Ours: to the only account that can buy a private sale. */
  RESERVED: 40,
  /** Ours, to the maker of a trait offer: works have the traits now that it is not for, and works that it is for lack them. */
  OFFER_JOINED: 41,
  OFFER_LEFT: 42,
} as const
export type NoticeSubtype = Codes<typeof NOTICE_SUBTYPE>

/** How a holding is offered (document A §3); 0 for not on sale. */
export const ONSELL_TYPE = { NONE: 0, FIXED_PRICE: 1, AUCTION: 2 } as const

export const AUCTION_STATUS = { CREATED: 0, FINISHED: 1 } as const

/** Why an auction ended, `statusCode` of document A §3; 0 while it is live. */
export const AUCTION_END = { NONE: 0, CANCEL: 1, FINISHED: 2, EXPIRED: 3 } as const
export type AuctionEnd = Codes<typeof AUCTION_END>

/** Actions that auction.prepare and auction.add take; the codes are those of notices (document B §7). */
export const AUCTION_ACT = {
  AUCTION: NOTICE_SUBTYPE.AUCTION,
  EDIT_AUCTION: NOTICE_SUBTYPE.EDIT_AUCTION,
  AUCTION_BID: NOTICE_SUBTYPE.AUCTION_BID,
} as const
export type AuctionAct = Codes<typeof AUCTION_ACT>

/** Who settles, as auction.buyerFee takes it: the owner accepts, the best bidder buys (document B §7). */
export const AUCTION_SETTLEMENT = { ACCEPT: 1, BUY: 2 } as const
export type AuctionSettlementType = Codes<typeof AUCTION_SETTLEMENT>

export const AUCTION_BID_STATUS = { ACTIVE: 0, CANCELLED: 1, SETTLED: 2 } as const
export type AuctionBidStatus = Codes<typeof AUCTION_BID_STATUS>

/** Status of a request for boxes: its draw is pending, done, or was missed and the payment refunded. */
export const BOX_REQUEST_STATUS = { WAITING: 0, DRAWN: 1, REFUNDED: 2 } as const
export type BoxRequestStatus = Codes<typeof BOX_REQUEST_STATUS>

/** Stored status of an order (decision 11); expiry and funding are computed separately. */
export const ORDER_STATUS = { OPEN: 0, FILLED: 1, CANCELLED: 2 } as const
export type OrderStatus = Codes<typeof ORDER_STATUS>

/** Catalogue categories (document A §3), translated as category.{name}. */
export const CATEGORIES = ['eastern', 'western', 'ancient', 'modern', 'guangong'] as const

/** Whether a number is one of the table's codes: `isCode(ASSET_TYPE, 3)`. */
export function isCode<T extends Readonly<Record<string, number>>>(table: T, code: number): code is T[keyof T] & number {
  return Object.values(table).includes(code)
}

/**
 * The token standard of an item type code: of a collection, an item, or an order's asset (document A §3: 2 is ERC1155,
 * otherwise ERC721).
 */
export function standardOf(itemType: number): TokenStandard {
  return itemType === ITEM_TYPE.ERC1155 || itemType === ITEM_TYPE.TYERC1155 ? TOKEN_STANDARD.ERC1155 : TOKEN_STANDARD.ERC721
}

/** The asset type of an item type in an order: 5 for both minted kinds, unchanged otherwise (decision 26). */
export function assetTypeOf(itemType: ItemType): AssetType {
  return itemType === ITEM_TYPE.TYERC721 ? ASSET_TYPE.MINTED : itemType
}
