import { z } from 'zod'
import { type Calls, call } from '../call.ts'
import { BuyerFeeReply } from '../schemas/orders.ts'
import { chainField, pageFields, pageOf, record } from '../schemas/page.ts'
import { PrivateSaleOfItem, PrivateSaleRecord } from '../schemas/private-sales.ts'
import { address, uint256 } from '../schemas/wire.ts'

const privateSale = {
  forItem: call('/privateSale/forItem', {
    about: 'Open private sales of an item to the caller, that it can buy now, and by the caller. An empty list for every other account.',
    auth: 'login',
    request: record({ collection: ['collection', address], tokenId: ['tokenId', uint256], ...chainField }),
    response: z.array(PrivateSaleRecord),
  }),
  mine: call('/privateSale/mine', {
    about: 'Open private sales by the caller with their items, newest first, also those that can’t be filled now.',
    auth: 'login',
    request: record({ ...pageFields(), ...chainField }),
    response: pageOf(PrivateSaleOfItem),
  }),
  buyerFee: call('/privateSale/buyerFee', {
    about: 'The operator’s signature on the buyer fee of a private sale to the caller.',
    auth: 'login',
    request: record({
      collection: ['collection', address],
      tokenId: ['tokenId', uint256],
      owner: ['owner', address],
      salt: ['salt', uint256],
      /** default: all that remains */
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

/** Apart from the other calls of visitor pages, so that the first view does not carry it. */
export const PRIVATE_SALE_CALLS = { privateSale } as const
