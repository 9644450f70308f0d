import type { Config } from 'wagmi'
import type { WalletKind, WalletOption } from './types.ts'

export const DEMO_RDNS = 'market.plinth.demo'
export const BSC_ID = 'BinanceChain'
export const PHONE_ID = 'walletConnect'
const BARE_ID = 'injected'

const KINDS: Readonly<Record<string, WalletKind>> = { [DEMO_RDNS]: 'demo', [BSC_ID]: 'bsc', [PHONE_ID]: 'phone', [BARE_ID]: 'bare' }
/** The visitor's own first, the phone's and the demo's last. */
const ORDER: readonly WalletKind[] = ['found', 'bare', 'bsc', 'phone', 'demo']

/** The bare provider only where no extension announced itself: it would be one of them a second time. */
export function optionsOf(config: Config): readonly WalletOption[] {
  const all = config.connectors.map(({ id, name, icon }): WalletOption => ({ id, name, icon, kind: KINDS[id] ?? 'found' }))
  const isBareShown = 'ethereum' in window && all.every(({ kind }) => kind !== 'found')
  return all.filter(({ kind }) => kind !== 'bare' || isBareShown).toSorted((a, b) => ORDER.indexOf(a.kind) - ORDER.indexOf(b.kind))
}
