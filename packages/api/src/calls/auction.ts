import { AUCTION_ACT, AUCTION_SETTLEMENT } from '@plinth/protocol'
import { z } from 'zod'
import { type Call, type Calls, call, publicRead } from '../call.ts'
import {
  AuctionBidRecord,
  AuctionPhase,
  AuctionPrepared,
  AuctionRecord,
  auctionExtras,
  auctionItem,
  auctionTerms,
  OpenSettlementReply,
  SettlementReply,
} from '../schemas/auctions.ts'
import { ItemRecord } from '../schemas/items.ts'
import { chainField, Empty, pageFields, pageOf, record } from '../schemas/page.ts'
import { Person } from '../schemas/people.ts'
import { address, codeOf, count, flag, hash, hex, itemKey, listOf, text, uint256 } from '../schemas/wire.ts'

/** `owner` is the auction's, also in calls about a bid; with the salt it names one auction. */
const named = {
  collection: [['token', 'sellToken'], address],
  tokenId: [['tokenId', 'sellTokenId'], uint256],
  owner: ['owner', address],
  ...chainField,
} as const
const one = { ...named, salt: ['salt', uint256] } as const

const adding = {
  auth: 'login',
  request: record({
    ...auctionItem,
    ...auctionTerms,
    ...optional(auctionExtras),
    salt: ['salt', uint256],
    type: ['type', codeOf({ AUCTION: AUCTION_ACT.AUCTION, EDIT_AUCTION: AUCTION_ACT.EDIT_AUCTION })],
    digest: ['message', hash],
    signature: ['signature', hex()],
    /** as auction.prepare returned them; the signature covers the same */
    sellerFee: ['sellerFee', count.optional()],
    buyerFee: ['buyerFee', count.optional()],
    ...chainField,
  }),
  response: Empty,
  errors: [
    'NOT_AUTHORISED',
    'AUCTION_SHAPE',
    'AUCTION_STARTED',
    'AUCTION_ENDED',
    'AUCTION_NOT_FOUND',
    'AUCTION_OVER',
    'UNKNOWN_PAY_TOKEN',
    'UNKNOWN_SALT',
    'ORDER_MISMATCH',
    'BAD_SIGNATURE',
    'ON_AUCTION',
    'ON_SALE',
    'NO_HOLDING',
    'APPROVAL_MISSING',
    'SELL_FEE_CHANGED',
    'NOT_FOUND',
    'TRADE_LOCKED',
    'CHAIN_UNKNOWN',
    'CHAIN_UNREACHABLE',
    'CHAIN_STOPPED',
    'MARKET_PAUSED',
  ],
} as const satisfies Partial<Call>

const active = {
  about: 'Live auctions of many items, those that end soonest first.',
  auth: 'open',
  request: record({ items: [['nfts', 'info'], listOf(itemKey, 100)], ...chainField }),
  response: z.object({ list: z.array(AuctionRecord) }),
} as const satisfies Partial<Call>

export const auction = {
  prepare: call('/auction/prepare', {
    about:
      'The digest to sign: of a new or edited auction (types 25, 26), which gets its salt here, or of a bid (type 27) on the auction with this owner and salt. Stores nothing but the number.',
    auth: 'login',
    request: record({
      ...auctionItem,
      type: ['type', codeOf(AUCTION_ACT)],
      salt: ['salt', uint256.optional()],
      id: ['id', text(40).optional()],
      /** total of a bid */
      total: ['buyerValue', uint256.optional()],
      ...optional(auctionTerms),
      ...optional(auctionExtras),
      ...chainField,
    }),
    response: AuctionPrepared,
    errors: [
      'BAD_ARGUMENT',
      'NOT_AUTHORISED',
      'AUCTION_SHAPE',
      'AUCTION_OWN',
      'AUCTION_NOT_FOUND',
      'AUCTION_NOT_STARTED',
      'AUCTION_STARTED',
      'AUCTION_ENDED',
      'AUCTION_OVER',
      'AUCTION_BID_BELOW_NEXT',
      'AUCTION_LEADING',
      'AUCTION_TAKEN',
      'ORDER_NOT_FUNDABLE',
      'TRADE_LOCKED',
      'ON_AUCTION',
      'ON_SALE',
      'NO_HOLDING',
      'UNKNOWN_PAY_TOKEN',
      'UNKNOWN_SALT',
      'NOT_FOUND',
      'CHAIN_UNKNOWN',
      'CHAIN_UNREACHABLE',
      'CHAIN_STOPPED',
      'MARKET_PAUSED',
    ],
  }),
  add: call('/auction/add', {
    cost: 'signature',
    about:
      'Stores a signed auction, or its edit before the start. Signing an auction as it stands again brings it back after the lot had left its owner and returned.',
    ...adding,
  }),
  edit: call('/auction/edit', { cost: 'signature', about: 'auction.add as an edit, whatever type is sent.', ...adding }),
  bid: call('/auction/bid', {
    cost: 'signature',
    about: 'Stores a signed bid of the caller. `message` names its digest; the fee is the one that auction.prepare answered.',
    auth: 'login',
    request: record({
      ...auctionItem,
      total: ['buyerValue', uint256],
      salt: ['salt', uint256],
      digest: ['message', hash],
      signature: ['signature', hex()],
      ...chainField,
    }),
    response: Empty,
    errors: [
      'AUCTION_OWN',
      'AUCTION_NOT_FOUND',
      'AUCTION_NOT_STARTED',
      'AUCTION_ENDED',
      'AUCTION_OVER',
      'AUCTION_BID_BELOW_NEXT',
      'AUCTION_BID_VOID',
      'AUCTION_LEADING',
      'AUCTION_TAKEN',
      'ORDER_NOT_FUNDABLE',
      'TRADE_LOCKED',
      'ORDER_MISMATCH',
      'BAD_SIGNATURE',
      'NOT_ENOUGH_FUNDS',
      'ALLOWANCE_LOW',
      'CHAIN_UNKNOWN',
      'CHAIN_UNREACHABLE',
      'CHAIN_STOPPED',
      'MARKET_PAUSED',
    ],
  }),
  cancel: call('/auction/cancel', {
    about:
      'Takes back the caller’s bids on an auction up to a total: no settlement is signed for them any more. Those signed before end on chain, by `voidBids`. The auction itself its owner cancels on chain.',
    auth: 'login',
    request: record({ ...one, total: ['buying', uint256] }),
    response: Empty,
    errors: ['AUCTION_NOT_FOUND', 'AUCTION_BID_NOT_FOUND', 'AUCTION_BID_PUBLIC', 'AUCTION_OVER', 'CHAIN_UNKNOWN'],
  }),
  buyerFee: call('/auction/buyerFee', {
    cost: 'signature',
    about:
      'The operator’s word on a settlement: the best bid that can be paid now, and the losing bidders who share. Between the end and the expiry, to the owner who accepts (1) or the best bidder who buys (2).',
    auth: 'login',
    request: record({ ...one, type: ['type', codeOf(AUCTION_SETTLEMENT)] }),
    response: SettlementReply,
    errors: [
      'AUCTION_NOT_FOUND',
      'AUCTION_NOT_PARTY',
      'NOT_ENOUGH_FUNDS',
      'AUCTION_NOT_ENDED',
      'AUCTION_EXPIRED',
      'AUCTION_OVER',
      'AUCTION_BID_VOID',
      'AUCTION_BID_LOW',
      'AUCTION_NO_BID',
      'ORDER_NOT_FUNDABLE',
      'TRADE_LOCKED',
      'MARKET_BEHIND',
      'CHAIN_UNKNOWN',
      'CHAIN_UNREACHABLE',
      'CHAIN_STOPPED',
      'MARKET_PAUSED',
    ],
  }),
  settlement: call('/auction/settlement', {
    cost: 'signature',
    about:
      'The settlement that any account may send between the end and the expiry: the best bid that can be paid now, the losing bidders who share, and the least that the owner receives, by a dry run now. From then on its bid ends by `voidBids` alone.',
    auth: 'open',
    request: record(one),
    response: OpenSettlementReply,
    errors: [
      'AUCTION_NOT_FOUND',
      'AUCTION_NOT_ENDED',
      'AUCTION_EXPIRED',
      'AUCTION_OVER',
      'AUCTION_BID_VOID',
      'AUCTION_BID_LOW',
      'AUCTION_NO_BID',
      'AUCTION_PARTIES_ONLY',
      'ORDER_NOT_FUNDABLE',
      'TRADE_LOCKED',
      'MARKET_BEHIND',
      'CHAIN_UNKNOWN',
      'CHAIN_UNREACHABLE',
      'CHAIN_STOPPED',
      'MARKET_PAUSED',
    ],
  }),
  bids: publicRead('/auction/bids', {
    about: 'Bids of an auction, newest first, and who made them; none of an unknown auction.',
    auth: 'open',
    request: record(one),
    response: z.object({ list: z.array(AuctionBidRecord), users: z.array(Person) }),
  }),
  get: publicRead('/auction/get', {
    about: 'One auction; without a salt the owner’s latest of the item.',
    auth: 'open',
    request: record({ ...named, salt: ['salt', uint256.optional()] }),
    response: AuctionRecord,
    errors: ['AUCTION_NOT_FOUND'],
  }),
  list: publicRead('/auction/list', {
    about: 'Auctions of an item, newest first, whatever became of them; those of one owner, or all live or finished ones, where asked for.',
    auth: 'open',
    request: record({
      ...pageFields(),
      collection: ['token', address.optional()],
      tokenId: ['tokenId', uint256.optional()],
      owner: ['owner', address.optional()],
      isFinished: ['status', flag.optional()],
      ...chainField,
    }),
    response: pageOf(AuctionRecord),
  }),
  activeauctions: publicRead('/auction/activeauctions', active),
  listbymulti: publicRead('/auction/listbymulti', active),
  newlist: publicRead('/auction/newlist', {
    about:
      'Items at an auction that takes bids, is about to or waits for its settlement, or at one of these alone by `phase`; the newest auction first, or by `ending` the one that ends first; before them those the caller has won.',
    auth: 'optional',
    request: record({
      ...pageFields(),
      sort: ['sort', z.enum(['create_time', 'ending']).optional()],
      phase: ['phase', AuctionPhase.optional()],
      ...chainField,
    }),
    response: pageOf(ItemRecord),
  }),
} satisfies Calls

/** The fields of a sale in a call that also accepts bids. */
function optional<const F extends Record<string, readonly [string | readonly string[], z.ZodType]>>(fields: F) {
  type Optional = { readonly [K in keyof F]: readonly [F[K][0], z.ZodOptional<F[K][1]>] }
  // The library can't type a mapping over entries.
  return Object.fromEntries(
    Object.entries(fields).map(([name, [wire, schema]]) => [name, [wire, schema.optional()]]),
  ) as unknown as Optional
}
