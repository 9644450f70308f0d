import { setTimeout as sleep } from 'node:timers/promises'
import type { Context } from '../context.ts'
import type { Chain } from './chain.ts'
import { type Runner, runForEachNetwork } from './each-network.ts'

const SHORTEST_MS = 1_000
const LONGEST_MS = 15_000

/** A process without the index asks the nodes for their heads itself: the chain's time and the index's lag depend on them. */
export function followHeads(context: Pick<Context, 'chains' | 'log'>): Promise<Runner> {
  return runForEachNetwork(context, async (chain) => {
    const stopping = new AbortController()
    const loop = follow(chain, context.log, stopping.signal)
    return {
      stop: async () => {
        stopping.abort()
        await loop
      },
    }
  })
}

async function follow(chain: Chain, log: Context['log'], signal: AbortSignal): Promise<void> {
  const everyMs = Math.min(LONGEST_MS, Math.max(SHORTEST_MS, (chain.config.blockTimeS * 1_000) / 2))
  while (!signal.aborted) {
    await chain.refresh().catch((error: unknown) => log.warn('head not read', { chainId: chain.id, error }))
    await sleep(everyMs, undefined, { signal }).catch(() => undefined)
  }
}
