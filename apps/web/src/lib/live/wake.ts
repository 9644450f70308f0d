import type { ItemRecord, LiveEvent } from '@plinth/api'
import type { Query } from '@tanstack/react-query'
import { api, isTransient, type ListMeta, queryClient } from '../api.ts'
import { keepLikes } from '../likes.ts'
import { pastSharedCaches } from '../resources.ts'
import { rowKey } from '../rows.ts'
import { mapRows, mergeFirstPage, patchRows, rowsOf, underWay } from './lists.ts'
import { eachOnce, sometimes } from './pace.ts'
import { isList, isOf, isTrade, TOUCHED_BY } from './touched.ts'

type ItemRef = Pick<ItemRecord, 'chainId' | 'collection' | 'tokenId'>

export type Wake = {
  onEvent: (event: LiveEvent) => void
  /** Everything shown may be stale, or only what could not be read. */
  everything: (options?: { failedOnly: boolean }) => void
}

/** Minimum time between two reads of a list: bounds the requests in a busy market, and what an event changed is shown within 2 s. */
const LIST_EVERY_MS = 1_500
/** Browsers receive an event at the same moment and should not all ask in it. */
const LIST_JITTER_MS = 300

const cached = (): readonly Query[] => queryClient.getQueryCache().getAll()
const isShown = (query: Query): boolean => query.isActive() && !document.hidden

/** Turns events into reads: refetches only what is on screen; everything else waits until it is viewed. */
export function createWake(): Wake {
  const refresh = eachOnce((ref: ItemRef) =>
    refreshItem(ref).catch((error: unknown) => {
      markItem(ref)
      askLater(error)
    }),
  )
  const again = eachOnce(askAgain)
  const askAllAgain = () => {
    for (const query of cached()) if (isLive(query)) again(query.queryHash, query)
  }
  const look = sometimes((hash: string) => lookAgain(hash), { everyMs: LIST_EVERY_MS, jitterMs: LIST_JITTER_MS })
  /** A list may have been asked for before the code of its page was there: it is read again as it comes on screen. */
  const lookOrMark = (query: Query) => {
    if (isShown(query)) look(query.queryHash)
    else void queryClient.invalidateQueries({ queryKey: query.queryKey, exact: true, refetchType: 'none' })
  }
  const touch = (event: LiveEvent) => {
    for (const query of cached()) {
      if (!isOf(query.queryKey, event)) continue
      if (!isList(query)) again(query.queryHash, query)
      else lookOrMark(query)
    }
  }
  return {
    onEvent: (event) => {
      if (event.topic === 'reset') return askAllAgain()
      if (isTrade(event)) refresh(rowKey(event), event)
      touch(event)
    },
    everything: ({ failedOnly } = { failedOnly: false }) => {
      for (const query of cached()) {
        if (!isLive(query) || (failedOnly && query.state.status !== 'error')) continue
        if (isList(query)) lookOrMark(query)
        else again(query.queryHash, query)
      }
    },
  }
}

/** Throws what is worth asking again: the market refused, or could not be reached. Until then the screen shows what was. */
function askLater(error: unknown): void {
  if (isTransient(error)) throw error
}

async function askAgain(query: Query): Promise<void> {
  await underWay(query)
  const refetchType = isShown(query) ? 'active' : 'none'
  await pastSharedCaches(() => queryClient.invalidateQueries({ queryKey: query.queryKey, exact: true, refetchType }))
  if (isShown(query)) askLater(query.state.error)
}

const isLive = ({ queryKey }: Query): boolean => String(queryKey[0]) in TOUCHED_BY

async function lookAgain(hash: string): Promise<void> {
  const query = queryClient.getQueryCache().get(hash)
  if (query && isShown(query)) await askFirstPage(query).catch(askLater)
}

/** New rows are merged into the list: what is shown keeps its place. */
async function askFirstPage(query: Query): Promise<void> {
  const { firstPage } = (query.meta ?? {}) as Partial<ListMeta>
  if (!firstPage) return
  await underWay(query)
  if (query.state.data === undefined) return
  const fresh = await keepLikes(() => pastSharedCaches(() => firstPage()))
  queryClient.setQueryData(query.queryKey, (data: unknown) => mergeFirstPage(data, fresh))
}

const isDetailOf = (ref: ItemRef, { queryKey: [name, input] }: Query): boolean => {
  if (name !== 'nft.detail') return false
  const { chainId, collection, tokenId } = input as Partial<ItemRef>
  return collection === ref.collection && tokenId === ref.tokenId && (chainId === undefined || chainId === ref.chainId)
}
const holds = (ref: ItemRef, { state }: Query): boolean => rowsOf(state.data).some((row) => rowKey(row) === rowKey(ref))

/** One read for the item's page and every card of it, updated in place. */
async function refreshItem(ref: ItemRef): Promise<void> {
  const affectedQueries = cached().filter((query) => isDetailOf(ref, query) || holds(ref, query))
  if (!affectedQueries.some(isShown)) return markItem(ref)
  await Promise.all(affectedQueries.map(underWay))
  const { chainId, collection, tokenId } = ref
  const item = (await keepLikes(() => api.nft.detail({ chainId, collection, tokenId }))) ?? null
  for (const query of cached()) {
    if (isDetailOf(ref, query)) queryClient.setQueryData(query.queryKey, item)
    else if (item && holds(ref, query)) queryClient.setQueryData(query.queryKey, (data: unknown) => patchItem(data, item, query))
  }
}

/** Rows of some lists are less than the record, and more. */
function patchItem(data: unknown, item: ItemRecord, { meta }: Query): unknown {
  const { rowOf } = (meta ?? {}) as Partial<ListMeta>
  if (!rowOf) return patchRows(data, [item])
  return mapRows(data, (row) => (rowKey(row) === rowKey(item) ? rowOf(item, row) : row))
}

/** Not on screen now; the next view of it refetches. */
function markItem(ref: ItemRef): void {
  const isAffected = (query: Query) => isDetailOf(ref, query) || holds(ref, query)
  void queryClient.invalidateQueries({ predicate: isAffected, refetchType: 'none' })
}
