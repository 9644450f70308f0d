import { causesOf } from '@plinth/sdk'
import { type Chain, encodeFunctionData } from 'viem'
import { getCapabilities, sendCalls, waitForCallsStatus } from 'viem/actions'
import type { Provider } from './chain-switch.ts'
import type { Connection } from './connection.ts'
import type { Wallet } from './types.ts'

/** A wallet that does not know the question may leave it open. */
const ANSWER_MS = 2_000
const POLL_MS = 1_000

/** EIP-5792: the owner declined the upgrade that a batch needs, or the wallet can't send this one. */
const NO_BATCH: readonly unknown[] = [4200, 5700, 5710, 5740, 5750, 5760, -32_601]
const UNKNOWN_BATCH = 5730

type Batches = Pick<Wallet, 'canBatch' | 'sendBatch' | 'findBatch'>

/** Several calls in one transaction, all or none (EIP-5792). `bring` takes the wallet to a chain. */
export function batchesOver(connection: Connection, bring: (chainId: number) => Promise<Chain>): Batches {
  const answers = new WeakMap<Provider, Map<string, Promise<boolean>>>()
  const known = async (): Promise<Map<string, Promise<boolean>>> => {
    const provider = await connection.provider()
    const kept = answers.get(provider) ?? new Map()
    answers.set(provider, kept)
    return kept
  }
  const keyOf = (chainId: number) => `${connection.account()} ${chainId}`
  return {
    canBatch: async (chainId) => {
      const kept = await known()
      const key = keyOf(chainId)
      const answer = kept.get(key) ?? soon(asksForAtomic(connection, chainId))
      kept.set(key, answer)
      return answer
    },
    sendBatch: async (calls, id) => {
      const [{ chainId } = { chainId: 0 }] = calls
      const chain = await bring(chainId)
      const account = connection.account()
      const sent = calls.map((call) => ({ to: call.address, data: encodeFunctionData(call), value: call.value ?? 0n }))
      const answer = await sendCalls(await connection.signer(), { account, chain, id, calls: sent, forceAtomic: true }).catch(
        async (error: unknown) => {
          if (causesOf<{ code?: unknown }>(error).some(({ code }) => NO_BATCH.includes(code)))
            (await known()).set(keyOf(chainId), Promise.resolve(false))
          throw error
        },
      )
      return answer.id
    },
    findBatch: async (id) => {
      try {
        const wait = { id, pollingInterval: POLL_MS, timeout: 0, retryCount: 1 }
        const { receipts = [], statusCode } = await waitForCallsStatus(await connection.signer(), wait)
        const hash = receipts.at(-1)?.transactionHash
        if (statusCode >= 500) return { at: 'reverted' }
        return statusCode >= 300 || hash === undefined ? { at: 'none' } : { at: 'sent', hash }
      } catch (error) {
        if (causesOf<{ code?: unknown }>(error).some(({ code }) => code === UNKNOWN_BATCH)) return { at: 'none' }
        throw error
      }
    },
  }
}

/** Capabilities of every chain stand under 0. */
async function asksForAtomic(connection: Connection, chainId: number): Promise<boolean> {
  const all = await getCapabilities(await connection.signer(), { account: connection.account() })
  const { atomic } = all[chainId] ?? all[0] ?? {}
  return atomic?.status === 'supported' || atomic?.status === 'ready'
}

/** No answer, or none in time, is a wallet without batches. */
function soon(answer: Promise<boolean>): Promise<boolean> {
  const late = new Promise<boolean>((resolve) => setTimeout(resolve, ANSWER_MS, false))
  return Promise.race([answer.catch(() => false), late])
}
