import type { Config, HistoryRecord } from '@plinth/api'
import { type Address, toAddress } from '@plinth/protocol'
import { type Abi, ContractFunctionRevertedError, encodeErrorResult, type Hex, keccak256, toHex } from 'viem'
import { vi } from 'vitest'
import type { Flow, FlowState } from '../src/flows/engine.ts'
import { createRun, type FlowRun } from '../src/flows/run.ts'
import { api, keyOf, queryClient } from '../src/lib/api.ts'
import type { ContractCall, Intent, Wallet } from '../src/wallet/types.ts'

export const CHAIN = 31_337
export const ALICE = toAddress(`0x${'a'.repeat(40)}`)
export const BOB = toAddress(`0x${'b'.repeat(40)}`)
export const COLLECTION = toAddress(`0x${'c'.repeat(40)}`)
export const EXCHANGE = toAddress(`0x${'e'.repeat(40)}`)

/** A wallet and a chain that do what a test tells them, and remember what was asked of them. */
export class ScriptedMarket {
  readonly log: string[] = []
  readonly sent: ContractCall[] = []
  account: Address | undefined = ALICE
  isApproved = false
  /** What the next dry runs of a function say, first come first. */
  readonly reverts = new Map<string, unknown[]>()
  /** What the owner of the wallet says to the next question; yes where it is empty. */
  readonly refusals: unknown[] = []
  readonly history: Pick<HistoryRecord, 'txHash'>[] = []
  /** What a dry run of a function returns. */
  readonly results = new Map<string, unknown>()

  /** `loadWallet`'s answer, as much of it as flows use: install it with `vi.mock('../wallet/load.ts')`. */
  readonly wallet = {
    state: () => ({ status: 'connected', address: this.account, chainId: CHAIN }),
    read: async () => this.isApproved,
    dryRun: async ({ functionName }: ContractCall) => {
      this.log.push(`dry ${functionName}`)
      const revert = this.reverts.get(functionName)?.shift()
      if (revert) throw revert
      return this.results.get(functionName)
    },
    switchChain: async () => undefined,
    signTypedData: async (): Promise<Hex> => {
      this.log.push('sign')
      const refusal = this.refusals.shift()
      if (refusal) throw refusal
      return '0x5161'
    },
    prepare: async ({ address }: ContractCall): Promise<Intent> => ({ to: address, dataHash: '0x', value: 0n, nonce: 1, block: 1n }),
    send: async (call: ContractCall): Promise<Hex> => {
      this.log.push(`send ${call.functionName}`)
      const refusal = this.refusals.shift()
      if (refusal) throw refusal
      this.sent.push(call)
      if (call.functionName === 'setApprovalForAll') this.isApproved = true
      const hash = keccak256(toHex(this.sent.length))
      this.history.push({ txHash: hash })
      return hash
    },
    findByHash: async (_: number, hash: Hex) => ({ ...SENT, hash }),
    findSent: async () => undefined,
    look: async (_: number, { hash }: { hash: Hex }) => ({
      at: 'mined',
      hash,
      blockHash: '0xb',
      depth: 20n,
      blockNumber: 2n,
      isSuccess: true,
    }),
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
      contract: { exchange: EXCHANGE, transferProxy: BOB, factory721: EXCHANGE, factory1155: EXCHANGE },
    } as unknown as Config
    queryClient.setQueryData(keyOf(api.config.fetch, { chainId: CHAIN }), config)
    vi.spyOn(api.nft, 'history').mockImplementation(async () => this.history as HistoryRecord[])
    vi.spyOn(api.user, 'info').mockResolvedValue({})
  }
}

const SENT = { to: COLLECTION, dataHash: '0x' as const, value: 0n, nonce: 1, block: 1n, from: ALICE }

/** As a node's answer to a call of that function arrives, with the data that Solidity returned. */
export function revertOf(abi: Abi, errorName: string, args: readonly unknown[], functionName = 'exchange'): Error {
  const cause = new ContractFunctionRevertedError({ abi, data: encodeErrorResult({ abi, errorName, args }), functionName })
  return Object.assign(new Error('call failed', { cause }), { functionName })
}

export const declined = () => Object.assign(new Error('User rejected the request.'), { code: 4001 })

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
