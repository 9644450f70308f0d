import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { afterEach, describe, expect, it } from 'vitest'
import { fakeChain } from '../../test/market/harness.ts'
import { createChain } from '../chain/chain.ts'
import type { RpcLimits } from '../chain/endpoint.ts'
import { createPool, type RpcPool } from '../chain/pool.ts'
import { createLogger } from '../process/log.ts'

type Call = { readonly id: number; readonly method: string }
/** A node's response; undefined for a silent one. */
type Behaviour = (call: Call, response: ServerResponse) => void

const KEY = 'k9-very-secret-key'
const says =
  (result: unknown, chainId = '0x7a69'): Behaviour =>
  ({ id, method }, response) =>
    void response.end(JSON.stringify({ jsonrpc: '2.0', id, result: method === 'eth_chainId' ? chainId : result }))
const fails =
  (code: number, message = 'no'): Behaviour =>
  (call, response) =>
    call.method === 'eth_chainId'
      ? says(1)(call, response)
      : void response.end(JSON.stringify({ jsonrpc: '2.0', id: call.id, error: { code, message } }))
const closing: (() => void)[] = []
afterEach(() => {
  for (const close of closing.splice(0)) close()
})

/** A node over HTTP with adjustable behaviour; counts its requests. */
async function startNode(first: Behaviour) {
  const node = { behaviour: first, asked: [] as string[], url: '' }
  const server = createServer((request: IncomingMessage, response: ServerResponse) => {
    let body = ''
    request.on('data', (chunk) => {
      body += String(chunk)
    })
    request.on('end', () => {
      const call = JSON.parse(body) as Call
      node.asked.push(call.method)
      node.behaviour(call, response)
    })
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  closing.push(() => {
    server.closeAllConnections()
    server.close()
  })
  const address = server.address()
  node.url = `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}/v3/${KEY}`
  return node
}

/** Blocks until it is released. */
let seconds = 1_900_000_000
const clock = {
  now: () => seconds,
  nowMs: () => seconds * 1_000,
  advance: (by: number) => {
    seconds += by
  },
}
const LIMITS: RpcLimits = { timeoutMs: 3_000, answerBytes: 10_000, parallel: 4 }
const logged: string[] = []
const poolOf = (...nodes: { url: string }[]): RpcPool => poolWith(LIMITS, ...nodes)
function poolWith(limits: RpcLimits, ...nodes: { url: string }[]): RpcPool {
  logged.length = 0
  const log = createLogger((line) => logged.push(line))
  return createPool({ chainId: 31_337, urls: nodes.map(({ url }) => url), limits, clock, log })
}

describe('the nodes of a chain', () => {
  it('are asked in their order, and the next one when one fails', async () => {
    const [first, second] = [await startNode(says(1)), await startNode(says(2))]
    const pool = poolOf(first, second)
    expect(await pool.request('eth_blockNumber')).toBe(1)
    first.behaviour = (_, response) => void response.destroy()
    expect(await pool.request('eth_blockNumber')).toBe(2)
    first.behaviour = says(1)
    expect(await pool.request('eth_blockNumber'), 'the failed one is left alone for a while').toBe(2)
    clock.advance(2)
    expect(await pool.request('eth_blockNumber')).toBe(1)
  })

  it.each<[string, Behaviour]>([
    ['silent', () => undefined],
    ['answering with a page', (_, response) => void response.end('<html>hello</html>')],
    ['answering with an error page', (_, response) => void response.writeHead(502).end('<html>bad gateway</html>')],
    ['answering without an end', (_, response) => void response.end('x'.repeat(20_000))],
    ['answering somebody else', ({ id }, response) => void response.end(JSON.stringify({ jsonrpc: '2.0', id: id + 1, result: 1 }))],
    ['in trouble itself (-32603)', fails(-32_603)],
    ['over its limit (-32005)', fails(-32_005)],
    ['on another chain', says(1, '0x1')],
    ['leading elsewhere', (_, response) => void response.writeHead(307, { location: 'http://127.0.0.1:9/' }).end()],
  ])('that are %s are passed over', async (_, behaviour) => {
    const [bad, good] = [await startNode(behaviour), await startNode(says('good'))]
    expect(await poolOf(bad, good).request('eth_gasPrice')).toBe('good')
    expect(logged.join('')).toContain('node set aside')
  })

  it('[F-39] are set aside once by requests that fail together', async () => {
    const [bad, good] = [await startNode((_, response) => void response.destroy()), await startNode(says('good'))]
    const pool = poolOf(bad, good)
    const answers = await Promise.all(Array.from({ length: 8 }, () => pool.request('eth_gasPrice')))
    expect(new Set(answers)).toEqual(new Set(['good']))
    expect(logged.map((line) => JSON.parse(line))).toMatchObject([{ event: 'node set aside', failures: 1 }])
  })

  it('[F-29] are reached while any of them answers for their chain, and are not asked in a pause', async () => {
    const [silent, foreign, good] = [await startNode(() => undefined), await startNode(says(1, '0x1')), await startNode(says(1))]
    const pool = poolOf(silent, foreign, good)
    await pool.reachAny()
    expect(pool.answeredAtMs()).toBe(clock.nowMs())
    expect(logged).toEqual([])
    await expect(poolOf(foreign).reachAny()).rejects.toThrow(AggregateError)
    const busy = await startNode((_, response) => void response.writeHead(429, { 'retry-after': '7' }).end())
    const lone = poolOf(busy)
    await expect(lone.request('eth_gasPrice')).rejects.toMatchObject({ kind: 'rate limit' })
    const asked = busy.asked.length
    await expect(lone.reachAny()).rejects.toThrow(AggregateError)
    expect(busy.asked).toHaveLength(asked)
  })

  it('are left alone as long as they ask for (429, Retry-After)', async () => {
    const lone = await startNode((_, response) => void response.writeHead(429, { 'retry-after': '7' }).end())
    const pool = poolOf(lone)
    await expect(pool.request('eth_gasPrice')).rejects.toMatchObject({ name: 'NodeFault', kind: 'rate limit' })
    const asked = lone.asked.length
    lone.behaviour = says(1)
    clock.advance(6)
    await expect(pool.request('eth_gasPrice')).rejects.toMatchObject({ kind: 'rate limit' })
    expect(lone.asked).toHaveLength(asked)
    clock.advance(2)
    expect(await pool.request('eth_gasPrice')).toBe(1)
  })

  it('say which chain they are on again after each failure', async () => {
    const lone = await startNode(says(1))
    const pool = poolOf(lone)
    await pool.request('eth_gasPrice')
    await pool.request('eth_gasPrice')
    expect(lone.asked.filter((method) => method === 'eth_chainId')).toHaveLength(1)
    lone.behaviour = (_, response) => void response.destroy()
    await expect(pool.request('eth_gasPrice')).rejects.toMatchObject({ kind: 'unreachable' })
    lone.behaviour = says(1, '0x38')
    await expect(pool.request('eth_gasPrice')).rejects.toMatchObject({ kind: 'wrong chain' })
  })

  it('are not blamed for a call that reverts', async () => {
    const [first, second] = [await startNode(fails(3, 'execution reverted')), await startNode(says(2))]
    await expect(poolOf(first, second).request('eth_call')).rejects.toMatchObject({ code: 3 })
    expect(second.asked).toEqual([])
  })

  it.each([
    ['nested a million times', `${'['.repeat(1_000_000)}${']'.repeat(1_000_000)}`],
    ['full of empty lists', `[${'[],'.repeat(1_000_000)}[]]`],
  ])('are blamed for an answer %s before anything is built of it', async (_, result) => {
    const node = await startNode((call, response) =>
      call.method === 'eth_chainId' ? says(1)(call, response) : void response.end(`{"jsonrpc":"2.0","id":${call.id},"result":${result}}`),
    )
    const pool = poolWith({ ...LIMITS, answerBytes: 64_000_000 }, node)
    await expect(pool.request('eth_getLogs')).rejects.toMatchObject({ kind: 'no answer of JSON-RPC' })
  })

  it('answer all questions that belong together, one of them', async () => {
    const [first, second] = [await startNode(says('first')), await startNode(says('second'))]
    const pool = poolOf(first, second)
    const both = await pool.withNode(async (node) => {
      const header = await node.request('eth_getBlockByNumber')
      first.behaviour = fails(-32_603)
      return [header, await node.request('eth_getLogs')]
    })
    expect(both).toEqual(['second', 'second'])
  })

  it('never show their URL in an error, its causes or the log', async () => {
    const [cut, chatty] = [await startNode((_, response) => void response.destroy()), await startNode(says(1))]
    chatty.behaviour = fails(-32_000, `project ${KEY} of ${chatty.url} is over its quota`)
    const config = { ...fakeChain(''), rpcUrls: [cut.url, chatty.url] }
    logged.length = 0
    const log = createLogger((line) => logged.push(line))
    const chain = createChain(config, { clock, log, whyRefused: async () => undefined })
    for (const ask of [() => chain.refresh(), () => chain.client.getGasPrice(), () => chain.fees()]) {
      const error: unknown = await ask().then(
        () => undefined,
        (thrown: unknown) => thrown,
      )
      log.error('failed', { error })
      for (let cause = error; cause instanceof Error; cause = cause.cause)
        expect([cause.message, cause.stack, JSON.stringify(cause)].join('\n')).not.toMatch(/k9-very|127\.0\.0\.1/)
      expect(error).toBeInstanceOf(Error)
    }
    expect(logged.join('')).toContain('node 1 of 2')
    expect(logged.join('')).not.toMatch(/k9-very|127\.0\.0\.1/)
  })
})
