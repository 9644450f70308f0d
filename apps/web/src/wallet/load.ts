import { allTexts } from '../i18n/index.ts'
import { queryClient } from '../lib/api.ts'
import { inTime } from '../lib/chunk.ts'
import { configQuery, gasTrackerQuery } from '../lib/site.ts'
import type { Wallet } from './types.ts'

let opened: Promise<Wallet> | undefined

/** The wallet code and the chain reader, fetched on first use. */
export function loadWallet(): Promise<Wallet> {
  opened ??= open().catch((error: unknown) => {
    opened = undefined
    throw error
  })
  return opened
}

async function open(): Promise<Wallet> {
  const [{ openWallet }, { networks, site }] = await Promise.all([
    inTime(() => import('./wallet.ts'))(),
    queryClient.ensureQueryData(configQuery()),
    allTexts(),
  ])
  return openWallet(networks, {
    siteName: site.name,
    siteUrl: site.url || location.origin,
    walletConnectProjectId: site.walletConnectProjectId,
    // Without one the network itself is asked: no reason to fail.
    gasTracker: (chainId) =>
      queryClient.fetchQuery(gasTrackerQuery(chainId)).then(
        (prices) => prices ?? undefined,
        () => undefined,
      ),
  })
}
