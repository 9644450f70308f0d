import type { Address } from '@plinth/protocol'
import type { Hex } from 'viem'
import { NodeFault, RpcFault } from '../chain/node-fault.ts'
import type { Node } from '../chain/pool.ts'
import type { BlockFacts, RawLog } from '../state/chain/raw-log.ts'
import { countLogs, type Header, headerOf, logsOf } from './answers.ts'
import { bloomOf } from './bloom.ts'

/** One node, and the newest time in unix seconds that its blocks may bear. */
export type Source = { readonly node: Node; readonly latestAt: number }

const MOST_ADDRESSES = 500

export async function readHead({ node, latestAt }: Source): Promise<Header> {
  return headerOf(await ask(node, 'eth_getBlockByNumber', ['latest', false]), latestAt)
}

/** Undefined when the node has no such block (any more). */
export async function readHeader({ node, latestAt }: Source, number: number): Promise<Header | undefined> {
  const answer = await ask(node, 'eth_getBlockByNumber', [quantity(number), false])
  if (answer === null || answer === undefined) return undefined
  const header = headerOf(answer, latestAt)
  if (header.number !== number) throw new RpcFault(`Block ${header.number} came for ${number}`)
  return header
}

/** All logs of a block, by its hash: complete, in order, and consistent with its bloom filter. */
export async function readLogs({ node }: Source, { number, hash, bloom }: Header): Promise<RawLog[]> {
  // An empty filter proves that there are none.
  if (/^0x0*$/.test(bloom)) return []
  const logs = logsOf(await ask(node, 'eth_getLogs', [{ blockHash: hash }]))
  for (const [place, log] of logs.entries()) {
    if (log.blockHash !== hash || log.blockNumber !== number) throw new RpcFault(`A log of ${log.blockHash} came for ${hash}`)
    if (log.index !== place) throw new RpcFault(`Log ${log.index} of ${hash} came in place ${place}`)
  }
  if (bloomOf(logs) !== bloom) throw new RpcFault(`The logs of ${hash} do not match its bloom filter`)
  return logs
}

/**
 * Counts the logs of the receipts: the filter can't reveal a missing log that repeats others of the block, nor the order one
 * missing at the end. Nodes without the method are trusted.
 */
export async function checkCount({ node }: Source, { hash }: BlockFacts, logs: readonly RawLog[]): Promise<void> {
  const receipts = await ask(node, 'eth_getBlockReceipts', [hash]).catch((error: unknown) => {
    if (error instanceof NodeFault && error.kind === 'no such method') return undefined
    throw error
  })
  if (receipts === undefined) return
  const count = countLogs(receipts, hash)
  if (count !== logs.length) throw new RpcFault(`${logs.length} logs came for ${hash}, its receipts have ${count}`)
}

/** Logs of these addresses in a range of blocks, in order. Does not reveal what the node leaves out. */
export async function readRangeLogs({ node }: Source, from: number, to: number, addresses: readonly Address[]): Promise<RawLog[]> {
  const found: RawLog[] = []
  const range = { fromBlock: quantity(from), toBlock: quantity(to) }
  for (let first = 0; first < addresses.length; first += MOST_ADDRESSES) {
    const address = addresses.slice(first, first + MOST_ADDRESSES)
    const logs = logsOf(await ask(node, 'eth_getLogs', [{ ...range, address }]))
    const asked = new Set(address)
    if (logs.some((log) => !asked.has(log.address) || log.blockNumber < from || log.blockNumber > to))
      throw new RpcFault(`Logs from outside ${from} to ${to}, or of other contracts`)
    found.push(...logs)
  }
  const keys = new Set(found.map((log) => `${log.blockNumber}:${log.index}`))
  if (keys.size !== found.length) throw new RpcFault(`The same log came twice between ${from} and ${to}`)
  return found.sort((a, b) => a.blockNumber - b.blockNumber || a.index - b.index)
}

/** These requests are valid, so an error in an answer is the node's fault. */
async function ask(node: Node, method: string, params: unknown[]): Promise<unknown> {
  try {
    return await node.request(method, params)
  } catch (error) {
    if (error instanceof NodeFault || !(error instanceof Error)) throw error
    throw new RpcFault(`${node.name}, ${method}: ${error.message}`)
  }
}

function quantity(value: number): Hex {
  return `0x${value.toString(16)}`
}
