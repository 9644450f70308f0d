import { type CreateConnectorFn, injected } from 'wagmi'
import { BSC_ID } from './options.ts'

export type ConnectorSettings = {
  siteName: string
  siteUrl: string
  /** Of the operator; empty where wallets on phones are not offered. */
  walletConnectProjectId: string
}

/** Beside those that announce themselves: the bare provider, the old BSC extension where it is, phones where configured. */
export async function connectorsOf(settings: ConnectorSettings): Promise<CreateConnectorFn[]> {
  const connectors: CreateConnectorFn[] = [injected()]
  if (window.BinanceChain) {
    const { adaptBscWallet } = await import('./bsc-wallet.ts')
    const provider = adaptBscWallet(window.BinanceChain)
    // wagmi's type names every method a wallet may have; ours passes on whatever it is asked.
    connectors.push(injected({ target: { id: BSC_ID, name: 'BSC chain wallet', provider: provider as never } }))
  }
  if (settings.walletConnectProjectId !== '') {
    const { phoneWallet } = await import('./phone-wallet.ts')
    connectors.push(phoneWallet(settings))
  }
  return connectors
}
