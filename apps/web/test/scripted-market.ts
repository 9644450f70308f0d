import { AppError, type Config, type HistoryRecord } from '@plinth/api'
import { type Address, toAddress } from '@plinth/protocol'
import { type Abi, ContractFunctionRevertedError, encodeErrorResult, type Hex, keccak256, toHex } from 'viem'
import { vi } from 'vitest'
import type { Flow, FlowState } from '../src/flows/engine.ts'
import { sentAs } from '../src/flows/intent.ts'
import { createRun, type FlowRun } from '../src/flows/run.ts'
import { addToTray, type Doing, forgetInTray } from '../src/flows/tray.ts'
import { api, keyOf, queryClient } from '../src/lib/api.ts'
import type { ContractCall, Intent, Sighting, Wallet } from '../src/wallet/types.ts'

export const CHAIN = 31_337
export const ALICE = toAddress(`0x${'a'.repeat(40)}`)
export const BOB = toAddress(`0x${'b'.repeat(40)}`)
export const COLLECTION = toAddress(`0x${'c'.repeat(40)}`)
export const AUCTIONS = toAddress(`0x${'f'.repeat(40)}`)
export const EXCHANGE = toAddress(`0x${'e'.repeat(40)}`)
export const PROXY = toAddress(`0x${'d'.repeat(40)}`)

/** What one look at a sent transaction sees. mined: it did what it was sent for. */
type Seen = 'mined' | 'reverted' | Exclude<Sighting['at'], 'mined'>

/** A wallet and a chain that do what a test tells them, and remember what was asked of them. */
export class ScriptedMarket {
  readonly log: string[] = []
  readonly sent: ContractCall[] = []
  /** What was read of contracts. */
  readonly asked: ContractCall[] = []
  account: Address | undefined = ALICE
  /** Where the wallet stands. */
  chainId = CHAIN
  /** No node answers. */
  isUnreachable = false
  /** The market has not read the newest blocks. */
  isBehind = false
  isApproved = false
  /** Of the account: the chain's coin, any pay token, and what the market may take of that. */
  coin = 10n ** 20n
  tokens = 0n
  allowance = 0n
  /** What the owner of the wallet makes of the next allowance he is asked for. */
  allows: bigint | undefined
  /** What the next dry runs of a function say, first come first. */
  readonly reverts = new Map<string, unknown[]>()
  /** What the owner of the wallet says to the next question; yes where it is empty. */
  readonly refusals: unknown[] = []
  /** What asking the wallet for another chain throws next; it goes there where it is empty. */
  readonly switchRefusals: unknown[] = []
  /** What the next looks at a sent transaction see; a block has taken it where it is empty. */
  readonly sightings: Seen[] = []
  readonly history: Pick<HistoryRecord, 'txHash'>[] = []
  /** What a dry run of a function returns. */
  readonly results = new Map<string, unknown>()
  /** Standards that the account could not take an item of. */
  readonly refusedItems: ('one' | 'many')[] = []
  readonly #waiting = new Map<Hex, ContractCall>()
  #transactions = 0

  /** `loadWallet`'s answer, as much of it as flows use: install it with `vi.mock('../wallet/load.ts')`. */
  readonly wallet = {
    state: () => ({ status: 'connected', address: this.account, chainId: this.chainId }),
    read: async (call: ContractCall) => {
      this.#reach()
      this.asked.push(call)
      return call.functionName === 'allowance' ? this.allowance : this.isApproved
    },
    tokenBalance: async () => {
      this.#reach()
      return this.tokens
    },
    dryRun: async ({ functionName, value = 0n }: ContractCall) => {
      this.#reach()
      this.log.push(`dry ${functionName}`)
      const revert = this.reverts.get(functionName)?.shift()
      if (revert) throw revert
      if (this.coin < value) throw new AppError('NOT_ENOUGH_FUNDS')
      return this.results.get(functionName)
    },
    takesItem: async (_: number, __: string, { isMany }: { isMany: boolean }) => !this.refusedItems.includes(isMany ? 'many' : 'one'),
    switchChain: async (chainId: number) => this.#bring(chainId),
    signTypedData: async (): Promise<Hex> => {
      this.log.push('sign')
      this.#ask()
      return '0x5161'
    },
    prepare: async ({ address }: ContractCall): Promise<Intent> => ({ to: address, dataHash: '0x', value: 0n, nonce: 1, block: 1n }),
    send: async (call: ContractCall): Promise<Hex> => {
      this.#bring(call.chainId)
      this.log.push(`send ${call.functionName}`)
      this.#ask()
      this.sent.push(call)
      return this.#put(call)
    },
    findByHash: async (_: number, hash: Hex) => (this.isUnreachable ? undefined : { ...SENT, hash }),
    findSent: async () => undefined,
    look: async (_: number, { hash }: { hash: Hex }): Promise<Sighting> => {
      const at = this.isUnreachable ? 'silent' : (this.sightings.shift() ?? 'mined')
      if (at === 'waiting') return { at, head: 2n }
      if (at !== 'mined' && at !== 'reverted') return { at }
      this.#mine(hash, at === 'mined')
      return { at: 'mined', hash, blockHash: '0xb', depth: 20n, blockNumber: 2n, isSuccess: at === 'mined' }
    },
    // Flows ask for no more of it.
  } as unknown as Wallet

  constructor() {
    const store = new Map<string, string>()
    vi.stubGlobal('localStorage', {
      getItem: (key: string) => store.get(key) ?? null,
      setItem: (key: string, value: string) => void store.set(key, value),
      removeItem: (key: string) => void store.delete(key),
    })
    // Flows ask for no more of it.
    const config = {
      miner: BOB,
      contract: { exchange: EXCHANGE, auctionExchange: AUCTIONS, transferProxy: PROXY, factory721: EXCHANGE, factory1155: EXCHANGE },
    } as unknown as Config
    queryClient.setQueryData(keyOf(api.config.fetch, { chainId: CHAIN }), config)
    vi.spyOn(api.nft, 'history').mockImplementation(async () => (this.isBehind ? [] : (this.history as HistoryRecord[])))
    vi.spyOn(api.user, 'info').mockResolvedValue({})
  }

  /** Sent by another page; this one has not asked for it. Answers its hash. */
  sendElsewhere(call: Pick<ContractCall, 'functionName' | 'args' | 'value'>): Hex {
    return this.#put({ chainId: CHAIN, address: EXCHANGE, abi: [], ...call })
  }

  #put(call: ContractCall): Hex {
    const hash = keccak256(toHex(++this.#transactions))
    this.#waiting.set(hash, call)
    return hash
  }

  #mine(hash: Hex, isSuccess: boolean): void {
    const call = this.#waiting.get(hash)
    this.#waiting.delete(hash)
    if (!call || !isSuccess) return
    const { functionName, args, value = 0n } = call
    this.coin -= value
    if (functionName === 'setApprovalForAll') this.isApproved = true
    if (functionName === 'deposit') this.tokens += value
    if (functionName === 'approve') {
      this.allowance = this.allows ?? (args[1] as bigint)
      this.allows = undefined
    }
    this.history.push({ txHash: hash })
  }

  #bring(chainId: number): void {
    if (this.chainId === chainId) return
    this.log.push(`switch ${chainId}`)
    const refusal = this.switchRefusals.shift()
    if (refusal) throw refusal
    this.chainId = chainId
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

/** As a node's answer to a call of that function arrives, with the data that Solidity returned. */
export function revertOf(abi: Abi, errorName: string, args: readonly unknown[], functionName = 'exchange'): Error {
  const cause = new ContractFunctionRevertedError({ abi, data: encodeErrorResult({ abi, errorName, args }), functionName })
  return Object.assign(new Error('call failed', { cause }), { functionName })
}

export const declined = () => Object.assign(new Error('User rejected the request.'), { code: 4001 })

/** What a wallet that can't go to the market's chain ends in. */
export const staysAway = () => new AppError('WALLET_WRONG_CHAIN', { network: 'Local Ethereum' })

/** Another tab has opened the wallet for the same thing, until the answer is called: nothing was sent. */
export function askInOtherTab(doing: Doing): () => void {
  const id = addToTray({ ...doing, title: 'Wheat', sent: sentAs({ to: EXCHANGE, dataHash: '0x', value: 0n, nonce: 1, block: 1n }) })
  let close = () => {}
  // Named as in intent.ts: what tabs of any release of the market know each other by.
  void navigator.locks.request(`plinth.asking.${id}`, () => new Promise<void>((resolve) => (close = resolve)))
  return () => {
    forgetInTray(id)
    close()
  }
}

/** Runs a flow as its dialog does, until it is done or has failed; press again with `again`. */
export async function runFlow<C>(flow: Flow<C>, context: C, resume?: Record<string, string>) {
  const run = createRun(flow, { context: () => context, ...(resume ? { resume } : {}) })
  const again = async (): Promise<FlowState> => {
    run.submit()
    return ended(run)
  }
  return { state: await again(), again }
}

async function ended<C>(run: FlowRun<C>): Promise<FlowState> {
  await vi.waitUntil(() => run.state().phase === 'done' || run.state().phase === 'failed', { timeout: 5_000, interval: 5 })
  return run.state()
}
