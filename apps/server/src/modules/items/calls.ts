import type { Catalogue, Handlers } from '@plinth/api'
import { ORDER_TYPE } from '@plinth/protocol'
import type { RequestContext } from '../../context.ts'
import { listHistory } from '../../views/history.ts'
import { listItems } from '../../views/item-lists.ts'
import { hydrateItems, listHoldings } from '../../views/items.ts'
import { liveOrders, presentOrders } from '../../views/orders.ts'
import { listMintableCollections } from '../collections/service.ts'
import { addItem } from './add.ts'
import { lockItem } from './lock.ts'
import { refreshMetadata } from './metadata.ts'
import { findItem } from './store.ts'
import { signVoucher } from './voucher.ts'

export const nftCalls = {
  add: (context, input) => addItem(context, input),
  detail: async (context, input) => {
    const chain = await context.chains.resolve(input)
    const item = await findItem(context.db, { ...input, chainId: chain.id })
    if (!item?.isConfirmed || !item.isVisible) return undefined
    const [record] = await hydrateItems(context, [item])
    return record
  },
  owners: async (context, input) => {
    const chain = await context.chains.resolve(input)
    return { list: await listHoldings(context, [{ ...input, chainId: chain.id }]) }
  },
  history: async (context, input) => {
    const chain = await context.chains.resolve(input)
    return listHistory(context, { ...input, chainId: chain.id })
  },
  activesales: async (context, { items, chainId }) => {
    const refs = await Promise.all(
      items.map(async (item) => ({ ...item, chainId: (await context.chains.resolve({ chainId, ...item })).id })),
    )
    return presentOrders(context, await liveOrders(context.db, refs, ORDER_TYPE.SALE))
  },
  refreshmeta: async (context, input) => {
    await refreshMetadata(context, input)
    return {}
  },
  locknft: async (context, input) => {
    await lockItem(context, input)
    return {}
  },
} satisfies Handlers<Catalogue['nft'], RequestContext>

export const dappCalls = {
  sign: (context, input) => signVoucher(context, input),
} satisfies Handlers<Catalogue['dapp'], RequestContext>

export const homeCalls = {
  list: (context, input) =>
    listItems(
      context,
      {
        of: 'market',
        chainIds: context.chains.scope(input.chainId).map((chain) => chain.id),
        categories: input.categories ?? [],
        sort: input.sort ?? 'create_time',
        order: input.order ?? 'desc',
      },
      input,
    ),
} satisfies Handlers<Catalogue['home'], RequestContext>

type UserItemCalls = Pick<Catalogue['user'], 'onsales' | 'collections' | 'created' | 'like' | 'listcontract'>

function listOf(of: 'onSale' | 'offered' | 'held' | 'created' | 'liked') {
  return (context: RequestContext, input: Parameters<Handlers<UserItemCalls, RequestContext>['onsales']>[1]) =>
    listItems(
      context,
      { of, address: input.address, chainIds: context.chains.scope(input.chainId).map((chain) => chain.id), category: input.category },
      input,
    )
}

export const userItemCalls = {
  // His own eyes see the sales at rest too (decision 23).
  onsales: (context, input) => listOf(context.caller?.address === input.address ? 'offered' : 'onSale')(context, input),
  collections: listOf('held'),
  created: listOf('created'),
  like: listOf('liked'),
  listcontract: (context, input) => listMintableCollections(context, input.address, input.chainId),
} satisfies Handlers<UserItemCalls, RequestContext>
