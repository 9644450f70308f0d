import { callRpc } from '@plinth/devnet'
import type { BrowserContext, Page } from 'playwright-core'
import { createWalletClient, type Hex, http, type LocalAccount, numberToHex } from 'viem'

type Params = readonly unknown[]
/** What a method answers instead of what an honest wallet would. */
type Answer = (params: Params, honest: () => Promise<unknown>) => unknown

/** A refusal as EIP-1193 words it. */
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
  /** Every method the page has asked for. */
  asked: string[]
  answers: Map<string, Answer>
  /** Tells every open page, as an extension does. */
  changeAccounts(accounts: LocalAccount[]): Promise<void>
  changeChain(chainId: number): Promise<void>
}

export type WalletSettings = { rpcUrl: string; chainId: number; accounts: LocalAccount[] }

const NAME = 'Scripted wallet'

/** A wallet of another maker than the demo wallet's, announced by EIP-6963 in every page of the context; it answers by itself. */
export async function installWallet(context: BrowserContext, { rpcUrl, chainId, accounts }: WalletSettings): Promise<ScriptedWallet> {
  const emit = (event: string, value: unknown) =>
    Promise.all(
      context.pages().map((page) => page.evaluate(([name, sent]) => window.scriptedWallet?.emit(name, sent), [event, value] as const)),
    )
  const wallet: ScriptedWallet = {
    accounts,
    chainId,
    knownChains: [chainId],
    asked: [],
    answers: new Map(),
    changeAccounts: async (next) => {
      wallet.accounts = next
      await emit('accountsChanged', addressesOf(wallet))
    },
    changeChain: async (next) => {
      wallet.chainId = next
      await emit('chainChanged', numberToHex(next))
    },
  }
  await context.exposeFunction('askScriptedWallet', async (method: string, params: Params) => {
    wallet.asked.push(method)
    const honest = () => answerHonestly(wallet, rpcUrl, method, params)
    try {
      const answer = wallet.answers.get(method)
      return { result: (await (answer ? answer(params, honest) : honest())) ?? null }
    } catch (error) {
      const { code, message } = error as { code?: number; message: string }
      return { error: { code: code ?? -32_603, message } }
    }
  })
  await context.addInitScript(announce, NAME)
  return wallet
}

export async function chooseScripted(page: Page): Promise<void> {
  await page.getByRole('button', { name: new RegExp(NAME) }).click()
}

const addressesOf = ({ accounts }: ScriptedWallet) => accounts.map(({ address }) => address)

async function answerHonestly(wallet: ScriptedWallet, rpcUrl: string, method: string, params: Params): Promise<unknown> {
  const [first, second] = params
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
    case 'personal_sign':
      return holderOf(wallet, second).signMessage({ message: { raw: first as Hex } })
    case 'eth_signTypedData_v4':
      return holderOf(wallet, first).signTypedData(JSON.parse(second as string))
    case 'eth_sendTransaction':
      return sendSigned(wallet, rpcUrl, first as Transaction)
    default:
      return callRpc(rpcUrl, method, [...params])
  }
}

type Transaction = { from: string; to: Hex; data?: Hex; value?: Hex; gas?: Hex }

async function sendSigned(wallet: ScriptedWallet, rpcUrl: string, { from, to, data, value = '0x0', gas }: Transaction): Promise<Hex> {
  const client = createWalletClient({ account: holderOf(wallet, from), transport: http(rpcUrl) })
  return client.sendTransaction({ to, data, value: BigInt(value), ...(gas === undefined ? {} : { gas: BigInt(gas) }), chain: null })
}

function holderOf({ accounts }: ScriptedWallet, address: unknown): LocalAccount {
  const holder = accounts.find((account) => account.address.toLowerCase() === String(address).toLowerCase())
  if (!holder) throw new WalletRefusal(4100, 'The requested account has not been authorized by the user.')
  return holder
}

declare global {
  interface Window {
    scriptedWallet?: { emit: (event: string, value: unknown) => void }
    askScriptedWallet(method: string, params: Params): Promise<{ result?: unknown; error?: { code: number; message: string } }>
  }
}

/** Runs in the page before any of its scripts. */
function announce(name: string): void {
  const listeners = new Map<string, Set<(value: unknown) => void>>()
  const provider = {
    request: async ({ method, params = [] }: { method: string; params?: Params }) => {
      const { result, error } = await window.askScriptedWallet(method, params)
      if (error) throw Object.assign(new Error(error.message), { code: error.code })
      return result
    },
    on: (event: string, listener: (value: unknown) => void) => {
      listeners.set(event, (listeners.get(event) ?? new Set()).add(listener))
    },
    removeListener: (event: string, listener: (value: unknown) => void) => void listeners.get(event)?.delete(listener),
  }
  window.scriptedWallet = {
    emit: (event, value) => {
      for (const listener of listeners.get(event) ?? []) listener(value)
    },
  }
  const icon = 'data:image/svg+xml,<svg xmlns="http://www.w3.org/2000/svg"/>'
  const info = { uuid: 'd6f3a2c8-6c1f-4b7e-9a53-2f1b8f0e7c11', name, icon, rdns: 'test.plinth.scripted' }
  const tell = () => window.dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail: Object.freeze({ info, provider }) }))
  window.addEventListener('eip6963:requestProvider', tell)
  tell()
}
