import type { Catalogue, Handlers, Input } from '@plinth/api'
import { type Address, HISTORY_TYPE, itemKey, ORDER_TYPE } from '@plinth/protocol'
import type { RequestContext, SharedContext } from '../context.ts'
import type { ItemRef } from '../db/item-keys.ts'
import { nothing } from '../db/paging.ts'
import { readItemSearch } from '../db/search.ts'
import { listMintableCollections, listOwnCollections } from '../modules/collections/service.ts'
import { addItem } from '../modules/items/add.ts'
import { lockItem } from '../modules/items/lock.ts'
import { refreshMetadata } from '../modules/items/metadata.ts'
import { signSettlementMint } from '../modules/items/settlement.ts'
import { signVoucher } from '../modules/items/voucher.ts'
import { listHoldings } from '../read/items.ts'
import { listHistory } from '../read/lists/history.ts'
import { listItems } from '../read/lists/item-lists.ts'
import { listBids } from '../read/lists/order-lists.ts'
import { readRecord } from '../read/record.ts'
import { readLiveOrders } from '../read/record-offers.ts'
import { readMarks, readOwnAuctions } from '../read/viewer.ts'
import { countAttributes } from '../state/items/attributes.ts'
import { findItem, findItems, type ItemRow, isShown } from '../state/items/store.ts'

type ManyItems = { items: readonly { collection: Address; tokenId: bigint }[]; chainId?: number }

function refsOf(context: SharedContext, { items, chainId }: ManyItems): Promise<ItemRef[]> {
  return Promise.all(items.map(async (item) => ({ ...item, chainId: (await context.chains.resolve({ chainId, ...item })).id })))
}

async function textsOf(context: SharedContext, input: ManyItems, text: (item: ItemRow) => string): Promise<Record<string, string>> {
  const known = await findItems(context.db, await refsOf(context, input))
  const shown = known.filter(isShown)
  const texts = new Map(shown.map((item) => [itemKey(item.collection, item.tokenId), text(item)]))
  return Object.fromEntries(
    input.items.map(({ collection, tokenId }) => [itemKey(collection, tokenId), texts.get(itemKey(collection, tokenId)) ?? '']),
  )
}

/** Rows of an item's history that its bids tab shows. */
const BID_ACTS = [HISTORY_TYPE.BID, HISTORY_TYPE.EDIT_BID, HISTORY_TYPE.CANCEL_BID, HISTORY_TYPE.ACCEPT]

/** Items on sale now. */
function listMarket(context: SharedContext, input: Input<Catalogue['home']['list']>) {
  const chainIds = context.chains.scope(input.chainId).map((chain) => chain.id)
  const { categories = [], sort = 'create_time', order = 'desc' } = input
  return listItems(context, { of: 'market', chainIds, categories, sort, order }, input)
}

export const nftCalls = {
  list: listMarket,
  add: (context, input) => addItem(context, input),
  detail: async (context, input) => {
    const chain = await context.chains.resolve(input)
    const { collection, tokenId } = input
    return readRecord(context, { chainId: chain.id, collection, tokenId })
  },
  owners: async (context, input) => {
    const chain = await context.chains.resolve(input)
    return { list: await listHoldings(context, [{ ...input, chainId: chain.id }]) }
  },
  history: async (context, input) => {
    const chain = await context.chains.resolve(input)
    return listHistory(context, { ...input, chainId: chain.id })
  },
  bids: async (context, input) => {
    const chain = await context.chains.resolve(input)
    return listHistory(context, { ...input, chainId: chain.id }, BID_ACTS)
  },
  activebids: async (context, input) => {
    return readLiveOrders(context, await refsOf(context, input), [ORDER_TYPE.BID])
  },
  activesales: async (context, input) => {
    return readLiveOrders(context, await refsOf(context, input), [ORDER_TYPE.SALE])
  },
  getmedia: (context, input) => textsOf(context, input, (item) => item.metadata),
  getroyalties: (context, input) => textsOf(context, input, (item) => JSON.stringify(item.royalties)),
  attributes: async (context, input) => {
    const chain = await context.chains.resolve(input)
    const item = await findItem(context.db, { ...input, chainId: chain.id })
    return isShown(item) ? countAttributes(context.db, item) : { total: 0, list: [] }
  },
  refreshmeta: async (context, input) => {
    await refreshMetadata(context, input)
    return {}
  },
  locknft: async (context, input) => {
    await lockItem(context, input)
    return {}
  },
} satisfies Handlers<Catalogue['nft'], RequestContext, SharedContext>

export const dappCalls = {
  sign: (context, input) => signVoucher(context, input),
  signtyid: (context, input) => signSettlementMint(context, input),
} satisfies Handlers<Catalogue['dapp'], RequestContext>

export const homeCalls = {
  list: listMarket,
  indexlist: listMarket,
  search: async (context, input) => {
    const by = readItemSearch(input.search ?? '')
    if (by === undefined) return nothing(input)
    return listItems(context, { of: 'found', chainIds: context.chains.scope(input.chainId).map((chain) => chain.id), by }, input)
  },
} satisfies Handlers<Pick<Catalogue['home'], 'list' | 'indexlist' | 'search'>, RequestContext, SharedContext>

type UserItemCalls = Pick<Catalogue['user'], 'onsales' | 'collections' | 'created' | 'like' | 'bid' | 'listcontract' | 'contract'>

function listOf(of: 'onSale' | 'offered' | 'held' | 'created' | 'liked', among: { collection?: Address; tokenId?: bigint } = {}) {
  return (context: SharedContext, input: Parameters<Handlers<UserItemCalls, RequestContext, SharedContext>['onsales']>[1]) =>
    listItems(
      context,
      {
        ...among,
        of,
        address: input.address,
        chainIds: context.chains.scope(input.chainId).map((chain) => chain.id),
        category: input.category,
      },
      input,
    )
}

export const userItemCalls = {
  // The owner also sees its own inactive listings (decision 23).
  onsales: (context, input) => listOf(context.caller?.address === input.address ? 'offered' : 'onSale')(context, input),
  collections: (context, input) => listOf('held', input)(context, input),
  created: listOf('created'),
  like: listOf('liked'),
  bid: (context, input) =>
    listBids(
      context,
      { address: input.address, chainIds: context.chains.scope(input.chainId).map((chain) => chain.id), category: input.category },
      input,
    ),
  listcontract: (context, input) => listMintableCollections(context, input.address, input.chainId),
  contract: (context, input) => listOwnCollections(context, input.address, input.chainId),
} satisfies Handlers<UserItemCalls, RequestContext, SharedContext>

export const viewerCalls = {
  marks: async (context, { items }) => {
    for (const { chainId } of items) context.chains.get(chainId)
    return { list: await readMarks(context, items) }
  },
  auctions: async (context) => ({ list: await readOwnAuctions(context) }),
} satisfies Handlers<Catalogue['viewer'], RequestContext>
