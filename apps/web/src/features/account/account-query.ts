import type { Address } from '@plinth/protocol'
import { api, pagesOf, queryOf } from '../../lib/api.ts'
import type { AccountView } from './tabs.ts'

const LIMIT = 20
const LISTS = { sale: api.user.onsales, collectibles: api.user.collections, created: api.user.created, liked: api.user.like } as const

export const personQuery = (address: Address) => queryOf(api.user.info, { address })
export const statQuery = (address: Address, { chainId }: AccountView) => queryOf(api.user.stat, { address, chainId })

/** The items of one tab, from this page on. */
export const itemsQuery = (address: Address, { tab, chainId, category }: AccountView, page: number) => ({
  ...pagesOf(LISTS[tab], { page, limit: LIMIT, address, chainId, category }),
  initialPageParam: page,
})
