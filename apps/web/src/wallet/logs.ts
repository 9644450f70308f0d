import type { Address } from '@plinth/protocol'
import type { PublicClient } from 'viem'
import type { ChainBlock, ChainLog } from './types.ts'

/** Below this many blocks at once a node that refuses has another reason. */
const LEAST_STEP = 64n

/**
 * All logs of a contract since a block. Nodes answer only so many blocks at once, each another number: one that refuses is
 * asked for half as many.
 */
export async function readLogs(client: PublicClient, address: Address, from: bigint): Promise<ChainLog[]> {
  const to = await client.getBlockNumber()
  const logs: ChainLog[] = []
  for (let step = to - from + 1n, next = from; next <= to; ) {
    const last = next + step - 1n < to ? next + step - 1n : to
    const part = await client.getLogs({ address, fromBlock: next, toBlock: last }).catch((error: unknown) => {
      if (step <= LEAST_STEP) throw error
      return undefined
    })
    if (part) {
      logs.push(...part)
      next = last + 1n
    } else step /= 2n
  }
  return logs
}

export async function readBlock(client: PublicClient, blockNumber: bigint): Promise<ChainBlock> {
  const { hash, timestamp } = await client.getBlock({ blockNumber })
  return { hash, timestamp: Number(timestamp) }
}
