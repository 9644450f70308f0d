import type { RankedCollection } from '@plinth/api'
import { type Address, ALL_CHAINS } from '@plinth/protocol'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { ratesQuery } from '../../entities/price/rates-query.ts'
import { cursorPages, statistics } from '../../entities/statistics/calls.ts'
import { keyOf } from '../../lib/api.ts'
import { useNetworks } from '../../lib/site.ts'
import { type ChosenRanking, PERIODS, periodsOf, type RankingPeriod, type RankingState } from './address.ts'

const FIRST_ROWS = 25

/** Which networks a ranking can be of: amounts of two of them are compared by worth, which needs rates. */
export type Scope = {
  chainId: number
  order: 'volume' | 'worth' | 'sales' | 'floor' | 'newest'
  /** Whether it could be of all networks. */
  hasAll: boolean
}

export function scopeOf(
  { tab, chainId }: Pick<RankingState, 'tab' | 'chainId'>,
  { hasRates, first }: { hasRates: boolean; first: number },
): Scope {
  if (tab === 'sales' || tab === 'newest') return { chainId, order: tab, hasAll: true }
  if (tab === 'volume' && chainId === ALL_CHAINS && hasRates) return { chainId, order: 'worth', hasAll: true }
  // One money alone: a ranking of one network.
  return {
    chainId: chainId === ALL_CHAINS ? first : chainId,
    order: tab === 'floor' ? 'floor' : 'volume',
    hasAll: tab === 'volume' && hasRates,
  }
}

/** The scope of the state; undefined until rates are known where they decide. */
export function useScope(state: ChosenRanking): Scope | undefined {
  const { data, isError } = useQuery(ratesQuery)
  const first = useNetworks()[0]?.chainId ?? 0
  const isWaiting = state.tab === 'volume' && state.chainId === ALL_CHAINS && !data && !isError
  return isWaiting ? undefined : scopeOf(state, { hasRates: (data?.rates.length ?? 0) > 0, first })
}

const EVERY_MS = 30_000

/** Periods move on by themselves: asked again while it is looked at. */
export const rankingPages = ({ chainId, order }: Scope, { period, category }: Pick<RankingState, 'period' | 'category'>) => ({
  ...cursorPages(statistics.rankings, { by: order, hours: PERIODS[period], chainId, category, limit: FIRST_ROWS }),
  refetchInterval: EVERY_MS,
})

export const peoplePages = (chainId: number, by: RankingState['people']) => ({
  ...cursorPages(statistics.people, { by, chainId, limit: FIRST_ROWS }),
  refetchInterval: EVERY_MS,
})

/**
 * The period that is shown: the chosen one, or the longest that has sales, which is all time. Changes of floors have no such period: of
 * theirs it is the longest with a floor both then and now. Undefined until that is known.
 */
export function useShownPeriod({ tab, period, category }: ChosenRanking, scope: Scope | undefined): RankingPeriod | undefined {
  const longest = periodsOf(tab).toReversed()
  const isAsked = tab === 'floor' && period === undefined
  const { data, isError } = useQuery({
    queryKey: [...keyOf(statistics.rankings), longest, scope?.chainId, category],
    queryFn: async ({ signal }) => {
      for (const one of longest) {
        const input = { by: 'floor', hours: PERIODS[one], chainId: scope?.chainId, category, limit: 1 } as const
        if ((await statistics.rankings(input, { signal })).list.length > 0) return one
      }
      return longest[0] ?? 'all'
    },
    enabled: isAsked && scope !== undefined,
  })
  if (period !== undefined) return period
  return isAsked && !isError ? data : longest[0]
}

/** Sparklines have no period of an hour: the last day stands for it. */
const lineHours = (hours: number): number => (hours === 1 ? 24 : hours)

const MOST_LINES = 100

/** Floors of the rows' collections in 24 parts of the period, by chain and address. */
export function useLines(rows: readonly RankedCollection[], hours: number): ReadonlyMap<string, readonly (bigint | null)[]> {
  const byChain = Map.groupBy(rows, ({ chainId }) => chainId)
  const portions = [...byChain].flatMap(([chainId, of]) =>
    Array.from({ length: Math.ceil(of.length / MOST_LINES) }, (_, at) => ({
      chainId,
      hours: lineHours(hours),
      collections: of.slice(at * MOST_LINES, (at + 1) * MOST_LINES).map(({ collection }) => collection),
    })),
  )
  const { data } = useQuery({
    queryKey: [...keyOf(statistics.sparklines), portions],
    queryFn: async ({ signal }) => {
      const answers = await Promise.all(portions.map((portion) => statistics.sparklines(portion, { signal })))
      return answers.flatMap((lines, at) =>
        lines.map(({ collection, floors }) => [lineKey(portions[at]?.chainId ?? 0, collection), floors] as const),
      )
    },
    staleTime: EVERY_MS,
    // More rows keep the lines of those above them.
    placeholderData: keepPreviousData,
  })
  return new Map(data)
}

export const lineKey = (chainId: number, collection: Address): string => `${chainId}:${collection}`
