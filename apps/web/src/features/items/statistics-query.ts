import { type Address, HISTORY_TYPE } from '@plinth/protocol'
import { useQuery } from '@tanstack/react-query'
import { statistics } from '../../entities/statistics/calls.ts'
import { queryOf } from '../../lib/api.ts'
import type { ItemFacts, ItemKey } from './item-key.ts'

/** Ranks follow a change within a minute. */
const FRESH_MS = 30_000

/** Its rank and the standing of its attributes. What is shown stays until the metadata changes. */
export function useRarity({ chainId, collection, tokenId, metadata }: ItemFacts) {
  const query = queryOf(statistics.rarity, { chainId, collection, tokenId })
  return useQuery({ ...query, queryKey: [...query.queryKey, metadata], staleTime: FRESH_MS, refetchInterval: 2 * FRESH_MS })
}

/** Floors, among other figures. */
export const useCollectionFigures = ({ chainId, collection }: Pick<ItemKey, 'chainId' | 'collection'>) =>
  useQuery({ ...queryOf(statistics.collection, { chainId, collection }), staleTime: FRESH_MS })

const MOST_SALES = 200

/** The latest sales of the collection, each with its price. */
export const useCollectionSales = ({ chainId, collection }: Pick<ItemKey, 'chainId' | 'collection'>) =>
  useQuery({
    ...queryOf(statistics.activity, { chainId, collection, kinds: [HISTORY_TYPE.BUY, HISTORY_TYPE.ACCEPT], limit: MOST_SALES }),
    staleTime: FRESH_MS,
  })

/** The floor of the collection in a money over the last `hours`, 0 for all. */
export const useFloorLine = ({ chainId, collection }: Pick<ItemKey, 'chainId' | 'collection'>, money: Address, hours: number) =>
  useQuery({ ...queryOf(statistics.chart, { chainId, collection, money, hours }), staleTime: FRESH_MS })
