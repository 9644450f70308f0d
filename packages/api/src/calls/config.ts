import { z } from 'zod'
import { type Calls, call, publicRead } from '../call.ts'
import { Announcement, Category, Config, GasPrices, PayToken } from '../schemas/catalogue.ts'
import { chainField, record } from '../schemas/page.ts'
import { address, big, count, int, uint256 } from '../schemas/wire.ts'

const ByChain = record(chainField)

export const config = {
  fetch: call('/config/fetch', {
    about: 'Network, contracts, fees, texts and times of one chain.',
    auth: 'open',
    request: ByChain,
    response: Config,
  }),
  gasTracker: call('/config/gasTracker', {
    about:
      'What transactions paid per gas in the last blocks of a chain; where these are empty, what the node suggests. No data before the first reading, and where gas is free.',
    auth: 'open',
    request: ByChain,
    response: GasPrices.optional(),
  }),
} satisfies Calls

export const category = {
  list: publicRead('/category/list', { about: 'The category tree.', auth: 'open', request: ByChain, response: z.array(Category) }),
} satisfies Calls

export const paytoken = {
  list: publicRead('/paytoken/list', {
    about: 'Coins and tokens one can pay with.',
    auth: 'open',
    request: ByChain,
    response: z.array(PayToken),
  }),
  committed: call('/paytoken/committed', {
    about:
      'What the caller’s open bids in one pay token can still draw, fees included, whether or not they are covered now: an allowance of this beside a payment keeps them all (decision 22).',
    auth: 'login',
    request: record({
      token: ['token', address],
      /** the bid that a new version replaces */
      exceptSalt: ['salt', uint256.optional()],
      ...chainField,
    }),
    response: record({ chainId: ['chainId', int], token: ['token', address], committed: ['committed', big], bids: ['bids', count] }),
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
