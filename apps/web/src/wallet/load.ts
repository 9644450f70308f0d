import { allTexts } from '../i18n/index.ts'
import { queryClient } from '../lib/api.ts'
import { configQuery } from '../lib/site.ts'
import type { Wallet } from './types.ts'

let opened: Promise<Wallet> | undefined

/** The wallet code and the chain reader, fetched when somebody first needs them. */
export function loadWallet(): Promise<Wallet> {
  opened ??= open().catch((error: unknown) => {
    opened = undefined
    throw error
  })
  return opened
}

async function open(): Promise<Wallet> {
  const [{ openWallet }, config] = await Promise.all([import('./wallet.ts'), queryClient.ensureQueryData(configQuery()), allTexts()])
  return openWallet(config.networks, config.site.name)
}
