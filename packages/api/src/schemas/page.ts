import { z } from 'zod'
import { record, type Schema } from './record.ts'
import { count, int } from './wire.ts'

const PAGE_LIMIT = 20
const PAGE_LIMIT_MAX = 100

/** `page` from 1, `limit` default 20, `size` accepted as `limit`; a value above the maximum is refused (decision 9). */
export const pageFields = (max = PAGE_LIMIT_MAX) =>
  ({
    page: ['page', z.codec(count.optional(), z.int().min(1).max(1_000_000), { decode: (value) => value ?? 1, encode: (value) => value })],
    limit: [
      ['limit', 'size'],
      z.codec(count.optional(), z.int().min(1).max(max), { decode: (value) => value ?? PAGE_LIMIT, encode: (value) => value }),
    ],
  }) as const

/** The chain of a call; in lists -1 or absent means all chains, else decision 10. */
export const chainField = { chainId: ['chainId', int.optional()] } as const

export type Page<T> = { list: T[]; total: number; page: number; limit: number; pages: number }

/** `{list, total, page, limit, pages}` (decision 9). */
export const pageOf = <T>(element: z.ZodType<T>): Schema<Page<T>> =>
  z.object({ list: z.array(element), total: count, page: count, limit: count, pages: count })

export type FoundPage<T> = Page<T> & { totalIsAtLeast?: true | undefined }

/** The same of a search, whose pages may end before all that it finds. */
export const foundPageOf = <T>(element: z.ZodType<T>): Schema<FoundPage<T>> =>
  z.object({ list: z.array(element), total: count, page: count, limit: count, pages: count, totalIsAtLeast: z.literal(true).optional() })

export const Empty = z.object({})
export { record }
