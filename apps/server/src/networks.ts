import { setTimeout as sleep } from 'node:timers/promises'
import type { Context } from './context.ts'
import { refreshNetworks } from './modules/networks/service.ts'
import { refreshSite } from './modules/settings/service.ts'

const EVERY_MS = 2_000

/** Applies changes of networks and of the site's name that the operator made at the command line or in another process. */
export function followNetworks(context: Context, everyMs = EVERY_MS): { stop(): Promise<void> } {
  const stopping = new AbortController()
  const running = run(context, everyMs, stopping.signal)
  return {
    stop: async () => {
      stopping.abort()
      await running
    },
  }
}

async function run(context: Context, everyMs: number, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    await sleep(everyMs, undefined, { signal }).catch(() => undefined)
    if (signal.aborted) return
    await Promise.all([refreshNetworks(context), refreshSite(context)]).catch((error: unknown) =>
      context.log.warn('networks not read', { error }),
    )
  }
}
