import { z } from 'zod'
import { type Calls, publicRead } from '../call.ts'
import { ExplorePage, ITEM_SORTS, ItemCursor, itemFilters } from '../schemas/explore.ts'
import { record } from '../schemas/page.ts'
import { limitField } from '../schemas/statistics.ts'
import { flag } from '../schemas/wire.ts'

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
    errors: ['BAD_ARGUMENT_VALUE'],
  }),
} satisfies Calls

export const EXPLORE_CALLS = { explore } as const
