import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Address } from '@plinth/protocol'
import { toHex } from 'viem'

/** A proxy of a node that can hide all logs of some blocks, as a node does that has lost them. */
export type ForgetfulNode = {
  readonly url: string
  /** Hides logs of this block and above, until it recovers. */
  forgetFrom(number: bigint): void
  /** Number of empty responses to requests for this contract's logs alone. */
  leaveOut(contract: Address, times: number): void
  /** How many times it has no receipts of a block yet. */
  lag(times: number): void
  remember(): void
  /** Calls since the last count, each of a batch counted, by their methods. */
  countCalls(): Record<string, number>
  close(): Promise<void>
}

type Asked = { readonly method: string; readonly params?: readonly [{ readonly address?: Address | readonly Address[] }] }
type Answer = { readonly id: number; readonly result?: { readonly number?: string; readonly logsBloom?: string } }

export async function startForgetfulNode(rpcUrl: string): Promise<ForgetfulNode> {
  let forgotten: bigint | undefined
  let leftOut: { readonly contract: Address; times: number } | undefined
  let calls: string[] = []
  let late = 0
  const isLate = ({ method }: Asked): boolean => method === 'eth_getBlockReceipts' && late-- > 0
  const hideLogs = (answer: Answer): Answer => {
    const { result } = answer
    if (forgotten === undefined || !result?.logsBloom || BigInt(result.number ?? 0) < forgotten) return answer
    return { ...answer, result: { ...result, logsBloom: toHex(0, { size: 256 }) } }
  }
  const isLeftOut = ({ method, params }: Asked): boolean => {
    if (method !== 'eth_getLogs' || !leftOut?.times || [params?.[0].address].flat().join() !== leftOut.contract) return false
    leftOut.times--
    return true
  }
  const server = createServer(async (request, response) => {
    const body = await new Response(ReadableStream.from(request)).text()
    const answer = await fetch(rpcUrl, { method: 'POST', headers: { 'content-type': 'application/json' }, body })
    const answered = (await answer.json()) as Answer | Answer[]
    const asked: Asked | Asked[] = JSON.parse(body)
    calls.push(...[asked].flat().map(({ method }) => method))
    response.setHeader('content-type', 'application/json')
    if (!Array.isArray(answered) && !Array.isArray(asked))
      response.end(
        JSON.stringify(isLate(asked) ? { ...answered, result: null } : isLeftOut(asked) ? { ...answered, result: [] } : hideLogs(answered)),
      )
    else response.end(JSON.stringify([answered].flat().map(hideLogs)))
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    forgetFrom: (number) => {
      forgotten = number
    },
    leaveOut: (contract, times) => {
      leftOut = { contract, times }
    },
    lag: (times) => {
      late = times
    },
    remember: () => {
      late = 0
      forgotten = undefined
      leftOut = undefined
    },
    countCalls: () => {
      const counted = Object.entries(Object.groupBy(calls, (method) => method))
      calls = []
      return Object.fromEntries(counted.map(([method, all = []]) => [method, all.length]))
    },
    close: async () => {
      server.closeAllConnections()
      await new Promise((done) => server.close(done))
    },
  }
}
