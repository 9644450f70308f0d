import { toAddress } from '@plinth/protocol'
import type { Hex } from 'viem'
import { RpcFault } from '../chain/node-fault.ts'
import type { BlockFacts, RawLog, TransactionCost } from '../state/chain/raw-log.ts'

/** The fields of a block's header that are needed. */
export type Header = BlockFacts & { readonly bloom: Hex; readonly gasUsed: number }

const HASH = /^0x[0-9a-f]{64}$/
const ADDRESS = /^0x[0-9a-fA-F]{40}$/
const BLOOM = /^0x[0-9a-f]{512}$/
const QUANTITY = /^0x[0-9a-f]{1,13}$/
const BYTES = /^0x(?:[0-9a-f]{2})*$/
const MOST_TOPICS = 4
/** Above what a block of 100 million gas can hold at 8 gas a byte. */
const LONGEST_DATA = 2 * 12_500_000
/** No chain has so much coin. */
const MOST_PAID = 2n ** 128n
const NONE: Hex = `0x${'0'.repeat(64)}`

type Fields = Readonly<Record<string, unknown>>

/** @throws RpcFault when it is not a mined block's header; `latestAt` is the newest time, in unix seconds, a block may bear */
export function headerOf(answer: unknown, latestAt: number): Header {
  const block = fieldsOf(answer, 'block')
  const header = {
    number: quantityOf(block.number, 'block number'),
    hash: match(HASH, block.hash, 'block hash'),
    parentHash: match(HASH, block.parentHash, 'parent hash'),
    timestamp: quantityOf(block.timestamp, 'timestamp'),
    bloom: match(BLOOM, block.logsBloom, 'bloom filter'),
    gasUsed: quantityOf(block.gasUsed, 'gas'),
  }
  if (header.hash === header.parentHash || (header.number > 0 && header.parentHash === NONE))
    throw new RpcFault(`Block ${header.number} has an impossible parent`)
  if (header.timestamp > latestAt) throw new RpcFault(`Block ${header.number} is from the future: ${header.timestamp}`)
  return header
}

/** @throws RpcFault when one of them is not a log of a mined block, or was removed by a reorganisation */
export function logsOf(answer: unknown, cost?: TransactionCost): RawLog[] {
  if (!Array.isArray(answer)) throw new RpcFault('No list of logs')
  return answer.map((log) => logOf(log, cost))
}

function logOf(answer: unknown, cost: TransactionCost | undefined): RawLog {
  const log = fieldsOf(answer, 'log')
  if (log.removed === true) throw new RpcFault('A log that was taken back')
  const { topics, data } = log
  if (!Array.isArray(topics) || topics.length > MOST_TOPICS) throw new RpcFault('A log with impossible topics')
  if (typeof data !== 'string' || data.length > LONGEST_DATA) throw new RpcFault('A log with impossible data')
  return {
    address: toAddress(match(ADDRESS, log.address, 'log address')),
    topics: topics.map((topic) => match(HASH, topic, 'topic')),
    data: match(BYTES, data, 'log data'),
    blockHash: match(HASH, log.blockHash, 'log’s block hash'),
    blockNumber: quantityOf(log.blockNumber, 'log’s block number'),
    index: quantityOf(log.logIndex, 'log index'),
    txHash: match(HASH, log.transactionHash, 'log’s transaction'),
    ...(cost && { cost }),
  }
}

/**
 * The logs of a block's receipts. The filter can't reveal a missing log that repeats others of the block: each receipt must be in
 * its place, and the last must account for all gas of the block. @throws RpcFault otherwise
 */
export function logsOfReceipts(answer: unknown, { hash, gasUsed }: Header): RawLog[] {
  if (!Array.isArray(answer)) throw new RpcFault(`No receipts of ${hash}`)
  const receipts = answer.map((receipt) => fieldsOf(receipt, 'receipt'))
  for (const [place, { blockHash, transactionIndex }] of receipts.entries())
    if (blockHash !== hash || quantityOf(transactionIndex, 'transaction index') !== place)
      throw new RpcFault(`Receipt ${place} of ${hash} is another one`)
  if (receipts.length > 0 && quantityOf(receipts.at(-1)?.cumulativeGasUsed, 'gas') !== gasUsed)
    throw new RpcFault(`The receipts of ${hash} are not all there`)
  return receipts.flatMap((receipt) => logsOf(receipt.logs, costOf(receipt)))
}

const WHOLE = /^0x[0-9a-f]{1,64}$/

/** Undefined where the node says it in another way: no log is refused for it. Rollups add a fee for their data. */
function costOf({ from, gasUsed, effectiveGasPrice, l1Fee = '0x0' }: Fields): TransactionCost | undefined {
  if (typeof from !== 'string' || !ADDRESS.test(from)) return undefined
  const [gas, price, data] = [gasUsed, effectiveGasPrice, l1Fee].map((value) =>
    typeof value === 'string' && WHOLE.test(value) ? BigInt(value) : undefined,
  )
  if (gas === undefined || price === undefined || data === undefined) return undefined
  const paid = gas * price + data
  return paid < MOST_PAID ? { account: toAddress(from), gas: `0x${paid.toString(16)}` } : undefined
}

function fieldsOf(answer: unknown, what: string): Fields {
  if (typeof answer !== 'object' || answer === null || Array.isArray(answer)) throw new RpcFault(`No ${what}`)
  return answer as Fields
}

function match(shape: RegExp, value: unknown, what: string): Hex {
  if (typeof value !== 'string' || !shape.test(value)) throw new RpcFault(`No ${what}: ${JSON.stringify(value)?.slice(0, 80)}`)
  return value as Hex
}

function quantityOf(value: unknown, what: string): number {
  return Number(match(QUANTITY, value, what))
}
