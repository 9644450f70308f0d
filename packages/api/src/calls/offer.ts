import { z } from 'zod'
import { type Calls, call, publicRead } from '../call.ts'
import { AttributeChoice, BlockedMaker, Inbox, OfferFill, OfferRecord, OfferSet } from '../schemas/offers.ts'
import { assetType } from '../schemas/orders.ts'
import { chainField, Empty, pageFields, pageOf, record } from '../schemas/page.ts'
import { address, big, count, flag, hash, hex, int, jsonText, listOf, rowId, seconds, uint256 } from '../schemas/wire.ts'

/** `unitPrice` in base units of the pay token. */
const terms = {
  maker: ['owner', address],
  collection: ['collection', address],
  payToken: ['payToken', address],
  unitPrice: ['unitPrice', uint256],
  quantity: ['quantity', uint256],
} as const

const offer = {
  prepare: call('/offer/prepare', {
    cost: 'search',
    about:
      'Chooses the items that an offer is for, allots a salt and answers the digest to sign. Without attributes all items there are now; with the salt of an open offer the same set at another price.',
    auth: 'login',
    request: record({
      ...terms,
      attributes: ['attributes', jsonText(z.array(AttributeChoice).max(50)).optional()],
      /** for any item of the collection, also of those to come */
      withNew: ['withNew', flag.optional()],
      salt: ['salt', uint256.optional()],
      /** unix seconds; default 30 days from now */
      validUntil: ['endTime', seconds.optional()],
      validFrom: ['startTime', seconds.optional()],
      ...chainField,
    }),
    response: record({
      ...terms,
      chainId: ['chainId', int],
      root: ['root', hash],
      items: ['items', count.optional()],
      assetType: ['assetType', assetType],
      salt: ['salt', uint256],
      sellerFee: ['sellerFee', count],
      buyerFee: ['buyerFee', count],
      validUntil: ['endTime', seconds],
      digest: ['message', hash],
    }),
    errors: [
      'NOT_AUTHORISED',
      'NOT_FOUND',
      'TRADE_LOCKED',
      'ORDER_SHAPE',
      'UNKNOWN_PAY_TOKEN',
      'UNKNOWN_SALT',
      'ORDER_EXISTS',
      'ORDER_NOT_FOUND',
      'EDIT_PRICE_ALONE',
      'DAILY_ORDERS',
      'BAD_ARGUMENT_VALUE',
      'TOO_MANY_REQUESTS',
      'CHAIN_UNKNOWN',
      'CHAIN_UNREACHABLE',
      'CHAIN_STOPPED',
      'MARKET_PAUSED',
    ],
  }),
  add: call('/offer/add', {
    cost: 'signature',
    about: 'Stores a signed offer, or its higher price, and publishes the list of ids behind its root.',
    auth: 'login',
    request: record({
      ...terms,
      root: ['root', hash],
      salt: ['salt', uint256],
      digest: ['message', hash],
      signature: ['signature', hex()],
      ...chainField,
    }),
    response: Empty,
    errors: [
      'NOT_AUTHORISED',
      'NOT_FOUND',
      'BAD_ARGUMENT_VALUE',
      'TRADE_LOCKED',
      'ORDER_SHAPE',
      'UNKNOWN_PAY_TOKEN',
      'UNKNOWN_SALT',
      'ORDER_MISMATCH',
      'BAD_SIGNATURE',
      'ORDER_EXPIRED',
      'ORDER_EXISTS',
      'ORDER_FILLED',
      'ORDER_CANCELLED',
      'PRICE_NOT_HIGHER',
      'SELL_FEE_CHANGED',
      'DAILY_ORDERS',
      'ALLOWANCE_LOW',
      'NOT_ENOUGH_FUNDS',
      'MARKET_BEHIND',
      'CHAIN_UNKNOWN',
      'CHAIN_UNREACHABLE',
    ],
  }),
  list: publicRead('/offer/list', {
    about: 'Open offers of which at least one unit can be sold now, for items of a collection or by one account, best worth first.',
    auth: 'open',
    request: record({
      collection: ['collection', address.optional()],
      owner: ['owner', address.optional()],
      ...pageFields(),
      ...chainField,
    }),
    response: pageOf(OfferRecord),
  }),
  mine: call('/offer/mine', {
    about: 'The caller’s open offers, also those that can’t be filled now.',
    auth: 'login',
    request: record({ ...pageFields(), ...chainField }),
    response: pageOf(OfferRecord),
  }),
  forItem: publicRead('/offer/forItem', {
    about:
      'What an item can be sold to now, best worth first: bids for it, and offers for a set that it is in; none where it can’t be traded.',
    auth: 'open',
    request: record({ collection: ['collection', address], tokenId: ['tokenId', uint256], ...pageFields(), ...chainField }),
    response: pageOf(OfferRecord),
  }),
  inbox: call('/offer/inbox', {
    about:
      'What the caller’s items can be sold to now, best worth first: no declined offer, none of a blocked maker, none below the caller’s minimum.',
    auth: 'login',
    request: record({ ...pageFields(100), ...chainField }),
    response: Inbox,
  }),
  passed: call('/offer/passed', {
    about: 'Which of these offers the caller has declined, or are of makers that it has blocked.',
    auth: 'login',
    request: record({ ids: ['ids', listOf(rowId, 100)] }),
    response: z.array(record({ id: ['id', big], isDeclined: ['declined', flag], isBlocked: ['blocked', flag] })),
  }),
  decline: call('/offer/decline', {
    about: 'Hides an offer or a bid from the caller’s inbox; twice is once. An account declines 1,000 open ones at most.',
    auth: 'login',
    request: record({ id: ['id', rowId] }),
    response: Empty,
    errors: ['ORDER_NOT_FOUND', 'BAD_ARGUMENT_VALUE'],
  }),
  restore: call('/offer/restore', {
    about: 'Shows a declined offer again.',
    auth: 'login',
    request: record({ id: ['id', rowId] }),
    response: Empty,
  }),
  block: call('/offer/block', {
    about: 'The caller sees no offers of this account and gets no notices of them; twice is once. An account blocks 1,000 others at most.',
    auth: 'login',
    request: record({ address: ['address', address] }),
    response: Empty,
    errors: ['BAD_ARGUMENT_VALUE'],
  }),
  unblock: call('/offer/unblock', {
    about: 'The caller sees this account’s offers again.',
    auth: 'login',
    request: record({ address: ['address', address] }),
    response: Empty,
  }),
  blocked: call('/offer/blocked', {
    about: 'Accounts that the caller has blocked, the newest first.',
    auth: 'login',
    request: record({ ...pageFields() }),
    response: pageOf(BlockedMaker),
  }),
  setLeast: call('/offer/setLeast', {
    about: 'The smallest offer of which the caller gets a notice, in percent of the collection’s floor; 0 for any.',
    auth: 'login',
    request: record({ least: ['least', z.codec(count, z.int().max(1_000), { decode: (value) => value, encode: (value) => value })] }),
    response: Empty,
  }),
  set: publicRead('/offer/set', {
    about: 'The ids behind a root, with the CID under which the list is published.',
    auth: 'open',
    request: record({ collection: ['collection', address], root: ['root', hash], ...chainField }),
    response: OfferSet,
    errors: ['NOT_FOUND'],
  }),
  buyerFee: call('/offer/buyerFee', {
    about: 'What a holder needs to sell an item to an offer: the proof of its id, and the operator’s signature on the buyer fee.',
    auth: 'login',
    request: record({
      owner: ['owner', address],
      salt: ['salt', uint256],
      collection: ['collection', address],
      tokenId: ['tokenId', uint256],
      quantity: ['quantity', uint256.optional()],
      ...chainField,
    }),
    response: OfferFill,
    errors: [
      'SELF_TRADE',
      'NOT_FOUND',
      'TRADE_LOCKED',
      'BAD_ARGUMENT_VALUE',
      'ORDER_NOT_FOUND',
      'ORDER_EXPIRED',
      'ORDER_FILLED',
      'ORDER_CANCELLED',
      'ORDER_NOT_FUNDABLE',
      'ORDER_QUANTITY',
      'CHAIN_UNKNOWN',
      'CHAIN_UNREACHABLE',
      'CHAIN_STOPPED',
      'MARKET_PAUSED',
      'MARKET_BEHIND',
    ],
  }),
} satisfies Calls

/** Apart from the other calls of visitor pages, so that the first view does not carry it. */
export const OFFER_CALLS = { offer } as const
