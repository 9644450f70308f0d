import { runForEachNetwork } from '../chain/each-network.ts'
import type { Context } from '../context.ts'
import { ensureOfficialCollections } from '../modules/collections/service.ts'
import { ensureWrappedCoins } from '../modules/statistics/service.ts'
import { type ChainIndexer, type FollowOptions, startIndexer } from './indexer.ts'

export type Indexers = {
  of(chainId: number): ChainIndexer
  readonly all: readonly ChainIndexer[]
  stop(): Promise<void>
}

/**
 * Indexes every chain of the market, also those added later; the official collections are known before their first block is read.
 */
export async function startIndexers(context: Context, options?: FollowOptions): Promise<Indexers> {
  const indexers = await runForEachNetwork(context, async (chain) => {
    await ensureOfficialCollections(context, chain)
    await ensureWrappedCoins(context, chain)
    return startIndexer(context, chain, options)
  })
  return {
    get all() {
      return indexers.all
    },
    of: (chainId) => {
      const found = indexers.find(chainId)
      if (!found) throw new Error(`No indexer follows chain ${chainId}`)
      return found
    },
    stop: () => indexers.stop(),
  }
}
