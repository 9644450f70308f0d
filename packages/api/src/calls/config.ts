import { z } from 'zod'
import { type Calls, call } from '../call.ts'
import { Announcement, Category, Config, PayToken } from '../schemas/catalogue.ts'
import { chainField, record } from '../schemas/page.ts'
import { count } from '../schemas/wire.ts'

const ByChain = record(chainField)

export const config = {
  fetch: call('/config/fetch', {
    about: 'Network, contracts, fees, texts and times of one chain.',
    auth: 'open',
    request: ByChain,
    response: Config,
  }),
} satisfies Calls

export const category = {
  list: call('/category/list', { about: 'The category tree.', auth: 'open', request: ByChain, response: z.array(Category) }),
} satisfies Calls

export const paytoken = {
  list: call('/paytoken/list', {
    about: 'Coins and tokens one can pay with.',
    auth: 'open',
    request: ByChain,
    response: z.array(PayToken),
  }),
} satisfies Calls

export const announcement = {
  list: call('/announcement/list', {
    about: 'Announcements of the operator, newest first, plain text.',
    auth: 'open',
    request: record({
      ...chainField,
      platform: ['platform', count.optional()],
      type: ['type', count.optional()],
      page: ['page', count.optional()],
      limit: [['size', 'limit'], count.optional()],
    }),
    response: z.array(Announcement),
    errnoOnSuccess: 0,
  }),
} satisfies Calls
