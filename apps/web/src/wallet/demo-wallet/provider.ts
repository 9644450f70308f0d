import type { Network } from '@plinth/protocol'
import { hexToString, isHex, numberToHex } from 'viem'
import { type DemoAccount, demoAccounts, findDemoAccount } from './accounts.ts'
import { ProviderRpcError, type Rpc, rpcOver } from './rpc.ts'
import { type DemoState, readDemoState } from './state.ts'
import { fillTransaction, type TransactionRequest } from './transaction.ts'

/** What the wallet's own window is asked to show; it answers the chosen account, or undefined for a refusal. */
export type Question =
  | { kind: 'connect'; accounts: readonly DemoAccount[]; account: DemoAccount }
  | { kind: 'text'; account: DemoAccount; text: string }
  | { kind: 'typedData'; account: DemoAccount; data: TypedData; network: Network }
  | { kind: 'transaction'; account: DemoAccount; request: TransactionRequest; feeWei: bigint; network: Network }
  | { kind: 'network'; account: DemoAccount; network: Network }

export type TypedData = {
  domain: { name?: string; chainId?: number | string; verifyingContract?: string }
  types: Record<string, { name: string; type: string }[]>
  primaryType: string
  message: Record<string, unknown>
}

export type DemoOptions = {
  networks: readonly Network[]
  ask: (question: Question) => Promise<DemoAccount | undefined>
  load: () => string | null
  save: (text: string) => void
  rpc?: (url: string) => Rpc
}

type Listener = (...values: never[]) => void
type Params = readonly unknown[]

export type DemoProvider = {
  request: (request: { method: string; params?: Params }) => Promise<unknown>
  on: (event: string, listener: Listener) => void
  removeListener: (event: string, listener: Listener) => void
  /** Another tab has changed the state. */
  reload: () => void
}

/** A real EIP-1193 provider over the devnet's accounts: it signs locally and asks its owner before every signature. */
export function createDemoProvider(options: DemoOptions): DemoProvider {
  const { networks } = options
  const chainIds = networks.map(({ chainId }) => chainId)
  const listeners = new Map<string, Set<Listener>>()
  let state: DemoState = readDemoState(chainIds, options.load())
  let isAsking = false

  const emit = (event: string, value: unknown) => {
    for (const listener of listeners.get(event) ?? []) listener(...([value] as never[]))
  }
  const accounts = () => (state.isApproved && state.account !== undefined ? [state.account] : [])
  const network = () => networks.find(({ chainId }) => chainId === state.chainId) ?? (networks[0] as Network)
  const rpc = <T>(method: string, params: Params = []) => (options.rpc ?? rpcOver)(network().rpc)<T>(method, params)

  const change = (next: Partial<DemoState>, isOurs = true) => {
    const before = { accounts: accounts().join(), chainId: state.chainId }
    state = { ...state, ...next }
    if (isOurs) options.save(JSON.stringify(state))
    if (state.chainId !== before.chainId) emit('chainChanged', numberToHex(state.chainId))
    if (accounts().join() !== before.accounts) emit('accountsChanged', accounts())
  }

  const ask = async (question: Question): Promise<DemoAccount> => {
    if (isAsking) throw new ProviderRpcError(-32_002, 'The demo wallet is already asking something.')
    isAsking = true
    try {
      const answer = await options.ask(question)
      if (!answer) throw new ProviderRpcError(4001, 'The user rejected the request.')
      return answer
    } finally {
      isAsking = false
    }
  }

  /** The account a request names, if it may be used. */
  const approved = (address: unknown): DemoAccount => {
    const account = typeof address === 'string' ? findDemoAccount(address) : undefined
    if (!account || !accounts().includes(account.address)) throw new ProviderRpcError(4100, 'This account has not been authorised.')
    return account
  }

  const requestAccounts = async () => {
    const all = demoAccounts()
    const current = all.find(({ address }) => address === state.account) ?? all[0]
    const chosen = await ask({ kind: 'connect', accounts: all, account: current as DemoAccount })
    change({ account: chosen.address, isApproved: true })
    return accounts()
  }
  const permissions = () =>
    accounts().length === 0
      ? []
      : [{ parentCapability: 'eth_accounts', caveats: [{ type: 'restrictReturnedAccounts', value: accounts() }] }]

  const toNetwork = async ([wanted]: Params) => {
    const chainId = Number((wanted as { chainId?: string } | undefined)?.chainId)
    const target = networks.find((candidate) => candidate.chainId === chainId)
    if (!target) throw new ProviderRpcError(4902, 'The demo wallet knows the local chains only.')
    if (target.chainId === state.chainId) return null
    const account = findDemoAccount(state.account ?? '') ?? (demoAccounts()[0] as DemoAccount)
    await ask({ kind: 'network', account, network: target })
    change({ chainId: target.chainId })
    return null
  }

  const signText = async ([data, address]: Params) => {
    const account = approved(address)
    const text = isHex(data) ? hexToString(data) : String(data)
    await ask({ kind: 'text', account, text })
    return account.account.signMessage({ message: isHex(data) ? { raw: data } : text })
  }

  const signTypedData = async ([address, json]: Params) => {
    const account = approved(address)
    const data = (typeof json === 'string' ? JSON.parse(json) : json) as TypedData
    const chainId = data.domain.chainId
    if (chainId !== undefined && Number(chainId) !== state.chainId)
      throw new ProviderRpcError(-32_602, 'The signature is for another network than the wallet is on.')
    await ask({ kind: 'typedData', account, data, network: network() })
    return account.account.signTypedData(data as never)
  }

  const sendTransaction = async ([raw]: Params) => {
    const request = (raw ?? {}) as TransactionRequest
    const account = approved(request.from)
    const filled = await fillTransaction(rpc, { ...request, from: account.address }, state.chainId)
    const feeWei = filled.gas * (filled.maxFeePerGas ?? filled.gasPrice ?? 0n)
    await ask({ kind: 'transaction', account, request, feeWei, network: network() })
    // Between question and answer another transaction may have taken the number.
    const nonce = Number(await rpc<string>('eth_getTransactionCount', [account.address, 'pending']))
    return rpc('eth_sendRawTransaction', [await account.account.signTransaction({ ...filled, nonce } as never)])
  }

  const methods: Record<string, (params: Params) => unknown> = {
    eth_accounts: accounts,
    eth_coinbase: () => accounts()[0] ?? null,
    eth_requestAccounts: () => (accounts().length > 0 ? accounts() : requestAccounts()),
    wallet_requestPermissions: async () => {
      await requestAccounts()
      return permissions()
    },
    wallet_getPermissions: permissions,
    wallet_revokePermissions: () => {
      change({ isApproved: false })
      return null
    },
    eth_chainId: () => numberToHex(state.chainId),
    net_version: () => String(state.chainId),
    wallet_switchEthereumChain: toNetwork,
    wallet_addEthereumChain: toNetwork,
    personal_sign: signText,
    eth_signTypedData_v4: signTypedData,
    eth_sendTransaction: sendTransaction,
  }

  return {
    request: async ({ method, params = [] }) => {
      const known = methods[method]
      if (known) return known(params)
      if (/^(wallet_|eth_sign|personal_|anvil_|hardhat_|evm_)/.test(method)) throw new ProviderRpcError(4200, `${method} is not supported.`)
      return rpc(method, params)
    },
    on: (event, listener) => {
      listeners.set(event, (listeners.get(event) ?? new Set()).add(listener))
    },
    removeListener: (event, listener) => {
      listeners.get(event)?.delete(listener)
    },
    reload: () => change(readDemoState(chainIds, options.load()), false),
  }
}
