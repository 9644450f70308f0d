import { createServer, type ServerResponse } from 'node:http'
import type { FakeChain } from './chain.ts'
import { type Call, FAULT_NAMES, type FaultName, LIES, WIRE_FAULTS } from './faults.ts'
import { answer, RpcError } from './json-rpc.ts'
import type { Random } from './random.ts'

export type FakeNodes = {
  readonly urls: readonly string[]
  /** How often each fault was met. */
  readonly met: Map<FaultName, number>
  /** The share of answers that are faulty, from 0 to 1. */
  setTrouble(share: number): void
  /** Awaited before each answer: the chain may move on between two questions, or somebody else come in between. */
  onCall(work: (call: Call) => Promise<void>): void
  close(): Promise<void>
}

/** Answers so rare that their own lie would hardly ever be drawn. */
const SELDOM_ASKED: Readonly<Record<string, FaultName>> = { eth_getCode: 'noCode', eth_chainId: 'wrongChain' }

/**
 * Several nodes of one chain over HTTP. In trouble each of them fails and lies in turn, as the seed has it; the favourite
 * more often than the others, so that runs of many seeds meet every fault.
 */
export async function startNodes(
  chain: FakeChain,
  random: Random,
  { count, favourite }: { count: number; favourite: FaultName },
): Promise<FakeNodes> {
  const met = new Map<FaultName, number>()
  let trouble = 0
  let before: (call: Call) => Promise<void> = async () => undefined

  const respond = async (response: ServerResponse, call: Call): Promise<void> => {
    await before(call)
    const honest = honestly(chain, call)
    // Most lies fit one method only: some are tried before the answer stays honest.
    for (let tries = random.chance(trouble) ? 6 : 0; tries > 0; tries--) {
      const preferred = SELDOM_ASKED[call.method] ?? favourite
      const fault = random.chance(0.3) ? preferred : random.pick(FAULT_NAMES)
      if (!spoil(fault, response, call, honest)) continue
      met.set(fault, (met.get(fault) ?? 0) + 1)
      return
    }
    response.setHeader('content-type', 'application/json').end(JSON.stringify(honest))
  }
  const spoil = (name: FaultName, response: ServerResponse, call: Call, honest: Json): boolean => {
    if (name in WIRE_FAULTS) {
      // Not every silence is worth its time.
      if (name === 'noAnswerInTime' && random.chance(0.95)) return false
      WIRE_FAULTS[name as keyof typeof WIRE_FAULTS](response, call, JSON.stringify(honest))
      return true
    }
    const result = 'result' in honest ? LIES[name as keyof typeof LIES](honest.result, call, { chain, random }) : undefined
    if (result === undefined || JSON.stringify(result) === JSON.stringify(honest.result)) return false
    response.setHeader('content-type', 'application/json').end(JSON.stringify({ ...honest, result }))
    return true
  }

  const server = createServer((request, response) => {
    let body = ''
    request.on('data', (chunk) => {
      body += String(chunk)
    })
    request.on('end', () => void respond(response, JSON.parse(body) as Call).catch(() => response.destroy()))
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const address = server.address()
  if (address === null || typeof address !== 'object') throw new Error('no address')
  return {
    urls: Array.from({ length: count }, (_, place) => `http://127.0.0.1:${address.port}/node-${place}`),
    met,
    setTrouble: (share) => {
      trouble = share
    },
    onCall: (work) => {
      before = work
    },
    close: () => {
      server.closeAllConnections()
      return new Promise((done) => server.close(() => done()))
    },
  }
}

type Json = Record<string, unknown>

function honestly(chain: FakeChain, { id, method, params }: Call): Json {
  try {
    return { jsonrpc: '2.0', id, result: answer(chain, method, params) }
  } catch (error) {
    if (!(error instanceof RpcError)) throw error
    return { jsonrpc: '2.0', id, error: { code: error.code, message: error.message } }
  }
}
