import { AppError } from '@plinth/api'
import { type Address, isLocalChain } from '@plinth/protocol'
import { createPublicClient, custom, defineChain, type PublicClient, type Tokens, type Transport, type Chain as ViemChain } from 'viem'
import type { ChainConfig } from '../config/config.ts'
import type { Clock } from '../process/clock.ts'
import { type Logger, silentLogger } from '../process/log.ts'
import { RPC_LIMITS } from './endpoint.ts'
import { type ChainFees, readFees } from './fees.ts'
import { type KeptFees, keptFees } from './kept-fees.ts'
import { isNodeFault } from './node-fault.ts'
import { createPool, type Node, type RpcPool } from './pool.ts'

export type ChainHead = { readonly number: number; readonly timestamp: number }

export type Chain = {
  readonly id: number
  readonly config: ChainConfig
  /** Sends each request to any node that answers. */
  readonly client: PublicClient
  readonly pool: RpcPool
  /** How many requests of one reader may run at once. */
  readonly parallel: number
  /** The chain's own time: the last block's timestamp plus the seconds since (decision 15). */
  now(): number
  head(): ChainHead | undefined
  /** The indexer reports every new head, an older one after a reorg included. */
  noteHead(head: ChainHead): void
  /** A node answered with a head that is known already. */
  noteAnswer(): void
  /** Seconds since a node last answered with its head; undefined before the first time. */
  unheardSeconds(): number | undefined
  /**
   * By how many seconds this machine's clock is ahead of new blocks (negative: behind them), by those of the last few that were
   * seen to come; undefined before that, and on a local chain, whose clock is set by hand.
   */
  clockSkew(): number | undefined
  /** Asks the node for its head. @throws AppError CHAIN_UNREACHABLE */
  refresh(): Promise<ChainHead>
  /** The exchange's present fees, at most some seconds old. @throws AppError CHAIN_UNREACHABLE */
  fees(): Promise<ChainFees>
  /** The same of the auction contract. @throws AppError CHAIN_UNREACHABLE */
  auctionFees(): Promise<ChainFees>
  /** The same of the BlindBox. @throws AppError CHAIN_UNREACHABLE */
  boxFees(): Promise<ChainFees>
  /** The same of any contract of the market, also a former one. @throws AppError CHAIN_UNREACHABLE */
  feesOf(contract: Address): Promise<ChainFees>
  /** For readers (see `KeptFees`): the last known fees while the node is slow or down. */
  shownFees: KeptFees['shown']
  shownAuctionFees: KeptFees['shown']
  shownBoxFees: KeptFees['shown']
  /** Runs a read and maps an unavailable node to CHAIN_UNREACHABLE; a revert is thrown unchanged. */
  read<T>(read: (client: PublicClient) => Promise<T>): Promise<T>
  /**
   * Called before every signature of the operator: refuses a chain stopped by too deep a reorganisation until the operator
   * resumes it, and one the operator has paused. @throws AppError CHAIN_STOPPED, MARKET_PAUSED
   */
  requireTrusted(): Promise<void>
}

export type ChainOptions = {
  readonly clock: Clock
  readonly log?: Logger | undefined
  /** Why nothing is signed for this chain, as recorded by any process; undefined where signing is allowed. */
  readonly whyRefused: (chainId: number) => Promise<'CHAIN_STOPPED' | 'MARKET_PAUSED' | undefined>
}

const SKEWS = 3

export function createChain(config: ChainConfig, { clock, log = silentLogger, whyRefused }: ChainOptions): Chain {
  const id = config.network.chainId
  const limits = { ...RPC_LIMITS, ...config.rpcLimits }
  const pool = createPool({ chainId: id, urls: config.rpcUrls, limits, clock, log })
  const client = clientOf(config, pool)
  let last: { head: ChainHead; seenAtMs: number } | undefined
  let heardAtMs: number | undefined
  let skews: readonly number[] = []

  const read = async <T>(read: (client: PublicClient) => Promise<T>): Promise<T> => {
    try {
      return await read(client)
    } catch (error) {
      throw isNodeFault(error) ? new AppError('CHAIN_UNREACHABLE', {}, { cause: error }) : error
    }
  }
  const kept = new Map<Address, KeptFees>()
  const keptOf = (contract: Address): KeptFees => {
    const known = kept.get(contract) ?? keptFees(clock, () => read((node) => readFees(node, contract)))
    kept.set(contract, known)
    return known
  }
  const fees = keptOf(config.contracts.exchange)
  const auctionFees = keptOf(config.contracts.auctionExchange)
  const boxFees = keptOf(config.contracts.blindBox)
  const noteHead = (head: ChainHead): void => {
    heardAtMs = clock.nowMs()
    // Seeing the same block again changes nothing: the chain's time must not step back to it.
    if (last?.head.number === head.number && last.head.timestamp === head.timestamp) return
    // The first head may be old; a later one has just been made.
    if (last && last.head.number < head.number) skews = [...skews, clock.now() - head.timestamp].slice(-SKEWS)
    last = { head, seenAtMs: clock.nowMs() }
  }
  return {
    id,
    config,
    client,
    pool,
    parallel: limits.parallel,
    read,
    noteHead,
    noteAnswer: () => {
      heardAtMs = clock.nowMs()
    },
    unheardSeconds: () => (heardAtMs === undefined ? undefined : Math.max(0, Math.floor((clock.nowMs() - heardAtMs) / 1_000))),
    clockSkew: () => (skews.length < SKEWS || isLocalChain(id) ? undefined : Math.min(...skews)),
    requireTrusted: async () => {
      const reason = await whyRefused(id)
      if (reason) throw new AppError(reason)
    },
    head: () => last?.head,
    now: () => (last ? last.head.timestamp + Math.max(0, Math.floor((clock.nowMs() - last.seenAtMs) / 1_000)) : clock.now()),
    refresh: async () => {
      const block = await read((node) => node.getBlock())
      noteHead({ number: Number(block.number), timestamp: Number(block.timestamp) })
      return { number: Number(block.number), timestamp: Number(block.timestamp) }
    },
    shownFees: fees.shown,
    fees: fees.now,
    auctionFees: auctionFees.now,
    shownAuctionFees: auctionFees.shown,
    boxFees: boxFees.now,
    shownBoxFees: boxFees.shown,
    feesOf: (contract) => keptOf(contract).now(),
  }
}

/** A viem client over any JSON-RPC transport. It knows no URL, so its errors can't reveal one. */
export function clientOf({ network }: Pick<ChainConfig, 'network'>, asker: Pick<Node, 'request'>): PublicClient {
  const chain = defineChain({
    id: network.chainId,
    name: network.name,
    nativeCurrency: { name: network.symbol, symbol: network.symbol, decimals: 18 },
    rpcUrls: { default: { http: [] } },
  })
  const request = ({ method, params }: { method: string; params?: unknown }) => asker.request(method, params)
  // By the very types of the result: inferred ones take the compiler seconds to compare with it.
  return createPublicClient<Transport, ViemChain | undefined, undefined, undefined, Tokens | undefined>({
    chain,
    transport: custom({ request }, { retryCount: 0 }),
    cacheTime: 0,
  })
}
