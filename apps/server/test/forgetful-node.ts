import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { toHex } from 'viem'

/** A door to a node that can say of blocks that nothing happened in them, as one does that has lost their logs. */
export type ForgetfulNode = {
  readonly url: string
  /** Of this block and all above it nothing is told, until it remembers. */
  forgetFrom(number: bigint): void
  remember(): void
  close(): Promise<void>
}

type Told = { readonly id: number; readonly result?: { readonly number?: string; readonly logsBloom?: string } }

export async function startForgetfulNode(rpcUrl: string): Promise<ForgetfulNode> {
  let forgotten: bigint | undefined
  const tell = (answer: Told): Told => {
    const { result } = answer
    if (forgotten === undefined || !result?.logsBloom || BigInt(result.number ?? 0) < forgotten) return answer
    return { ...answer, result: { ...result, logsBloom: toHex(0, { size: 256 }) } }
  }
  const server = createServer(async (request, response) => {
    const body = await new Response(ReadableStream.from(request)).text()
    const answer = await fetch(rpcUrl, { method: 'POST', headers: { 'content-type': 'application/json' }, body })
    const told = (await answer.json()) as Told | Told[]
    response.setHeader('content-type', 'application/json')
    response.end(JSON.stringify(Array.isArray(told) ? told.map(tell) : tell(told)))
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    forgetFrom: (number) => {
      forgotten = number
    },
    remember: () => {
      forgotten = undefined
    },
    close: async () => {
      server.closeAllConnections()
      await new Promise((done) => server.close(done))
    },
  }
}
