import type { FakeChain } from './chain.ts'
import { type Call, FAULT_NAMES, type FaultName, isWireFault, LIES } from './faults.ts'
import { answer, RpcError } from './json-rpc.ts'
import type { Random } from './random.ts'
import { nodes, openWire, type Reply } from './wire.ts'

export type FakeNodes = {
  readonly urls: readonly string[]
  /** Count of each fault. */
  readonly met: Map<FaultName, number>
  /** The share of answers that are faulty, from 0 to 1. */
  setTrouble(share: number): void
  /** Awaited before each response: the chain may advance between two requests, or another process act. */
  onCall(work: (call: Call) => Promise<void>): void
  close(): Promise<void>
}

/** Responses so rare that their faults would hardly ever be drawn; of logs there are several, so the seed's favourite comes. */
const SELDOM_ASKED: Readonly<Record<string, FaultName | undefined>> = {
  eth_getCode: 'noCode',
  eth_chainId: 'wrongChain',
  eth_getLogs: undefined,
}
const KEEN_SHARE = 0.5
/** Places of seeds from here on are beyond all of the long run: their nodes are there for their favourite alone. */
export const MORE_FROM = 1_000

/**
 * Several nodes of one chain. In trouble each of them fails and lies in turn, by the seed; the favourite fault more
 * often than others, so that runs of many seeds meet every fault; keen faults seldom spare rare calls.
 */
export async function startNodes(
  chain: FakeChain,
  random: Random,
  { count, favourite, keen, seed }: { count: number; favourite: FaultName; keen: boolean; seed: number },
): Promise<FakeNodes> {
  const met = new Map<FaultName, number>()
  const favour = seed < MORE_FROM * FAULT_NAMES.length ? 0.3 : 0.9
  let trouble = 0
  let before: (call: Call) => Promise<void> = async () => undefined

  const respond = async (call: Call): Promise<Reply> => {
    await before(call)
    const honest = honestly(chain, call)
    const share = keen && trouble > 0 && call.method in SELDOM_ASKED ? Math.max(trouble, KEEN_SHARE) : trouble
    // Most faults fit one method only: some are tried before the response stays honest.
    for (let tries = random.chance(share) ? 6 : 0; tries > 0; tries--) {
      const preferred = SELDOM_ASKED[call.method] ?? favourite
      const fault = random.chance(favour) ? preferred : random.pick(FAULT_NAMES)
      const spoilt = spoil(fault, call, honest)
      if (!spoilt) continue
      met.set(fault, (met.get(fault) ?? 0) + 1)
      return spoilt
    }
    return { body: JSON.stringify(honest) }
  }
  const spoil = (name: FaultName, call: Call, honest: Json): Reply | undefined => {
    if (isWireFault(name)) {
      // Skips some time-outs to save time.
      if (name === 'noAnswerInTime' && random.chance(0.95)) return undefined
      return { body: JSON.stringify(honest), fault: name }
    }
    const result = 'result' in honest ? LIES[name](honest.result, call, { chain, random }) : undefined
    if (result === undefined || JSON.stringify(result) === JSON.stringify(honest.result)) return undefined
    return { body: JSON.stringify({ ...honest, result }) }
  }

  const wire = await openWire()
  const urls = Array.from({ length: count }, (_, place) => `${wire.url}/node-${place}`)
  for (const url of urls) nodes.set(url, { respond, wire })
  return {
    urls,
    met,
    setTrouble: (share) => {
      trouble = share
    },
    onCall: (work) => {
      before = work
    },
    close: () => {
      for (const url of urls) nodes.delete(url)
      return wire.close()
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
