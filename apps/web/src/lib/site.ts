import { menuNetworks, type Network } from '@plinth/protocol'
import { useSuspenseQuery } from '@tanstack/react-query'
import { api, queryOf } from './api.ts'
import { readStored, SESSION } from './storage.ts'

/** Chain whose configuration is shown: the one remembered in this tab, else the server's default (document A §4). */
export function shownChainId(): number | undefined {
  const stored = Number(readStored(SESSION.chain))
  return Number.isSafeInteger(stored) && stored > 0 ? stored : undefined
}

export const configQuery = () => ({ ...queryOf(api.config.fetch, { chainId: shownChainId() }), staleTime: 60_000 })
export const categoriesQuery = () => ({ ...queryOf(api.category.list, {}), staleTime: 5 * 60_000 })
export const payTokensQuery = (chainId?: number) => ({ ...queryOf(api.paytoken.list, { chainId }), staleTime: 5 * 60_000 })

/** The startup has loaded these, so they are there at once. */
export const useConfig = () => useSuspenseQuery(configQuery()).data
export const useCategories = () => useSuspenseQuery(categoriesQuery()).data

/** Networks a visitor may choose. */
export const useNetworks = (): Network[] => menuNetworks(useConfig().networks)

export function useNetwork(chainId: number): Network | undefined {
  return useConfig().networks.find((network) => network.chainId === chainId)
}
