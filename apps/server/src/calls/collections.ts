import type { Catalogue, Handlers } from '@plinth/api'
import type { RequestContext, SharedContext } from '../context.ts'
import { describeCollection } from '../modules/collections/describe.ts'
import { editCollection } from '../modules/collections/edit.ts'
import { getNamedCollection, listAllCollections, listCollections, listOfficialCollections } from '../modules/collections/lists.ts'
import { createCollection, getCollectionInfo, searchCollections } from '../modules/collections/service.ts'
import { listItems } from '../read/lists/item-lists.ts'
import { rowTotals } from '../state/items/row-totals.ts'
import { floorsOf } from '../state/orders/store.ts'

export const contractCalls = {
  create: (context, input) => createCollection(context, input),
  describe: (context, input) => describeCollection(context, input),
  edit: async (context, input) => {
    await editCollection(context, input)
    return {}
  },
  info: (context, input) => getCollectionInfo(context, input),
  getinfo: (context, input) => getNamedCollection(context, input),
  list: (context, { chainId }) => listOfficialCollections(context, chainId),
  listall: (context, input) => listAllCollections(context, input.chainId, input),
  listbyaddr: (context, { collections, chainId }) => listCollections(context, collections, chainId),
  stat: async (context, input) => {
    const chain = await context.chains.resolve(input)
    const { collected, collectedOnSale } = await rowTotals(context.db, [chain.id], input.collection)
    return { items: collected, onSale: collectedOnSale }
  },
  floor: async (context, input) => floorsOf(context.db, (await context.chains.resolve(input)).id, input.collection),
  listitems: async (context, input) => {
    const chain = await context.chains.resolve(input)
    return listItems(
      context,
      { of: 'collection', chainId: chain.id, collection: input.collection, onlyOnSale: input.onlyOnSale ?? false },
      input,
    )
  },
} satisfies Handlers<Catalogue['contract'], RequestContext, SharedContext>

export const collectionSearchCalls = {
  searchcontract: (context, input) => searchCollections(context, input.search ?? '', input.chainId, input),
} satisfies Handlers<Pick<Catalogue['home'], 'searchcontract'>, RequestContext, SharedContext>
