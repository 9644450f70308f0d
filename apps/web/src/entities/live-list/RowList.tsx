import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useTranslation } from '../../i18n/translate.ts'
import { FailedState } from '../../kit/states.tsx'
import { useNearEnd } from '../../lib/near-end.ts'
import { ListFoot } from './ListFoot.tsx'
import './rows.css'

type Pages<T> = Pick<
  UseInfiniteQueryResult<InfiniteData<{ list: readonly T[] }, unknown>>,
  'data' | 'isPending' | 'isError' | 'isFetchingNextPage' | 'hasNextPage' | 'fetchNextPage' | 'refetch'
>

export type RowListProps<T> = { pages: Pages<T>; empty: ReactNode; children: (row: T) => ReactNode }

const FIRST_ROWS = 6

/** People or collections, a row each, more as the end comes near. */
export function RowList<T>({ pages, empty, children }: RowListProps<T>) {
  const end = useNearEnd<HTMLDivElement>(() => pages.fetchNextPage(), pages.hasNextPage && !pages.isFetchingNextPage && !pages.isError)
  if (pages.isPending) return <Waiting />
  if (!pages.data) return <FailedState retry={() => pages.refetch()} />
  const rows = pages.data.pages.flatMap(({ list }) => list)
  if (rows.length === 0) return empty
  return (
    <>
      <div className="row-list">{rows.map(children)}</div>
      <div ref={end} className="list-end">
        <ListFoot pages={pages} />
      </div>
    </>
  )
}

function Waiting() {
  const { t } = useTranslation()
  return (
    <div className="row-list" role="status" aria-label={t('kit.loading')}>
      {Array.from({ length: FIRST_ROWS }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: placeholders have no identity
        <div key={index} className="list-row waiting" />
      ))}
    </div>
  )
}
