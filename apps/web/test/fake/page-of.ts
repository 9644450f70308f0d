import type { Page } from '@plinth/api'

export function pageOf<T>(all: readonly T[], { page, limit }: { page: number; limit: number }): Page<T> {
  const list = all.slice((page - 1) * limit, page * limit)
  return { list, total: all.length, page, limit, pages: Math.ceil(all.length / limit) }
}
