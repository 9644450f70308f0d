import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { Agent, type IncomingHttpHeaders, request } from 'node:http'
import { connect as dial } from 'node:net'
import fastify, { type FastifyInstance } from 'fastify'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type ItemId, type Listing, TestMarket } from '../../test/market/market.ts'
import type { TrustProxy } from '../config.ts'
import { cardsBuilt } from '../views/card-builder.ts'
import { createApp } from './app.ts'
import { clientAddress } from './connections.ts'

let market: TestMarket
let item: ItemId
let listing: Listing
let origin: string
/** A server that keeps no answers. */
let computer: FastifyInstance
let computing: string
const agent = new Agent({ keepAlive: true })
/** Requests that fastify has handled: all others were answered before it. */
let handled = 0
const count = () => void handled++
const HANDLER = 'tracing:fastify.request.handler:start'

beforeAll(async () => {
  market = await TestMarket.open()
  await market.approve('alice', market.official)
  ;({ item, listing } = await market.listed('alice'))
  await market.sync()
  origin = await market.server.app.listen({ host: '127.0.0.1', port: 0 })
  const { context } = market.server
  computer = await createApp({ ...context, config: { ...context.config, answerCacheBytes: 0 } })
  computing = await computer.listen({ host: '127.0.0.1', port: 0 })
})
afterAll(async () => {
  agent.destroy()
  await computer.close()
  await market.close()
})
beforeEach(() => subscribe(HANDLER, count))
afterEach(() => unsubscribe(HANDLER, count))

type Answer = {
  readonly status: number | undefined
  readonly headers: IncomingHttpHeaders
  readonly body: Buffer
  readonly isHandled: boolean
}
type Sent = {
  readonly method?: string
  readonly path: string
  readonly body?: string
  readonly headers?: Record<string, string>
  readonly to?: string
}

async function ask({ method = 'GET', path, body, headers = {}, to = origin }: Sent): Promise<Answer> {
  const before = handled
  return new Promise((resolve, reject) => {
    const sending = request(`${to}${path}`, { method, agent, headers }, (response) => {
      const chunks: Buffer[] = []
      response.on('data', (chunk: Buffer) => chunks.push(chunk))
      response.on('end', () =>
        resolve({ status: response.statusCode, headers: response.headers, body: Buffer.concat(chunks), isHandled: handled > before }),
      )
      response.on('error', reject)
    })
    sending.on('error', reject)
    sending.end(body)
  })
}

const FORM = { 'content-type': 'application/x-www-form-urlencoded' }
const list = (more: Partial<Sent> = {}): Sent => ({
  method: 'POST',
  path: '/api/home/list',
  body: 'page=1&limit=20',
  ...more,
  headers: { ...FORM, 'finger-nft-token': '', ...more.headers },
})
const JSON_LIST = list({ body: '{"page":1,"limit":20}', headers: { 'content-type': 'application/json' } })
const items = (headers: Record<string, string> = {}): Sent => ({ path: '/v1/items?limit=20', headers })

/** The same request in a form that goes the whole way: with a body of unknown length, or with one where none belongs. */
const wholly = (sent: Sent): Sent => ({
  ...sent,
  headers: sent.method === 'POST' ? { ...sent.headers, 'transfer-encoding': 'chunked' } : { ...sent.headers, 'content-length': '0' },
})

async function keptCount(): Promise<number> {
  const { values } = await market.server.context.metrics.sharedAnswers.get()
  return values.find(({ labels }) => labels.outcome === 'kept')?.value ?? 0
}

/** All ways of answering the same request, within one second: the whole one, computed on the short one, and from memory. */
async function everyWay(sent: Sent): Promise<{ whole: Answer; direct: Answer; short: Answer }> {
  await ask({ ...sent, to: computing })
  for (let tries = 0; tries < 50; tries++) {
    const [whole, direct] = [await ask(wholly(sent)), await ask({ ...sent, to: computing })]
    await ask(sent)
    const before = await keptCount()
    const short = await ask(sent)
    if (whole.isHandled && !direct.isHandled && !short.isHandled && (await keptCount()) > before) return { whole, direct, short }
    await new Promise((resolve) => setTimeout(resolve, 450))
  }
  throw new Error('It was never answered from memory')
}

const comparable = ({ status, headers, body }: Answer) => {
  const { date: _, 'x-request-id': id, 'ratelimit-remaining': remaining, 'ratelimit-reset': __, ...rest } = headers
  return { status, headers: rest, body: body.toString('base64'), id: /^[0-9a-f]{12}$/.test(String(id)), isCounted: remaining !== undefined }
}

describe('an answer from memory to a request that was asked before', () => {
  it.each([
    ['a form', list()],
    ['a form, zstd', list({ headers: { 'accept-encoding': 'gzip, deflate, br, zstd' } })],
    ['a form, gzip', list({ headers: { 'accept-encoding': 'gzip' } })],
    ['JSON', JSON_LIST],
    ['a resource', items()],
    ['a resource, br', items({ 'accept-encoding': 'br;q=1, gzip;q=0.5' })],
    ['a resource that the client has', items({ 'if-none-match': '*' })],
  ])('[READ-02][READ-05] is the same in every byte and header: %s', { timeout: 60_000 }, async (_, sent) => {
    const { whole, direct, short } = await everyWay(sent)
    expect(comparable(short)).toEqual(comparable(whole))
    expect(comparable(direct)).toEqual(comparable(whole))
    expect(short.headers['x-request-id']).not.toBe(whole.headers['x-request-id'])
  })

  it('[READ-05] is new once something was written', { timeout: 60_000 }, async () => {
    for (const sent of [list(), items()]) {
      const { short } = await everyWay(sent)
      const price = 400_000_000_000_000_000n - BigInt(handled)
      listing = await market.list('alice', item, price, { edit: true, salt: listing.order.salt })
      expect(String(short.body)).not.toContain(String(price))
      expect(String((await ask(sent)).body)).toContain(String(price))
      await cardsBuilt(market.server.context.db)
    }
  })

  it.each([
    ['a field that is missing', list({ body: 'page=1' })],
    ['a field of a wrong value', list({ body: 'page=1&limit=many' })],
    ['no item', list({ path: '/api/nft/detail', body: `token=0x${'12'.repeat(20)}&tokenId=1` })],
    ['an unknown chain', list({ body: 'page=1&limit=20&chainId=77' })],
    ['JSON that is cut off', list({ body: '{"page":1,', headers: { 'content-type': 'application/json' } })],
    ['JSON that is no object', list({ body: '[1]', headers: { 'content-type': 'application/json' } })],
    ['JSON with a prototype', list({ body: '{"page":1,"limit":2,"__proto__":{"a":1}}', headers: { 'content-type': 'application/json' } })],
    [
      'a prototype by another spelling',
      list({ body: '{"page":1,"limit":2,"\\u005f_proto__":{"a":1}}', headers: { 'content-type': 'application/json' } }),
    ],
    ['a type of another character set', list({ headers: { 'content-type': 'application/x-www-form-urlencoded; charset=latin1' } })],
    ['letters of two bytes', list({ path: '/api/home/search', body: 'search=%E9%9B%AA&page=1&limit=20' })],
    ['letters that are none', list({ path: '/api/home/search', body: 'search=%E9%9B&page=1&limit=20' })],
    ['a call with a query', list({ path: '/api/home/list?a=1' })],
    ['no call', list({ path: '/api/home/nothing' })],
    ['a resource of no item', { path: `/v1/items/1/0x${'12'.repeat(20)}/1` }],
    ['a resource of a wrong cursor', { path: '/v1/items?cursor=none' }],
  ] as [string, Sent][])('[READ-05] refuses and reads what all others do: %s', async (_, sent) => {
    const compared = ({ status, body, headers }: Answer) => [
      status,
      headers['content-type'],
      String(body).replaceAll(/urn:request:\w+|(?<="traceId":")\w+/g, ''),
    ]
    for (let times = 0; times < 2; times++)
      expect(compared(await ask({ ...sent, to: computing }))).toEqual(compared(await ask({ ...wholly(sent), to: computing })))
  })

  it('[READ-03] is never given to who is signed in', { timeout: 60_000 }, async () => {
    const { token, api } = await market.session('bob')
    await api.like.add({ ...item, chainId: market.chainId })
    const { short } = await everyWay(list())
    const own = await ask(list({ headers: { 'finger-nft-token': token } }))
    expect(comparable(own)).toEqual(comparable(await ask(wholly(list({ headers: { 'finger-nft-token': token } })))))
    expect([String(own.body).includes('"like":true'), String(short.body).includes('"like":true')]).toEqual([true, false])
    await api.like.remove({ ...item, chainId: market.chainId })
  })

  it('[READ-05] counts in the metrics and against the limit of its address', { timeout: 60_000 }, async () => {
    const { context } = market.server
    const calls = async () => {
      const { values } = await context.metrics.calls.get()
      return values.find(({ labels }) => labels.call === 'v1.items' && labels.errno === 0)?.value ?? 0
    }
    const before = await calls()
    await everyWay(items())
    expect((await calls()) - before).toBeGreaterThanOrEqual(2)
    const few = await createApp({ ...context, config: { ...context.config, limits: { ...context.config.limits, requestsPerIp: 5 } } })
    const to = await few.listen({ host: '127.0.0.1', port: 0 })
    const statuses: (number | undefined)[] = []
    for (let n = 0; n < 6; n++) statuses.push((await ask({ ...items(), to })).status)
    expect(statuses).toEqual([200, 200, 200, 200, 200, 429])
    expect(JSON.parse(String((await ask({ ...list(), to })).body)).errno).toBe(429)
    await few.close()
  })

  it('[READ-05] is left to the whole way for a form that comes in parts, or is not as long as it says', { timeout: 60_000 }, async () => {
    const { short } = await everyWay(list())
    const { port } = new URL(origin)
    const head = `POST /api/home/list HTTP/1.1\r\nhost: x\r\ncontent-type: ${FORM['content-type']}\r\nconnection: close\r\n`
    const text = (parts: readonly string[]) =>
      new Promise<string>((resolve, reject) => {
        const socket = dial(Number(port), '127.0.0.1')
        let answer = ''
        socket.on('data', (chunk) => {
          answer += chunk.toString('latin1')
        })
        socket.on('close', () => resolve(answer))
        socket.on('error', reject)
        void (async () => {
          for (const part of parts) {
            socket.write(part)
            await new Promise((wait) => setTimeout(wait, 60))
          }
        })()
      })
    for (const parts of [
      [`${head}content-length: 15\r\n\r\npage=1&limit=20`],
      [`${head}content-length: 15\r\n\r\n`, 'page=1&limit=20'],
      [`${head}content-length: 15\r\n\r\npage=1&`, 'limit=20'],
      [`${head}transfer-encoding: chunked\r\n\r\n`, 'f\r\npage=1&limit=20\r\n0\r\n\r\n'],
    ])
      expect((await text(parts)).split('\r\n\r\n')[1], JSON.stringify(parts)).toContain(JSON.parse(String(short.body)).data.list[0].address)
    // What follows a form that is shorter than the body is a request of its own, and a wrong one.
    expect(await text([`${head.replace('connection: close\r\n', '')}content-length: 6\r\n\r\npage=1&limit=20`])).toMatch(/HTTP\/1\.1 400 /)
  })

  it('[READ-05] says that the connection ends once the process stops', async () => {
    const { context } = market.server
    const stopping = new AbortController()
    const app = await createApp({ ...context, stopping })
    const to = await app.listen({ host: '127.0.0.1', port: 0 })
    await ask({ ...items(), to })
    stopping.abort()
    const { headers, isHandled } = await ask({ ...items(), to })
    expect([headers.connection, isHandled]).toEqual(['close', true])
    await app.close()
  })
})

describe('the address that a request is counted for', () => {
  const FORWARDED = [
    undefined,
    '',
    '203.0.113.7',
    '198.51.100.1, 203.0.113.7',
    '198.51.100.1,10.0.0.2, 10.0.0.3',
    'nonsense, 10.0.0.2',
    '::1, 2001:db8::1',
  ]
  const TRUSTS: readonly TrustProxy[] = [0, 1, 2, ['loopback'], ['127.0.0.1', '10.0.0.0/8'], ['uniquelocal', '127.0.0.1'], []]

  it.each(TRUSTS.map((trust) => [JSON.stringify(trust), trust] as const))(
    '[READ-05] is that of all other requests, trusting %s',
    async (_, trust) => {
      const app = fastify({
        trustProxy:
          typeof trust === 'number' ? trust > 0 && ((_address: string, hop: number) => hop < trust) : trust.length > 0 && [...trust],
      })
      const addressOf = clientAddress(trust)
      app.get('/', async ({ ip, raw }) => [ip, addressOf(raw)])
      for (const forwarded of FORWARDED) {
        const headers = forwarded === undefined ? {} : { 'x-forwarded-for': forwarded }
        const [ip, ours] = (await app.inject({ url: '/', headers })).json() as string[]
        expect(ours, forwarded).toBe(ip)
      }
      await app.close()
    },
  )
})
