import { type Address, LOCAL_NETWORKS } from '@plinth/protocol'
import { planAddresses } from './addresses.ts'

/** An ERC20 of a local chain that the market accepts. */
export interface LocalPayToken {
  address: Address
  name: string
  symbol: string
  decimals: number
  isDefault: boolean
}

const COIN_NAMES: Readonly<Record<string, string>> = { ETH: 'Ether' }

/** Name and symbol of the chain's coin as an ERC20. */
export function wrappedCoinOf(chainId: number): { name: string; symbol: string } {
  const coin = LOCAL_NETWORKS.find((network) => network.chainId === chainId)?.symbol ?? 'ETH'
  return { name: `Wrapped ${COIN_NAMES[coin] ?? coin}`, symbol: `W${coin}` }
}

/** Pay tokens of a local chain besides its coin, which is the default. */
export function localPayTokens(chainId: number): LocalPayToken[] {
  const { wrappedCoin, dollar } = planAddresses(chainId)
  return [
    { address: wrappedCoin, ...wrappedCoinOf(chainId), decimals: 18, isDefault: false },
    { address: dollar, name: 'Plinth Dollar', symbol: 'PUSD', decimals: 6, isDefault: false },
  ]
}
