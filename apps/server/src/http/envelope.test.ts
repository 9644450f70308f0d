import { AppError, type ErrorCode } from '@plinth/api'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openTestDatabase } from '../../test/database/database.ts'
import { openTestServer, PEOPLE, type Session, type TestServer } from '../../test/market/harness.ts'
import { connect, DatabaseClosed } from '../db/database.ts'
import { silentLogger } from '../process/log.ts'
import { failureOf } from './envelope.ts'

let server: TestServer
let alice: Session
beforeAll(async () => {
  server = await openTestServer()
  alice = await server.signIn(PEOPLE.alice)
})
afterAll(() => server.close())

describe('the envelope', () => {
  it('[API-06][API-07] leaves errno out on success, and data where there is nothing to say', async () => {
    const info = await server.post('/category/list')
    expect(info.status).toBe(200)
    expect(JSON.parse(info.text)).toEqual({ data: expect.any(Array) })
    expect((await server.post('/notices/readall', {}, { token: alice.token })).text).toBe('{}')
  })

  it('[API-08] answers errno 0 for announcement.list', async () => {
    expect(JSON.parse((await server.post('/announcement/list')).text)).toEqual({ errno: 0, data: [] })
  })

  it('carries {} for an unknown account', async () => {
    const answer = await server.post('/user/info', { address: `0x${'9'.repeat(40)}` })
    expect(JSON.parse(answer.text)).toEqual({ data: {} })
  })

  it('speaks the language of Accept-Language, English by default', async () => {
    const say = async (language: string) => (await server.post('/user/profile', {}, { headers: { 'accept-language': language } })).errmsg
    expect(await say('zh-CN,zh;q=0.9,en;q=0.8')).toBe('请先登录。')
    expect(await say('fr, en;q=0.5, zh;q=0.4')).toBe('Please log in first.')
    expect(await say('de')).toBe('Please log in first.')
    expect(await say('en;q=0, zh')).toBe('请先登录。')
  })

  it('says in that language which field is wrong, and why', async () => {
    const say = async (body: Record<string, string>) =>
      (await server.post('/nft/detail', body, { headers: { 'accept-language': 'zh' } })).errmsg
    expect(await say({ tokenId: '1' })).toBe('参数错误：缺少合约地址。')
    expect(await say({ token: 'here', tokenId: '1' })).toBe('参数错误：合约地址（不是有效的地址）。')
  })

  it('answers an unknown path 507 and another method 503, both in HTTP 200', async () => {
    expect(await server.post('/nothing/here')).toMatchObject({ status: 200, errno: 507 })
    for (const method of ['GET', 'PUT', 'DELETE', 'PATCH'] as const) {
      const answer = await server.app.inject({ method, url: '/api/config/fetch' })
      expect([answer.statusCode, answer.json()]).toMatchObject([200, { errno: 503 }])
    }
    expect((await server.app.inject({ method: 'GET', url: '/api/nothing' })).json()).toMatchObject({ errno: 503 })
  })

  it('lets other sites read, without credentials', async () => {
    const { headers } = await server.post('/category/list')
    expect(headers).toMatchObject({ 'access-control-allow-origin': '*', 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' })
    expect(headers).not.toHaveProperty('access-control-allow-credentials')
    const preflight = await server.app.inject({ method: 'OPTIONS', url: '/api/user/login' })
    expect(preflight.statusCode).toBe(204)
    expect(preflight.headers['access-control-allow-headers']).toContain('finger-nft-token')
  })

  it('answers an unexpected failure with a trace id alone and logs the rest', async () => {
    const { db } = server.context
    await db.schema.alterTable('category').renameTo('category_away').execute()
    const answer = await server.post('/category/list')
    await db.schema.alterTable('category_away').renameTo('category').execute()
    const traceId = /[0-9a-f]{12}/.exec(answer.errmsg ?? '')?.[0]
    expect(answer).toMatchObject({ status: 200, errno: 502, errmsg: `Server error (502). Contact support and name ${traceId}.` })
    expect(answer.text).not.toContain('relation')
    expect(server.logged.find((line) => line.includes(traceId ?? '-'))).toContain('relation')
  })

  it('hides a failure that the call does not declare, and keeps the declared and the generic ones', () => {
    const of = (code: ErrorCode) =>
      failureOf(new AppError(code), {
        call: 'order.get',
        declared: ['ORDER_NOT_FOUND'],
        language: 'en',
        log: server.context.log,
        traceId: 'abc',
      })
    expect(of('ORDER_NOT_FOUND').errno).toBe(4101)
    expect(of('NOT_FOUND').errno).toBe(507)
    expect(of('CHAIN_UNREACHABLE').errno).toBe(502)
    expect(server.logged.at(-1)).toContain('"code":"CHAIN_UNREACHABLE"')
  })
})

describe('a request that a stop has cut', () => {
  it('finds the database closed, and is no error of the log', async () => {
    const opened = await openTestDatabase()
    const db = connect(opened.dialect)
    await opened.close()
    const error = await sql`select`.execute(db).catch((reason: unknown) => reason)
    const said: string[] = []
    const log = {
      ...silentLogger,
      info: (event: string) => said.push(`info ${event}`),
      error: (event: string) => said.push(`error ${event}`),
    }
    const about = { call: 'nft.add', language: 'en', log, traceId: 'abc' } as const
    failureOf(error, about)
    failureOf(new Error('a fault'), about)
    expect([error, said]).toEqual([expect.any(DatabaseClosed), ['info unexpected', 'error unexpected']])
  })
})

describe('bodies', () => {
  const address = PEOPLE.alice.address

  it('[API-01][API-02] are forms', async () => {
    expect((await server.post('/user/info', { address })).data).toMatchObject({ address: address.toLowerCase() })
  })

  it('may be JSON', async () => {
    const headers = { 'content-type': 'application/json' }
    expect((await server.post('/user/info', JSON.stringify({ address }), { headers })).data).toMatchObject({
      address: address.toLowerCase(),
    })
    expect(
      (await server.post('/notices/list', JSON.stringify({ page: 1, limit: 5, isRead: false }), { headers, token: alice.token })).errno,
    ).toBeUndefined()
  })

  it('[API-10] count empty text and the words null and undefined as absent', async () => {
    for (const empty of ['', 'null', 'undefined']) {
      expect((await server.post('/user/info', { address: empty })).errno).toBe(401)
      expect((await server.post('/notices/list', { isRead: empty, page: empty }, { token: alice.token })).errno).toBeUndefined()
    }
  })

  it('of the wrong shape are 402, never 502', async () => {
    const json = { 'content-type': 'application/json' }
    const form = { 'content-type': 'application/x-www-form-urlencoded' }
    const bodies: [string, Record<string, string>][] = [
      ['{"a":', json],
      ['[1]', json],
      ['"text"', json],
      ['7', json],
      ['{"__proto__":{"x":1}}', json],
      ['<xml/>', { 'content-type': 'text/xml' }],
      ['address=%', form],
      ['--x', { 'content-type': 'multipart/form-data; boundary=x' }],
      ['x', { 'content-type': 'multipart/form-data' }],
    ]
    for (const [body, headers] of bodies) expect((await server.post('/user/info', body, { headers })).errno, body).toBeOneOf([401, 402])
  })

  it('above the limit are 402, as form, JSON and field of a multipart', async () => {
    const huge = 'a'.repeat(300_000)
    expect(await server.post('/user/info', { address: huge })).toMatchObject({ status: 200, errno: 402 })
    const headers = { 'content-type': 'application/json' }
    expect((await server.post('/user/info', JSON.stringify({ address: huge }), { headers })).errno).toBe(402)
    const parts = `--b\r\ncontent-disposition: form-data; name="address"\r\n\r\n${huge}\r\n--b--\r\n`
    expect((await server.post('/user/info', parts, { headers: { 'content-type': 'multipart/form-data; boundary=b' } })).errno).toBe(402)
  })
})
