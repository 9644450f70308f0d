import type { Network } from '@plinth/protocol'
import type { Chain } from 'viem'

/** A network of the configuration as viem and wagmi want it. */
export function toChain(network: Network): Chain {
  return {
    id: network.chainId,
    name: network.name,
    nativeCurrency: { name: network.symbol, symbol: network.symbol, decimals: 18 },
    rpcUrls: { default: { http: [network.rpc] } },
    ...(network.explorer === '' ? {} : { blockExplorers: { default: { name: network.name, url: network.explorer } } }),
    testnet: network.isDev,
  }
}
