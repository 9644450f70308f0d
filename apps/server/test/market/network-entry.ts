import type { ChainContracts } from '../../src/config/config.ts'
import { fakeChain } from './harness.ts'
import type { TestMarket } from './market.ts'

/** A started chain outside the server's configuration, as an entry names it: without the extras of a local chain. */
export function entryOf({ testnet, chainId }: TestMarket, changes: object = {}): string {
  const { deployBlock, ...all } = testnet.contracts
  const contracts = Object.fromEntries(Object.keys(fakeChain('').contracts).map((name) => [name, all[name as keyof ChainContracts]]))
  const { rpcUrl } = testnet
  const own = { chainId, name: 'Later', symbol: 'LTR', rpcUrls: [rpcUrl], rpc: rpcUrl, contracts, deployBlock, blockTime: 2 }
  return JSON.stringify({ ...own, ...changes })
}
