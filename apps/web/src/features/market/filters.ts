import { ALL_CHAINS } from '@plinth/protocol'

export type MarketFilters = {
  /** -1: every network (HOME-07). */
  chainId: number
  category: bigint | undefined
  order: 'asc' | 'desc'
}

/** Filters live in the address, so that they survive reload, sharing and back. Anything malformed counts as absent. */
export function readFilters(params: URLSearchParams): MarketFilters {
  const chain = params.get('chain') ?? ''
  const category = params.get('category') ?? ''
  return {
    chainId: /^\d{1,15}$/.test(chain) ? Number(chain) : ALL_CHAINS,
    category: /^\d{1,18}$/.test(category) ? BigInt(category) : undefined,
    order: params.get('order') === 'asc' ? 'asc' : 'desc',
  }
}

/** Defaults are left out; parameters of others stay. */
export function writeFilters(params: URLSearchParams, filters: MarketFilters): URLSearchParams {
  const next = new URLSearchParams(params)
  const put = (name: string, value: string | undefined) => (value === undefined ? next.delete(name) : next.set(name, value))
  put('chain', filters.chainId === ALL_CHAINS ? undefined : String(filters.chainId))
  put('category', filters.category?.toString())
  put('order', filters.order === 'asc' ? 'asc' : undefined)
  return next
}
