import { setTimeout as sleep } from 'node:timers/promises'
import type { Chain } from './chain/chain.ts'
import type { Context } from './context.ts'

const SHORTEST_MS = 1_000
const LONGEST_MS = 15_000

/** A process without the index asks the nodes itself where their heads are: the chain's time and the index's lag are told by them. */
export function followHeads({ chains, log }: Pick<Context, 'chains' | 'log'>): { stop(): Promise<void> } {
  const stopping = new AbortController()
  const loops = chains.all.map((chain) => follow(chain, log, stopping.signal))
  return {
    stop: async () => {
      stopping.abort()
      await Promise.all(loops)
    },
  }
}

async function follow(chain: Chain, log: Context['log'], signal: AbortSignal): Promise<void> {
  const everyMs = Math.min(LONGEST_MS, Math.max(SHORTEST_MS, (chain.config.blockTimeS * 1_000) / 2))
  while (!signal.aborted) {
    await chain.refresh().catch((error: unknown) => log.warn('head not read', { chainId: chain.id, error }))
    await sleep(everyMs, undefined, { signal }).catch(() => undefined)
  }
}
