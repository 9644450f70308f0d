import { createHash } from 'node:crypto'
import { createServer } from 'node:http'
import { bloomOf } from '../apps/server/src/indexer/bloom.ts'

type Hex = `0x${string}`
type Log = { address: Hex; topics: Hex[]; data: Hex }
type Block = { number: number; hash: Hex; header: object; logs: object[] }

const TRANSFER = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef'
const GAS = 21_000
const ZERO: Hex = `0x${'0'.repeat(64)}`

export type MovingChain = {
  readonly chainId: number
  readonly collection: Hex
  readonly items: number
  readonly perBlock: number
  readonly blocks: number
  readonly since: number
}

const hash = (text: string): Hex => `0x${createHash('sha256').update(text).digest('hex')}`
const hex = (value: number): Hex => `0x${value.toString(16)}`
const word = (value: string): Hex => `0x${value.slice(2).padStart(64, '0')}`
/** One of 5,000 people. */
const person = (index: number): Hex => `0x${hash(`person ${index % 5_000}`).slice(2, 42)}`

/** A chain with `items` minted in the first blocks and then transferred, `perBlock` times in each block. */
export function buildChain({ collection, items, perBlock, blocks, since }: MovingChain): Block[] {
  const owners: Hex[] = []
  const built: Block[] = []
  for (let number = 0, moved = 0, minted = 0; number <= blocks; number++) {
    const logs: Log[] = []
    for (let index = 0; number > 0 && index < perBlock; index++) {
      const isMint = minted < items
      const item = isMint ? minted++ : (moved++ * 31) % items
      const from = isMint ? ZERO : word(owners[item] ?? '')
      const to = person(item + number)
      owners[item] = to
      logs.push({ address: collection, topics: [TRANSFER, from, word(to), word(hex(item + 1))], data: '0x' })
    }
    built.push(seal(number, since + number, built.at(-1)?.hash ?? ZERO, logs))
  }
  return built
}

function seal(number: number, timestamp: number, parentHash: Hex, logs: readonly Log[]): Block {
  const blockHash = hash(`block ${number} on ${parentHash}`)
  const header = {
    number: hex(number),
    hash: blockHash,
    parentHash,
    timestamp: hex(timestamp),
    logsBloom: bloomOf(logs),
    gasUsed: hex(GAS),
  }
  const mined = logs.map((log, index) => ({
    ...log,
    blockNumber: hex(number),
    blockHash,
    transactionHash: hash(`transaction ${index} of ${blockHash}`),
    transactionIndex: hex(index),
    logIndex: hex(index),
    removed: false,
  }))
  return { number, hash: blockHash, header, logs: mined }
}

/** A node in a separate process, so that its load is not counted as the indexer's. Its chain comes as the first argument. */
async function serve(chain: MovingChain): Promise<void> {
  const blocks = buildChain(chain)
  const byHash = new Map(blocks.map((block) => [block.hash, block]))
  const answers: Record<string, (params: never[]) => unknown> = {
    eth_chainId: () => hex(chain.chainId),
    // Fees of exchanges: none. Without an answer each reading would ask again.
    eth_call: () => word('0x0'),
    eth_getBlockByNumber: ([tag]) => (tag === 'latest' ? blocks.at(-1) : blocks[Number(tag)])?.header ?? null,
    eth_getBlockReceipts: ([of]: Hex[]) => [
      { blockHash: of, transactionIndex: '0x0', cumulativeGasUsed: hex(GAS), logs: (of && byHash.get(of)?.logs) ?? [] },
    ],
    eth_getLogs: ([filter]: { blockHash?: Hex; fromBlock?: Hex; toBlock?: Hex; address?: Hex[] }[]) => {
      if (filter?.blockHash) return byHash.get(filter.blockHash)?.logs ?? []
      if (!filter?.address?.includes(chain.collection)) return []
      return blocks.slice(Number(filter.fromBlock), Number(filter.toBlock) + 1).flatMap((block) => block.logs)
    },
  }
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const { id, method, params } = JSON.parse(Buffer.concat(chunks).toString()) as { id: number; method: string; params: never[] }
      response.setHeader('content-type', 'application/json')
      response.end(JSON.stringify({ jsonrpc: '2.0', id, result: answers[method]?.(params) ?? null }))
    })
  })
  server.listen(0, '127.0.0.1', () => {
    const address = server.address()
    if (typeof address === 'object') process.send?.({ url: `http://127.0.0.1:${address?.port}` })
  })
}

if (import.meta.main) await serve(JSON.parse(process.argv[2] ?? '{}') as MovingChain)
