import { ACTION_TYPE, ORDER_STATUS, ORDER_TYPE } from '@plinth/protocol'
import { type Call, type Calls, call } from '../call.ts'
import { BuyerFeeReply, OrderRecord, orderSides } from '../schemas/orders.ts'
import { chainField, Empty, pageFields, pageOf, record } from '../schemas/page.ts'
import { address, codeOf, count, hash, hex, int, seconds, uint256 } from '../schemas/wire.ts'

/** 1, 2, 5, 6 or their names; the side that holds the item decides between sale and bid (decision 14). */
const actionType = codeOf({
  SALE: ACTION_TYPE.SALE,
  EDIT_SALE: ACTION_TYPE.EDIT_SALE,
  BID: ACTION_TYPE.BID,
  EDIT_BID: ACTION_TYPE.EDIT_BID,
})

const adding = {
  auth: 'login',
  request: record({
    ...orderSides,
    salt: ['salt', uint256],
    type: ['type', actionType],
    /** of a private sale */
    taker: ['taker', address.optional()],
    digest: ['message', hash],
    signature: ['signature', hex()],
    ...chainField,
  }),
  response: Empty,
  errors: [
    'NOT_AUTHORISED',
    'ORDER_SHAPE',
    'UNKNOWN_PAY_TOKEN',
    'UNKNOWN_SALT',
    'ORDER_MISMATCH',
    'BAD_SIGNATURE',
    'ORDER_EXPIRED',
    'ORDER_EXISTS',
    'DAILY_ORDERS',
    'ON_AUCTION',
    'ORDER_NOT_FOUND',
    'APPROVAL_MISSING',
    'ORDER_FILLED',
    'ORDER_CANCELLED',
    'NO_HOLDING',
    'PRICE_NOT_LOWER',
    'PRICE_NOT_HIGHER',
    'SELL_FEE_CHANGED',
    'NOT_FOUND',
    'TRADE_LOCKED',
    'ALLOWANCE_LOW',
    'NOT_ENOUGH_FUNDS',
    'BID_OWN_ITEM',
    'BID_ABOVE_OTHERS',
    'MARKET_BEHIND',
    'CHAIN_UNKNOWN',
    'CHAIN_UNREACHABLE',
  ],
} as const satisfies Partial<Call>

export const order = {
  prepare: call('/order/prepare', {
    about:
      'Allots a salt and answers the digest to sign; stores nothing but the number. An edit names what is left of the order, or all of it; signed and answered is all of it, at that unit price.',
    auth: 'login',
    request: record({
      ...orderSides,
      salt: ['salt', uint256.optional()],
      type: ['type', actionType],
      /** makes it a private sale, which this account alone can fill */
      taker: ['taker', address.optional()],
      /** unix seconds; default 30 days from now */
      validUntil: ['endTime', seconds.optional()],
      validFrom: ['startTime', seconds.optional()],
      ...chainField,
    }),
    response: record({
      ...orderSides,
      /** EIP-712 digest */
      digest: ['message', hash],
      salt: ['salt', uint256],
      sellerFee: [['sellFee', 'sellerFee'], count],
      buyerFee: [['buyFee', 'buyerFee'], count],
      type: ['type', actionType],
      chainId: ['chainId', int],
      validUntil: ['endTime', seconds],
    }),
    errors: [
      'NOT_AUTHORISED',
      'ORDER_SHAPE',
      'ON_AUCTION',
      'NO_HOLDING',
      'UNKNOWN_PAY_TOKEN',
      'UNKNOWN_SALT',
      'ORDER_EXISTS',
      'EDIT_PRICE_ALONE',
      'DAILY_ORDERS',
      'BID_OWN_ITEM',
      'BID_ABOVE_OTHERS',
      'NOT_FOUND',
      'TRADE_LOCKED',
      'CHAIN_UNKNOWN',
      'CHAIN_UNREACHABLE',
      'CHAIN_STOPPED',
      'MARKET_PAUSED',
    ],
  }),
  add: call('/order/add', {
    cost: 'signature',
    about:
      'Stores a signed sale or bid, or its edit. Signing an order as it stands again brings it back after what it offers had left its maker and returned.',
    ...adding,
  }),
  submit: call('/order/submit', { cost: 'signature', about: 'The same as order.add.', ...adding }),
  list: call('/order/list', {
    about:
      'Orders by owner, item, type and status, newest first; those that are open and can’t be filled now are shown to their owner alone.',
    auth: 'optional',
    request: record({
      ...pageFields(),
      owner: ['owner', address.optional()],
      collection: ['token', address.optional()],
      tokenId: ['tokenId', uint256.optional()],
      type: ['type', codeOf(ORDER_TYPE).optional()],
      status: ['status', codeOf(ORDER_STATUS).optional()],
      ...chainField,
    }),
    response: pageOf(OrderRecord),
  }),
  get: call('/order/get', {
    about: 'The open order of one owner for one item; one whose items have left the owner is shown to the owner alone.',
    auth: 'optional',
    request: record({
      collection: ['caddress', address],
      tokenId: ['tokenId', uint256],
      owner: ['owner', address],
      type: ['type', codeOf(ORDER_TYPE)],
      ...chainField,
    }),
    response: OrderRecord,
    errors: ['ORDER_NOT_FOUND'],
  }),
  buyerFee: call('/order/buyerFee', {
    about: 'The operator’s signature on the buyer fee of an open, fundable order, and whether a fill needs it.',
    auth: 'login',
    request: record({
      collection: [['sellToken', 'buyToken'], address],
      tokenId: [['sellTokenId', 'buyTokenId', 'tokenId'], uint256],
      owner: ['owner', address],
      type: ['type', codeOf(ORDER_TYPE)],
      salt: ['salt', uint256],
      /** quantity wanted; default: all that remains */
      quantity: ['quantity', uint256.optional()],
      ...chainField,
    }),
    response: BuyerFeeReply,
    errors: [
      'ORDER_NOT_FOUND',
      'ORDER_EXPIRED',
      'ORDER_FILLED',
      'ORDER_CANCELLED',
      'ORDER_NOT_FUNDABLE',
      'ROYALTY_ROSE',
      'TRADE_LOCKED',
      'ORDER_QUANTITY',
      'SELF_TRADE',
      'CHAIN_UNKNOWN',
      'CHAIN_UNREACHABLE',
      'CHAIN_STOPPED',
      'MARKET_PAUSED',
      'MARKET_BEHIND',
    ],
  }),
} satisfies Calls
