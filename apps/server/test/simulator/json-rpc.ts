import { toAddress } from '@plinth/protocol'
import { type Hex, toFunctionSelector } from 'viem'
import type { Block, FakeChain, MinedLog } from './chain.ts'

export class RpcError extends Error {
  readonly code: number
  constructor(code: number, message: string) {
    super(message)
    this.code = code
  }
}

type Json = Record<string, unknown>

const hex = (value: number): Hex => `0x${value.toString(16)}`
const word = (value: bigint): Hex => `0x${value.toString(16).padStart(64, '0')}`
const TRANSACTION_GAS = 21_000
const BALANCE = toFunctionSelector('balanceOf(address)')

/** An honest node's response. @throws RpcError */
export function answer(chain: FakeChain, method: string, params: readonly unknown[]): unknown {
  const [first, second] = params
  switch (method) {
    case 'eth_chainId':
      return hex(chain.chainId)
    case 'eth_blockNumber':
      return hex(chain.head.number)
    case 'eth_getBlockByNumber':
      return headerJson(first === 'latest' ? chain.head : chain.at(Number(first)))
    case 'eth_getLogs':
      return findLogs(chain, first as Json)
    case 'eth_getBlockReceipts':
      return receiptsJson(chain.byHash(first))
    case 'eth_getCode':
      return chain.code(toAddress(String(first)), remembered(chain, blockOf(chain, second)))
    case 'eth_call':
      return callMoney(first as { data: string }, blockOf(chain, second))
    default:
      throw new RpcError(-32_601, `the method ${method} does not exist`)
  }
}

function blockOf(chain: FakeChain, tag: unknown): Block {
  const named = typeof tag === 'object' && tag !== null && 'blockHash' in tag ? chain.byHash(tag.blockHash) : chain.at(Number(tag))
  const block = tag === 'latest' || tag === undefined ? chain.head : named
  if (!block) throw new RpcError(-32_000, 'header not found')
  return block
}

/** Blocks whose state a node still has; archive nodes are expensive. */
const STATE_DEPTH = 8

function remembered(chain: FakeChain, block: Block): Block {
  if (block.number < chain.head.number - STATE_DEPTH) throw new RpcError(-32_000, 'missing trie node')
  return block
}

export function headerJson(block: Block | undefined): Json | null {
  if (!block) return null
  return {
    number: hex(block.number),
    hash: block.hash,
    parentHash: block.parentHash,
    timestamp: hex(block.timestamp),
    logsBloom: block.bloom,
    gasUsed: hex(block.txs * TRANSACTION_GAS),
    transactions: [],
  }
}

function findLogs(chain: FakeChain, filter: Json): Json[] {
  const blocks = filter.blockHash === undefined ? rangeOf(chain, filter) : [chain.byHash(filter.blockHash)]
  const wanted = Array.isArray(filter.address) ? new Set(filter.address.map(String)) : undefined
  return blocks.flatMap((block) => {
    if (!block) throw new RpcError(-32_000, 'unknown block')
    return block.logs.filter((log) => wanted?.has(log.address) ?? true).map((log) => logJson(log, block))
  })
}

function rangeOf(chain: FakeChain, { fromBlock, toBlock }: Json): readonly Block[] {
  return chain.blocks().slice(Number(fromBlock), Number(toBlock) + 1)
}

export function logJson(log: MinedLog, block: Block): Json {
  return {
    address: log.address,
    topics: log.topics,
    data: log.data,
    blockNumber: hex(block.number),
    blockHash: block.hash,
    transactionHash: log.txHash,
    transactionIndex: hex(log.txIndex),
    logIndex: hex(log.index),
    removed: false,
  }
}

function receiptsJson(block: Block | undefined): Json[] | null {
  if (!block) return null
  return Array.from({ length: block.txs }, (_, txIndex) => ({
    blockHash: block.hash,
    transactionIndex: hex(txIndex),
    cumulativeGasUsed: hex((txIndex + 1) * TRANSACTION_GAS),
    logs: block.logs.filter((log) => log.txIndex === txIndex).map((log) => logJson(log, block)),
  }))
}

function callMoney({ data }: { data: string }, { ledger }: Block): Hex {
  const money = ledger.money(toAddress(`0x${data.slice(34, 74)}`))
  return word(data.startsWith(BALANCE) ? money.balance : money.allowance)
}
