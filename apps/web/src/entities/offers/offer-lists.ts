import type { Address } from '@plinth/protocol'
import { infiniteQueryOptions } from '@tanstack/react-query'
import { keyOf, nextPage } from '../../lib/api.ts'
import { offerApi } from '../../lib/offer-api.ts'

const LIMIT = 50

/** Open offers for works of a collection, best worth first. An event reads all pages again: a row may move anywhere. */
export const offersOfQuery = (collection: Address, chainId: number) =>
  infiniteQueryOptions({
    queryKey: keyOf(offerApi.list, { collection, chainId, page: 1, limit: LIMIT }),
    queryFn: ({ pageParam, signal }) => offerApi.list({ collection, chainId, page: pageParam, limit: LIMIT }, { signal }),
    initialPageParam: 1,
    getNextPageParam: nextPage,
  })

/** The reader's own, also those that rest. `me`: another account's are others. */
export const ownOffersQuery = (chainId: number | undefined, me: Address | undefined) =>
  infiniteQueryOptions({
    queryKey: [...keyOf(offerApi.mine, { chainId, page: 1, limit: LIMIT }), me],
    queryFn: ({ pageParam, signal }) => offerApi.mine({ chainId, page: pageParam, limit: LIMIT }, { signal }),
    initialPageParam: 1,
    getNextPageParam: nextPage,
    enabled: me !== undefined,
  })
