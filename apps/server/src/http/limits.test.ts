import { afterEach, describe, expect, it } from 'vitest'
import { aWav, multipart } from '../../test/content/files.ts'
import { openTestServer, PEOPLE, type TestServer, type TestServerOptions, testClock } from '../../test/market/harness.ts'
import { DEFAULT_LIMITS } from '../config/config.ts'
import { createLimiter, ipKey, NETWORK_ROOM } from './limits.ts'

let server: TestServer | undefined
afterEach(() => server?.close())
const open = async (limits: TestServerOptions['limits']): Promise<TestServer> => {
  server = await openTestServer({ limits: limits ?? {} })
  return server
}

describe('rate limits', () => {
  it('answer 429 with Retry-After inside the envelope, by address', async () => {
    const { post, clock } = await open({ requestsPerIp: 3 })
    for (let round = 0; round < 3; round++) expect((await post('/category/list')).errno).toBeUndefined()
    const refused = await post('/category/list')
    expect(refused).toMatchObject({ status: 200, errno: 429, headers: { 'retry-after': expect.stringMatching(/^\d+$/) } })
    expect(refused.errmsg).toBe(`Too many requests. Wait ${refused.headers['retry-after']} s and try again.`)
    expect((await post('/category/list', {}, { ip: '10.0.0.2' })).errno).toBeUndefined()
    clock.advance(121)
    expect((await post('/category/list')).errno).toBeUndefined()
  })

  it('count a token wherever it comes from', async () => {
    const { post, signIn } = await open({ requestsPerToken: 2 })
    const { token } = await signIn(PEOPLE.alice)
    const ask = (ip: string) => post('/user/profile', {}, { token, ip })
    expect([(await ask('10.0.0.1')).errno, (await ask('10.0.0.2')).errno, (await ask('10.0.0.3')).errno]).toEqual([
      undefined,
      undefined,
      429,
    ])
  })

  it('let an account store so many bytes a day, whatever it stored before, and again the next day', async () => {
    const { post, signIn, clock } = await open({ uploadBytesPerDay: 20_000 })
    const put = async (content: Buffer, who: Parameters<typeof signIn>[0] = PEOPLE.alice) => {
      const { body, options } = multipart([{ name: 'file', filename: 'x.wav', content }], (await signIn(who)).token)
      return post('/storage/upload', body, options)
    }
    expect((await put(aWav(2))).errno).toBeUndefined()
    const refused = await put(aWav(1))
    expect(refused.errno).toBe(4408)
    expect(refused.errmsg).toBe('You have stored as much as one account may within a day. Try again tomorrow.')
    expect((await put(aWav(1), PEOPLE.bob)).errno).toBeUndefined()
    clock.advance(86_401)
    expect((await put(aWav(1))).errno).toBeUndefined()
  })

  it('are stricter where a signature is checked, and for files', async () => {
    const { post, signIn } = await open({ signaturesPerIp: 3, uploadsPerIp: 1 })
    const { token } = await signIn(PEOPLE.alice)
    expect((await post('/user/login')).errno).toBe(401)
    expect((await post('/order/add', {}, { token })).errno).toBe(401)
    expect((await post('/user/login')).errno).toBe(429)
    expect((await post('/storage/upload', {}, { token })).errno).toBe(4404)
    expect((await post('/storage/upload', {}, { token })).errno).toBe(429)
    expect((await post('/category/list')).errno).toBeUndefined()
  })
})

describe('the limit of searches', () => {
  it('[F-95] is one of its own: 60 a minute, of items, people and collections together, also where an answer is kept', async () => {
    const { post, app } = await open({ searchesPerIp: 4 })
    const paths = ['/home/search', '/home/searchuser', '/home/searchcontract', '/explore/collections'] as const
    for (const path of paths) expect((await post(path, { search: 'a', words: 'a' })).errno, path).toBeUndefined()
    const refused = await post('/home/search', { search: 'a', words: 'a' })
    expect(refused).toMatchObject({ errno: 429, headers: { 'retry-after': expect.stringMatching(/^\d+$/) } })
    for (const what of ['items', 'accounts', 'collections'])
      expect((await app.inject({ url: `/v1/search/${what}?text=a` })).statusCode, what).toBe(429)
    expect((await post('/home/list')).errno).toBeUndefined()
    expect((await app.inject({ url: '/v1/items' })).statusCode).toBe(200)
    expect((await post('/home/search', { search: 'a' }, { ip: '10.0.0.2' })).errno).toBeUndefined()
    expect(DEFAULT_LIMITS.searchesPerIp).toBe(60)
  })
})

describe('createLimiter', () => {
  it('[F-20] limits those too for whom there is no room, after one visitor has filled it with addresses', () => {
    const limiter = createLimiter({ now: () => 0, nowMs: () => 0 })
    for (let at = 0; at < 50_000; at++) limiter.count('ip', `key ${at}`, 10)
    const asked = Array.from({ length: 4 }, () => limiter.countIp('ip', '203.0.113.1', 3).waitS)
    expect(asked).toEqual([0, 0, 0, 60])
    expect(limiter.countIp('ip', '203.0.113.2', 3).waitS).toBe(0)
  })

  it('[F-99] gives each kind of limit room of its own', () => {
    const limiter = createLimiter({ now: () => 0, nowMs: () => 0 })
    // So many that each of the shared counts is at its limit.
    for (let at = 0; at < 80_000; at++) limiter.count('token', `key ${at}`, 1)
    expect(limiter.count('token', 'another', 1).waitS).toBeGreaterThan(0)
    expect(limiter.countIp('ip', '203.0.113.1', 1).waitS).toBe(0)
  })

  it('[F-99] counts an IPv6 /48 too, which fills no more room than its limit', () => {
    const limiter = createLimiter({ now: () => 0, nowMs: () => 0 })
    const passed = Array.from({ length: 65_536 }, (_, at) => limiter.countIp('ip', `2001:db8:7:${at.toString(16)}::1`, 10).waitS === 0)
    expect(passed.filter(Boolean)).toHaveLength(10 * NETWORK_ROOM)
    expect(limiter.countIp('ip', '2001:db8:8::1', 10).waitS).toBe(0)
    expect(limiter.countIp('ip', '203.0.113.1', 10).waitS).toBe(0)
  })

  it('[F-99] lets one address take no more of its /48 than its own limit', () => {
    const limiter = createLimiter({ now: () => 0, nowMs: () => 0 })
    const passed = Array.from({ length: 1_000 }, () => limiter.countIp('ip', '2001:db8:7:1::1', 10).waitS === 0)
    expect(passed.filter(Boolean)).toHaveLength(10)
    expect(limiter.countIp('ip', '2001:db8:7:2::1', 10).waitS).toBe(0)
  })

  it('slides, so that the edge of a minute doubles nothing', () => {
    const clock = testClock()
    clock.advance(60 - (clock.now() % 60) + 59)
    const limiter = createLimiter(clock)
    const take = () => limiter.count('ip', 'a', 10).waitS
    for (let round = 0; round < 10; round++) expect(take()).toBe(0)
    expect(take()).toBeGreaterThan(0)
    clock.advance(2)
    expect(take()).toBe(0)
    expect(take()).toBeGreaterThan(0)
  })
})

describe('ipKey', () => {
  it.each([
    ['10.1.2.3', '10.1.2.3'],
    ['::ffff:10.1.2.3', '::ffff:10.1.2.3'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2'],
    ['2001:db8::1', '2001:db8:0:0'],
    ['::1', '0:0:0:0'],
  ])('counts %s as %s', (ip, key) => {
    expect(ipKey(ip)).toBe(key)
  })
})
