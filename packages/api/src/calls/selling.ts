import { z } from 'zod'
import { type Calls, call } from '../call.ts'
import { record } from '../schemas/page.ts'
import { SellingFacts } from '../schemas/selling.ts'
import { chainItem, listOf } from '../schemas/wire.ts'

const selling = {
  facts: call('/selling/facts', {
    cost: 'search',
    about:
      'Up to 200 works with what their seller prices them by: what the caller holds and lists of each, the floors of its collection and attributes, the best bid or offer, the last sale. Hidden works are left out; floors of attributes are of the first 20 collections, and of 1,000 attributes.',
    auth: 'login',
    request: record({ items: ['items', listOf(chainItem, 200)] }),
    response: z.object({ list: z.array(SellingFacts) }),
    errors: ['CHAIN_UNKNOWN'],
  }),
} satisfies Calls

/** Apart from the calls of visitor pages, so that the first view does not carry it. */
export const SELLING_CALLS = { selling } as const satisfies Record<string, Calls>
