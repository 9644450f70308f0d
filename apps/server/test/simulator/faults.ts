import type { ServerResponse } from 'node:http'
import type { FakeChain } from './chain.ts'
import { headerJson, logJson } from './json-rpc.ts'
import type { Random } from './random.ts'

export type Call = { readonly id: unknown; readonly method: string; readonly params: readonly unknown[] }
type World = { readonly chain: FakeChain; readonly random: Random }
type Json = Record<string, unknown>

/** Corrupts the response below JSON-RPC. */
type WireFault = (response: ServerResponse, call: Call, honest: string) => void
/** Falsifies the response; undefined where this fault does not fit the call. */
type Lie = (result: unknown, call: Call, world: World) => unknown

const json = (response: ServerResponse, body: unknown): void => {
  response.setHeader('content-type', 'application/json')
  response.end(typeof body === 'string' ? body : JSON.stringify(body))
}
const status = (response: ServerResponse, code: number, headers: Record<string, string>, body: string): void => {
  response.writeHead(code, headers).end(body)
}
const errorOf = (call: Call, code: number, message: string) => ({ jsonrpc: '2.0', id: call.id, error: { code, message } })

export const WIRE_FAULTS = {
  tooManyRequests: (response) => status(response, 429, { 'retry-after': '2' }, ''),
  unavailable: (response) => status(response, 503, {}, 'try later'),
  badGateway: (response) => status(response, 502, { 'content-type': 'text/html' }, '<html><body>502 Bad Gateway</body></html>'),
  htmlPage: (response) => status(response, 200, { 'content-type': 'text/html' }, '<!doctype html><title>Welcome</title>'),
  redirect: (response) => status(response, 302, { location: 'http://127.0.0.1:1/' }, ''),
  noAnswerInTime: () => undefined,
  connectionReset: (response) => void response.destroy(),
  cutInTheMiddle: (response, _, honest) => {
    response.writeHead(200, { 'content-length': String(honest.length + 10) })
    response.write(honest.slice(0, Math.ceil(honest.length / 2)), () => response.destroy())
  },
  truncatedJson: (response, _, honest) => json(response, honest.slice(0, -7)),
  emptyBody: (response) => json(response, ''),
  hugeAnswer: (response) => json(response, `{"result":"${'7'.repeat(400_000)}"}`),
  notJsonRpc: (response) => json(response, { ok: true }),
  someoneElsesAnswer: (response, call, honest) => json(response, { ...JSON.parse(honest), id: Number(call.id) + 1 }),
  internalError: (response, call) => json(response, errorOf(call, -32_603, 'internal error')),
  limitExceeded: (response, call) => json(response, errorOf(call, -32_005, 'query returned more than 10000 results')),
  unknownBlock: (response, call) => json(response, errorOf(call, -32_000, 'header not found')),
} satisfies Record<string, WireFault>

export const isWireFault = (name: FaultName): name is keyof typeof WIRE_FAULTS => name in WIRE_FAULTS

const header =
  (lie: (block: Json, world: World) => unknown): Lie =>
  (result, { method }, world) =>
    method === 'eth_getBlockByNumber' && result !== null ? lie(result as Json, world) : undefined

const logs =
  (least: number, lie: (list: readonly Json[], world: World) => unknown): Lie =>
  (result, { method }, world) =>
    method === 'eth_getLogs' && Array.isArray(result) && result.length >= least ? lie(result, world) : undefined

/** Also of the logs in a receipt: a change of what they say, or of their order. */
const logsAnywhere =
  (least: number, lie: (list: readonly Json[], world: World) => unknown): Lie =>
  (result, call, world) => {
    if (call.method !== 'eth_getBlockReceipts' || !Array.isArray(result)) return logs(least, lie)(result, call, world)
    const held = result.filter((receipt: { logs: Json[] }) => receipt.logs.length >= least)
    if (held.length === 0) return undefined
    const changed = world.random.pick(held)
    return result.map((receipt: { logs: Json[] }) => (receipt === changed ? { ...receipt, logs: lie(receipt.logs, world) } : receipt))
  }

const only =
  (wanted: string, lie: (result: unknown, world: World) => unknown): Lie =>
  (result, { method }, world) =>
    method === wanted ? lie(result, world) : undefined

function changeOne(list: readonly Json[], { random }: World, change: (log: Json) => Json): Json[] {
  const place = random.below(list.length)
  return list.map((log, index) => (index === place ? change(log) : log))
}

export const LIES = {
  staleHead: (_, { method, params }, { chain, random }) =>
    method === 'eth_getBlockByNumber' && params[0] === 'latest'
      ? headerJson(chain.at(Math.max(0, chain.head.number - random.between(1, 9))))
      : undefined,
  nullBlock: only('eth_getBlockByNumber', () => null),
  wrongHash: header((block, { random }) => ({ ...block, hash: random.hash() })),
  wrongParent: header((block, { random }) => ({ ...block, parentHash: random.hash() })),
  wrongNumber: header((block) => ({ ...block, number: `0x${(Number(block.number) + 1).toString(16)}` })),
  fromTheFuture: header((block) => ({ ...block, timestamp: '0xffffffffff' })),
  malformedBlock: header((block) => ({ ...block, logsBloom: '0x00' })),
  otherBloom: header((block, { random }) => ({ ...block, logsBloom: `0x${'0'.repeat(random.below(400))}1`.padEnd(514, '0') })),
  otherFork: header((block, { chain }) => headerJson(chain.sibling(Number(block.number))) ?? undefined),
  nullLogs: only('eth_getLogs', () => null),
  noLogs: logs(1, () => []),
  missingLog: logs(1, (list, { random }) => list.toSpliced(random.below(list.length), 1)),
  missingLastLog: logs(1, (list) => list.slice(0, -1)),
  extraLog: logs(1, (list) => [...list, { ...list.at(-1), logIndex: `0x${(Number(list.at(-1)?.logIndex) + 1).toString(16)}` }]),
  doubleLog: logsAnywhere(1, (list, { random }) => [...list, random.pick(list)]),
  logsOutOfOrder: logsAnywhere(2, (list) => list.toReversed()),
  logTakenBack: logsAnywhere(1, (list, world) => changeOne(list, world, (log) => ({ ...log, removed: true }))),
  logOfAnotherBlock: logsAnywhere(1, (list, world) => changeOne(list, world, (log) => ({ ...log, blockHash: world.random.hash() }))),
  logsOfAnotherBlock: (result, { method }, { chain, random }) => {
    const other = random.pick(chain.blocks())
    return method === 'eth_getLogs' && Array.isArray(result) && other.logs.length > 0
      ? other.logs.map((log) => logJson(log, other))
      : undefined
  },
  otherTopic: logsAnywhere(1, (list, world) => changeOne(list, world, (log) => ({ ...log, topics: [world.random.hash()] }))),
  tooManyTopics: logsAnywhere(1, (list, world) =>
    changeOne(list, world, (log) => ({ ...log, topics: Array(5).fill(world.random.hash()) })),
  ),
  malformedLog: logsAnywhere(1, (list, world) => changeOne(list, world, (log) => ({ ...log, data: '0xabc' }))),
  pendingLog: logsAnywhere(1, (list, world) => changeOne(list, world, (log) => ({ ...log, logIndex: null }))),
  nullReceipts: only('eth_getBlockReceipts', () => null),
  fewerReceipts: only('eth_getBlockReceipts', (result) => (Array.isArray(result) ? result.slice(1) : undefined)),
  noLastReceipt: only('eth_getBlockReceipts', (result) => (Array.isArray(result) ? result.slice(0, -1) : undefined)),
  receiptsOutOfOrder: only('eth_getBlockReceipts', (result) => (Array.isArray(result) ? result.toReversed() : undefined)),
  receiptsOfAnotherBlock: only('eth_getBlockReceipts', (result, { random }) =>
    Array.isArray(result) && result.length > 0 ? result.map((receipt: Json) => ({ ...receipt, blockHash: random.hash() })) : undefined,
  ),
  wrongChain: only('eth_chainId', () => '0x1'),
  noCode: only('eth_getCode', () => '0x'),
} satisfies Record<string, Lie>

export type FaultName = keyof typeof WIRE_FAULTS | keyof typeof LIES
/** A time-out takes time, so it is rarer. */
export const FAULT_NAMES = [...Object.keys(WIRE_FAULTS), ...Object.keys(LIES)] as FaultName[]
