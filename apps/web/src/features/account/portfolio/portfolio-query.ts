import type { PortfolioItem } from '@plinth/api'
import { type Address, ALL_CHAINS } from '@plinth/protocol'
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { keyOf, type ListMeta } from '../../../lib/api.ts'
import { portfolioApi } from '../../../lib/portfolio-api.ts'
import type { LedgerView } from './portfolio-address.ts'

/** The most that a page has: fewer questions on the way down a long list. */
const LIMIT = 100
/** Networks and wallets that are looked at. */
export type Scope = { chainId: number; wallet: Address | undefined }
export const inScope = ({ chainId, wallet }: Scope) => ({
  ...(chainId === ALL_CHAINS ? {} : { chainId }),
  ...(wallet && { wallet }),
})

type Me = Address | undefined

/** `me`: another account's are others; none is asked for before the sign-in. */
export const summaryQuery = (scope: Scope, me: Me) =>
  queryOptions({
    queryKey: [...keyOf(portfolioApi.summary, inScope(scope)), me],
    queryFn: ({ signal }) => portfolioApi.summary(inScope(scope), { signal }),
    enabled: me !== undefined,
  })

export const collectionsQuery = (scope: Scope, me: Me) =>
  queryOptions({
    queryKey: [...keyOf(portfolioApi.collections, inScope(scope)), me],
    queryFn: ({ signal }) => portfolioApi.collections(inScope(scope), { signal }),
    enabled: me !== undefined,
  })

/** Two wallets can hold the same edition: an id keeps their rows apart in lists. */
const withId = (row: PortfolioItem) => Object.assign({ id: `${row.owner}:${row.chainId}:${row.collection}:${row.tokenId}` }, row)

export function ledgerQuery(view: LedgerView, me: Me) {
  const { collection, isListed, hasOffer, words, isHidden, sort, isAscending } = view
  const input = {
    ...inScope(view),
    ...(collection && { collection }),
    ...(isListed !== undefined && { isListed }),
    ...(hasOffer !== undefined && { hasOffer }),
    ...(words !== '' && { words }),
    ...(isHidden && { isHidden }),
    sort,
    isAscending,
    limit: LIMIT,
  }
  const read = async (at: typeof input & { cursor?: string }, signal: AbortSignal | undefined) => {
    const page = await portfolioApi.items(at, signal ? { signal } : {})
    return Object.assign(page, { list: page.list.map((row) => (row.owner === me ? row : withId(row))) })
  }
  const firstPage: ListMeta['firstPage'] = async (signal) => Object.assign(await read(input, signal), { page: 1, pages: 1, limit: LIMIT })
  return infiniteQueryOptions({
    queryKey: [...keyOf(portfolioApi.items, input), me],
    queryFn: ({ pageParam, signal }) => read(pageParam === undefined ? input : { ...input, cursor: pageParam }, signal),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next }: { list: PortfolioItem[]; next?: string | undefined }) => next,
    enabled: me !== undefined,
    meta: { firstPage } satisfies ListMeta,
  })
}

export const listingsQuery = (scope: Scope, me: Me) =>
  infiniteQueryOptions({
    queryKey: [...keyOf(portfolioApi.listings, { page: 1, limit: LIMIT, ...inScope(scope) }), me],
    queryFn: ({ pageParam, signal }) => portfolioApi.listings({ page: pageParam, limit: LIMIT, ...inScope(scope) }, { signal }),
    initialPageParam: 1,
    getNextPageParam: ({ page, pages }) => (page < pages ? page + 1 : undefined),
    enabled: me !== undefined,
  })

export type Period = Scope & { year: number; timeZone: string }

export const tradesQuery = ({ year, timeZone, ...scope }: Period, me: Me) => {
  const input = { year, timeZone, ...inScope(scope), limit: LIMIT }
  return infiniteQueryOptions({
    queryKey: [...keyOf(portfolioApi.trades, input), me],
    queryFn: ({ pageParam, signal }) => portfolioApi.trades(pageParam === undefined ? input : { ...input, cursor: pageParam }, { signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next }: { next?: string | undefined }) => next,
    enabled: me !== undefined,
  })
}

export const walletsQuery = (me: Me) =>
  queryOptions({
    queryKey: [...keyOf(portfolioApi.wallets, {}), me],
    queryFn: ({ signal }) => portfolioApi.wallets({}, { signal }),
    enabled: me !== undefined,
  })
