/** @module-tag more */
import { once } from 'node:events'
import { createServer, connect as openSocket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { openTestServer, PEOPLE, type TestServer, type TestServerOptions } from '../../test/market/harness.ts'
import { connect } from '../db/database.ts'
import { openPool } from '../db/driver.ts'
import { readinessOf } from '../process/readiness.ts'
import { createApp } from './app.ts'
import { createOperatorApp } from './operator.ts'

describe('/readyz', () => {
  let server: TestServer
  beforeAll(async () => {
    server = await openTestServer()
  })
  afterAll(() => server.close())

  const ready = async () => (await server.app.inject({ url: '/readyz' })).json()
  const problems = async (): Promise<string[]> => (await ready()).problems
  const degraded = async (): Promise<string[]> => (await ready()).degraded

  it('[F-39] names what is missing, and no more than that, and claims no lag of nodes that are silent', async () => {
    const { db, chains, stopping } = server.context
    const cursor = { chain_id: 31337, number: 100, hash: Buffer.alloc(32, 1), epoch: 1, stopped: null, updated_at: 0 }
    const at = server.clock.now()
    chains.default.noteHead({ number: 100, timestamp: at })
    expect(await degraded()).toEqual(['chain 31337 not indexed'])

    await db.insertInto('chain_cursor').values(cursor).execute()
    await db.insertInto('chain_block').values({ chain_id: 31337, hash: cursor.hash, number: 100, parent_hash: cursor.hash, at }).execute()
    expect(await degraded()).toEqual([])

    chains.default.noteHead({ number: 121, timestamp: at + 42 })
    expect(await ready()).toMatchObject({ ok: true, degraded: ['chain 31337 behind'], chains: [{ lag: 21, lagSeconds: 42 }] })
    chains.default.noteHead({ number: 101, timestamp: at + 61 })
    expect(await degraded()).toEqual(['chain 31337 behind'])

    chains.default.noteHead({ number: 100, timestamp: at })
    server.clock.advance(121)
    chains.default.noteAnswer()
    expect(await degraded()).toEqual(['chain 31337 silent'])
    chains.default.noteHead({ number: 101, timestamp: at + 1 })

    expect(await ready()).toMatchObject({ ok: true, chains: [{ head: 101, lag: 1 }] })
    server.node?.setUp(false)
    server.clock.advance(61)
    expect(await ready()).toMatchObject({ degraded: ['chain 31337 not reached'], chains: [{ head: null, lag: null, lagSeconds: null }] })
    server.node?.setUp(true)
    expect(await ready()).toMatchObject({ ok: true, chains: [{ head: 101, lag: 1 }] })

    await db.updateTable('chain_cursor').set({ stopped: 'node at https://secret.example/key took back 300 blocks' }).execute()
    const stopped = await server.app.inject({ url: '/readyz' })
    expect(stopped.json().degraded).toEqual(['chain 31337 stopped'])
    expect(stopped.body).not.toContain('secret')
    await db.updateTable('chain_cursor').set({ stopped: null }).execute()

    await sql`delete from schema_migration where name = (select max(name) from schema_migration)`.execute(db)
    expect(await problems()).toEqual(['database not migrated'])
    await db.schema.alterTable('schema_migration').renameTo('gone').execute()
    expect(await problems()).toEqual(['database unreachable'])
    stopping.abort()
    expect(await problems()).toEqual(['stopping'])
    expect((await server.app.inject({ url: '/healthz' })).json()).toEqual({ ok: true })
  })
})

describe('a chain behind a line that was cut', () => {
  it.each([false, 'silent'] as const)('[F-29] is named at once by /readyz (node up: %s)', { timeout: 20_000 }, async (isUp) => {
    const server = await openTestServer()
    const { db, chains } = server.context
    const { number } = await chains.default.refresh()
    const cursor = { chain_id: 31337, number, hash: Buffer.alloc(32, 1), epoch: 1, stopped: null, updated_at: 0 }
    await db.insertInto('chain_cursor').values(cursor).execute()
    const ready = async () => (await server.app.inject({ url: '/readyz' })).json()
    expect(await ready()).toMatchObject({ ok: true, chains: [{ head: number, reached: true }] })
    server.node?.setUp(isUp)
    server.clock.advance(4)
    expect(await ready()).toMatchObject({ degraded: [] })
    server.clock.advance(2)
    const began = performance.now()
    expect(await ready()).toMatchObject({ ok: true, degraded: ['chain 31337 not reached'], chains: [{ head: number, reached: false }] })
    expect(performance.now() - began).toBeLessThan(1_000)
    server.node?.setUp(true)
    server.clock.advance(60)
    await expect.poll(ready).toMatchObject({ ok: true, degraded: [] })
    await server.close()
  })
})

describe('/metrics', () => {
  let server: TestServer
  beforeAll(async () => {
    server = await openTestServer({ limits: { signaturesPerIp: 1 } })
  })
  afterAll(() => server.close())

  it('is on the operator’s port alone, behind its token, and counts what happened', async () => {
    await server.post('/category/list')
    await server.post('/user/profile')
    for (const _ of [1, 2]) await server.post('/user/login')
    const operator = await createOperatorApp({
      context: server.context,
      token: 'monitoring-secret',
      pool: () => ({ total: 3, idle: 2, waiting: 0 }),
    })
    expect((await server.app.inject({ url: '/metrics' })).statusCode).toBe(404)
    expect((await operator.inject({ url: '/metrics' })).statusCode).toBe(401)
    expect((await operator.inject({ url: '/metrics', headers: { authorization: 'Bearer monitoring-secreT' } })).statusCode).toBe(401)
    const { body, statusCode, headers } = await operator.inject({ url: '/metrics', headers: { authorization: 'Bearer monitoring-secret' } })
    expect([statusCode, headers['content-type']]).toEqual([200, expect.stringContaining('text/plain; version=0.0.4')])
    for (const line of [
      'plinth_calls_total{call="category.list",errno="0"} 1',
      'plinth_calls_total{call="user.profile",errno="501"} 1',
      'plinth_calls_total{call="user.login",errno="429"} 1',
      'plinth_call_seconds_count{call="category.list"} 1',
      'plinth_rate_limited_total{limit="signature"} 1',
      'plinth_db_connections{state="idle"} 2',
      'plinth_chain_stopped{chain="31337"} 0',
      'plinth_outbox_waiting 0',
      'plinth_metadata_due_seconds{of="items"} 0',
      'plinth_metadata_due_seconds{of="collections"}',
      'plinth_ready 1',
      'plinth_degraded 1',
    ])
      expect(body).toContain(line)
    expect(body).toMatch(/^process_resident_memory_bytes \d+/m)
    expect((await operator.inject({ url: '/healthz' })).statusCode).toBe(200)
    await operator.close()
  })
})

describe('limits', () => {
  let server: TestServer | undefined
  afterEach(() => server?.close())
  const open = async (options: TestServerOptions): Promise<TestServer> => {
    server = await openTestServer(options)
    return server
  }

  it('say in headers how much is left, of whichever is nearest', async () => {
    const { post, signIn } = await open({ limits: { requestsPerIp: 100, requestsPerToken: 5 } })
    expect((await post('/category/list')).headers).toMatchObject({
      'ratelimit-limit': '100',
      'ratelimit-remaining': '99',
      'ratelimit-reset': expect.stringMatching(/^\d+$/),
      'access-control-expose-headers': expect.stringContaining('ratelimit-remaining'),
    })
    const { token } = await signIn(PEOPLE.alice)
    expect((await post('/user/profile', {}, { token })).headers).toMatchObject({ 'ratelimit-limit': '5', 'ratelimit-remaining': '4' })
    expect((await post('/category/list')).headers).not.toHaveProperty('retry-after')
  })

  it('hold for files too', async () => {
    const { app } = await open({ limits: { mediaPerIp: 1 } })
    const ask = () => app.inject({ url: '/ipfs/bafybeigdyrzt5sfp7udm7hu76uh7y26nf3efuylqabf3oclgtqy55fbzdi' })
    expect((await ask()).statusCode).toBe(404)
    expect(await ask()).toMatchObject({ statusCode: 429, headers: { 'retry-after': expect.stringMatching(/^\d+$/) } })
  })

  it.each([
    ['nobody’s word', 0, '10.9.9.9', 3],
    ['the word of so many proxies', 2, '10.9.9.9', 1],
    ['the word of proxies in a network', ['10.0.0.0/8'], '10.9.9.9', 1],
    ['not that of others', ['10.0.0.0/8'], '192.0.2.7', 3],
  ] as const)('go by %s', async (_, trustProxy, ip, counted) => {
    const { post } = await open({ trustProxy, limits: { requestsPerIp: 10 } })
    let left = 0
    for (const visitor of ['1.1.1.1', '2.2.2.2', '3.3.3.3']) {
      const answer = await post('/category/list', {}, { ip, headers: { 'x-forwarded-for': `${visitor}, 10.1.1.1` } })
      left = Number(answer.headers['ratelimit-remaining'])
    }
    expect(10 - left).toBe(counted)
  })

  it('cut off who sends a header too slowly, and turn away more connections than there is room for', {
    timeout: 60_000,
    tags: 'more',
  }, async () => {
    const { app } = await open({ maxConnections: 3 })
    const url = new URL(await app.listen({ host: '127.0.0.1', port: 0 }))
    const began = performance.now()
    const dripping = [1, 2, 3].map(() => dripHeader(Number(url.port)))
    await sleep(300)
    await expect(fetch(new URL('/healthz', url))).rejects.toThrow()
    expect(await Promise.all(dripping)).toEqual([1, 2, 3].map(() => expect.stringMatching(/^HTTP\/1\.1 408 /)))
    expect(performance.now() - began).toBeLessThan(30_000)
    expect((await fetch(new URL('/healthz', url))).status).toBe(200)
  })
})

/** A slow loris: one header line a second, never the last. Returns the response received before the connection was closed. */
function dripHeader(port: number): Promise<string> {
  return new Promise((resolve) => {
    let received = ''
    const socket = openSocket(port, '127.0.0.1', () => socket.write('GET / HTTP/1.1\r\nhost: x\r\n'))
    const drip = setInterval(() => socket.write('x-more: y\r\n'), 1_000)
    socket.on('data', (chunk) => {
      received += chunk
    })
    socket.on('error', () => undefined)
    socket.on('close', () => {
      clearInterval(drip)
      resolve(received)
    })
  })
}

describe('the log', () => {
  it('holds of a call its id, errno and time, and neither caller nor contents', async () => {
    const server = await openTestServer()
    const { token, address } = await server.signIn(PEOPLE.alice)
    const answer = await server.post(
      '/user/setprofile?key=query-secret',
      { nickname: 'Alice in Chains', email: 'alice@example.org' },
      { token },
    )
    const all = server.logged.join('')
    for (const secret of [token, address, 'Alice in Chains', 'alice@example.org', 'query-secret']) expect(all).not.toContain(secret)
    const last = JSON.parse(server.logged.at(-1) ?? '')
    expect(last).toMatchObject({ level: 'info', event: 'call', call: 'user.setprofile', errno: 0, id: answer.headers['x-request-id'] })
    expect(last.ms).toBeGreaterThanOrEqual(0)
    await server.close()
  })
})

describe('[F-38] [F-150] while the database is away', () => {
  it('answers each call with a clear refusal in its envelope, is not ready, and writes little', async () => {
    const server = await openTestServer()
    const away = openPool({ connectionString: 'postgres://a:b@127.0.0.1:1/none' }, 'external', () => undefined)
    const app = await createApp({ ...server.context, db: connect(away.dialect) })
    const calls = 200
    const answers = await Promise.all(Array.from({ length: calls }, () => app.inject({ method: 'POST', url: '/api/category/list' })))
    expect(new Set(answers.map((answer) => `${answer.statusCode} ${answer.json().errno}`))).toEqual(new Set(['200 4424']))
    expect(await app.inject({ url: '/readyz' })).toMatchObject({ statusCode: 503, body: expect.stringContaining('database unreachable') })
    server.context.metrics.outboxWaiting.set(3)
    const pool = () => ({ total: 0, idle: 0, waiting: 0 })
    const operator = await createOperatorApp({ context: { ...server.context, db: connect(away.dialect) }, pool })
    const { body } = await operator.inject({ url: '/metrics' })
    expect(body).toContain('plinth_ready 0')
    for (const unknown of ['outbox_waiting', 'chain_reached', 'rate_known'])
      expect(body).not.toMatch(new RegExp(`^plinth_${unknown}\\W`, 'm'))
    await operator.close()
    const lines = server.logged.map((line) => JSON.parse(line))
    const traceId = answers[0]?.headers['x-request-id']
    expect(lines.find(({ id, event }) => id === traceId && event === 'call')).toMatchObject({ errno: 4424 })
    expect(lines.find(({ event }) => event === 'database away')?.error.cause).toMatchObject({
      message: expect.stringContaining('ECONNREFUSED'),
    })
    expect(lines.filter(({ level }) => level === 'error').length).toBeLessThanOrEqual(6)
    expect(server.logged.join('').length / calls).toBeLessThan(250)
    await app.close()
    await away.close()
    await server.close()
  })

  it('is not ready either where the database is silent', async () => {
    const silent = createServer(() => undefined).listen(0, '127.0.0.1')
    await once(silent, 'listening')
    const { port } = silent.address() as { port: number }
    const server = await openTestServer()
    const away = openPool({ connectionString: `postgres://a:b@127.0.0.1:${port}/none` }, 'external', () => undefined)
    expect(await readinessOf({ ...server.context, db: connect(away.dialect) }, 500)).toMatchObject({ problems: ['database unreachable'] })
    silent.close()
    await server.close()
  })
})
