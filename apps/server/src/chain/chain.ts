import { AppError } from '@plinth/api'
import { createPublicClient, defineChain, http, type PublicClient } from 'viem'
import type { Clock } from '../clock.ts'
import type { ChainConfig } from '../config.ts'
import { type ChainFees, readFees } from './fees.ts'

export type ChainHead = { readonly number: number; readonly timestamp: number }

export type Chain = {
  readonly id: number
  readonly config: ChainConfig
  readonly client: PublicClient
  /** The chain's own time: the last block's timestamp plus the seconds since (decision 15). */
  now(): number
  head(): ChainHead | undefined
  /** The indexer tells every new head, an older one after a reorg included. */
  noteHead(head: ChainHead): void
  /** Asks the node for its head. @throws AppError CHAIN_UNREACHABLE */
  refresh(): Promise<ChainHead>
  /** As the exchange has them now, at most some seconds old. @throws AppError CHAIN_UNREACHABLE */
  fees(): Promise<ChainFees>
  /** What `fees` answered last, for whoever can't wait. */
  lastFees(): ChainFees | undefined
  /** Runs a read and turns a node that can't answer into CHAIN_UNREACHABLE; a revert stays what it is. */
  ask<T>(read: (client: PublicClient) => Promise<T>): Promise<T>
}

const FEES_AGE_MS = 5_000

export function createChain(config: ChainConfig, clock: Clock): Chain {
  const client = clientOf(config)
  let last: { head: ChainHead; seenAtMs: number } | undefined
  let lastFees: ChainFees | undefined
  let fees: { value: Promise<ChainFees>; readAtMs: number } | undefined

  const ask = async <T>(read: (client: PublicClient) => Promise<T>): Promise<T> => {
    try {
      return await read(client)
    } catch (error) {
      throw isTransport(error) ? new AppError('CHAIN_UNREACHABLE', {}, { cause: error }) : error
    }
  }
  const noteHead = (head: ChainHead): void => {
    // Seeing the same block again is no news: the chain's time must not step back to it.
    if (last?.head.number === head.number && last.head.timestamp === head.timestamp) return
    last = { head, seenAtMs: clock.nowMs() }
  }
  return {
    id: config.network.chainId,
    config,
    client,
    ask,
    noteHead,
    head: () => last?.head,
    now: () => (last ? last.head.timestamp + Math.max(0, Math.floor((clock.nowMs() - last.seenAtMs) / 1_000)) : clock.now()),
    refresh: async () => {
      const block = await ask((node) => node.getBlock())
      noteHead({ number: Number(block.number), timestamp: Number(block.timestamp) })
      return { number: Number(block.number), timestamp: Number(block.timestamp) }
    },
    lastFees: () => lastFees,
    fees: () => {
      if (!fees || clock.nowMs() - fees.readAtMs > FEES_AGE_MS) {
        const value = ask((node) => readFees(node, config.contracts.exchange))
        fees = { value, readAtMs: clock.nowMs() }
        value.then(
          (read) => {
            lastFees = read
          },
          () => {
            fees = undefined
          },
        )
      }
      return fees.value
    },
  }
}

function clientOf({ network, rpcUrl, contracts }: ChainConfig): PublicClient {
  const chain = defineChain({
    id: network.chainId,
    name: network.name,
    nativeCurrency: { name: network.symbol, symbol: network.symbol, decimals: 18 },
    rpcUrls: { default: { http: [rpcUrl] } },
    contracts: {},
    custom: { contracts },
  })
  return createPublicClient({ chain, transport: http(rpcUrl, { timeout: 10_000, retryCount: 2 }), cacheTime: 0 }) as PublicClient
}

/** Names of viem's errors for a node that did not answer, as opposed to one that answered with a revert. */
const TRANSPORT_ERRORS = new Set([
  'HttpRequestError',
  'TimeoutError',
  'WebSocketRequestError',
  'SocketClosedError',
  'InternalRpcError',
  'LimitExceededRpcError',
])

function isTransport(error: unknown): boolean {
  for (let cause = error; cause instanceof Error; cause = cause.cause) if (TRANSPORT_ERRORS.has(cause.name)) return true
  return false
}
