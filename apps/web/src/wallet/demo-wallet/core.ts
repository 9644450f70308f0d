import type { Network } from '@plinth/protocol'
import { numberToHex } from 'viem'
import { type DemoAccount, findDemoAccount } from './accounts.ts'
import type { Question } from './question.ts'
import { ProviderRpcError, type Rpc, rpcOver } from './rpc.ts'
import { type DemoState, readDemoState } from './state.ts'

export type DemoOptions = {
  networks: readonly Network[]
  /** Shows a question to the wallet's owner; answers the account in use, or undefined for a refusal. */
  ask: (question: Question) => Promise<DemoAccount | undefined>
  load: () => string | null
  save: (text: string) => void
  rpc?: (url: string) => Rpc
}

export type Listener = (...values: never[]) => void

/** What every method of the wallet builds on: its memory, its owner, its node and its listeners. */
export type DemoCore = {
  networks: readonly Network[]
  state: () => DemoState
  network: () => Network
  /** Shown to the page: none until its owner has agreed. */
  accounts: () => string[]
  change: (next: Partial<DemoState>) => void
  ask: (question: Question) => Promise<DemoAccount>
  /** The account a request names, if it may be used. */
  approved: (address: unknown) => DemoAccount
  rpc: Rpc
  on: (event: string, listener: Listener) => void
  off: (event: string, listener: Listener) => void
  reload: () => void
}

export function createCore(options: DemoOptions): DemoCore {
  const { networks } = options
  const [first] = networks
  if (!first) throw new Error('The demo wallet needs a local network')
  const chainIds = networks.map(({ chainId }) => chainId)
  const listeners = new Map<string, Set<Listener>>()
  let state = readDemoState(chainIds, options.load())

  const accounts = () => (state.isApproved && state.account !== undefined ? [state.account] : [])
  const network = () => networks.find(({ chainId }) => chainId === state.chainId) ?? first
  const emit = (event: string, value: unknown) => {
    // Listeners of all events lie in one map; each knows the value of its own.
    for (const listener of listeners.get(event) ?? []) listener(...([value] as never[]))
  }
  const put = (next: DemoState) => {
    const before = { accounts: accounts().join(), chainId: state.chainId }
    state = next
    if (state.chainId !== before.chainId) emit('chainChanged', numberToHex(state.chainId))
    if (accounts().join() !== before.accounts) emit('accountsChanged', accounts())
  }

  return {
    networks,
    state: () => state,
    network,
    accounts,
    change: (next) => {
      options.save(JSON.stringify({ ...state, ...next }))
      put({ ...state, ...next })
    },
    ask: oneAtATime(options.ask),
    approved: (address) => {
      const account = typeof address === 'string' ? findDemoAccount(address) : undefined
      if (!account || !accounts().includes(account.address)) throw new ProviderRpcError(4100, 'This account has not been authorised.')
      return account
    },
    rpc: (method, params) => (options.rpc ?? rpcOver)(network().rpc)(method, params),
    on: (event, listener) => {
      listeners.set(event, (listeners.get(event) ?? new Set()).add(listener))
    },
    off: (event, listener) => {
      listeners.get(event)?.delete(listener)
    },
    // Another tab has written.
    reload: () => put(readDemoState(chainIds, options.load())),
  }
}

/** A second question while one is open is refused, as wallets do; a refusal of the owner is 4001. */
function oneAtATime(ask: DemoOptions['ask']): DemoCore['ask'] {
  let isAsking = false
  return async (question) => {
    if (isAsking) throw new ProviderRpcError(-32_002, 'The demo wallet is already asking something.')
    isAsking = true
    try {
      const answer = await ask(question)
      if (!answer) throw new ProviderRpcError(4001, 'The user rejected the request.')
      return answer
    } finally {
      isAsking = false
    }
  }
}
