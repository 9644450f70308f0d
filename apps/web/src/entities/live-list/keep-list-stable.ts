import { rowKey } from '../../lib/rows.ts'

/** What a list shows: its order stays as it was read, whatever joins or leaves later. */
export type StableList<T> = {
  readonly order: readonly string[]
  readonly rows: ReadonlyMap<string, T>
  /** As they were when they first stood here. */
  readonly first: ReadonlyMap<string, T>
  /** Gone from the list, still in their place. */
  readonly gone: ReadonlySet<string>
  /** Belong above what is shown, and wait to be called. */
  readonly waiting: readonly string[]
}

export type Read<T> = {
  rows: readonly T[]
  /** Known to belong to the list, not fetched as part of it. */
  arrivals: readonly T[]
  /** More follow below: what has left the end may only have been pushed on. */
  hasMore: boolean
}

/** A list as it was just read. */
export function begin<T>({ rows }: Read<T>): StableList<T> {
  const byKey = new Map(rows.map((row) => [rowKey(row), row]))
  return { order: [...byKey.keys()], rows: byKey, first: byKey, gone: new Set(), waiting: [] }
}

/** The same list read again: rows change in place, go in place, and join only at the end. */
export function follow<T>(previous: StableList<T>, { rows, arrivals, hasMore }: Read<T>): StableList<T> {
  const now = new Map(rows.map((row) => [rowKey(row), row]))
  const known = new Set(previous.order)
  const lastKnown = [...now.keys()].findLastIndex((key) => known.has(key))
  const unknownRows = [...now.keys()].map((key, at) => ({ key, at })).filter(({ key }) => !known.has(key))
  const joined = unknownRows.filter(({ at }) => at > lastKnown).map(({ key }) => key)
  const above = unknownRows.filter(({ at }) => at < lastKnown).map(({ key }) => key)
  const order = joined.length > 0 ? [...previous.order, ...joined] : previous.order
  // Before something that is still here, it would be here too.
  const lastHere = previous.order.findLastIndex((key) => now.has(key))
  const gone = previous.order.filter((key, at) => !now.has(key) && (!hasMore || at < lastHere))
  const kept = (key: string) => now.get(key) ?? (previous.rows.get(key) as T)
  return {
    order,
    rows: new Map(order.map((key) => [key, kept(key)])),
    first: new Map(order.map((key) => [key, previous.first.get(key) ?? kept(key)])),
    gone: new Set(gone),
    waiting: [...new Set([...above, ...arrivals.map(rowKey).filter((key) => !known.has(key))])],
  }
}
