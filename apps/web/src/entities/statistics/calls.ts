import { STATISTIC_CALLS } from '@plinth/api'
import { infiniteQueryOptions } from '@tanstack/react-query'
import { clientOf, keyOf, type ListMeta } from '../../lib/api.ts'
import { fetchResource } from '../../lib/resources.ts'

/** Not among the calls that the first view carries. */
export const statistics = clientOf(STATISTIC_CALLS, fetchResource).statistics

type Cursored = { cursor?: string | undefined; limit: number }
type Rows = { list: readonly unknown[]; next?: string | undefined }

/** A list that ends where a page has no `next`. */
export function cursorPages<Input extends Cursored, Output extends Rows>(
  method: (input: Input, options?: { signal?: AbortSignal }) => Promise<Output>,
  input: Input,
) {
  return infiniteQueryOptions({
    queryKey: keyOf(method, input),
    queryFn: ({ signal, pageParam }) => method({ ...input, cursor: pageParam }, { signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next }) => next,
  })
}

/** One of rows with an id: live events read its first page again, and what is shown keeps its place. */
export function livePages<Input extends Cursored, Output extends Rows>(
  method: (input: Input, options?: { signal?: AbortSignal }) => Promise<Output>,
  input: Input,
) {
  const firstPage: ListMeta['firstPage'] = async (signal) => ({
    ...(await method(input, { signal })),
    page: 1,
    pages: 1,
    limit: input.limit,
  })
  return infiniteQueryOptions({ ...cursorPages(method, input), meta: { firstPage } satisfies ListMeta })
}
