import { z } from 'zod'
import { type Calls, call } from '../call.ts'
import { LANGUAGE_CODES } from '../languages.ts'
import { chainField, Empty, pageFields, pageOf, record } from '../schemas/page.ts'
import {
  PortfolioCollection,
  PortfolioItem,
  PortfolioListing,
  PortfolioSort,
  PortfolioSummary,
  PortfolioTrade,
  Statement,
} from '../schemas/portfolio.ts'
import { limitField } from '../schemas/statistics.ts'
import { address, chainItem, count, flag, listOf, text } from '../schemas/wire.ts'

/** The `next` of the page before. */
const cursor = z.string().regex(/^[\w-]{1,500}$/, 'not a cursor of this list')
/** As the time zone database names it. */
const timeZone = text(64, 1)
const year = z.codec(count, z.int().min(2_015).max(2_200), { decode: (value) => value, encode: (value) => value })
const month = z.codec(count, z.int().min(1).max(12), { decode: (value) => value, encode: (value) => value })
const items = { items: ['items', listOf(chainItem, 100)] } as const

const portfolio = {
  summary: call('/portfolio/summary', {
    about: 'What the caller’s works are worth, and what it spent, earned, paid in fees and gas and gained, for each money and in all.',
    auth: 'login',
    request: record(chainField),
    response: PortfolioSummary,
    errors: ['LIST_NOT_READY'],
  }),
  collections: call('/portfolio/collections', {
    about: 'Collections of which the caller holds works, most works first, at most 1,000.',
    auth: 'login',
    request: record(chainField),
    response: z.array(PortfolioCollection),
  }),
  items: call('/portfolio/items', {
    about: 'Works that the caller holds, with what it paid, the floor, the best offer and its own price. Rows without a value come last.',
    auth: 'login',
    request: record({
      collection: ['collection', address.optional()],
      isListed: ['listed', flag.optional()],
      hasOffer: ['hasOffer', flag.optional()],
      words: ['words', text(100).optional()],
      /** those behind "Hidden" instead of the others */
      isHidden: ['hidden', flag.optional()],
      sort: ['sort', PortfolioSort.optional()],
      isAscending: ['ascending', flag.optional()],
      cursor: ['cursor', cursor.optional()],
      limit: limitField(100),
      ...chainField,
    }),
    response: z.object({ list: z.array(PortfolioItem), total: count, next: z.string().optional() }),
    errors: ['BAD_ARGUMENT_VALUE'],
  }),
  listings: call('/portfolio/listings', {
    about: 'The caller’s open listings with what is wrong with them; those with a warning come first.',
    auth: 'login',
    request: record({ ...pageFields(), ...chainField }),
    response: pageOf(PortfolioListing),
  }),
  trades: call('/portfolio/trades', {
    about: 'The caller’s trades of a year, and royalties that it got, newest first.',
    auth: 'login',
    request: record({
      year: ['year', year],
      timeZone: ['timeZone', timeZone],
      cursor: ['cursor', cursor.optional()],
      limit: limitField(100),
      ...chainField,
    }),
    response: z.object({ list: z.array(PortfolioTrade), next: z.string().optional() }),
    errors: ['BAD_ARGUMENT_VALUE', 'LIST_NOT_READY'],
  }),
  statement: call('/portfolio/statement', {
    about: 'The same as a CSV file with sums at its end, of a year or a month; at most 10,000 rows.',
    auth: 'login',
    request: record({
      year: ['year', year],
      month: ['month', month.optional()],
      timeZone: ['timeZone', timeZone],
      language: ['language', z.enum(LANGUAGE_CODES)],
      ...chainField,
    }),
    response: Statement,
    errors: ['BAD_ARGUMENT_VALUE', 'LIST_NOT_READY'],
  }),
  hide: call('/portfolio/hide', {
    about: 'The caller sees these works behind "Hidden" alone; other accounts see them as before. At most 10,000 choices.',
    auth: 'login',
    request: record(items),
    response: Empty,
    errors: ['BAD_ARGUMENT_VALUE'],
  }),
  unhide: call('/portfolio/unhide', {
    about: 'Shows these works among the caller’s others, also those of unknown collections.',
    auth: 'login',
    request: record(items),
    response: Empty,
    errors: ['BAD_ARGUMENT_VALUE'],
  }),
} satisfies Calls

/** Apart from the calls of visitor pages, so that the first view does not carry it. */
export const PORTFOLIO_CALLS = { portfolio } as const
