import { createHash } from 'node:crypto'
import { bloomOf } from '../../apps/server/src/indexer/bloom.ts'
import { COLLECTION } from '../bench-chain.ts'

type Hex = `0x${string}`
type Log = { readonly address: Hex; readonly topics: readonly Hex[]; readonly data: Hex }
type Mined = Log & { readonly transactionIndex: Hex; readonly transactionHash: Hex; readonly blockNumber: Hex; readonly blockHash: Hex }
export type Block = { readonly number: number; readonly hash: Hex; readonly header: object; readonly logs: readonly Mined[] }

/** Of Ethereum: peers know from the id how deep its reorganisations go. */
export const CHAIN_ID = 1
export const ITEMS = 10_000
export const PER_BLOCK = 100
const ACCOUNTS = 5_000
const GAS = 21_000

const TRANSFER = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef'
const ZERO: Hex = `0x${'0'.repeat(64)}`

const hash = (text: string): Hex => `0x${createHash('sha256').update(text).digest('hex')}`
export const hex = (value: number): Hex => `0x${value.toString(16)}`
export const word = (value: string): Hex => `0x${value.slice(2).padStart(64, '0')}`
const account = (index: number): Hex => `0x${hash(`account ${index % ACCOUNTS}`).slice(2, 42)}`

/** A chain of one collection: all items are minted in the first blocks and then transferred. */
export class MovingChain {
  readonly blocks: Block[] = []
  /** Of the items by number, as each block leaves them; an item that moved in a block that was replaced has its former owner. */
  readonly #owners: Map<number, Hex>[] = []
  #moved = 0

  constructor(blocks: number, endsAt: number) {
    this.#seal(0, endsAt - blocks, [])
    for (let number = 1; number <= blocks; number++) this.mine(PER_BLOCK, endsAt - blocks + number)
  }

  get head(): Block {
    const head = this.blocks.at(-1)
    if (!head) throw new Error('The chain has no block')
    return head
  }

  ownerOf(item: number): Hex | undefined {
    return this.#owners.findLast((moved) => moved.has(item))?.get(item)
  }

  /** Returns the last item that moved. */
  mine(transfers: number, timestamp: number): number | undefined {
    const number = this.blocks.length
    const moved = new Map<number, Hex>()
    const logs = Array.from({ length: transfers }, (): Log => {
      const minted = this.#moved++
      const item = minted < ITEMS ? minted + 1 : ((minted * 31) % ITEMS) + 1
      const from = moved.get(item) ?? this.ownerOf(item)
      // Another one each time it moves.
      const to = account(item + minted + Math.floor(minted / ITEMS))
      moved.set(item, to)
      return { address: COLLECTION, topics: [TRANSFER, from ? word(from) : ZERO, word(to), word(hex(item))], data: '0x' }
    })
    this.#owners.push(moved)
    this.#seal(number, timestamp, logs)
    return [...moved.keys()].at(-1)
  }

  /** Other blocks, and one more, take the place of the last ones. */
  replace(blocks: number, timestamp: number): number | undefined {
    this.blocks.length -= blocks
    this.#owners.length -= blocks
    let last: number | undefined
    for (let left = blocks; left >= 0; left--) last = this.mine(PER_BLOCK, timestamp - left)
    return last
  }

  #seal(number: number, timestamp: number, logs: readonly Log[]): void {
    const parentHash = this.blocks.at(-1)?.hash ?? ZERO
    const blockHash = hash(`block ${number} on ${parentHash} after ${this.#moved}`)
    const place = { blockNumber: hex(number), blockHash }
    const mined = logs.map((log, index) => ({
      ...log,
      ...place,
      transactionHash: hash(`transaction ${index} of ${blockHash}`),
      transactionIndex: hex(index),
      logIndex: hex(index),
      removed: false,
    }))
    const header = {
      number: hex(number),
      hash: blockHash,
      parentHash,
      timestamp: hex(timestamp),
      logsBloom: bloomOf(logs),
      gasUsed: hex(GAS * logs.length),
      gasLimit: hex(GAS * 1_000),
      miner: account(0),
      // Peers store whole headers.
      receiptsRoot: blockHash,
      transactionsRoot: blockHash,
      stateRoot: blockHash,
      sha3Uncles: blockHash,
      mixHash: blockHash,
      nonce: '0x0000000000000000',
      difficulty: '0x0',
      totalDifficulty: '0x0',
      extraData: '0x',
      size: '0x1',
      baseFeePerGas: '0x1',
    }
    if (number === 0) this.#owners.push(new Map())
    this.blocks.push({ number, hash: blockHash, header, logs: mined })
  }
}

/** With full transactions, or their hashes. */
export function blockJson({ header, logs }: Block, isFull: boolean): object {
  const transactions = logs.map(({ transactionHash, transactionIndex, blockHash, blockNumber, topics }) => {
    if (!isFull) return transactionHash
    const from = `0x${topics[2]?.slice(26)}`
    return {
      hash: transactionHash,
      transactionIndex,
      blockHash,
      blockNumber,
      from,
      to: COLLECTION,
      input: '0x',
      value: '0x0',
      nonce: '0x0',
      gas: hex(GAS),
      gasPrice: '0x1',
      type: '0x0',
      r: ZERO,
      s: ZERO,
      v: '0x1b',
    }
  })
  return { ...header, transactions }
}

export function receiptsJson({ hash: blockHash, number, logs }: Block): object[] {
  return logs.map((log, index) => ({
    blockHash,
    blockNumber: hex(number),
    transactionHash: log.transactionHash,
    transactionIndex: hex(index),
    cumulativeGasUsed: hex(GAS * (index + 1)),
    gasUsed: hex(GAS),
    from: `0x${log.topics[2]?.slice(26)}`,
    to: COLLECTION,
    status: '0x1',
    type: '0x0',
    effectiveGasPrice: '0x1',
    contractAddress: null,
    logsBloom: bloomOf([log]),
    logs: [log],
  }))
}
