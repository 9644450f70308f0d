import { z } from 'zod'
import { type Calls, call } from '../call.ts'
import type { ErrorCode } from '../errors.ts'
import { assetType } from '../schemas/orders.ts'
import { record } from '../schemas/page.ts'
import { address, count, hash, hex, int, jsonText, seconds, uint256, written } from '../schemas/wire.ts'

/** Orders of one call. */
export const MOST_ORDERS_AT_ONCE = 200
/** Characters of their JSON text. */
const LONGEST = 260_000

/** `unitPrice` in base units of the pay token, `quantity` that of the whole sale. */
const sale = {
  collection: ['collection', address],
  tokenId: ['tokenId', uint256],
  assetType: ['assetType', assetType],
  quantity: ['quantity', uint256],
  unitPrice: ['unitPrice', uint256],
  payToken: ['payToken', address],
} as const

/** Of an order that was refused, as in the envelope of a call; absent for one that was not. */
const refusal = {
  code: [
    'code',
    written(
      z.custom<ErrorCode>((value) => typeof value === 'string'),
      { type: 'string' },
    ).optional(),
  ],
  errno: ['errno', int.optional()],
  text: ['errmsg', z.string().optional()],
} as const

const many = <T extends z.ZodType>(element: T) => jsonText(z.array(element).min(1).max(MOST_ORDERS_AT_ONCE), LONGEST)

const order = {
  preparemany: call('/order/preparemany', {
    about:
      'Allots salts for up to 200 sales of one account and chain, and answers for each, in their order, the digest of its own. A sale that names the salt of an open one lowers its price.',
    auth: 'login',
    request: record({
      maker: ['owner', address],
      chainId: ['chainId', int],
      orders: [
        'orders',
        many(
          record({
            ...sale,
            /** of the open sale whose price is lowered */
            salt: ['salt', uint256.optional()],
            /** unix seconds; default 30 days from now */
            validUntil: ['endTime', seconds.optional()],
          }),
        ),
      ],
    }),
    response: record({
      chainId: ['chainId', int],
      buyerFee: ['buyerFee', count],
      orders: [
        'orders',
        z.array(
          record({
            ...refusal,
            salt: ['salt', uint256.optional()],
            digest: ['message', hash.optional()],
            sellerFee: ['sellerFee', count.optional()],
            validUntil: ['endTime', seconds.optional()],
          }),
        ),
      ],
    }),
    errors: [
      'NOT_AUTHORISED',
      'ORDER_SHAPE',
      'ON_AUCTION',
      'NO_HOLDING',
      'UNKNOWN_PAY_TOKEN',
      'UNKNOWN_SALT',
      'ORDER_NOT_FOUND',
      'ORDER_EXISTS',
      'EDIT_PRICE_ALONE',
      'PRICE_NOT_LOWER',
      'DAILY_ORDERS',
      'NOT_FOUND',
      'TRADE_LOCKED',
      'CHAIN_UNKNOWN',
      'CHAIN_UNREACHABLE',
      'CHAIN_STOPPED',
      'MARKET_PAUSED',
    ],
  }),
  submitmany: call('/order/submitmany', {
    cost: 'signature',
    about:
      'Stores up to 200 sales of one account and chain, which one signature of their tree covers, and answers for each, in their order, whether it stands. Those that do are stored together or not at all; the same call again answers the same.',
    auth: 'login',
    request: record({
      maker: ['owner', address],
      chainId: ['chainId', int],
      /** of the whole tree, EIP-712 typed data `BulkOrder`; of an order alone its own */
      signature: ['signature', hex()],
      orders: [
        'orders',
        many(
          record({
            ...sale,
            salt: ['salt', uint256],
            digest: ['message', hash],
            /** place in the tree, from 0 */
            index: ['index', count],
            /** the sibling of each level, 32 bytes each, the lowest first; 0x of an order alone */
            proof: ['proof', hex(320)],
          }),
        ),
      ],
    }),
    response: record({ orders: ['orders', z.array(record(refusal))] }),
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
      'SELL_FEE_CHANGED',
      'NOT_FOUND',
      'TRADE_LOCKED',
      'MARKET_BEHIND',
      'CHAIN_UNKNOWN',
      'CHAIN_UNREACHABLE',
      'CHAIN_STOPPED',
      'MARKET_PAUSED',
    ],
  }),
} satisfies Calls

/** Apart from the other calls of visitor pages, so that the first view does not carry it. */
export const BULK_CALLS = { order } as const
