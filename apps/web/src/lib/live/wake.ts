import type { ItemRecord, LiveEvent } from '@plinth/api'
import type { Query } from '@tanstack/react-query'
import { api, isTransient, type ListMeta, queryClient } from '../api.ts'
import { keepLikes } from '../likes.ts'
import { forgetPositions, notePosition, pageOf, positionOf, withPosition } from '../positions.ts'
import { rowKey } from '../rows.ts'
import { mapRows, mergeFirstPage, patchRows, rowsOf, underWay } from './lists.ts'
import { type Pace, paced } from './pace.ts'
import { isList, isOf, isTrade, TOUCHED_BY } from './touched.ts'

type ItemRef = Pick<ItemRecord, 'chainId' | 'collection' | 'tokenId'>

export type Wake = {
  /** `id` is the event's position in the stream: an answer of that position or a later one has it. */
  onEvent: (event: LiveEvent, id?: number) => void
  /** All events up to `id` are past: asks for each read on screen that may lack one, or that failed. */
  everything: (id?: number) => void
}

/** Events up to `id` that a read may lack, and its rows that they name. */
type Lack = {
  readonly id: number
  readonly rows: ReadonlyMap<string, ItemRef>
  /** Of a growing list each page, not the first alone. */
  readonly isWhole?: boolean
  /** It has been asked for, and a cache gave an older answer. */
  readonly isSecond?: boolean
}

/** The pace of each read, in a busy market too: the page shows a change within 2 s. */
const EVERY_MS = 1_500
/** Browsers receive an event at the same moment and should not all ask in it. */
const JITTER_MS = 300
const PACE: Pace<Lack> = {
  everyMs: EVERY_MS,
  jitterMs: JITTER_MS,
  merge: (before, after) => ({
    id: Math.max(before.id, after.id),
    rows: new Map([...before.rows, ...after.rows]),
    isWhole: before.isWhole === true || after.isWhole === true,
    isSecond: before.isSecond === true && after.isSecond === true,
  }),
}
const NO_ROWS: Lack['rows'] = new Map()
type Put = (key: string, lack: Lack) => void

const cached = (): readonly Query[] => queryClient.getQueryCache().getAll()
const isShown = (query: Query): boolean => query.isActive() && !document.hidden

/** Turns events into reads of the page on screen. All other reads wait for their page. */
export function createWake(): Wake {
  const ask: Put = paced<Lack>(async (hash, lack) => {
    const query = queryClient.getQueryCache().get(hash)
    if (!query) return
    await underWay(query)
    if (positionOf(query) < lack.id) await askAgain(query, lack)
    const position = positionOf(query)
    if (isOlder(position, lack) && isShown(query)) return ask(hash, { ...lack, isSecond: true })
    // The answer has the rows of its first page. It asks for deeper rows, and for rows that left the list.
    for (const [key, ref] of lack.rows)
      if (lacks(query, ref, Math.min(position, lack.id))) refresh(key, { id: lack.id, rows: new Map([[key, ref]]) })
  }, PACE)
  const refresh: Put = paced<Lack>(async (key, lack) => {
    const [ref] = lack.rows.values()
    if (ref && isOlder(await refreshItem(ref, lack.id), lack)) refresh(key, { ...lack, isSecond: true })
  }, PACE)
  const everything = (id: number, isWhole: boolean) => {
    for (const query of cached()) {
      const isFailed = query.state.status === 'error'
      if (!isLive(query) || (!isFailed && positionOf(query) >= id)) continue
      if (isShown(query)) ask(query.queryHash, { id: isFailed ? Number.POSITIVE_INFINITY : id, rows: NO_ROWS, isWhole })
      else mark(query)
    }
  }
  return {
    onEvent: (event, id = Number.POSITIVE_INFINITY) => {
      if (event.topic === 'reset') {
        forgetPositions()
        return everything(id, true)
      }
      const rows: Lack['rows'] = isTrade(event) ? new Map([[rowKey(event), event]]) : NO_ROWS
      let isLacking = false
      for (const query of cached()) {
        const isMeant = isOf(query.queryKey, event) || (isTrade(event) && bringsRows(query) && holds(event, query.state.data))
        if (isMeant && positionOf(query) < id) {
          if (isShown(query)) ask(query.queryHash, { id, rows })
          else mark(query)
        } else isLacking ||= isTrade(event) && lacks(query, event, id)
      }
      if (isLacking && isTrade(event)) refresh(rowKey(event), { id, rows })
    },
    everything: (id = Number.POSITIVE_INFINITY) => everything(id, false),
  }
}

/** A shared cache may be older than the event: it is asked once more, and by then it is not. */
const isOlder = (position: number, { id, isSecond }: Lack): boolean =>
  isSecond !== true && Number.isFinite(id) && position >= 0 && position < id

const isLive = ({ queryKey }: Query): boolean => String(queryKey[0]) in TOUCHED_BY

/** Not on screen now, or its page's code is not there yet: it is read again as it comes on screen. */
function mark({ queryKey }: Query): void {
  void queryClient.invalidateQueries({ queryKey, exact: true, refetchType: 'none' })
}

async function askAgain(query: Query, { isWhole }: Lack): Promise<void> {
  if (!isShown(query)) return mark(query)
  if (isList(query) && isWhole !== true) return askFirstPage(query).catch(askLater)
  await queryClient.invalidateQueries({ queryKey: query.queryKey, exact: true, refetchType: 'active' })
  if (isShown(query)) askLater(query.state.error)
}

/** Throws a failure that is worth another try: a refusal, or no answer. Until then the screen keeps the old rows. */
function askLater(error: unknown): void {
  if (isTransient(error)) throw error
}

/** New rows are merged into the list: what is shown keeps its place. */
async function askFirstPage(query: Query): Promise<void> {
  const { firstPage } = (query.meta ?? {}) as Partial<ListMeta>
  if (!firstPage || query.state.data === undefined) return
  const { answer, position } = await withPosition(() => keepLikes(() => firstPage()))
  // A shared cache may give an older answer than before.
  if (position >= 0 && position < positionOf(query)) return
  queryClient.setQueryData(query.queryKey, (data: unknown) => mergeFirstPage(data, answer))
  notePosition(query, position, answer)
}

const isDetailOf = (ref: ItemRef, { queryKey: [name, input] }: Query): boolean => {
  if (name !== 'nft.detail') return false
  const { chainId, collection, tokenId } = input as Partial<ItemRef>
  return collection === ref.collection && tokenId === ref.tokenId && (chainId === undefined || chainId === ref.chainId)
}
const holds = (ref: ItemRef, data: unknown): boolean => rowsOf(data).some((row) => rowKey(row) === rowKey(ref))

/** It is asked again for each item that it shows. */
const bringsRows = (query: Query): boolean => isLive(query) && query.queryKey[0] !== 'nft.detail'

/** Shows the item as it may have been before the event, and is not asked for that itself. */
function lacks(query: Query, ref: ItemRef, id: number): boolean {
  if (isDetailOf(ref, query)) return positionOf(query) < id
  if (!holds(ref, query.state.data)) return false
  const position = positionOf(query)
  if (!bringsRows(query)) return position < id
  const page = pageOf(query)
  return (position >= id || position < 0) && page !== undefined && !holds(ref, page)
}

/** One read for the item's page and every row of it, updated in place; returns the position of the answer. */
async function refreshItem(ref: ItemRef, id: number): Promise<number> {
  const lacking = () => cached().filter((query) => lacks(query, ref, id))
  if (lacking().some(isShown)) await Promise.all(lacking().map(underWay))
  const affected = lacking()
  if (!affected.some(isShown)) {
    for (const query of affected) mark(query)
    return id
  }
  const { chainId, collection, tokenId } = ref
  const read = await withPosition(() => keepLikes(() => api.nft.detail({ chainId, collection, tokenId }))).catch((error: unknown) => {
    for (const query of affected) mark(query)
    askLater(error)
  })
  if (!read) return id
  const { answer: item = null, position } = read
  for (const query of affected) {
    if (isDetailOf(ref, query)) {
      queryClient.setQueryData(query.queryKey, item)
      notePosition(query, position)
    } else if (item) queryClient.setQueryData(query.queryKey, (data: unknown) => patchItem(data, item, query))
  }
  return position
}

/** Rows of some lists are less than the record, and more. */
function patchItem(data: unknown, item: ItemRecord, { meta }: Query): unknown {
  const { rowOf } = (meta ?? {}) as Partial<ListMeta>
  if (!rowOf) return patchRows(data, [item])
  return mapRows(data, (row) => (rowKey(row) === rowKey(item) ? rowOf(item, row) : row))
}
