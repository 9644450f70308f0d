import { ITEM_TYPE } from '@plinth/protocol'
import { z } from 'zod'
import { type Calls, call, publicRead } from '../call.ts'
import { Collection } from '../schemas/collections.ts'
import { AttributeCount, HistoryRecord, Holding, ItemRecord } from '../schemas/items.ts'
import { OrderRecord } from '../schemas/orders.ts'
import { chainField, Empty, pageFields, pageOf, record } from '../schemas/page.ts'
import { User } from '../schemas/people.ts'
import { address, codeOf, count, hash, hex, itemKey, jsonText, listOf, rowId, seconds, text, uint256 } from '../schemas/wire.ts'

const ItemRef = record({ collection: ['token', address], tokenId: ['tokenId', uint256], ...chainField })
const TextByItem = z.record(z.string(), z.string())
const ManyItems = record({ items: ['info', listOf(itemKey, 100)], ...chainField })

/** Blank and half-filled rows are accepted and dropped (document B §3). */
const Property = z.object({ key: text(100), trait_type: text(100).optional(), value: text(200) })

const HOME_SORTS = ['update_time', 'create_time', 'price'] as const

const marketList = {
  auth: 'optional',
  request: record({
    ...pageFields(),
    categories: ['cate', listOf(rowId, 100).optional()],
    sort: ['sort', z.enum(HOME_SORTS).optional()],
    order: ['order', z.enum(['asc', 'desc']).optional()],
    ...chainField,
  }),
  response: pageOf(ItemRecord),
} as const

export const nft = {
  list: publicRead('/nft/list', { about: 'The same as home.list.', ...marketList }),
  add: call('/nft/add', {
    about: 'Stores the metadata of an item about to be minted and answers its ipfs:// address.',
    auth: 'login',
    request: record({
      collection: ['address', address],
      tokenId: ['tokenId', uint256],
      name: ['name', text(200, 1)],
      description: ['description', text(5_000).optional()],
      storageId: ['storageId', rowId],
      imgUrl: ['imgUrl', text(300).optional()],
      animationStorageId: ['animStorageId', rowId.optional()],
      animUrl: ['animUrl', text(300).optional()],
      /** bps, one entry at most */
      royalties: ['royalties', jsonText(z.array(z.coerce.number().int().nonnegative()).max(1)).optional()],
      category: ['categoryId', rowId],
      properties: ['properties', jsonText(z.array(Property).max(100)).optional()],
      quantity: ['quantity', uint256],
      standard: ['type', codeOf(ITEM_TYPE)],
      ...chainField,
    }),
    response: z.object({ metadataUrl: z.string() }),
    errors: [
      'COLLECTION_UNKNOWN',
      'COLLECTION_NOT_YOURS',
      'TOKEN_NOT_ALLOTTED',
      'NAME_BLANK',
      'NAME_UNREADABLE',
      'ROYALTY_TOO_HIGH',
      'CATEGORY_UNKNOWN',
      'FILE_MISSING',
      'FILE_QUOTA',
      'COVER_MISSING',
      'FILE_TYPE',
      'ITEM_EXISTS',
      'ORDER_EXISTS',
      'CHAIN_UNKNOWN',
    ],
  }),
  detail: publicRead('/nft/detail', {
    about: 'One item; succeeds without data when there is none.',
    auth: 'optional',
    request: ItemRef,
    response: ItemRecord.optional(),
  }),
  owners: publicRead('/nft/owners', {
    about: 'Who holds an item: the hundred largest, and the caller at any rank.',
    auth: 'optional',
    request: ItemRef,
    response: z.object({ list: z.array(Holding) }),
  }),
  history: publicRead('/nft/history', {
    about: 'What happened to an item, newest first.',
    auth: 'optional',
    request: ItemRef,
    response: z.array(HistoryRecord),
  }),
  bids: publicRead('/nft/bids', {
    about: 'What became of the bids for an item: made, raised, cancelled, accepted; newest first.',
    auth: 'optional',
    request: ItemRef,
    response: z.array(HistoryRecord),
  }),
  activebids: publicRead('/nft/activebids', {
    about: 'Open, fundable bids for many items, dearest unit first.',
    auth: 'open',
    request: ManyItems,
    response: z.array(OrderRecord),
  }),
  activesales: publicRead('/nft/activesales', {
    about: 'Open, fundable sales of many items, cheapest unit first.',
    auth: 'open',
    request: ManyItems,
    response: z.array(OrderRecord),
  }),
  getmedia: publicRead('/nft/getmedia', {
    about: 'Metadata of many items as JSON text, by address:tokenId; "" while unknown.',
    auth: 'open',
    request: ManyItems,
    response: TextByItem,
  }),
  getroyalties: publicRead('/nft/getroyalties', {
    about: 'Royalties of many items as JSON text of bps, such as "[200]", by address:tokenId; "" of an unknown item.',
    auth: 'open',
    request: ManyItems,
    response: TextByItem,
  }),
  attributes: publicRead('/nft/attributes', {
    about: 'Attributes of an item, each with how many items of its collection have it, of `total` whose metadata is known.',
    auth: 'open',
    request: ItemRef,
    response: z.object({ total: count, list: z.array(AttributeCount) }),
  }),
  refreshmeta: call('/nft/refreshmeta', {
    cost: 'outboundFetch',
    about: 'Reads the token URI and its metadata again, soon.',
    auth: 'open',
    request: ItemRef,
    response: Empty,
    errors: ['NOT_FOUND'],
  }),
  locknft: call('/nft/locknft', {
    about: 'Marks an item as being bought, while the caller’s purchase is pending or just mined (decision 24).',
    auth: 'login',
    request: record({ collection: ['token', address], tokenId: ['tokenId', uint256], txHash: ['txHash', hash.optional()], ...chainField }),
    response: Empty,
    errors: ['NOT_FOUND', 'NO_PURCHASE', 'CHAIN_UNKNOWN', 'CHAIN_UNREACHABLE'],
  }),
} satisfies Calls

export const dapp = {
  sign: call('/dapp/sign', {
    about: 'Allots the next token id of a collection and signs the mint voucher for the caller.',
    auth: 'login',
    request: record({ collection: ['address', address], ...chainField }),
    response: record({ v: ['v', z.string()], r: ['r', hash], s: ['s', hash], tokenId: ['tokenId', uint256] }),
    errors: [
      'COLLECTION_UNKNOWN',
      'COLLECTION_NOT_YOURS',
      'MINT_KEY_MISSING',
      'CHAIN_UNKNOWN',
      'CHAIN_UNREACHABLE',
      'CHAIN_STOPPED',
      'MARKET_PAUSED',
    ],
  }),
  signtyid: call('/dapp/signtyid', {
    about: 'The voucher with which the exchange mints an item while it settles its maker’s open sale of asset type 5 (decision 26).',
    auth: 'login',
    request: record({
      collection: ['address', address],
      tokenId: ['tokenId', uint256],
      /** the seller */
      from: ['from', address],
      /** asset type of the pay token */
      payType: ['payType', count.optional()],
      ...chainField,
    }),
    response: record({
      v: ['v', z.string()],
      r: ['r', hash],
      s: ['s', hash],
      tokenId: ['tokenId', uint256],
      fees: ['fees', z.array(record({ recipient: ['recipient', address], value: ['value', uint256] }))],
      uri: ['uri', z.string()],
      supply: ['supply', uint256],
      deadline: ['deadline', seconds],
      /** the whole voucher, as the last argument of `exchange` */
      voucher: ['voucher', hex()],
    }),
    errors: [
      'ORDER_NOT_FOUND',
      'ORDER_EXPIRED',
      'ORDER_FILLED',
      'ORDER_CANCELLED',
      'ORDER_NOT_FUNDABLE',
      'ROYALTY_ROSE',
      'MINT_KEY_MISSING',
      'TRADE_LOCKED',
      'SELF_TRADE',
      'CHAIN_UNKNOWN',
      'CHAIN_UNREACHABLE',
      'CHAIN_STOPPED',
      'MARKET_PAUSED',
      'MARKET_BEHIND',
    ],
  }),
} satisfies Calls

/** The search text; an empty text finds nothing. */
const found = { search: ['search', text(200).optional()], ...pageFields() } as const

export const home = {
  list: publicRead('/home/list', { about: 'The market: items with a fundable fixed-price sale, visible and not locked.', ...marketList }),
  indexlist: publicRead('/home/indexlist', { about: 'The same as home.list.', ...marketList }),
  search: publicRead('/home/search', {
    cost: 'search',
    about:
      'Items by any part of a name (three letters, or two Chinese ones), by attribute, description or creator, by number (`#12`, `12`, `drift 12`), by the hash of a transaction that moved them, or all of a collection or creator by address: the very name first, then the number, then names that begin so. A word of one or two letters, or one Chinese character, finds 1,000 at most.',
    auth: 'optional',
    request: record({ ...found, ...chainField }),
    response: pageOf(ItemRecord),
    errors: ['LIST_NOT_READY'],
  }),
  searchuser: publicRead('/home/searchuser', {
    cost: 'search',
    about: 'People whose nickname or bio holds the text, or the one with this address; by a word of one or two letters 1,000 at most.',
    auth: 'optional',
    request: record(found),
    response: pageOf(User),
    errors: ['LIST_NOT_READY'],
  }),
  searchcontract: publicRead('/home/searchcontract', {
    cost: 'search',
    about: 'Collections the chain has confirmed, by name or address; by a word of one or two letters 1,000 at most.',
    auth: 'optional',
    request: record({ ...found, ...chainField }),
    response: pageOf(Collection),
    errors: ['LIST_NOT_READY'],
  }),
} satisfies Calls
