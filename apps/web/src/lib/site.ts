import type { Config } from '@plinth/api'
import { feeOf, menuNetworks, type Network } from '@plinth/protocol'
import { queryOptions, useSuspenseQuery } from '@tanstack/react-query'
import { api, keyOf, queryClient, queryOf } from './api.ts'
import { readStored, SESSION, writeStored } from './storage.ts'
import { useStored } from './use-stored.ts'

/** Chain whose configuration is shown: the one remembered in this tab, else the server's default (document A §4). */
function shownChainId(): number | undefined {
  const stored = Number(readStored(SESSION.chain))
  return Number.isSafeInteger(stored) && stored > 0 ? stored : undefined
}

/** From here on the pages use that chain's configuration, which should be in the cache. */
export const showChain = (chainId: number): void => writeStored(SESSION.chain, String(chainId))

export const configQuery = () => ({ ...queryOf(api.config.fetch, { chainId: shownChainId() }), staleTime: 60_000 })
export const categoriesQuery = () => ({ ...queryOf(api.category.list, {}), staleTime: 5 * 60_000 })
export const allPayTokensQuery = () => ({ ...queryOf(api.paytoken.list, {}), staleTime: 5 * 60_000 })

/** Those of one chain, out of the answer that the startup had. */
export const payTokensQuery = (chainId: number) =>
  queryOptions({
    queryKey: keyOf(api.paytoken.list, { chainId }),
    queryFn: async () => (await queryClient.fetchQuery(allPayTokensQuery())).filter((token) => token.chainId === chainId),
    staleTime: 5 * 60_000,
    // The answer itself was asked for again already.
    retry: false,
  })

/** The gas price of a chain, as the market sees it; nothing where the market does not track it. */
export const gasTrackerQuery = (chainId: number) => ({
  queryKey: keyOf(api.config.gasTracker, { chainId }),
  queryFn: async () => (await api.config.gasTracker({ chainId })) ?? null,
  staleTime: 15_000,
})

/** Contracts, fees and clock of one chain, which need not be the one shown. */
export const chainConfigQuery = (chainId: number) => ({ ...queryOf(api.config.fetch, { chainId }), staleTime: 60_000 })

/** The startup has loaded these, so they are there at once. */
export function useConfig(): Config {
  useStored(SESSION.chain, shownChainId)
  return useSuspenseQuery(configQuery()).data
}
export const useCategories = () => useSuspenseQuery(categoriesQuery()).data

/** Of the chain an item lives on; of the one shown it is there already. */
export function useChainConfigQuery(chainId: number) {
  const shown = useConfig()
  return shown.network.chainId === chainId ? configQuery() : chainConfigQuery(chainId)
}

/** Dialogs wait for it. */
export const useChainConfig = (chainId: number): Config => useSuspenseQuery(useChainConfigQuery(chainId)).data

/** Where this market is counted from the chain: the operator's page, else the exchange in the network's explorer. */
export function useAnalytics(): string {
  const { site, network, contract } = useConfig()
  if (site.analytics !== '' || network.explorer === '') return site.analytics
  return `${network.explorer.replace(/\/$/, '')}/address/${contract.exchange}`
}

/** Networks a visitor may choose. */
export const useNetworks = (): Network[] => menuNetworks(useConfig().networks)

export function useNetwork(chainId: number): Config['networks'][number] | undefined {
  return useConfig().networks.find((network) => network.chainId === chainId)
}

/** What a buyer pays for a price of a network, its fee included. */
export function usePaid(chainId: number): (price: bigint) => bigint {
  const { buyerFee = 0 } = useNetwork(chainId) ?? {}
  return (price) => price + feeOf(price, BigInt(buyerFee))
}
