import { toAddress } from '@plinth/protocol'
import type { Hex, Log, PublicClient } from 'viem'
import { bloomOf } from './bloom.ts'
import type { BlockFacts, RawLog } from './scope.ts'

/** The node contradicts itself: logs that are not of the block, or not all of them. Asking again may help. */
export class RpcFault extends Error {
  override readonly name = 'RpcFault'
}

export type FetchedBlock = { readonly block: BlockFacts; readonly logs: readonly RawLog[] }

/** A block and all its logs, by hash and from one endpoint. Undefined when the node has no such block (any more). */
export async function fetchBlock(client: PublicClient, number: number): Promise<FetchedBlock | undefined> {
  const block = await client.getBlock({ blockNumber: BigInt(number) }).catch(undefinedIfMissing)
  if (!block?.hash) return undefined
  // An empty filter proves that there are none.
  const logs = block.logsBloom && /^0x0*$/.test(block.logsBloom) ? [] : await client.getLogs({ blockHash: block.hash })
  checkLogs(block.hash, block.logsBloom, logs)
  return { block: factsOf(block), logs: logs.map(rawOf) }
}

export async function fetchFacts(client: PublicClient, number: number): Promise<BlockFacts | undefined> {
  const block = await client.getBlock({ blockNumber: BigInt(number) }).catch(undefinedIfMissing)
  return block?.hash ? factsOf(block) : undefined
}

function checkLogs(hash: Hex, bloom: Hex | null, logs: readonly Log[]): void {
  if (logs.some((log) => log.blockHash !== hash || log.removed)) throw new RpcFault(`Logs of another block came for ${hash}`)
  const indexes = new Set(logs.map((log) => log.logIndex))
  if (indexes.size !== logs.length || logs.some((log) => (log.logIndex ?? logs.length) >= logs.length))
    throw new RpcFault(`Logs are missing or double in ${hash}`)
  if (bloom && bloomOf(logs) !== bloom) throw new RpcFault(`The logs of ${hash} do not match its bloom filter`)
}

type Header = { hash: Hex | null; parentHash: Hex; number: bigint | null; timestamp: bigint }

function factsOf(block: Header): BlockFacts {
  if (block.hash === null || block.number === null) throw new RpcFault('A pending block came for a mined one')
  return { hash: block.hash, parentHash: block.parentHash, number: Number(block.number), timestamp: Number(block.timestamp) }
}

export function rawOf(log: Log): RawLog {
  if (log.blockHash === null || log.logIndex === null || log.transactionHash === null || log.blockNumber === null)
    throw new RpcFault('A pending log came for a mined one')
  return {
    address: toAddress(log.address),
    topics: log.topics,
    data: log.data,
    blockHash: log.blockHash,
    blockNumber: Number(log.blockNumber),
    index: log.logIndex,
    txHash: log.transactionHash,
  }
}

export function undefinedIfMissing(error: unknown): undefined {
  if (error instanceof Error && error.name === 'BlockNotFoundError') return undefined
  throw error
}
