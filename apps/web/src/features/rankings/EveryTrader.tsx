import type { ReactNode } from 'react'
import { useTranslation } from '../../i18n/translate.ts'
import { Segmented } from '../../kit/Segmented.tsx'
import type { PeopleBy } from './address.ts'
import { PeopleRanking } from './PeopleRanking.tsx'
import './rankings.css'

const ORDERS = ['sold', 'bought', 'made'] as const

type Props = { chainId: number; order: string; onOrder: (order: string) => void; empty: ReactNode; search: ReactNode }

/** Accounts that traded on a network: who sold most, bought most, or made what sold most. */
export function EveryTrader({ chainId, order, onOrder, empty, search }: Props) {
  const { t } = useTranslation()
  const by = ORDERS.find((one) => one === order) ?? 'sold'
  const choose = (next: PeopleBy) => onOrder(next === 'sold' ? '' : next)
  return (
    <>
      <div className="list-bar">
        {search}
        <Segmented
          label={t('rankings.peopleBy')}
          value={by}
          options={ORDERS.map((value) => ({ value, label: t(`rankings.people.${value}`) }))}
          onChange={choose}
        />
      </div>
      <PeopleRanking key={`${by}:${chainId}`} by={by} chainId={chainId} onBy={choose} empty={empty} />
    </>
  )
}
