import type { ItemCard } from '@plinth/api'
import { createItemLists } from '@plinth/api/v1/item-lists'
import { queryOptions } from '@tanstack/react-query'
import { notingPositions } from '../../lib/positions.ts'
import { rowsMeta, withLikes } from './items-query.ts'

const lists = createItemLists({ fetch: notingPositions((url, init) => fetch(url, init)) })
type Lists = typeof lists

/** Works by a resource of slim cards, as many as fit a row of a page. The cache calls it by the resource. */
function cardsQuery<N extends keyof Lists>(name: N, input: Parameters<Lists[N]>[0]) {
  const read = lists[name] as (input: unknown, options: { signal: AbortSignal }) => Promise<{ list: ItemCard[] }>
  return queryOptions({
    queryKey: [`v1.${name}`, input],
    queryFn: async ({ signal }) => withLikes(await read(input, { signal })),
    meta: rowsMeta,
  })
}

export const similarQuery = (input: Parameters<Lists['similarItems']>[0]) => cardsQuery('similarItems', input)
export const ofCollectionQuery = (input: Parameters<Lists['collectionItems']>[0]) => cardsQuery('collectionItems', input)
export const ofAccountQuery = (input: Parameters<Lists['accountItems']>[0]) => cardsQuery('accountItems', input)
