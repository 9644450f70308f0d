import { type ApiError, type CallOptions, type Calls, type ClientOf, createClientOf, VISITOR_CALLS } from '@plinth/api'
import { infiniteQueryOptions, QueryClient, queryOptions } from '@tanstack/react-query'
import { currentLocale } from '../i18n/locale.ts'
import { takeEarly } from './early.ts'
import { notingPositions, persister } from './positions.ts'
import { LOCAL, readStored, writeStored } from './storage.ts'

const ERRNO_NOT_LOGGED_IN = 501
const ERRNO_SESSION_ENDED = 4001
const TRANSIENT: readonly number[] = [400, 429, 502]

type Listener = () => void
let onSessionLost: Listener = () => {}

/** Notifies the wallet layer that the server no longer knows the token; it restarts the sign-in (document A §8). */
export function listenSessionLost(listener: Listener): () => void {
  onSessionLost = listener
  return () => {
    onSessionLost = () => {}
  }
}

function noteFailure(error: ApiError): void {
  if (error.errno !== ERRNO_NOT_LOGGED_IN && error.errno !== ERRNO_SESSION_ENDED) return
  writeStored(LOCAL.token, undefined)
  onSessionLost()
}

type Method<Input, Output> = (input: Input, options?: CallOptions) => Promise<Output>

const names = new Map<unknown, string>()

/** What was asked for already is not asked for again. */
const fetchOnce: typeof fetch = (url, init) => takeEarly(`${url}?${init?.body}`) ?? fetch(url, init)

/** A client of these calls in the name of the current account; the cache knows its methods. */
export function clientOf<const C extends Record<string, Calls>>(segments: C, by: typeof fetch = fetchOnce): ClientOf<C> {
  const client = createClientOf(segments, {
    token: () => readStored(LOCAL.token),
    language: currentLocale,
    fetch: notingPositions(by),
    onError: noteFailure,
  })
  for (const [segment, calls] of Object.entries<Record<string, unknown>>(client))
    for (const [name, method] of Object.entries(calls)) names.set(method, `${segment}.${name}`)
  return client
}

/** All that visitors ask. */
export const api = clientOf(VISITOR_CALLS)

/** Key of a call in the cache: `invalidateQueries({ queryKey: keyOf(api.nft.detail) })`. */
export function keyOf<Input, Output>(method: Method<Input, Output>, input?: Input): readonly unknown[] {
  const name = names.get(method) ?? 'unknown'
  return input === undefined ? [name] : [name, input]
}

/** Key and function of a read together: `useQuery(queryOf(api.nft.detail, { … }))`. */
export function queryOf<Input, Output>(method: Method<Input, Output>, input: Input) {
  return queryOptions({ queryKey: keyOf(method, input), queryFn: ({ signal }) => method(input, { signal }) })
}

type Paged = { page: number; limit: number }
type Rows = { list: readonly unknown[]; pages: number; page: number; limit: number }

/** What a growing list leaves for the live events. */
export type ListMeta = {
  /** Fetched again without moving what is shown. */
  firstPage: (signal?: AbortSignal) => Promise<Pick<Rows, 'list'>>
  /** The row of an item whose record has come, where rows are something else than records. */
  rowOf?: (item: unknown, row: unknown) => unknown
}

/** Over when a page is short or the last; judged on what the server sent, before locked items are hidden (decision 39). */
export function nextPage({ list, page, limit, pages }: Rows): number | undefined {
  return list.length < limit || page >= pages ? undefined : page + 1
}

/** A list that grows page by page. */
export function pagesOf<Input extends Paged, Output extends Rows>(method: Method<Input, Output>, input: Input) {
  return infiniteQueryOptions({
    queryKey: keyOf(method, input),
    queryFn: ({ signal, pageParam }) => method({ ...input, page: pageParam }, { signal }),
    initialPageParam: 1,
    getNextPageParam: nextPage,
    meta: { firstPage: (signal) => method(input, { signal }) } satisfies ListMeta,
  })
}

/** Amounts and ids in keys are bigint, which JSON does not know. */
export function hashKey(key: readonly unknown[]): string {
  return JSON.stringify(key, (_, value: unknown) => (typeof value === 'bigint' ? `${value}n` : isPlain(value) ? sorted(value) : value))
}

const isPlain = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null && !Array.isArray(value)
const sorted = (value: Record<string, unknown>) => Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      queryKeyHashFn: hashKey,
      persister,
      staleTime: 15_000,
      gcTime: 10 * 60_000,
      retry: (failures, error) => failures < 2 && isTransient(error),
      refetchOnWindowFocus: true,
      // A read that waits in silence for the line would look like one under way.
      networkMode: 'always',
      refetchOnReconnect: true,
    },
    mutations: { networkMode: 'always' },
  },
})

/** Only a network failure, an overload or a slip of the server is worth asking again by itself. */
export function isTransient(error: unknown): boolean {
  const { errno } = (error ?? {}) as { errno?: number }
  return errno !== undefined && TRANSIENT.includes(errno)
}
