import { useInfiniteQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { ListFoot } from '../../entities/live-list/ListFoot.tsx'
import { NetworkFilter } from '../../entities/live-list/NetworkFilter.tsx'
import { useTranslation } from '../../i18n/translate.ts'
import { Segmented } from '../../kit/Segmented.tsx'
import { FailedState } from '../../kit/states.tsx'
import { useNearEnd } from '../../lib/near-end.ts'
import type { PeopleBy, RankingState } from './address.ts'
import { RankingTable } from './CollectionRanking.tsx'
import { PeopleRanking } from './PeopleRanking.tsx'
import { lineKey, rankingPages, type Scope, useScope } from './ranking-query.ts'
import { Waiting } from './Waiting.tsx'
import './rankings.css'

const ORDERS = ['volume', 'sales', 'newest'] as const
type Order = (typeof ORDERS)[number]

type Props = {
  chainId: number
  order: string
  onOrder: (order: string) => void
  onNetwork: (chainId: number) => void
  empty: ReactNode
  /** The field that finds one. */
  search: ReactNode
}

/** Every collection with an item: what was sold most of all time first, and after what was sold the newest. */
export function EveryCollection({ chainId, order, onOrder, onNetwork, empty, search }: Props) {
  const { t } = useTranslation()
  const tab = ORDERS.find((one) => one === order) ?? 'volume'
  const state: RankingState = { tab, period: 'all', chainId, category: undefined, people: 'bought' }
  const scope = useScope(state)
  const choose = (next: string) => onOrder(next === 'volume' ? '' : next)
  return (
    <>
      <div className="list-bar">
        {search}
        <NetworkFilter chainId={chainId} onChange={onNetwork} />
        <Segmented<Order>
          label={t('rankings.orders')}
          value={tab}
          options={ORDERS.map((value) => ({ value, label: t(`rankings.by.${value}`) }))}
          onChange={choose}
        />
      </div>
      {scope ? <Rows key={`${tab}:${chainId}`} state={state} scope={scope} empty={empty} onOrder={choose} /> : <Waiting />}
    </>
  )
}

type RowsProps = { state: RankingState; scope: Scope; empty: ReactNode; onOrder: (order: string) => void }

function Rows({ state, scope, empty, onOrder }: RowsProps) {
  const isNewest = state.tab === 'newest'
  const sold = useInfiniteQuery({ ...rankingPages(scope, state), enabled: !isNewest })
  const isSoldOver = isNewest || (sold.isSuccess && !sold.hasNextPage)
  const others = useInfiniteQuery({ ...rankingPages({ ...scope, chainId: state.chainId, order: 'newest' }, state), enabled: isSoldOver })
  const pages = isSoldOver ? others : sold
  const first = sold.data?.pages.flatMap(({ list }) => list) ?? []
  const known = new Set(first.map((row) => lineKey(row.chainId, row.collection)))
  const rest = others.data?.pages.flatMap(({ list }) => list).filter((row) => !known.has(lineKey(row.chainId, row.collection))) ?? []
  const rows = [...first, ...rest]
  const end = useNearEnd<HTMLDivElement>(() => pages.fetchNextPage(), pages.hasNextPage && !pages.isFetchingNextPage && !pages.isError)
  if (rows.length === 0 && pages.isPending) return <Waiting />
  if (rows.length === 0 && !pages.data) return <FailedState retry={() => pages.refetch()} />
  if (rows.length === 0 && !pages.hasNextPage) return empty
  return (
    <>
      <RankingTable rows={rows} state={state} scope={scope} tabs={ORDERS} onTab={onOrder} />
      <div ref={end} className="list-end">
        <ListFoot pages={pages} />
      </div>
    </>
  )
}

const PEOPLE_ORDERS = ['sold', 'bought', 'made'] as const

type TraderProps = { chainId: number; order: string; onOrder: (order: string) => void; empty: ReactNode; search: ReactNode }

/** Accounts that traded on a network: who sold most, bought most, or made what sold most. */
export function EveryTrader({ chainId, order, onOrder, empty, search }: TraderProps) {
  const { t } = useTranslation()
  const by = PEOPLE_ORDERS.find((one) => one === order) ?? 'sold'
  const choose = (next: PeopleBy) => onOrder(next === 'sold' ? '' : next)
  return (
    <>
      <div className="list-bar">
        {search}
        <Segmented
          label={t('rankings.peopleBy')}
          value={by}
          options={PEOPLE_ORDERS.map((value) => ({ value, label: t(`rankings.people.${value}`) }))}
          onChange={choose}
        />
      </div>
      <PeopleRanking key={`${by}:${chainId}`} by={by} chainId={chainId} onBy={choose} empty={empty} />
    </>
  )
}
