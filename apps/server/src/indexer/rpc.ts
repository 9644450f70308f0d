import { setTimeout as sleep } from 'node:timers/promises'
import type { Address } from '@plinth/protocol'
import type { Hex } from 'viem'
import { NodeFault, RpcFault } from '../chain/node-fault.ts'
import type { Node } from '../chain/pool.ts'
import type { RawLog } from '../state/chain/raw-log.ts'
import { type Header, headerOf, logsOf, logsOfReceipts } from './answers.ts'
import { bloomOf } from './bloom.ts'

/** One node, and the newest time in unix seconds that its blocks may bear. */
export type Source = { readonly node: Node; readonly latestAt: number }

const MOST_ADDRESSES = 500

export async function readHead({ node, latestAt }: Source): Promise<Header> {
  return headerOf(await ask(node, 'eth_getBlockByNumber', ['latest', false]), latestAt)
}

/** Undefined when the node has no such block (any more). */
export async function readHeader(source: Source, number: number): Promise<Header | undefined> {
  const [header] = await readHeaders(source, [number])
  return header
}

/** The headers of these blocks in one request; undefined for each that the node does not have. */
export async function readHeaders({ node, latestAt }: Source, numbers: readonly number[]): Promise<(Header | undefined)[]> {
  const asked = numbers.map((number) => [quantity(number), false])
  const answers = await askMany(node, 'eth_getBlockByNumber', asked)
  return answers.map((answer, place) => {
    if (answer === null || answer === undefined) return undefined
    const header = headerOf(answer, latestAt)
    if (header.number !== numbers[place]) throw new RpcFault(`Block ${header.number} came for ${numbers[place]}`)
    return header
  })
}

/** How long a node may have a block later than the one that pushed its head. */
const PUSHED_TRIES = 10
const PUSHED_PAUSE_MS = 100

/** All logs of a block, from its receipts: complete, in order, and consistent with its bloom filter. */
export async function readLogs({ node }: Source, header: Header, { isPushed = false } = {}): Promise<RawLog[]> {
  const { number, hash, bloom } = header
  // An empty filter proves that there are none.
  if (/^0x0*$/.test(bloom)) return []
  const askReceipts = () =>
    ask(node, 'eth_getBlockReceipts', [hash]).catch((error: unknown) => {
      if (error instanceof NodeFault && error.kind === 'no such method') return undefined
      throw error
    })
  let receipts = await askReceipts()
  for (let tries = 0; isPushed && receipts === null && tries < PUSHED_TRIES; tries++) {
    await sleep(PUSHED_PAUSE_MS)
    receipts = await askReceipts()
  }
  const logs = receipts === undefined ? logsOf(await ask(node, 'eth_getLogs', [{ blockHash: hash }])) : logsOfReceipts(receipts, header)
  for (const [place, log] of logs.entries()) {
    if (log.blockHash !== hash || log.blockNumber !== number) throw new RpcFault(`A log of ${log.blockHash} came for ${hash}`)
    if (log.index !== place) throw new RpcFault(`Log ${log.index} of ${hash} came in place ${place}`)
  }
  if (bloomOf(logs) !== bloom) throw new RpcFault(`The logs of ${hash} do not match its bloom filter`)
  return logs
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

function ask(node: Node, method: string, params: unknown[]): Promise<unknown> {
  return faulty(node, method, () => node.request(method, params))
}

async function askMany(node: Node, method: string, calls: readonly unknown[][]): Promise<unknown[]> {
  const together = calls.length > 1 ? await faulty(node, method, async () => node.requestMany?.(method, calls)) : undefined
  if (together) return together
  const answers: unknown[] = []
  for (const params of calls) answers.push(await ask(node, method, params))
  return answers
}

/** These requests are valid, so an error in an answer is the node's fault. */
async function faulty<T>(node: Node, method: string, request: () => Promise<T>): Promise<T> {
  try {
    return await request()
  } catch (error) {
    if (error instanceof NodeFault || !(error instanceof Error)) throw error
    throw new RpcFault(`${node.name}, ${method}: ${error.message}`)
  }
}

function quantity(value: number): Hex {
  return `0x${value.toString(16)}`
}
