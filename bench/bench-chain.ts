import { toAddress } from '@plinth/protocol'
import type { ChainConfig } from '../apps/server/src/config/config.ts'

export const CHAIN_ID = 4_243
export const KEYS = { miner: `0x${'03'.repeat(32)}`, feeSigner: `0x${'02'.repeat(32)}` } as const

const filled = (digits: string) => toAddress(`0x${digits.repeat(20)}`)
export const COLLECTION = filled('a7')

/** A chain without contracts: only our code is measured. */
export function benchChain(rpcUrls: readonly string[]): ChainConfig {
  const network = { chainId: CHAIN_ID, name: 'Bench', symbol: 'ETH', rpc: '', explorer: '', logo: '', isDev: true, opensea: '' }
  const contracts = {
    exchange: filled('e1'),
    auctionExchange: filled('e6'),
    blindBox: filled('e8'),
    transferProxy: filled('e2'),
    collectionFactory: filled('e3'),
    collection721Implementation: filled('e4'),
    collection1155Implementation: filled('e5'),
    official721: COLLECTION,
    official1155: filled('a1'),
    prizeCollection: filled('e9'),
  }
  return { network, rpcUrls, contracts, payTokens: [], deployBlock: 1, blockTimeS: 2, maxFutureS: 1e9 }
}

const WITHOUT_END = 1e9
/** More than any client sends in a minute: the benchmark does not measure the limits. */
export const FREELY = {
  requestsPerIp: WITHOUT_END,
  requestsPerToken: WITHOUT_END,
  mediaPerIp: WITHOUT_END,
  streamsPerIp: WITHOUT_END,
  searchesPerIp: WITHOUT_END,
}
