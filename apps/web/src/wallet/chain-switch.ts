import { AppError } from '@plinth/api'
import { type Chain, numberToHex } from 'viem'
import { isAnswered, isRejected } from './errors.ts'

/** The EIP-1193 interface of every wallet. */
export type Provider = { request: (request: { method: string; params?: unknown }) => Promise<unknown> }

/** Asks the wallet to switch its chain, and to add one that it does not know. Where it can't, the error names the chain. */
export async function switchTo(wallet: Provider, chain: Chain): Promise<void> {
  try {
    await askSwitch(wallet, chain)
  } catch (error) {
    // Not every wallet says 4902 for a chain it does not know.
    if (isAnswered(error)) throw error
    await addTo(wallet, chain)
  }
}

/** Offers the chain: a refusal is the answer, whatever else goes wrong falls back to switching (document A §4). */
export async function addTo(wallet: Provider, chain: Chain): Promise<void> {
  const offered = await wallet.request({ method: 'wallet_addEthereumChain', params: [descriptionOf(chain)] }).then(
    () => true,
    (error: unknown) => {
      if (isRejected(error)) throw error
      return false
    },
  )
  // A wallet may add a chain and stay on its own (EIP-3085).
  if (offered && (await chainOf(wallet)) === chain.id) return
  await askSwitch(wallet, chain).catch((error: unknown) => Promise.reject(named(error, chain)))
}

async function askSwitch(wallet: Provider, chain: Chain): Promise<void> {
  await wallet.request({ method: 'wallet_switchEthereumChain', params: [{ chainId: numberToHex(chain.id) }] })
  if ((await chainOf(wallet)) !== chain.id) throw named(undefined, chain)
}

async function chainOf(wallet: Provider): Promise<number> {
  return Number(await wallet.request({ method: 'eth_chainId' }))
}

function descriptionOf({ id, name, nativeCurrency, rpcUrls, blockExplorers }: Chain) {
  const explorer = blockExplorers?.default.url
  return {
    chainId: numberToHex(id),
    chainName: name,
    nativeCurrency,
    rpcUrls: rpcUrls.default.http,
    // An empty list is refused by some wallets.
    ...(explorer === undefined ? {} : { blockExplorerUrls: [explorer] }),
  }
}

/** The error for a wallet that can't switch names the chain: "Change network to …". */
function named(error: unknown, { name }: Chain): unknown {
  if (isAnswered(error)) return error
  return new AppError('WALLET_WRONG_CHAIN', { network: name }, { cause: error })
}
