import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/**
 * A proxy to a node for each process, by the path of its URL: it counts the block ranges that each reads, and can delay
 * a reader.
 */
export type MeteredNode = {
  urlOf(reader: string): string
  /** Requested and answered ranges. */
  reads(reader: string): number
  /** From now on this reader's ranges are answered only once it is released. */
  hold(reader: string): void
  isWaiting(reader: string): boolean
  release(reader: string): void
  close(): Promise<void>
}

/** Several contracts at once; the plan requests the factory alone. */
const RANGE_OF_MARKET = /"fromBlock".*"address":\["0x[0-9a-f]{40}",/

type Door = { reads: number; isHeld: boolean; waiting: (() => void)[] }

export async function startMeteredNode(rpcUrl: string): Promise<MeteredNode> {
  const doors = new Map<string, Door>()
  const doorOf = (reader: string): Door => {
    const door = doors.get(reader) ?? { reads: 0, isHeld: false, waiting: [] }
    doors.set(reader, door)
    return door
  }
  const server = createServer(async (request, response) => {
    const door = doorOf(request.url?.slice(1) ?? '')
    const body = await new Response(ReadableStream.from(request)).text()
    if (RANGE_OF_MARKET.test(body)) {
      if (door.isHeld) await new Promise<void>((go) => door.waiting.push(go))
      door.reads++
    }
    const answer = await fetch(rpcUrl, { method: 'POST', headers: { 'content-type': 'application/json' }, body })
    response.setHeader('content-type', 'application/json')
    response.end(await answer.text())
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const { port } = server.address() as AddressInfo
  return {
    urlOf: (reader) => `http://127.0.0.1:${port}/${reader}`,
    reads: (reader) => doorOf(reader).reads,
    hold: (reader) => {
      doorOf(reader).isHeld = true
    },
    isWaiting: (reader) => doorOf(reader).waiting.length > 0,
    release: (reader) => {
      const door = doorOf(reader)
      door.isHeld = false
      for (const go of door.waiting.splice(0)) go()
    },
    close: async () => {
      server.closeAllConnections()
      await new Promise((done) => server.close(done))
    },
  }
}
