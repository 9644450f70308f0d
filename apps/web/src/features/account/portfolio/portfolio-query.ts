import type { PortfolioItem } from '@plinth/api'
import { type Address, ALL_CHAINS } from '@plinth/protocol'
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { keyOf, type ListMeta } from '../../../lib/api.ts'
import { portfolioApi } from '../../../lib/portfolio-api.ts'
import type { LedgerView } from './portfolio-address.ts'

/** The most that a page has: fewer questions on the way down a long list. */
const LIMIT = 100
const onChain = (chainId: number) => (chainId === ALL_CHAINS ? {} : { chainId })

type Me = Address | undefined

/** `me`: another account's are others; none is asked for before the sign-in. */
export const summaryQuery = (chainId: number, me: Me) =>
  queryOptions({
    queryKey: [...keyOf(portfolioApi.summary, onChain(chainId)), me],
    queryFn: ({ signal }) => portfolioApi.summary(onChain(chainId), { signal }),
    enabled: me !== undefined,
  })

export const collectionsQuery = (chainId: number, me: Me) =>
  queryOptions({
    queryKey: [...keyOf(portfolioApi.collections, onChain(chainId)), me],
    queryFn: ({ signal }) => portfolioApi.collections(onChain(chainId), { signal }),
    enabled: me !== undefined,
  })

export function ledgerQuery(view: LedgerView, me: Me) {
  const { chainId, collection, isListed, hasOffer, words, isHidden, sort, isAscending } = view
  const input = {
    ...onChain(chainId),
    ...(collection && { collection }),
    ...(isListed !== undefined && { isListed }),
    ...(hasOffer !== undefined && { hasOffer }),
    ...(words !== '' && { words }),
    ...(isHidden && { isHidden }),
    sort,
    isAscending,
    limit: LIMIT,
  }
  const firstPage: ListMeta['firstPage'] = async (signal) =>
    Object.assign(await portfolioApi.items(input, signal ? { signal } : {}), { page: 1, pages: 1, limit: LIMIT })
  return infiniteQueryOptions({
    queryKey: [...keyOf(portfolioApi.items, input), me],
    queryFn: ({ pageParam, signal }) => portfolioApi.items(pageParam === undefined ? input : { ...input, cursor: pageParam }, { signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next }: { list: PortfolioItem[]; next?: string | undefined }) => next,
    enabled: me !== undefined,
    meta: { firstPage } satisfies ListMeta,
  })
}

export const listingsQuery = (chainId: number, me: Me) =>
  infiniteQueryOptions({
    queryKey: [...keyOf(portfolioApi.listings, { page: 1, limit: LIMIT, ...onChain(chainId) }), me],
    queryFn: ({ pageParam, signal }) => portfolioApi.listings({ page: pageParam, limit: LIMIT, ...onChain(chainId) }, { signal }),
    initialPageParam: 1,
    getNextPageParam: ({ page, pages }) => (page < pages ? page + 1 : undefined),
    enabled: me !== undefined,
  })

export type Period = { year: number; timeZone: string; chainId: number }

export const tradesQuery = ({ year, timeZone, chainId }: Period, me: Me) => {
  const input = { year, timeZone, ...onChain(chainId), limit: LIMIT }
  return infiniteQueryOptions({
    queryKey: [...keyOf(portfolioApi.trades, input), me],
    queryFn: ({ pageParam, signal }) => portfolioApi.trades(pageParam === undefined ? input : { ...input, cursor: pageParam }, { signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next }: { next?: string | undefined }) => next,
    enabled: me !== undefined,
  })
}
