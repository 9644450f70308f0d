import { createServer } from 'node:http'
import { WebSocketServer } from 'ws'
import { COLLECTION } from '../bench-chain.ts'
import { type Block, blockJson, CHAIN_ID, hex, MovingChain, receiptsJson, word } from './chain.ts'

/** What the bench tells the node to do. */
export type Deed =
  | { readonly act: 'mine'; readonly transfers: number }
  | { readonly act: 'replace'; readonly blocks: number }
  | { readonly act: 'count' }
  | { readonly act: 'owners'; readonly items: readonly number[] }
export type Done = {
  /** The last item that moved, its owner, and when the block was there. */
  readonly item?: number | undefined
  readonly owner?: string | undefined
  readonly atMs?: number
  /** Since the last count: calls by method, those of a batch and pushed heads included, and bytes of answers. */
  readonly calls?: Readonly<Record<string, number>>
  readonly bytes?: number
  readonly owners?: readonly (string | undefined)[]
}
type Call = { readonly id: number; readonly method: string; readonly params: never[] }

const now = () => Math.floor(Date.now() / 1_000)

/** A node in a process of its own, so that its load is not counted as the indexer's. */
function serve(blocks: number): void {
  const chain = new MovingChain(blocks, now())
  let byHash = new Map<string, Block>(chain.blocks.map((block) => [block.hash, block]))
  let [calls, bytes]: [Record<string, number>, number] = [{}, 0]
  const count = (method: string, text: string): string => {
    calls[method] = (calls[method] ?? 0) + 1
    bytes += text.length
    return text
  }
  const numbered = (tag: string): Block | undefined => {
    // Blocks far below the head are final.
    if (tag === 'finalized' || tag === 'safe') return chain.blocks.at(-65)
    return tag === 'latest' ? chain.head : chain.blocks[Number(tag)]
  }
  const answers: Record<string, (params: never[]) => unknown> = {
    eth_chainId: () => hex(CHAIN_ID),
    eth_blockNumber: () => hex(chain.head.number),
    // Fees of exchanges: none. Without an answer each reading would ask again.
    eth_call: () => word('0x0'),
    eth_getCode: () => '0x',
    eth_getBlockByNumber: ([tag, isFull]) => {
      const block = numbered(tag as unknown as string)
      return block ? blockJson(block, isFull as unknown as boolean) : null
    },
    eth_getBlockByHash: ([of, isFull]) => {
      const block = byHash.get(of as unknown as string)
      return block ? blockJson(block, isFull as unknown as boolean) : null
    },
    eth_getBlockReceipts: ([of]) => {
      const block = byHash.get(of as unknown as string) ?? numbered(of as unknown as string)
      return block ? receiptsJson(block) : null
    },
    eth_getLogs: ([filter]: { blockHash?: string; fromBlock?: string; toBlock?: string; address?: string | string[] }[]) => {
      if (filter?.blockHash) return byHash.get(filter.blockHash)?.logs ?? []
      if (filter?.address && ![filter.address].flat().includes(COLLECTION)) return []
      return chain.blocks.slice(Number(filter?.fromBlock), Number(filter?.toBlock) + 1).flatMap((block) => block.logs)
    },
  }
  const answer = ({ id, method, params }: Call): string =>
    count(method, JSON.stringify({ jsonrpc: '2.0', id, result: answers[method]?.(params) ?? null }))
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const asked = JSON.parse(Buffer.concat(chunks).toString()) as Call | Call[]
      response.setHeader('content-type', 'application/json')
      response.end(Array.isArray(asked) ? `[${asked.map(answer).join()}]` : answer(asked))
    })
  })
  const sockets = new WebSocketServer({ server })
  const subscribed = new Set<{ send(text: string): void }>()
  sockets.on('connection', (socket) => {
    socket.on('message', (data) => {
      const call = JSON.parse(String(data)) as Call
      if (call.method !== 'eth_subscribe') return socket.send(answer(call))
      subscribed.add(socket)
      return socket.send(count(call.method, JSON.stringify({ jsonrpc: '2.0', id: call.id, result: '0x1' })))
    })
    socket.on('close', () => subscribed.delete(socket))
  })
  const push = ({ header }: Block): void => {
    const text = JSON.stringify({ jsonrpc: '2.0', method: 'eth_subscription', params: { subscription: '0x1', result: header } })
    for (const socket of subscribed) socket.send(count('pushed head', text))
  }
  const moved = (item: number | undefined, from: number): Done => {
    byHash = new Map(chain.blocks.map((block) => [block.hash, block]))
    const atMs = Date.now()
    for (const block of chain.blocks.slice(from)) push(block)
    return { item, owner: item === undefined ? undefined : chain.ownerOf(item), atMs }
  }
  process.on('message', (deed: Deed) => {
    if (deed.act === 'mine') process.send?.(moved(chain.mine(deed.transfers, now()), -1))
    else if (deed.act === 'replace') process.send?.(moved(chain.replace(deed.blocks, now()), -deed.blocks - 1))
    else if (deed.act === 'owners') process.send?.({ owners: deed.items.map((item) => chain.ownerOf(item)) } satisfies Done)
    else {
      process.send?.({ calls, bytes } satisfies Done)
      ;[calls, bytes] = [{}, 0]
    }
  })
  process.once('disconnect', () => process.exit(0))
  server.listen(0, '127.0.0.1', () => {
    const address = server.address()
    if (typeof address === 'object') process.send?.({ url: `http://127.0.0.1:${address?.port}` })
  })
}

if (import.meta.main) serve(Number(process.argv[2]))
