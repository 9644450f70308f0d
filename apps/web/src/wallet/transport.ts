import { custom, fallback, http, type Transport } from 'viem'
import type { Provider } from './chain-switch.ts'

/** The connected wallet, if it is on that chain. */
export type WalletOn = (chainId: number) => Promise<Provider | undefined>

const elsewhere = () => Object.assign(new Error('The wallet has no answer'), { code: 4901 })

/** Some wallets drop why a call would revert; the node itself says so. */
const isMute = (method: string, error: unknown) => method === 'eth_call' && typeof (error as { data?: unknown }).data !== 'string'

/**
 * Reads go through the wallet while it is on the chain in question (document A §7). Without one, or where it has no answer,
 * the network's own URL is asked.
 */
export function walletFirst(chainId: number, walletOn: WalletOn): Transport {
  const request: Provider['request'] = async (asked) => {
    const wallet = await walletOn(chainId)
    if (!wallet) throw elsewhere()
    return wallet.request(asked).catch((error: unknown) => Promise.reject(isMute(asked.method, error) ? elsewhere() : error))
  }
  const byWallet = custom({ request }, { retryCount: 0 })
  return fallback([byWallet, http(undefined, { retryCount: 1, timeout: 10_000 })], { retryCount: 0 })
}
