import { callRpc } from '@plinth/devnet'
import type { BrowserContext, Page } from 'playwright-core'
import { createWalletClient, type Hex, http, type LocalAccount, numberToHex } from 'viem'

type Params = readonly unknown[]
/** What a method returns instead of an honest wallet's answer. */
type Answer = (params: Params, honest: () => Promise<unknown>) => unknown

/** A refusal in the form of EIP-1193. */
export class WalletRefusal extends Error {
  readonly code: number

  constructor(code: number, message: string) {
    super(message)
    this.code = code
  }
}

export interface ScriptedWallet {
  /** Accounts the page may see; the first is the one in use. */
  accounts: LocalAccount[]
  chainId: number
  /** Chains it can be switched to. */
  knownChains: number[]
  /** Every method that the page has called. */
  asked: string[]
  answers: Map<string, Answer>
  /** Emits to every open page, as an extension does. */
  emit(event: string, value: unknown): Promise<void>
  changeAccounts(accounts: LocalAccount[]): Promise<void>
  changeChain(chainId: number): Promise<void>
}

/** How a wallet announces itself to a page: by EIP-6963, or only by the old globals in `window`. */
type Way = 'announced' | 'ethereum' | 'BinanceChain'

export type WalletSettings = {
  rpcUrl: string
  chainId: number
  accounts: LocalAccount[]
  /** Another chain it may be on. */
  rpcUrls?: Readonly<Record<number, string>>
  name?: string
  way?: Way
}

const NAME = 'Scripted wallet'

/** A third-party wallet, in every page of the context; it answers by itself. */
export async function installWallet(context: BrowserContext, settings: WalletSettings): Promise<ScriptedWallet> {
  const { chainId, accounts, name = NAME, way = 'announced' } = settings
  const id = name.toLowerCase().replaceAll(' ', '-')
  const emit = async (event: string, value: unknown) => {
    const sent = context
      .pages()
      .map((page) => page.evaluate(([to, what, sent]) => window.scriptedWallets?.[to]?.(what, sent), [id, event, value] as const))
    await Promise.all(sent)
  }
  const wallet: ScriptedWallet = {
    accounts,
    chainId,
    knownChains: [chainId],
    asked: [],
    answers: new Map(),
    emit,
    changeAccounts: async (next) => {
      wallet.accounts = next
      await emit('accountsChanged', addressesOf(wallet))
    },
    changeChain: async (next) => {
      wallet.chainId = next
      await emit('chainChanged', numberToHex(next))
    },
  }
  await context.exposeFunction(`ask-${id}`, async (method: string, params: Params) => {
    wallet.asked.push(method)
    const honest = () => answerHonestly(wallet, settings, method, params)
    try {
      const answer = wallet.answers.get(method)
      return { result: (await (answer ? answer(params, honest) : honest())) ?? null }
    } catch (error) {
      const { code, message } = error as { code?: number; message: string }
      return { error: { code: code ?? -32_603, message } }
    }
  })
  await context.addInitScript(announce, { id, name, way })
  return wallet
}

export async function chooseScripted(page: Page, name = NAME): Promise<void> {
  await page.getByRole('button', { name: new RegExp(name) }).click()
}

const addressesOf = ({ accounts }: ScriptedWallet) => accounts.map(({ address }) => address)

async function answerHonestly(
  wallet: ScriptedWallet,
  { rpcUrl, rpcUrls }: WalletSettings,
  method: string,
  params: Params,
): Promise<unknown> {
  const [first, second] = params
  const node = rpcUrls?.[wallet.chainId] ?? rpcUrl
  switch (method) {
    case 'eth_accounts':
    case 'eth_requestAccounts':
      return addressesOf(wallet)
    case 'wallet_requestPermissions':
      return [{ parentCapability: 'eth_accounts', caveats: [{ type: 'restrictReturnedAccounts', value: addressesOf(wallet) }] }]
    case 'wallet_revokePermissions':
      return null
    case 'eth_chainId':
      return numberToHex(wallet.chainId)
    case 'wallet_switchEthereumChain':
    case 'wallet_addEthereumChain': {
      const wanted = Number((first as { chainId: Hex }).chainId)
      if (!wallet.knownChains.includes(wanted)) throw new WalletRefusal(4902, 'Unrecognized chain ID.')
      await wallet.changeChain(wanted)
      return null
    }
    case 'wallet_watchAsset':
      return true
    case 'personal_sign':
      return holderOf(wallet, second).signMessage({ message: { raw: first as Hex } })
    case 'eth_signTypedData_v4':
      return holderOf(wallet, first).signTypedData(JSON.parse(second as string))
    case 'eth_sendTransaction':
      return sendAs(wallet, node, first as Transaction)
    default:
      return callRpc(node, method, [...params])
  }
}

export type Transaction = { from: string; to: Hex; data?: Hex; value?: Hex; gas?: Hex; gasPrice?: Hex; nonce?: number }

/** Signs and sends the page's request, with the nonce and price that the story sets. */
export async function sendAs(
  wallet: ScriptedWallet,
  rpcUrl: string,
  { from, to, data, value = '0x0', gas, gasPrice, nonce }: Transaction,
): Promise<Hex> {
  const client = createWalletClient({ account: holderOf(wallet, from), transport: http(rpcUrl) })
  const chosen = {
    ...(gas ? { gas: BigInt(gas) } : {}),
    ...(gasPrice ? { gasPrice: BigInt(gasPrice) } : {}),
    ...(nonce === undefined ? {} : { nonce }),
  }
  // A story chooses fields that viem's type has only for some kinds of transaction.
  return client.sendTransaction({ to, data, value: BigInt(value), ...chosen, chain: null } as never)
}

function holderOf({ accounts }: ScriptedWallet, address: unknown): LocalAccount {
  const holder = accounts.find((account) => account.address.toLowerCase() === String(address).toLowerCase())
  if (!holder) throw new WalletRefusal(4100, 'The requested account has not been authorized by the user.')
  return holder
}

type Ask = (method: string, params: Params) => Promise<{ result?: unknown; error?: { code: number; message: string } }>

declare global {
  interface Window {
    scriptedWallets?: Record<string, (event: string, value: unknown) => void>
  }
}

/** Runs in the page before any of its scripts. */
function announce({ id, name, way }: { id: string; name: string; way: Way }): void {
  const listeners = new Map<string, Set<(value: unknown) => void>>()
  // The story's functions, lent to the page under names of its own.
  const places = window as unknown as Record<string, unknown>
  const provider = {
    request: async ({ method, params = [] }: { method: string; params?: Params }) => {
      const { result, error } = await (places[`ask-${id}`] as Ask)(method, params)
      if (error) throw Object.assign(new Error(error.message), { code: error.code })
      return result
    },
    on: (event: string, listener: (value: unknown) => void) => {
      listeners.set(event, (listeners.get(event) ?? new Set()).add(listener))
    },
    removeListener: (event: string, listener: (value: unknown) => void) => void listeners.get(event)?.delete(listener),
  }
  window.scriptedWallets ??= {}
  window.scriptedWallets[id] = (event, value) => {
    for (const listener of listeners.get(event) ?? []) listener(value)
  }
  if (way !== 'announced') {
    // The old BSC extension names two methods differently.
    const bnbSign = async (address: string, text: string) => {
      const hex = `0x${Array.from(new TextEncoder().encode(text), (byte) => byte.toString(16).padStart(2, '0')).join('')}`
      return { signature: await provider.request({ method: 'personal_sign', params: [hex, address] }) }
    }
    places[way] = way === 'BinanceChain' ? { ...provider, bnbSign } : provider
    return
  }
  const icon = 'data:image/svg+xml,<svg xmlns="http://www.w3.org/2000/svg"/>'
  const info = { uuid: crypto.randomUUID(), name, icon, rdns: `test.plinth.${id}` }
  const tell = () => window.dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail: Object.freeze({ info, provider }) }))
  window.addEventListener('eip6963:requestProvider', tell)
  tell()
}
