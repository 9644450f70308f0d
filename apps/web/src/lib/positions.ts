import { POSITION_HEADER } from '@plinth/api'
import type { Query, QueryPersister } from '@tanstack/react-query'

/** Of an answer that does not say it. */
const UNKNOWN = -1

/** By read: the last event in its answer, and the rows of that answer if the read shows more. */
let held = new WeakMap<object, { readonly position: number; readonly page: unknown }>()
let asking: { position: number } | undefined

export const positionOf = (query: object): number => held.get(query)?.position ?? UNKNOWN
/** The first page of a growing list, if the page asked for it alone. */
export const pageOf = (query: object): unknown => held.get(query)?.page
export const notePosition = (query: object, position: number, page?: unknown): void => void held.set(query, { position, page })

/** Positions begin again, or events are lost. */
export const forgetPositions = (): void => {
  held = new WeakMap()
}

/** What `ask` asks for at once, with the position of the answer. */
export async function withPosition<T>(ask: () => Promise<T> | T): Promise<{ answer: T; position: number }> {
  const before = asking
  const noted = { position: Number.POSITIVE_INFINITY }
  let answer: Promise<T> | T
  try {
    asking = noted
    answer = ask()
  } finally {
    asking = before
  }
  answer = await answer
  return { answer, position: Number.isFinite(noted.position) ? noted.position : UNKNOWN }
}

/** A `fetch` that notes the positions of answers: the oldest counts. */
export const notingPositions =
  (by: typeof fetch): typeof fetch =>
  async (url, init) => {
    const noted = asking
    const response = await by(url, init)
    const position = response.headers.get(POSITION_HEADER)
    if (noted) noted.position = Math.min(noted.position, position === null ? UNKNOWN : Number(position))
    return response
  }

/** Around each read of the cache. A list that grows keeps the position of its first page. */
export const persister: QueryPersister = async (ask, context, query) => {
  const isMore = isGrowing(query)
  const { answer, position } = await withPosition(() => ask(context))
  if (!isMore) notePosition(query, position)
  return answer
}

/** It fetches another page. */
export const isGrowing = ({ state }: Pick<Query, 'state'>): boolean => state.fetchMeta?.fetchMore !== undefined
