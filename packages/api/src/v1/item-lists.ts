import { z } from 'zod'
import { ItemCard } from '../schemas/item-cards.ts'
import { limitField } from '../schemas/statistics.ts'
import { address, flag, int, rowId, uint256 } from '../schemas/wire.ts'
import { createV1Of, type V1Options } from './reading.ts'
import { record, resource, rowsFields, rowsOf } from './resource.ts'

const ofCollection = { chainId: ['chain', int], collection: ['collection', address] } as const
const cards = rowsOf(ItemCard)

/** Resources of slim cards that pages of the market read; apart from the others, which they do not. */
export const ITEM_LISTS = {
  similarItems: resource('/items/{chain}/{collection}/{tokenId}/similar', {
    about: 'Items of the collection with which it shares most attributes, rare ones first, among the 5,000 next to it by number.',
    request: record({ ...ofCollection, tokenId: ['tokenId', uint256], limit: limitField(24) }),
    response: z.object({ list: z.array(ItemCard) }),
  }),
  collectionItems: resource('/collections/{chain}/{collection}/items', {
    about: 'Items of a collection, newest first, or only those on sale.',
    request: record({ ...ofCollection, onlyOnSale: ['onSale', flag.optional()], ...rowsFields }),
    response: cards,
  }),
  accountItems: resource('/accounts/{address}/items', {
    about: 'What an account holds, made, or has on sale, newest first.',
    request: record({
      address: ['address', address],
      of: ['of', z.enum(['held', 'created', 'onSale'])],
      chainId: ['chain', int.optional()],
      category: ['category', rowId.optional()],
      collection: ['collection', address.optional()],
      tokenId: ['tokenId', uint256.optional()],
      ...rowsFields,
    }),
    response: cards,
  }),
} as const

/** The typed client of these alone. */
export const createItemLists = (options: V1Options = {}) => createV1Of(ITEM_LISTS, options)
