import type { Address } from '@plinth/protocol'
import { type Hex, numberToHex, pad } from 'viem'
import { CHAIN } from './addresses.ts'

type Params = readonly unknown[]
type Answer = (params: Params, honest: () => Promise<unknown>) => unknown

/** A refusal in the form of EIP-1193. */
export class WalletRefusal extends Error {
  readonly code: number

  constructor(code: number, message = 'User rejected the request.') {
    super(message)
    this.code = code
  }
}

/** How a wallet shows itself to a page: by EIP-6963, or only by the old places in `window`. */
type Way = 'announced' | 'ethereum' | 'BinanceChain'

export type InjectedSettings = { accounts: readonly Address[]; name?: string; way?: Way; chainId?: number; knownChains?: number[] }

/** What a wallet, and the nodes behind it, say of a chain without new blocks. */
class StillNode {
  /** By method; else a plain answer. */
  readonly answers = new Map<string, Answer>()
  /** Questions that came over HTTP, as method names. */
  readonly asked: string[] = []
  coin = 5n * 10n ** 18n

  async request(method: string, params: Params): Promise<unknown> {
    const answer = this.answers.get(method)
    const honest = async () => this.#plain(method)
    return answer ? answer(params, honest) : honest()
  }

  #plain(method: string): unknown {
    switch (method) {
      case 'eth_blockNumber':
        return '0x10'
      case 'eth_getBalance':
        return numberToHex(this.coin)
      case 'eth_gasPrice':
        return numberToHex(10n ** 9n)
      case 'eth_call':
        return pad('0x0')
      case 'eth_getCode':
        return '0x'
      default:
        throw Object.assign(new Error(`no answer to ${method}`), { code: -32_601 })
    }
  }

  /** Takes the place of the URL of the network's node. */
  async serve(body: string): Promise<Response> {
    const one = JSON.parse(body) as { id: number; method: string; params?: Params }
    this.asked.push(one.method)
    const answer = await this.request(one.method, one.params ?? []).then(
      (result) => ({ result }),
      (error: { code?: number; message: string }) => ({ error: { code: error.code ?? -32_603, message: error.message } }),
    )
    return Response.json({ jsonrpc: '2.0', id: one.id, ...answer })
  }
}

/** An extension of another maker than the demo wallet's, for tests of the market's own wallet code. It answers by itself. */
export class InjectedWallet {
  accounts: readonly Address[]
  chainId: number
  knownChains: number[]
  readonly asked: string[] = []
  readonly answers = new Map<string, Answer>()
  readonly name: string
  readonly id: string
  readonly #way: Way
  readonly #listeners = new Map<string, Set<(value: unknown) => void>>()
  readonly #announce: () => void

  constructor({ accounts, name = 'Scripted wallet', way = 'announced', chainId = CHAIN, knownChains = [CHAIN] }: InjectedSettings) {
    this.accounts = accounts
    this.name = name
    this.id = `test.plinth.${name.toLowerCase().replaceAll(' ', '-')}`
    this.#way = way
    this.chainId = chainId
    this.knownChains = knownChains
    const info = { uuid: crypto.randomUUID(), name, icon: 'data:image/svg+xml,<svg xmlns="http://www.w3.org/2000/svg"/>', rdns: this.id }
    this.#announce = () =>
      void window.dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail: Object.freeze({ info, provider: this.#provider }) }))
  }

  readonly #provider = {
    request: async ({ method, params = [] }: { method: string; params?: Params }) => {
      this.asked.push(method)
      const answer = this.answers.get(method)
      const honest = async () => this.#honest(method, params)
      return (await (answer ? answer(params, honest) : honest())) ?? null
    },
    on: (event: string, listener: (value: unknown) => void) =>
      void this.#listeners.set(event, (this.#listeners.get(event) ?? new Set()).add(listener)),
    removeListener: (event: string, listener: (value: unknown) => void) => void this.#listeners.get(event)?.delete(listener),
  }
  node = new StillNode()

  /** Puts it into the window; the answer takes it out. */
  install(): () => void {
    if (this.#way === 'announced') {
      window.addEventListener('eip6963:requestProvider', this.#announce)
      this.#announce()
      return () => window.removeEventListener('eip6963:requestProvider', this.#announce)
    }
    const bnbSign = async (account: string, text: string) => ({
      signature: await this.#provider.request({ method: 'personal_sign', params: [text, account] }),
    })
    // Wallets put themselves under names that no type of a window has.
    const places = window as unknown as Record<string, unknown>
    places[this.#way] = this.#way === 'BinanceChain' ? { ...this.#provider, bnbSign } : this.#provider
    return () => delete places[this.#way]
  }

  #honest(method: string, params: Params): unknown {
    switch (method) {
      case 'eth_accounts':
      case 'eth_requestAccounts':
        return [...this.accounts]
      case 'wallet_requestPermissions':
        return [{ parentCapability: 'eth_accounts', caveats: [{ type: 'restrictReturnedAccounts', value: [...this.accounts] }] }]
      case 'wallet_revokePermissions':
        return null
      case 'eth_chainId':
        return numberToHex(this.chainId)
      case 'wallet_switchEthereumChain':
      case 'wallet_addEthereumChain': {
        const wanted = Number((params[0] as { chainId: Hex }).chainId)
        if (!this.knownChains.includes(wanted)) throw new WalletRefusal(4902, 'Unrecognized chain ID.')
        this.changeChain(wanted)
        return null
      }
      case 'wallet_watchAsset':
        return true
      case 'personal_sign':
      case 'eth_signTypedData_v4':
        return `0x${'6'.repeat(128)}1b`
      default:
        return this.node.request(method, params)
    }
  }

  count(method: string): number {
    return this.asked.filter((one) => one === method).length
  }

  changeAccounts(accounts: readonly Address[]): void {
    this.accounts = accounts
    this.#emit('accountsChanged', [...accounts])
  }

  changeChain(chainId: number): void {
    this.chainId = chainId
    this.#emit('chainChanged', numberToHex(chainId))
  }

  #emit(event: string, value: unknown): void {
    for (const listener of this.#listeners.get(event) ?? []) listener(value)
  }
}
