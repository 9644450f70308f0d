import { z } from 'zod'
import { type Calls, publicRead } from '../call.ts'
import { ExplorePage, FoundCollection, ITEM_SORTS, ItemCursor, itemFilters } from '../schemas/explore.ts'
import { chainField, foundPageOf, pageFields, record } from '../schemas/page.ts'
import { limitField } from '../schemas/statistics.ts'
import { flag, text } from '../schemas/wire.ts'

const explore = {
  items: publicRead('/explore/items', {
    about: 'Items of the market by any filters, in one of ten orders, with the count of each value of each filter where asked.',
    auth: 'open',
    request: record({
      ...itemFilters,
      sort: ['sort', z.enum(ITEM_SORTS).optional()],
      withCounts: ['counts', flag.optional()],
      cursor: ['cursor', ItemCursor.optional()],
      limit: limitField(200),
    }),
    response: ExplorePage,
    errors: ['BAD_ARGUMENT_VALUE', 'LIST_NOT_READY'],
  }),
  collections: publicRead('/explore/collections', {
    cost: 'search',
    about:
      'Collections by any part of their name, or by address, with floors and number of items; verified ones before others of that name.',
    auth: 'open',
    request: record({ words: ['words', text(200)], ...pageFields(50), ...chainField }),
    response: foundPageOf(FoundCollection),
    errors: ['LIST_NOT_READY'],
  }),
} satisfies Calls

export const EXPLORE_CALLS = { explore } as const
