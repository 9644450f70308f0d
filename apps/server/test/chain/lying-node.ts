import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type Address, ZERO_ADDRESS } from '@plinth/protocol'
import { type Hex, keccak256, pad, stringToHex, toEventSelector, toHex } from 'viem'
import { bloomOf } from '../../src/indexer/bloom.ts'

/** A proxy of a node that answers honestly until it is given a lie. */
export type LyingNode = {
  readonly url: string
  /** From now on this lie, or none. */
  lie(name: LieName | undefined): void
  /** Answers since the last change: the false ones, and all others. */
  counts(): { readonly false: number; readonly true: number }
  close(): Promise<void>
}

/** An item, and the account that forged logs and answers give it to. */
export type Forged = { readonly collection: Address; readonly tokenId: bigint; readonly to: Address }

type Call = { readonly id: unknown; readonly method: string; readonly params?: readonly unknown[] }
type Json = Record<string, unknown>
type Receipt = Json & { readonly logs: readonly Json[] }
type World = { readonly forged: Forged; readonly ask: (method: string, ...params: unknown[]) => Promise<unknown> }
/** The false result; undefined where the lie does not fit the call. */
type Lie = (call: Call, result: unknown, world: World) => unknown
/** A fault below JSON-RPC. */
type WireFault = (response: ServerResponse, call: Call) => void

const FAR = 1_000_000
const STALE = 3
const MEGABYTE = 1_000_000
const TRANSFER = toEventSelector('Transfer(address,address,uint256)')
const numberOf = (block: unknown): number => Number((block as Json).number)
const isLatest = ({ method, params }: Call): boolean => method === 'eth_getBlockByNumber' && params?.[0] === 'latest'
const madeUp = (word: string): Hex => keccak256(stringToHex(word))

/** A block that never was, upon an honest one, whose one log gives the item away: nothing in it contradicts the rest. */
function forgedBlock(parent: Json, { forged }: World) {
  const number = toHex(numberOf(parent) + 1)
  const [hash, txHash] = [madeUp(`block upon ${parent.hash}`), madeUp(`transaction upon ${parent.hash}`)]
  const log = {
    address: forged.collection,
    topics: [TRANSFER, pad(ZERO_ADDRESS), pad(forged.to), toHex(forged.tokenId, { size: 32 })],
    data: '0x' as const,
    blockHash: hash,
    blockNumber: number,
    logIndex: '0x0',
    transactionHash: txHash,
  }
  const timestamp = toHex(Number(parent.timestamp) + 1)
  const header = { ...parent, number, hash, parentHash: parent.hash, timestamp, logsBloom: bloomOf([log]), gasUsed: '0x5208' }
  return { header, receipts: [{ blockHash: hash, transactionIndex: '0x0', cumulativeGasUsed: '0x5208', logs: [log] }] }
}

const ofReceipts =
  (change: (receipts: readonly Receipt[], world: World) => unknown): Lie =>
  ({ method }, result, world) =>
    method === 'eth_getBlockReceipts' && Array.isArray(result) && result.some(({ logs }) => logs.length > 0)
      ? change(result, world)
      : undefined

/** One that gives the item away, behind the last log of the last receipt. */
function withForgedLog(receipts: readonly Receipt[], { forged }: World): unknown {
  const last = receipts.flatMap(({ logs }) => logs).at(-1)
  const topics = [TRANSFER, pad(ZERO_ADDRESS), pad(forged.to), toHex(forged.tokenId, { size: 32 })]
  const log = { ...last, address: forged.collection, topics, data: '0x', logIndex: toHex(Number(last?.logIndex) + 1) }
  return receipts.map((receipt, place) => (place === receipts.length - 1 ? { ...receipt, logs: [...receipt.logs, log] } : receipt))
}

const OWNER_OF = '0x6352211e'
/** balanceOf of ERC20 and ERC721, of ERC1155, isApprovedForAll, allowance. */
const AMOUNTS = /^0x(70a08231|00fdd58e|e985e9c5|dd62ed3e)/

const LIES = {
  logLeftOut: ofReceipts((receipts) => receipts.map((receipt) => ({ ...receipt, logs: receipt.logs.slice(0, -1) }))),
  receiptLeftOut: ofReceipts((receipts) => receipts.slice(0, -1)),
  logForged: ofReceipts(withForgedLog),
  receiptsOfAnotherBlock: ({ method, params }, _, { ask }) =>
    method === 'eth_getBlockReceipts'
      ? ask('eth_getBlockByHash', params?.[0], false).then((block) => ask('eth_getBlockReceipts', (block as Json).parentHash))
      : undefined,
  headFarAhead: (call, result) =>
    isLatest(call) ? { ...(result as Json), number: toHex(numberOf(result) + FAR), hash: madeUp('far ahead') } : undefined,
  headStale: (call, result, { ask }) => (isLatest(call) ? ask('eth_getBlockByNumber', toHex(numberOf(result) - STALE), false) : undefined),
  hashesForged: ({ method }, result) =>
    method === 'eth_getBlockByNumber' && result !== null
      ? { ...(result as Json), hash: madeUp(`not ${(result as Json).hash}`) }
      : undefined,
  stateForged: ({ method, params }, _, { forged }) => {
    if (method === 'eth_getBalance') return '0x0'
    const data = method === 'eth_call' ? String((params?.[0] as Json | undefined)?.data) : ''
    if (data.startsWith(OWNER_OF)) return pad(forged.to)
    return AMOUNTS.test(data) ? pad('0x0') : undefined
  },
  /** Blocks without logs, whatever is asked of them: nothing that this node says contradicts that. */
  blocksEmptied: ({ method }, result) => {
    if (method === 'eth_getLogs') return []
    return method === 'eth_getBlockByNumber' && result !== null ? { ...(result as Json), logsBloom: toHex(0, { size: 256 }) } : undefined
  },
  blockForged: async (call, _, world) => {
    const { method, params } = call
    const head = (await world.ask('eth_getBlockByNumber', 'latest', false)) as Json
    const { header, receipts } = forgedBlock(head, world)
    if (isLatest(call) || (method === 'eth_getBlockByNumber' && params?.[0] === header.number)) return header
    return method === 'eth_getBlockReceipts' && params?.[0] === header.hash ? receipts : undefined
  },
  /** Not of a contract: that may answer anything. */
  tenMegabytes: ({ method }) => (method === 'eth_call' || method === 'eth_chainId' ? undefined : `0x${'7'.repeat(10 * MEGABYTE)}`),
} satisfies Record<string, Lie>

const WIRE_FAULTS = {
  internalError: (response, { id }) => void response.end(JSON.stringify({ jsonrpc: '2.0', id, error: { code: -32_603, message: 'no' } })),
  page: (response) => void response.writeHead(502, { 'content-type': 'text/html' }).end('<html>502 Bad Gateway</html>'),
  silence: () => undefined,
  cut: (response) => void response.destroy(),
} satisfies Record<string, WireFault>

export type LieName = keyof typeof LIES | keyof typeof WIRE_FAULTS

const isWireFault = (name: LieName | undefined): name is keyof typeof WIRE_FAULTS => name !== undefined && name in WIRE_FAULTS

export async function startLyingNode(rpcUrl: string, forged: () => Forged): Promise<LyingNode> {
  let name: LieName | undefined
  let counts = { false: 0, true: 0 }
  const send = async (body: string): Promise<unknown> => {
    const answer = await fetch(rpcUrl, { method: 'POST', headers: { 'content-type': 'application/json' }, body })
    return answer.json()
  }
  const ask = async (method: string, ...params: unknown[]) =>
    ((await send(JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }))) as Json).result
  const answer = async (call: Call, lie: LieName | undefined): Promise<unknown> => {
    const honest = (await send(JSON.stringify(call))) as Json
    const result =
      lie === undefined || isWireFault(lie) ? undefined : await (LIES[lie] as Lie)(call, honest.result, { ask, forged: forged() })
    const isFalse = result !== undefined && JSON.stringify(result) !== JSON.stringify(honest.result)
    if (lie === name) counts[isFalse ? 'false' : 'true']++
    return isFalse ? { jsonrpc: '2.0', id: call.id, result } : honest
  }
  const server = createServer(async (request, response) => {
    const asked: Call | Call[] = JSON.parse(await new Response(ReadableStream.from(request)).text())
    const lie = name
    if (isWireFault(lie)) {
      counts.false++
      return WIRE_FAULTS[lie](response, [asked].flat()[0] as Call)
    }
    response.setHeader('content-type', 'application/json')
    response.end(
      JSON.stringify(Array.isArray(asked) ? await Promise.all(asked.map((call) => answer(call, lie))) : await answer(asked, lie)),
    )
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    lie: (next) => {
      name = next
      counts = { false: 0, true: 0 }
    },
    counts: () => counts,
    close: async () => {
      server.closeAllConnections()
      await new Promise((done) => server.close(done))
    },
  }
}
