import { AppError } from '@plinth/api'
import { type Address, ALL_CHAINS } from '@plinth/protocol'
import type { ChainConfig } from '../config.ts'
import { type Chain, type ChainOptions, createChain } from './chain.ts'

/** What a call names: a collection, or an item of it. */
export type Named = { readonly collection: Address; readonly tokenId?: bigint | undefined }
/** What a call said about its chain: the id it sent, and what it names, if anything. */
export type ChainHint = { readonly chainId?: number | undefined } & Partial<Named>

export type Chains = {
  readonly all: readonly Chain[]
  readonly default: Chain
  /** @throws AppError CHAIN_UNKNOWN */
  get(chainId: number): Chain
  find(chainId: number): Chain | undefined
  /**
   * The chain of a call (decision 10): the one sent; else the only one that knows the item or collection, the default or
   * the lowest if several do; else the default. An unconfigured id is the default in reads.
   */
  resolve(hint: ChainHint): Promise<Chain>
  /** The same for writes, where an unconfigured id is refused. @throws AppError CHAIN_UNKNOWN */
  resolveForWrite(hint: ChainHint): Promise<Chain>
  /** Chains of a list: all of them for -1 or none, else one. */
  scope(chainId: number | undefined): readonly Chain[]
}

export type ChainsOptions = ChainOptions & {
  readonly configs: readonly ChainConfig[]
  readonly defaultChainId: number
  /** Ids of the chains that know an item or, where none does, its collection. */
  readonly whoKnows: (named: Named) => Promise<readonly number[]>
}

export function createChains({ configs, defaultChainId, whoKnows, ...options }: ChainsOptions): Chains {
  const all = configs.map((config) => createChain(config, options)).sort((a, b) => a.id - b.id)
  const byId = new Map(all.map((chain) => [chain.id, chain]))
  const fallback = byId.get(defaultChainId)
  if (!fallback) throw new Error(`The default chain ${defaultChainId} is not among the configured ones`)

  const get = (chainId: number): Chain => {
    const chain = byId.get(chainId)
    if (!chain) throw new AppError('CHAIN_UNKNOWN')
    return chain
  }
  const byName = async ({ collection, tokenId }: Partial<Named>): Promise<Chain> => {
    if (!collection || all.length === 1) return fallback
    const known = (await whoKnows({ collection, tokenId })).flatMap((id) => byId.get(id) ?? []).sort((a, b) => a.id - b.id)
    return known.find((chain) => chain.id === fallback.id) ?? known[0] ?? fallback
  }
  return {
    all,
    default: fallback,
    get,
    find: (chainId) => byId.get(chainId),
    resolve: async ({ chainId, ...named }) => {
      if (isSent(chainId)) return byId.get(chainId) ?? fallback
      return byName(named)
    },
    resolveForWrite: async ({ chainId, ...named }) => (isSent(chainId) ? get(chainId) : byName(named)),
    scope: (chainId) => (isSent(chainId) ? [byId.get(chainId) ?? fallback] : all),
  }
}

function isSent(chainId: number | undefined): chainId is number {
  return chainId !== undefined && chainId !== ALL_CHAINS
}
