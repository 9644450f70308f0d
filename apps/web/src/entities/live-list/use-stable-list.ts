import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import type { LivePage } from '../../lib/rows.ts'
import { begin, follow, type Read, type StableList } from './keep-list-stable.ts'

type Pages<T> = Pick<UseInfiniteQueryResult<InfiniteData<LivePage<T>>>, 'data' | 'isFetching' | 'isFetchingNextPage' | 'hasNextPage'> & {
  refetch: () => Promise<unknown>
}

export type StableRow<T> = { row: T; first: T; isGone: boolean }
export type StableRows<T> = {
  rows: readonly StableRow<T>[]
  /** How many wait above. */
  waiting: number
  /** Refetches the list and shows it as it is. */
  call: () => Promise<void>
}

type Snapshot<T> = { list: string; isSettled: boolean; read: Read<T>; stable: StableList<T> }

/**
 * A growing list that never moves under the reader: see `keep-list-stable.ts`. While it is being read for the first time after it
 * was opened, what comes is simply the list. `list` names it; another name is another list.
 */
export function useStableList<T>(list: string, pages: Pages<T>): StableRows<T> {
  const [snapshot, setSnapshot] = useState<Snapshot<T>>()
  const [isCalled, setCalled] = useState(false)
  const { data, hasNextPage } = pages
  const read = useMemo((): Read<T> => readOf(data, hasNextPage), [data, hasNextPage])
  const isSettled = data !== undefined && (!pages.isFetching || pages.isFetchingNextPage)
  const isNew = !snapshot || snapshot.list !== list || !snapshot.isSettled || isCalled
  const base = isNew ? undefined : snapshot.stable
  const stable = useMemo(() => (base ? follow(base, read) : begin(read)), [base, read])
  const next: Snapshot<T> = { list, isSettled: isSettled || (snapshot?.list === list && snapshot.isSettled), read, stable }
  // What joined keeps its place from now on, and what leaves stays as it was last.
  if (!snapshot || snapshot.list !== list || snapshot.isSettled !== next.isSettled || snapshot.read !== read) setSnapshot(next)
  if (isCalled && isSettled) setCalled(false)
  const rows = useMemo(() => rowsOf(stable), [stable])
  const call = async () => {
    await pages.refetch()
    setSnapshot(undefined)
    setCalled(true)
  }
  return { rows, waiting: stable.waiting.length, call }
}

function readOf<T>(data: InfiniteData<LivePage<T>> | undefined, hasMore: boolean): Read<T> {
  const pages = data?.pages ?? []
  return { rows: pages.flatMap((page) => page.list), arrivals: pages.flatMap((page) => page.arrivals ?? []), hasMore }
}

function rowsOf<T>({ order, rows, first, gone }: StableList<T>): StableRow<T>[] {
  return order.flatMap((key) => {
    const [row, was] = [rows.get(key), first.get(key)]
    return row === undefined || was === undefined ? [] : [{ row, first: was, isGone: gone.has(key) }]
  })
}
