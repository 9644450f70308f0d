import { AppError, type Config, type HistoryRecord } from '@plinth/api'
import { toAddress } from '@plinth/protocol'
import { type Abi, ContractFunctionRevertedError, encodeErrorResult } from 'viem'
import { vi } from 'vitest'
import type { Flow, FlowState } from '../src/flows/engine/engine.ts'
import { createRun, type FlowRun } from '../src/flows/engine/run.ts'
import { sentAs } from '../src/flows/transactions/pending-tx.ts'
import { addTransaction, type Doing, forgetTransaction } from '../src/flows/transactions/transactions.ts'
import { api, keyOf, queryClient } from '../src/lib/api.ts'
import { AUCTIONS, BOB, CHAIN, EXCHANGE, FACTORY, PROXY } from './addresses.ts'
import { ScriptedWallet } from './scripted-wallet.ts'

export { ALICE, AUCTIONS, BOB, CHAIN, COLLECTION, EXCHANGE, PROXY } from './addresses.ts'

/** The same with the little of the server that flows ask for, answered from the cache and by spies. */
export class ScriptedMarket extends ScriptedWallet {
  constructor() {
    super()
    const store = new Map<string, string>()
    vi.stubGlobal('localStorage', {
      getItem: (key: string) => store.get(key) ?? null,
      setItem: (key: string, value: string) => void store.set(key, value),
      removeItem: (key: string) => void store.delete(key),
    })
    // Flows ask for no more of it.
    const config = {
      miner: BOB,
      contract: {
        exchange: EXCHANGE,
        auctionExchange: AUCTIONS,
        transferProxy: PROXY,
        blindBox: toAddress(`0x${'b0'.repeat(20)}`),
        factory721: FACTORY,
        factory1155: FACTORY,
        former: [],
      },
      // As said above.
    } as unknown as Config
    queryClient.setQueryData(keyOf(api.config.fetch, { chainId: CHAIN }), config)
    vi.spyOn(api.nft, 'history').mockImplementation(async () => (this.isBehind ? [] : (this.history as HistoryRecord[])))
    vi.spyOn(api.user, 'info').mockResolvedValue({})
  }
}

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
  const id = addTransaction({ ...doing, title: 'Wheat', sent: sentAs({ to: EXCHANGE, dataHash: '0x', value: 0n, nonce: 1, block: 1n }) })
  let close = () => {}
  // Named as in pending-tx.ts: what tabs of any release of the market know each other by.
  void navigator.locks.request(`plinth.asking.${id}`, () => new Promise<void>((resolve) => (close = resolve)))
  return () => {
    forgetTransaction(id)
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
