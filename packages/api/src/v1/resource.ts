import { z } from 'zod'
import type { Cost } from '../call.ts'
import { record } from '../schemas/record.ts'
import { count, written } from '../schemas/wire.ts'

/** One resource of `GET /v1`. Names in braces are fields of the request; the others are in the query string. */
export type Resource<Req = z.ZodType, Res = z.ZodType> = {
  readonly path: `/${string}`
  readonly about: string
  /** Beside the request itself, as of the call that answers the same. */
  readonly cost?: Cost
  readonly request: Req
  readonly response: Res
  /** Answered with 404 where there is none. */
  readonly mayBeMissing?: true
}

export function resource<Req extends z.core.SomeType, Res extends z.core.SomeType>(
  path: `/${string}`,
  rest: Omit<Resource<Req, Res>, 'path'>,
): Resource<Req, Res> {
  return { path, ...rest }
}

export type V1Input<R extends Resource> = z.output<R['request']>
export type V1Output<R extends Resource> = z.output<R['response']>

const MOST_ROWS = 200
const ROWS = 50

/** The `next` of the page before; its text means nothing to a client. */
const V1Cursor = written(z.string().regex(/^[\w-]{1,700}$/, 'not a cursor of this list'), { type: 'string' })

/** From a row on, and how many: 50, and 200 at most. */
export const rowsFields = {
  cursor: ['cursor', V1Cursor.optional()],
  limit: [
    'limit',
    z.codec(count.optional(), z.int().min(1).max(MOST_ROWS), { decode: (value) => value ?? ROWS, encode: (value) => value }),
  ],
} as const

/** Rows, and where the next ones begin; `next` is absent on the last page. */
export const rowsOf = <T extends z.ZodType>(element: T) => z.object({ list: z.array(element), next: z.string().optional() })

/** Rows of a search; `totalIsAtLeast` where a short word finds more than the 1,000 with which its pages end. */
export const foundRowsOf = <T extends z.ZodType>(element: T) => rowsOf(element).extend({ totalIsAtLeast: z.literal(true).optional() })

export { record }
