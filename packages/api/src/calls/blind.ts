import { z } from 'zod'
import { type Calls, call } from '../call.ts'
import {
  BoxCreditRecord,
  BoxFeeReply,
  BoxHistoryRecord,
  BoxKeptRecord,
  BoxOrderRecord,
  BoxPayToken,
  BoxPrepared,
  BoxPrizeRecord,
  BoxProofRecord,
  BoxRecord,
  OwnerDraws,
} from '../schemas/boxes.ts'
import { chainField, pageFields, pageOf, record } from '../schemas/page.ts'
import { address, count, listOf, rowId, text, uint256 } from '../schemas/wire.ts'

/** Ours: unique across chains, so that it implies the chain. */
const one = { boxId: ['blindBoxId', rowId], ...chainField } as const

export const blind = {
  'paytoken.list': call('/blind/paytoken/list', {
    about: 'What boxes can be paid with: the chain’s coin and pay tokens, then the tickets of its boxes.',
    auth: 'open',
    request: record(chainField),
    response: z.object({ list: z.array(BoxPayToken) }),
  }),
  'box.list': call('/blind/box/list', {
    about: 'Series that their owner has registered on chain, the newest first: those to come and those that are over too.',
    auth: 'open',
    request: record({
      ...pageFields(),
      /** of the collection of their first prize */
      collection: ['address', address.optional()],
      /** part of the name */
      name: ['name', text(100).optional()],
      ...chainField,
    }),
    response: pageOf(BoxRecord),
  }),
  'box.detail': call('/blind/box/detail', {
    about: 'One series; nothing where there is none.',
    auth: 'open',
    request: record(one),
    response: BoxRecord.optional(),
  }),
  'box.nfts': call('/blind/box/nfts', {
    about: 'Its kinds of prizes, in the order that OpenIndex counts, with the documented chances and those by what is left.',
    auth: 'open',
    request: record(one),
    response: z.object({ list: z.array(BoxPrizeRecord) }),
  }),
  'box.history': call('/blind/box/history', {
    about: 'Requests for its boxes, the newest first; those of one buyer, or one request, where asked for.',
    auth: 'open',
    request: record({
      ...one,
      ...pageFields(),
      buyer: ['buyer', address.optional()],
      request: ['requestId', count.optional()],
    }),
    response: pageOf(BoxHistoryRecord),
  }),
  'box.proof': call('/blind/box/proof', {
    about: 'What the draw of one request was made of, for anyone to repeat it.',
    auth: 'open',
    request: record({ ...one, request: ['requestId', count] }),
    response: BoxProofRecord,
    errors: ['NOT_FOUND', 'BOX_WAITING', 'BOX_REVEAL_MISSED'],
  }),
  'box.kept': call('/blind/box/kept', {
    about: 'What could not be delivered to an account and waits for it in the contract: prizes and tickets, and ERC20s.',
    auth: 'open',
    request: record({ account: [['account', 'owner'], address], boxId: ['blindBoxId', rowId.optional()], ...chainField }),
    response: z.object({ list: z.array(BoxKeptRecord), credits: z.array(BoxCreditRecord) }),
  }),
  'owner.draws': call('/blind/owner/draws', {
    about: 'How many draws an account did not show in time, of how many, over all its series.',
    auth: 'open',
    request: record({ owner: ['owner', address] }),
    response: OwnerDraws,
  }),
  'order.get': call('/blind/order/get', {
    about: 'The order of one series; nothing where there is none.',
    auth: 'open',
    request: record(one),
    response: BoxOrderRecord.optional(),
  }),
  'order.prepare': call('/blind/order/prepare', {
    about: 'What the owner of a series, who is an operator of the market, signs and registers on chain.',
    auth: 'login',
    request: record(one),
    response: BoxPrepared,
    errors: ['NOT_FOUND', 'NOT_AUTHORISED'],
  }),
  'order.buyfee': call('/blind/order/buyfee', {
    cost: 'signature',
    about: 'The operator’s signature on the buyer fee of a series that can be opened now, by the chain’s own word.',
    auth: 'login',
    request: record({
      salt: ['salt', uint256],
      /** boxes wanted, 1 to 10; 1 when it is not sent */
      amount: ['amount', count.optional()],
      /** where several owners may use the same salt */
      boxId: ['blindBoxId', rowId.optional()],
      ...chainField,
    }),
    response: BoxFeeReply,
    errors: [
      'NOT_FOUND',
      'BOX_NOT_STARTED',
      'BOX_ENDED',
      'BOX_SOLD_OUT',
      'BOX_STOPPED',
      'BOX_DRAW_OVERDUE',
      'BOX_QUANTITY',
      'CHAIN_UNKNOWN',
      'CHAIN_UNREACHABLE',
      'CHAIN_STOPPED',
      'MARKET_PAUSED',
      'MARKET_BEHIND',
    ],
  }),
  'order.listbyboxid': call('/blind/order/listbyboxid', {
    about: 'The orders of several series.',
    auth: 'open',
    request: record({ boxIds: ['blindBoxIds', listOf(rowId, 100)], ...chainField }),
    response: z.object({ list: z.array(BoxOrderRecord) }),
  }),
} satisfies Calls
