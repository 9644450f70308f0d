import { describe, expect, it } from 'vitest'
import {
  ACTION_TYPE,
  ASSET_TYPE,
  AUCTION_BID_STATUS,
  AUCTION_END,
  AUCTION_STATUS,
  assetTypeOf,
  CATEGORIES,
  HISTORY_TYPE,
  ITEM_TYPE,
  isCode,
  NOTICE_SUBTYPE,
  NOTICE_TYPE,
  ONSELL_TYPE,
  ORDER_STATUS,
  ORDER_TYPE,
  standardOf,
  TOKEN_STANDARD,
} from './codes.ts'

describe('codes', () => {
  it('[ENUM-01] [NET-08] has the token type codes of the two standards', () => {
    expect(TOKEN_STANDARD).toEqual({ ERC1155: 2, ERC721: 3 })
  })

  it('[ENUM-02] takes contract type 2 for ERC1155 and anything else for ERC721', () => {
    expect(standardOf(2)).toBe(TOKEN_STANDARD.ERC1155)
    for (const type of [0, 1, 3, 4, 9]) expect(standardOf(type)).toBe(TOKEN_STANDARD.ERC721)
  })

  it('[ENUM-03] has the asset types, and the two minted kinds of item', () => {
    expect(ASSET_TYPE).toEqual({ COIN: 0, ERC20: 1, ERC1155: 2, ERC721: 3, ERC721_DEPRECATED: 4, MINTED: 5 })
    expect(ITEM_TYPE).toMatchObject({ TYERC1155: 5, TYERC721: 6 })
  })

  it('[MINT-48] lets both minted kinds travel in orders as 5', () => {
    expect(assetTypeOf(ITEM_TYPE.TYERC721)).toBe(5)
    expect(assetTypeOf(ITEM_TYPE.TYERC1155)).toBe(5)
    expect(assetTypeOf(ITEM_TYPE.ERC721)).toBe(3)
    expect(standardOf(ITEM_TYPE.TYERC1155)).toBe(2)
    expect(standardOf(ITEM_TYPE.TYERC721)).toBe(3)
  })

  it('[ENUM-04] has the order types', () => {
    expect(ORDER_TYPE).toEqual({ SALE: 1, BID: 2 })
  })

  it('[ENUM-05] has the action types', () => {
    expect(Object.entries(ACTION_TYPE).map(([name, code]) => `${code} ${name}`)).toEqual([
      '1 SALE',
      '2 EDIT_SALE',
      '3 CANCEL_SALE',
      '4 BUY',
      '5 BID',
      '6 EDIT_BID',
      '7 CANCEL_BID',
      '8 ACCEPT',
      '9 MINT',
    ])
  })

  it('[ENUM-06] has the notice types', () => {
    expect(NOTICE_TYPE).toEqual({ FOLLOW: 1, LIKE: 2, TRADE: 3 })
  })

  it('[ENUM-07] has 28 notice subtypes, 1 to 29 without 19, and some of our own', () => {
    const names =
      'SALE EDIT_SALE CANCEL_SALE BUY BID EDIT_BID CANCEL_BID ACCEPT_BID MINT LIKING LIKED FOLLOWING FOLLOWED BURN TRANSFER RECEIVE BOUGHT BIDDEN - CANCEL_AUCTION CANCEL_AUCTION_BID SUCCESSFUL_TRADE ABORTED AUCTION_BONUS AUCTION EDIT_AUCTION AUCTION_BID AUCTION_BUY CREATE_CONTRACT'
    const expected = names.split(' ').flatMap((name, at) => (name === '-' ? [] : [[name, at + 1]]))
    const own = [
      ['AUCTION_ENDING', 30],
      ['AUCTION_WON', 31],
      ['BOX_DRAWN', 32],
      ['BOX_REFUNDED', 33],
      ['BOX_STARTED', 34],
      ['BOX_SOLD_OUT', 35],
      ['AUCTION_LEADING', 36],
      ['BOX_MISSED', 37],
      ['CONTRACT_UNKNOWN', 38],
      ['OFFERED', 39],
      ['RESERVED', 40],
      ['OFFER_JOINED', 41],
      ['OFFER_LEFT', 42],
    ]
    expect(Object.entries(NOTICE_SUBTYPE)).toEqual([...expected, ...own])
    expect(isCode(NOTICE_SUBTYPE, 19)).toBe(false)
  })

  it('[ENUM-08] has the history types', () => {
    expect(HISTORY_TYPE).toEqual({
      SALE: 1,
      EDIT_SALE: 2,
      CANCEL_SALE: 3,
      BUY: 4,
      BID: 5,
      EDIT_BID: 6,
      CANCEL_BID: 7,
      ACCEPT: 8,
      MINT: 9,
      BURN: 14,
      TRANSFER: 15,
    })
  })

  it('[ENUM-09] has the onsell types', () => {
    expect(ONSELL_TYPE).toEqual({ NONE: 0, FIXED_PRICE: 1, AUCTION: 2 })
  })

  it('[ENUM-10] [ENUM-11] has auction status and end codes', () => {
    expect(AUCTION_STATUS).toEqual({ CREATED: 0, FINISHED: 1 })
    expect(AUCTION_END).toEqual({ NONE: 0, CANCEL: 1, FINISHED: 2, EXPIRED: 3 })
  })

  it('[ENUM-12] calls an auction bid of status 0 active', () => {
    expect(AUCTION_BID_STATUS.ACTIVE).toBe(0)
  })

  it('[ENUM-15] has the catalogue categories', () => {
    expect(CATEGORIES).toEqual(['eastern', 'western', 'ancient', 'modern', 'guangong'])
  })

  it('has the order statuses', () => {
    expect(ORDER_STATUS).toEqual({ OPEN: 0, FILLED: 1, CANCELLED: 2 })
  })
})
