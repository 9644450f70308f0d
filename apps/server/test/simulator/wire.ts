import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type Call, WIRE_FAULTS } from './faults.ts'

/** How long a node that does not answer is waited for. One that answers may take longer: the machine has other work. */
const SILENCE_MS = 500

/** A node's response, and whether the wire corrupts it. */
export type Reply = { readonly body: string; readonly fault?: keyof typeof WIRE_FAULTS }
type Wire = { readonly url: string; spoil(body: string, call: Call, reply: Reply): void; close(): Promise<void> }
type SimNode = { readonly wire: Wire; respond(call: Call): Promise<Reply> }

/** The nodes available in this process, by URL. */
export const nodes = new Map<string, SimNode>()

/** A server that corrupts each response, as set for the next request. */
export async function openWire(): Promise<Wire> {
  const waiting = new Map<string, { call: Call; reply: Reply }>()
  const server = createServer((request, response) => {
    let body = ''
    request.on('data', (chunk) => {
      body += String(chunk)
    })
    request.on('end', () => {
      const spoilt = waiting.get(body)
      waiting.delete(body)
      if (spoilt?.reply.fault) WIRE_FAULTS[spoilt.reply.fault](response, spoilt.call, spoilt.reply.body)
      else response.destroy()
    })
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    spoil: (body, call, reply) => waiting.set(body, { call, reply }),
    close: () => {
      server.closeAllConnections()
      return new Promise((done) => server.close(() => done()))
    },
  }
}

/**
 * Honest and false responses arrive as any response of `fetch`, without the network, which cost more than the rest of a
 * seed's computation; faults of the network itself go over a real one.
 */
export function answerInProcess(): void {
  const overNetwork = globalThis.fetch
  globalThis.fetch = async (input, init) => {
    const node = nodes.get(String(input))
    if (!node) return overNetwork(input, init)
    const body = String(init?.body)
    const asked = JSON.parse(body) as Call | Call[]
    const reply = await Promise.race([Array.isArray(asked) ? respondAll(node, asked) : node.respond(asked), lateness(init?.signal)])
    if (reply.fault === undefined) return new Response(reply.body, { headers: { 'content-type': 'application/json' } })
    node.wire.spoil(body, [asked].flat()[0] as Call, reply)
    const patience = reply.fault === 'noAnswerInTime' ? [AbortSignal.timeout(SILENCE_MS)] : []
    const signal = AbortSignal.any([...(init?.signal ? [init.signal] : []), ...patience])
    return overNetwork(input, { ...init, body, signal })
  }
}

/** One after the other: the seed decides each of them. */
async function respondAll({ respond }: SimNode, calls: readonly Call[]): Promise<Reply> {
  const replies: Reply[] = []
  for (const call of calls) replies.push(await respond(call))
  const [fault] = replies.flatMap((reply) => reply.fault ?? [])
  return { body: `[${replies.map(({ body }) => body).join()}]`, ...(fault && { fault }) }
}

/** The other side may itself wait for the requester: the requester's time-out ends it. */
function lateness(signal: AbortSignal | null | undefined): Promise<never> {
  return new Promise((_, fail) => signal?.addEventListener('abort', () => fail(signal.reason), { once: true }))
}
