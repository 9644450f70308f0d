import { setTimeout as sleep } from 'node:timers/promises'
import type { Context } from '../context.ts'
import type { Chain } from './chain.ts'

const AGAIN_MS = 2_000

export type Runner = { stop(): Promise<void> }

export type Runners<R extends Runner> = {
  readonly all: readonly R[]
  find(chainId: number): R | undefined
  /** Stops all runners, and starts no more. */
  stop(): Promise<void>
}

/** One runner for each chain of the market: started for a new chain, restarted for a changed one, stopped for a removed one. */
export async function runForEachNetwork<R extends Runner>(
  { chains, log }: Pick<Context, 'chains' | 'log'>,
  begin: (chain: Chain) => Promise<R>,
): Promise<Runners<R>> {
  const runners = new Map<number, R>()
  const stopping = new AbortController()
  const start = async (chain: Chain): Promise<void> => void runners.set(chain.id, await begin(chain))
  // One after the other, also where several changes come at once.
  let turn: Promise<void> = Promise.all(chains.all.map(start)).then(() => undefined)
  const change = async (chainId: number, chain: Chain | undefined): Promise<void> => {
    await runners.get(chainId)?.stop()
    runners.delete(chainId)
    if (chain) await start(chain)
  }
  /** Retries until it succeeds, or the chain changes again. */
  const insist = async (chainId: number, chain: Chain | undefined): Promise<void> => {
    while (!stopping.signal.aborted && chains.find(chainId) === chain) {
      try {
        return await change(chainId, chain)
      } catch (error) {
        log.error('network not taken up', { chainId, error })
        await sleep(AGAIN_MS, undefined, { signal: stopping.signal }).catch(() => undefined)
      }
    }
  }
  const unwatch = chains.watch((chainId, chain) => {
    turn = turn.then(() => insist(chainId, chain))
  })
  await turn
  return {
    get all() {
      return [...runners.values()]
    },
    find: (chainId) => runners.get(chainId),
    stop: async () => {
      unwatch()
      stopping.abort()
      await turn
      await Promise.all([...runners.values()].map((runner) => runner.stop()))
    },
  }
}
