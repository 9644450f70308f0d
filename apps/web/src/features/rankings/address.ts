import type { PEOPLE_RANKINGS } from '@plinth/api'
import { ALL_CHAINS } from '@plinth/protocol'
import type { TextKey } from '../../i18n/translate.ts'

export const TABS = ['volume', 'sales', 'floor', 'newest', 'people'] as const
export type RankingTab = (typeof TABS)[number]
export const PERIODS = { '1h': 1, '24h': 24, '7d': 168, '30d': 720, all: 0 } as const
export type RankingPeriod = keyof typeof PERIODS
export const PERIOD_TEXTS = {
  '1h': 'rankings.hour',
  '24h': 'rankings.hours24',
  '7d': 'rankings.days7',
  '30d': 'rankings.days30',
  all: 'rankings.all',
} as const satisfies Record<RankingPeriod, TextKey>
export type PeopleBy = (typeof PEOPLE_RANKINGS)[number]

/** By the address: `period` is undefined until the reader chooses one. */
export type ChosenRanking = {
  tab: RankingTab
  period: RankingPeriod | undefined
  /** ALL_CHAINS where none is chosen. */
  chainId: number
  category: bigint | undefined
  people: PeopleBy
}
export type RankingState = ChosenRanking & { period: RankingPeriod }

const oneOf = <V extends string>(values: readonly V[], said: string | null, otherwise: V): V =>
  values.find((value) => value === said) ?? otherwise

/** Periods that a ranking has, from the shortest: a change of the floor has none of an hour or of all time, the newest none of an hour. */
export function periodsOf(tab: RankingTab): RankingPeriod[] {
  const all = Object.keys(PERIODS) as RankingPeriod[]
  if (tab === 'people') return []
  if (tab === 'floor') return all.filter((period) => period !== '1h' && period !== 'all')
  return tab === 'newest' ? all.filter((period) => period !== '1h') : all
}

/** All state of the page is in its address (RANK-03). */
export function readRanking(params: URLSearchParams): ChosenRanking {
  const tab = oneOf(TABS, params.get('by'), 'volume')
  const periods = periodsOf(tab)
  const chain = params.get('chain') ?? ''
  const category = params.get('category') ?? ''
  return {
    tab,
    period: periods.find((period) => period === params.get('period')),
    chainId: /^\d{1,15}$/.test(chain) ? Number(chain) : ALL_CHAINS,
    category: /^\d{1,15}$/.test(category) ? BigInt(category) : undefined,
    people: oneOf(['bought', 'sold', 'made'], params.get('people'), 'bought'),
  }
}

/** The address of a state, without what is there by itself. */
export function rankingParams({ tab, period, chainId, category, people }: ChosenRanking): URLSearchParams {
  const params = new URLSearchParams()
  if (tab !== 'volume') params.set('by', tab)
  if (period !== undefined && periodsOf(tab).includes(period)) params.set('period', period)
  if (chainId !== ALL_CHAINS) params.set('chain', String(chainId))
  if (category !== undefined && tab !== 'people') params.set('category', category.toString())
  if (tab === 'people' && people !== 'bought') params.set('people', people)
  return params
}
