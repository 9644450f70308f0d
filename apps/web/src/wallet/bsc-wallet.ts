import { hexToString, isHex } from 'viem'
import type { Provider } from './chain-switch.ts'

/** `window.BinanceChain` as the old BSC extension puts it there: nearly EIP-1193. */
export type BscProvider = Provider & {
  on: (event: string, listener: (value: never) => void) => void
  removeListener?: (event: string, listener: (value: never) => void) => void
  bnbSign?: (address: string, text: string) => Promise<{ signature: string }>
  switchNetwork?: (network: string) => Promise<unknown>
}

declare global {
  interface Window {
    BinanceChain?: BscProvider
  }
}

/** Its own names of the chains it can go to. */
const NETWORKS: Readonly<Record<number, string>> = { 1: 'eth-mainnet', 56: 'bsc-mainnet', 97: 'bsc-testnet' }

const failure = (code: number, message: string) => Object.assign(new Error(message), { code })

/** Adapts the old extension to EIP-1193: it signs texts by `bnbSign` and changes its chain by name. */
export function adaptBscWallet(wallet: BscProvider): BscProvider {
  const request: Provider['request'] = async ({ method, params }) => {
    const list = (params ?? []) as readonly unknown[]
    if (method === 'personal_sign' && wallet.bnbSign) return (await wallet.bnbSign(String(list[1]), textOf(list[0]))).signature
    if (method === 'wallet_switchEthereumChain' && wallet.switchNetwork) return goTo(wallet.switchNetwork, list[0])
    // It has no permissions API: the caller then asks for the accounts.
    if (method === 'wallet_requestPermissions') throw failure(4200, 'This wallet has no permissions.')
    return wallet.request(params === undefined ? { method } : { method, params })
  }
  return {
    request,
    on: (event, listener) => wallet.on(event, listener),
    removeListener: (event, listener) => wallet.removeListener?.(event, listener),
  }
}

const textOf = (data: unknown) => (isHex(data) ? hexToString(data) : String(data))

async function goTo(switchNetwork: NonNullable<BscProvider['switchNetwork']>, wanted: unknown): Promise<null> {
  const network = NETWORKS[Number((wanted as { chainId?: string } | undefined)?.chainId)]
  if (network === undefined) throw failure(4902, 'This wallet does not know the chain.')
  await switchNetwork(network)
  return null
}
