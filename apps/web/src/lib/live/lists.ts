import type { InfiniteData, Query } from '@tanstack/react-query'
import { type LivePage, rowKey } from '../rows.ts'

type Pages = InfiniteData<LivePage<unknown> & { total?: number }>

const isPages = (data: unknown): data is Pages => typeof data === 'object' && data !== null && 'pages' in data && 'pageParams' in data
const isPage = (data: unknown): data is LivePage<unknown> => typeof data === 'object' && data !== null && 'list' in data

/** Every row of a cached list or page. */
export function rowsOf(data: unknown): readonly unknown[] {
  if (isPages(data)) return data.pages.flatMap(({ list }) => list)
  return isPage(data) ? data.list : []
}

/** Every row of a cached list or page changed in place; the same reference where `change` returns its argument. */
export function mapRows<T>(data: T, change: (row: unknown) => unknown): T {
  if (isPages(data)) {
    const pages = data.pages.map((page) => mapPage(page, change))
    return pages.every((page, at) => page === data.pages[at]) ? data : { ...data, pages }
  }
  return isPage(data) ? mapPage(data, change) : data
}

function mapPage<P extends LivePage<unknown>>(page: P, change: (row: unknown) => unknown): P {
  const list = page.list.map(change)
  return list.every((row, at) => row === page.list[at]) ? page : { ...page, list }
}

/** Replaces older rows of the same key with newer ones. */
export function patchRows<T>(data: T, rows: readonly unknown[]): T {
  const byKey = new Map(rows.map((row) => [rowKey(row), row]))
  return mapRows(data, (row) => byKey.get(rowKey(row)) ?? row)
}

/** Merges a fresh first page into a list: what is shown keeps its place, new rows are kept apart; what else it says is taken over. */
export function mergeFirstPage<T>(data: T, fresh: LivePage<unknown> & { total?: number; counts?: unknown }): T {
  if (!isPages(data)) return data
  const patched = patchRows(data, fresh.list)
  const known = new Set(rowsOf(patched).map(rowKey))
  const [first, ...rest] = patched.pages
  if (!first) return data
  // Behind all that is known, a row has only moved up from a page that is not fetched yet; unless every page is.
  const isWhole = first.total !== undefined && known.size >= first.total
  const last = fresh.list.findLastIndex((row) => known.has(rowKey(row)))
  const arrivals = fresh.list.filter((row, at) => !known.has(rowKey(row)) && (isWhole || last < 0 || at < last))
  const counts = fresh.counts === undefined ? first : { ...first, counts: fresh.counts }
  return { ...patched, pages: [{ ...counts, total: fresh.total ?? first.total, arrivals }, ...rest] }
}

/** A pending answer may be older than the events, and a first one would count as the newest: events wait for it. */
export async function underWay({ state, promise }: Query): Promise<void> {
  if (state.fetchStatus === 'fetching') await promise?.catch(() => undefined)
}
