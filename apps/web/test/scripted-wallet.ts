import { AppError, type HistoryRecord } from '@plinth/api'
import type { Address } from '@plinth/protocol'
import type { ContractCall } from '@plinth/sdk'
import { type Hex, keccak256, type Log, toHex } from 'viem'
import type { ApprovalLogs } from '../src/wallet/approval-logs.ts'
import type { BatchStatus, PendingTx, TxStatus, Wallet, WalletOption, WalletState } from '../src/wallet/types.ts'
import { ALICE, CHAIN, COLLECTION, EXCHANGE } from './addresses.ts'

/** What one look at a sent transaction sees. mined: it did what it was sent for. */
type Seen = 'mined' | 'reverted' | Exclude<TxStatus['at'], 'mined'>

/** A wallet and its chain that do what a test says, and record every request. */
export class ScriptedWallet {
  readonly log: string[] = []
  readonly sent: ContractCall[] = []
  /** What was read of contracts. */
  readonly asked: Omit<ContractCall, 'value'>[] = []
  account: Address | undefined = ALICE
  /** The wallet's chain. */
  chainId = CHAIN
  /** No node answers. */
  isUnreachable = false
  /** The market has not read the newest blocks. */
  isBehind = false
  isApproved = false
  /** Sends several calls as one transaction (EIP-5792). */
  batches = false
  /** Whether the collection takes the market's signature. */
  isSigner = true
  /** Of the account: the chain's coin, any pay token, and what the market may take of that. */
  coin = 10n ** 20n
  tokens = 0n
  allowance = 0n
  /** What the owner of the wallet makes of the next allowance it is asked for. */
  allows: bigint | undefined
  /** What the next dry runs of a function say, first come first. */
  readonly reverts = new Map<string, unknown[]>()
  /** What the owner of the wallet says to the next question; yes where it is empty. */
  readonly refusals: unknown[] = []
  /** What asking the wallet for another chain throws next; it goes there where it is empty. */
  readonly switchRefusals: unknown[] = []
  /** What the next looks at a sent transaction see; a block has taken it where it is empty. */
  readonly statuses: Seen[] = []
  /** Newest block, as a look at a waiting transaction sees it. */
  head = 2n
  readonly history: Pick<HistoryRecord, 'txHash'>[] = []
  /** What else follows from a transaction that a block has taken. */
  onMined: (call: ContractCall, hash: Hex) => void = () => {}
  /** What reading a function answers, by its name; else its approvals. */
  readonly reads = new Map<string, unknown>()
  /** Of the account: pieces of any item, and how many there are. */
  held = 1n
  supply = 1n
  /** What a dry run of a function returns. */
  readonly results = new Map<string, unknown>()
  /** What logs of the chain say of approvals. */
  logged: ApprovalLogs = { found: [], from: 0n, to: 100n }
  /** The logs of each transaction. */
  receipt: readonly Log[] = []
  /** Standards that the account could not take an item of. */
  readonly refusedItems: ('one' | 'many')[] = []
  readonly options: WalletOption[] = [{ id: 'test.wallet', name: 'Test wallet', icon: undefined, kind: 'found' }]
  status: WalletState['status'] = 'connected'
  /** What the session keeps while another account is in use. */
  #held: Address | undefined
  readonly #listeners = new Set<() => void>()
  readonly #waiting = new Map<Hex, readonly ContractCall[]>()
  readonly #batches = new Map<string, Hex>()
  #transactions = 0

  /** `loadWallet`'s answer, as much of it as flows use: put in place of wallet/load.ts by `vi.mock`. */
  readonly wallet: Wallet = {
    options: () => this.options,
    state: () => ({
      status: this.status,
      address: this.status === 'connected' ? (this.#held ?? this.account) : undefined,
      chainId: this.status === 'connected' ? this.chainId : undefined,
    }),
    subscribe: (listener) => {
      this.#listeners.add(listener)
      return () => this.#listeners.delete(listener)
    },
    connect: async (optionId) => {
      this.log.push(`connect ${optionId}`)
      this.#ask()
      this.#become('connected')
    },
    reconnect: async () => {
      if (this.account !== undefined) this.#become('connected')
      return this.account !== undefined
    },
    disconnect: async () => this.#become('none'),
    addChain: async (chainId) => this.#bring(chainId),
    watchToken: async ({ symbol }) => {
      this.log.push(`watch ${symbol}`)
      this.#ask()
    },
    read: async <T>(call: Omit<ContractCall, 'value'>) => {
      this.#reach()
      this.asked.push(call)
      const { functionName } = call
      if (this.reads.has(functionName)) return this.reads.get(functionName) as T
      if (functionName === 'isSigner') return this.isSigner as T
      if (functionName === 'balanceOf') return this.tokens as T
      return (functionName === 'allowance' ? this.allowance : this.isApproved) as T
    },
    logs: async () => {
      this.#reach()
      return []
    },
    receiptLogs: async () => {
      this.#reach()
      return this.receipt
    },
    approvalLogs: async () => {
      this.#reach()
      return this.logged
    },
    block: async (_, number) => ({ hash: keccak256(toHex(number)), timestamp: Math.floor(Date.now() / 1_000) }),
    balance: async () => {
      this.#reach()
      return this.coin
    },
    tokenBalance: async () => {
      this.#reach()
      return this.tokens
    },
    itemBalance: async () => {
      this.#reach()
      return this.held
    },
    itemSupply: async () => {
      this.#reach()
      return this.supply
    },
    gasPrice: async () => {
      this.#reach()
      return 10n ** 9n
    },
    dryRun: async <T>({ functionName, value = 0n }: ContractCall) => {
      this.#reach()
      this.log.push(`dry ${functionName}`)
      const revert = this.reverts.get(functionName)?.shift()
      if (revert) throw revert
      if (this.coin < value) throw new AppError('NOT_ENOUGH_FUNDS')
      return this.results.get(functionName) as T
    },
    takesItem: async (_, __, { isMany }) => !this.refusedItems.includes(isMany ? 'many' : 'one'),
    switchChain: async (chainId) => this.#bring(chainId),
    accounts: () => (this.status === 'connected' && this.account ? [this.account] : []),
    askAccounts: async () => {
      this.log.push('ask accounts')
      this.#ask()
    },
    hold: (account) => {
      this.#held = account
      this.#notify()
    },
    signText: async (_, by) => {
      this.log.push(by ? `sign text by ${by}` : 'sign text')
      this.#ask()
      return '0x7e87'
    },
    signTypedData: async () => {
      this.log.push('sign')
      this.#ask()
      return '0x5161'
    },
    estimate: async () => {
      this.#reach()
      return 100_000n
    },
    prepare: async ({ address }: ContractCall): Promise<PendingTx> => ({ to: address, dataHash: '0x', value: 0n, nonce: 1, block: 1n }),
    send: async (call: ContractCall): Promise<Hex> => {
      this.#bring(call.chainId)
      this.log.push(`send ${call.functionName}`)
      this.#ask()
      this.sent.push(call)
      return this.#put([call])
    },
    canBatch: async () => this.batches,
    sendBatch: async (calls: readonly ContractCall[], id: Hex) => {
      for (const { chainId } of calls) this.#bring(chainId)
      this.log.push(`batch ${calls.map(({ functionName }) => functionName).join('+')}`)
      // A wallet whose owner declines to upgrade it stays without.
      this.batches = this.refusals.length === 0
      this.#ask()
      this.sent.push(...calls)
      this.#batches.set(id, this.#put(calls))
      return id
    },
    findBatch: async (id: string): Promise<BatchStatus> => {
      this.#reach()
      const hash = this.#batches.get(id)
      return hash === undefined ? { at: 'none' } : { at: 'sent', hash }
    },
    findByHash: async (_: number, hash: Hex) => (this.isUnreachable ? undefined : { ...SENT, hash }),
    findSent: async () => undefined,
    getTxStatus: async (_: number, { hash }: { hash: Hex }): Promise<TxStatus> => {
      const at = this.isUnreachable ? 'silent' : (this.statuses.shift() ?? 'mined')
      if (at === 'waiting') return { at, head: this.head }
      if (at !== 'mined' && at !== 'reverted') return { at }
      this.#mine(hash, at === 'mined')
      return { at: 'mined', hash, blockHash: '0xb', depth: 20n, blockNumber: 2n, isSuccess: at === 'mined' }
    },
  }

  /** Sent by another page; this one has not asked for it. Answers its hash. */
  sendElsewhere(call: Pick<ContractCall, 'functionName' | 'args' | 'value'>): Hex {
    return this.#put([{ chainId: CHAIN, address: EXCHANGE, abi: [], ...call }])
  }

  #put(calls: readonly ContractCall[]): Hex {
    const hash = keccak256(toHex(++this.#transactions))
    this.#waiting.set(hash, calls)
    return hash
  }

  #mine(hash: Hex, isSuccess: boolean): void {
    const calls = this.#waiting.get(hash)
    this.#waiting.delete(hash)
    if (!calls || !isSuccess) return
    this.history.push({ txHash: hash })
    for (const call of calls) this.#happen(call, hash)
  }

  #happen(call: ContractCall, hash: Hex): void {
    const { functionName, args, value = 0n } = call
    this.coin -= value
    if (functionName === 'setApprovalForAll') this.isApproved = true
    if (functionName === 'addSigner') this.isSigner = true
    if (functionName === 'deposit') this.tokens += value
    if (functionName === 'approve') {
      this.allowance = this.allows ?? (args[1] as bigint)
      this.allows = undefined
    }
    this.onMined(call, hash)
  }

  /** The wallet's owner chooses another account, or another chain, in the wallet itself. */
  choose(next: { account?: Address; chainId?: number }): void {
    this.account = next.account ?? this.account
    this.chainId = next.chainId ?? this.chainId
    this.#notify()
  }

  #become(status: WalletState['status']): void {
    this.status = status
    this.#notify()
  }

  #notify(): void {
    for (const listener of this.#listeners) listener()
  }

  #bring(chainId: number): void {
    if (this.chainId === chainId) return
    this.log.push(`switch ${chainId}`)
    const refusal = this.switchRefusals.shift()
    if (refusal) throw refusal
    this.choose({ chainId })
  }

  #ask(): void {
    const refusal = this.refusals.shift()
    if (refusal) throw refusal
  }

  #reach(): void {
    if (this.isUnreachable) throw Object.assign(new Error('fetch failed'), { name: 'HttpRequestError' })
  }
}

const SENT = { to: COLLECTION, dataHash: '0x' as const, value: 0n, nonce: 1, block: 1n, from: ALICE }
