import type { Context } from '../context.ts'
import { ensureOfficialCollections } from '../modules/collections/service.ts'
import { type ChainIndexer, type FollowOptions, startIndexer } from './indexer.ts'

export type Indexers = {
  of(chainId: number): ChainIndexer
  readonly all: readonly ChainIndexer[]
  stop(): Promise<void>
}

/** Follows every configured chain; the official collections are known before their first block is read. */
export async function startIndexers(context: Context, options?: FollowOptions): Promise<Indexers> {
  await ensureOfficialCollections(context)
  const all = await Promise.all(context.chains.all.map((chain) => startIndexer(context, chain, options)))
  return {
    all,
    of: (chainId) => {
      const found = all.find((indexer) => indexer.chainId === chainId)
      if (!found) throw new Error(`No indexer follows chain ${chainId}`)
      return found
    },
    stop: async () => {
      await Promise.all(all.map((indexer) => indexer.stop()))
    },
  }
}
