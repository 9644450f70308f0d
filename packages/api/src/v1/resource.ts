import { z } from 'zod'
import type { Cost } from '../call.ts'
import { record } from '../schemas/record.ts'
import { count, written } from '../schemas/wire.ts'

/** One resource of `GET /v1`. Names in braces are fields of the request; the others are in the query string. */
export type Resource<In = unknown, Out = unknown> = {
  readonly path: `/${string}`
  readonly about: string
  /** Beside the request itself, as of the call that answers the same. */
  readonly cost?: Cost
  readonly request: z.ZodType<In>
  readonly response: z.ZodType<Out>
  /** Answered with 404 where there is none. */
  readonly mayBeMissing?: true
}

export function resource<In, Out>(path: `/${string}`, rest: Omit<Resource<In, Out>, 'path'>): Resource<In, Out> {
  return { path, ...rest }
}

export type V1Input<R extends Resource> = R extends Resource<infer In> ? In : never
export type V1Output<R extends Resource> = R extends Resource<unknown, infer Out> ? Out : never

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

export type Rows<T> = { list: T[]; next?: string | undefined }

/** Rows, and where the next ones begin; `next` is absent on the last page. */
export const rowsOf = <T>(element: z.ZodType<T>): z.ZodType<Rows<T>> => z.object({ list: z.array(element), next: z.string().optional() })

export type FoundRows<T> = Rows<T> & { totalIsAtLeast?: true | undefined }

/** Rows of a search; `totalIsAtLeast` where a short word finds more than the 1,000 with which its pages end. */
export const foundRowsOf = <T>(element: z.ZodType<T>): z.ZodType<FoundRows<T>> =>
  z.object({ list: z.array(element), next: z.string().optional(), totalIsAtLeast: z.literal(true).optional() })

export { record }
