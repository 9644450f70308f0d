/** @module-tag more */
import { CATALOGUE, type Call } from '@plinth/api'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { multipart } from '../../test/content/files.ts'
import { openTestServer, PEOPLE, type TestServer } from '../../test/market/harness.ts'

let server: TestServer
let token: string
beforeAll(async () => {
  server = await openTestServer()
  token = (await server.signIn(PEOPLE.eve)).token
})
afterAll(() => server.close())

const JSON_TYPE = { 'content-type': 'application/json' }
const calls = Object.values<Record<string, Call>>(CATALOGUE).flatMap((segment) => Object.values(segment))
/** Values that a form can't carry but JSON can, each in place of every field. */
const VALUES: unknown[] = [
  true,
  -1,
  1.5,
  1e308,
  [],
  {},
  [[]],
  [{}],
  { toString: 1 },
  '\ud800',
  '\u0000',
  '{',
  '[1,',
  '0x',
  ' ',
  '-0',
  '1e3',
  '٣',
]

const fieldsOf = ({ request }: Call): string[] =>
  request instanceof z.ZodCodec && request.in instanceof z.ZodObject ? Object.keys(request.in.shape) : []

describe('hostile input', () => {
  it('knows the fields of the calls', () => {
    expect(calls.flatMap(fieldsOf).length).toBeGreaterThan(150)
  })

  it.each(calls.map((call) => [call.path, call] as const))(
    '[API-06] to %s as JSON of wrong types is an errno, never 502',
    async (path, call) => {
      const good = Object.fromEntries(fieldsOf(call).map((field) => [field, '1']))
      const send = (body: unknown) =>
        server.post(path, JSON.stringify(body), { token: call.path === '/user/logout' ? undefined : token, headers: JSON_TYPE })
      for (const body of [null, [], 'text', 7, {}, good, { constructor: 1, toString: '1' }])
        expect((await send(body)).errno, JSON.stringify(body)).not.toBe(502)
      for (const field of fieldsOf(call))
        for (const value of VALUES) {
          const answer = await send({ ...good, [field]: value })
          expect([answer.status, answer.errno === 502], `${field}=${JSON.stringify(value)} ${answer.errmsg}`).toEqual([200, false])
        }
    },
  )

  it('named like the prototype’s own fields changes nothing', async () => {
    for (const body of ['{"__proto__":{"address":"x"}}', '{"constructor":{"prototype":{"address":1}}}', '{"a":'])
      expect([401, 402]).toContain((await server.post('/user/info', body, { headers: JSON_TYPE })).errno)
    const { body, options } = multipart([
      { name: '__proto__', content: 'x' },
      { name: 'constructor', content: 'x' },
    ])
    expect([401, 402]).toContain((await server.post('/user/info', body, options)).errno)
    expect((await server.post('/user/info', { __proto__: '1', address: '2' })).errno).toBe(402)
    expect({}).not.toHaveProperty('address')
  })

  it.each([
    '/api/%',
    '/api/%zz',
    '/api/user/%00',
    '/api//user/info',
    '/api/user/info/',
    '/api',
    '/api/',
    '/api/USER/info',
    `/api/${'a'.repeat(3_000)}`,
  ])('[API-07] as the path %s is an envelope all the same', async (url) => {
    const answer = await server.app.inject({ method: 'POST', url, headers: JSON_TYPE, payload: '{}' })
    expect([answer.statusCode, JSON.parse(answer.body)]).toEqual([200, { errno: 507, errmsg: 'This does not exist.', code: 'NOT_FOUND' }])
  })

  it.each([
    '/ipfs/..%2f..%2fetc',
    '/ipfs/%2e%2e%2fa',
    '/static/upload/../../x.png',
    '/static/upload/%00.png',
    '/ipfs/%',
    '/assets/../../package.json',
  ])('as the path %s opens no file', async (url) => {
    expect([400, 404]).toContain((await server.app.inject({ method: 'GET', url })).statusCode)
  })
})
