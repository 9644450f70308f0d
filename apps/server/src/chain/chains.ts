import { AppError } from '@plinth/api'
import { type Address, ALL_CHAINS } from '@plinth/protocol'
import type { ChainConfig } from '../config/config.ts'
import { type Chain, type ChainOptions, createChain } from './chain.ts'

/** What a call names: a collection, or an item of it. */
export type Named = { readonly collection: Address; readonly tokenId?: bigint | undefined }
/** A call's hints at its chain: the id it sent, and the contract it names, if any. */
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
  /** Chains of a list: for -1 or none all of them, the default first; else one. */
  scope(chainId: number | undefined): readonly Chain[]
  /** Adds a chain, or replaces one whose settings have changed. */
  put(config: ChainConfig): void
  drop(chainId: number): void
  /** Runs changes one after another: what one has read before a change must not undo it. */
  inTurn(change: () => Promise<void>): Promise<void>
  /**
   * Calls the listener for each chain that is added, changed or removed, which then is undefined. Returns a function that ends
   * it.
   */
  watch(listener: Listener): () => void
}

type Listener = (chainId: number, chain: Chain | undefined) => void

export type ChainsOptions = ChainOptions & {
  readonly configs: readonly ChainConfig[]
  readonly defaultChainId: number
  /** Ids of the chains that know an item or, where none does, its collection. */
  readonly whoKnows: (named: Named) => Promise<readonly number[]>
}

export function createChains({ configs, defaultChainId, whoKnows, ...options }: ChainsOptions): Chains {
  const byId = new Map(configs.map((config) => [config.network.chainId, createChain(config, options)]))
  let all = sorted(byId)
  const listeners = new Set<Listener>()
  let lastChange = Promise.resolve()
  const changed = (chainId: number): void => {
    all = sorted(byId)
    for (const listener of listeners) listener(chainId, byId.get(chainId))
  }
  const fallback = (): Chain => {
    const chain = byId.get(defaultChainId)
    if (!chain) throw new Error(`The default chain ${defaultChainId} is not among the configured ones`)
    return chain
  }
  fallback()

  const get = (chainId: number): Chain => {
    const chain = byId.get(chainId)
    if (!chain) throw new AppError('CHAIN_UNKNOWN')
    return chain
  }
  const byName = async ({ collection, tokenId }: Partial<Named>): Promise<Chain> => {
    if (!collection || all.length === 1) return fallback()
    const known = (await whoKnows({ collection, tokenId })).flatMap((id) => byId.get(id) ?? []).sort((a, b) => a.id - b.id)
    return known.find((chain) => chain.id === defaultChainId) ?? known[0] ?? fallback()
  }
  return {
    get all() {
      return all
    },
    get default() {
      return fallback()
    },
    get,
    find: (chainId) => byId.get(chainId),
    resolve: async ({ chainId, ...named }) => {
      if (isSent(chainId)) return byId.get(chainId) ?? fallback()
      return byName(named)
    },
    resolveForWrite: async ({ chainId, ...named }) => (isSent(chainId) ? get(chainId) : byName(named)),
    scope: (chainId) => {
      if (isSent(chainId)) return [byId.get(chainId) ?? fallback()]
      return [fallback(), ...all.filter((chain) => chain.id !== defaultChainId)]
    },
    put: (config) => {
      const chain = createChain(config, options)
      const head = byId.get(chain.id)?.head()
      // Its time continues from the known head.
      if (head) chain.noteHead(head)
      byId.set(chain.id, chain)
      changed(chain.id)
    },
    drop: (chainId) => {
      if (byId.delete(chainId)) changed(chainId)
    },
    inTurn: (change) => {
      lastChange = lastChange.catch(() => undefined).then(change)
      return lastChange
    },
    watch: (listener) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
}

/** Rows in the order of these chains. Forms preselect the first row: `scope` begins with the default chain (decision 10). */
export function byChain<T extends { readonly chainId: number }>(rows: readonly T[], chainIds: readonly number[]): T[] {
  return rows.toSorted((a, b) => chainIds.indexOf(a.chainId) - chainIds.indexOf(b.chainId))
}

function sorted(chains: ReadonlyMap<number, Chain>): Chain[] {
  return [...chains.values()].sort((a, b) => a.id - b.id)
}

function isSent(chainId: number | undefined): chainId is number {
  return chainId !== undefined && chainId !== ALL_CHAINS
}
