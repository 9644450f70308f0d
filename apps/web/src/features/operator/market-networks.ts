import type { OperatorNetwork } from '@plinth/api'
import { createContext, useContext } from 'react'

/** All of the market, those too that visitors are not shown because nothing public answers for them. */
export const MarketNetworks = createContext<readonly OperatorNetwork[]>([])

const useMarketNetworks = (): readonly OperatorNetwork[] => useContext(MarketNetworks)

export function useMarketNetwork(chainId: number): OperatorNetwork | undefined {
  return useMarketNetworks().find((network) => network.chainId === chainId)
}

/** As a field offers them. */
export function useNetworkOptions(): { value: string; label: string }[] {
  return useMarketNetworks().map(({ chainId, name }) => ({ value: String(chainId), label: name }))
}
