import { siweMessage } from '@plinth/protocol'
import { type Hex, numberToHex, size, slice } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ORIGIN, openTestServer, PEOPLE, type TestServer } from '../../../test/market/harness.ts'

let server: TestServer
beforeAll(async () => {
  server = await openTestServer()
})
afterAll(() => server.close())

const { alice, bob } = PEOPLE
const text = (timestamp: number): string => `${server.context.config.site.loginMessage} ${timestamp}`

async function documented(timestamp = server.clock.now(), signer = alice) {
  return { userAddress: signer.address, signature: await signer.signMessage({ message: text(timestamp) }), timestamp: String(timestamp) }
}

type SiweChange = Partial<Parameters<typeof siweMessage>[0]>
async function siwe(change: SiweChange = {}) {
  const { nonce } = await server.api().user.nonce({})
  const address = alice.address.toLowerCase() as Parameters<typeof siweMessage>[0]['address']
  const fields = {
    domain: 'plinth.test',
    uri: ORIGIN,
    chainId: 31337,
    nonce,
    issuedAt: server.clock.now(),
    statement: 'Sign in.',
    address,
    ...change,
  }
  const message = siweMessage(fields)
  return { userAddress: alice.address, message, signature: await alice.signMessage({ message }) }
}

/** The other signature by the same key: s mirrored, v flipped. */
function highS(signature: Hex): Hex {
  const n = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n
  const s = numberToHex(n - BigInt(slice(signature, 32, 64)), { size: 32 })
  return `${slice(signature, 0, 32)}${s.slice(2)}${signature.endsWith('1b') ? '1c' : '1b'}`
}

describe('user.login, the documented form', () => {
  it('[AUTH-01][AUTH-03][NET-42][API-29] signs in with login message, a blank and unix seconds', async () => {
    const { errno, data } = await server.post('/user/login', await documented())
    expect(errno).toBeUndefined()
    expect(data).toMatchObject({
      token: expect.stringMatching(/^[\w-]{43}$/),
      user: {
        address: alice.address.toLowerCase(),
        coinbase: alice.address.toLowerCase(),
        avatar: '',
        brief: '',
        nickname: '',
        shortUrl: '',
        bannerUrl: '',
      },
    })
  })

  it('answers an identical sign-in within 10 s with the same token, later with 4002', async () => {
    const form = await documented(server.clock.now() - 3)
    const first = await server.post('/user/login', form)
    server.clock.advance(9)
    const again = await server.post('/user/login', form)
    expect(again.data).toEqual(first.data)
    server.clock.advance(3)
    expect((await server.post('/user/login', form)).errno).toBe(4002)
  })

  it('does not bring a session back that was ended within those 10 s', async () => {
    const form = await documented(server.clock.now() - 7)
    const { data } = await server.post('/user/login', form)
    await server.post('/user/logout', {}, { token: (data as { token: string }).token })
    expect((await server.post('/user/login', form)).errno).toBe(4002)
  })

  it('refuses a time more than five minutes off, either way, with 4003', async () => {
    const now = server.clock.now()
    expect((await server.post('/user/login', await documented(now - 302))).errno).toBe(4003)
    expect((await server.post('/user/login', await documented(now + 305))).errno).toBe(4003)
    expect((await server.post('/user/login', await documented(now + 290))).errno).toBeUndefined()
  })

  it('refuses forged signatures with 4004', async () => {
    const form = await documented(server.clock.now() - 20)
    const byBob = { ...form, signature: await bob.signMessage({ message: text(Number(form.timestamp)) }) }
    const otherTime = { ...form, timestamp: String(Number(form.timestamp) + 1) }
    const forgeries = [
      byBob,
      otherTime,
      { ...form, signature: highS(form.signature) },
      { ...form, signature: '0x' },
      { ...form, signature: `0x${'00'.repeat(65)}` },
    ]
    for (const forgery of forgeries) expect((await server.post('/user/login', forgery)).errno).toBe(4004)
    expect(size(highS(form.signature))).toBe(65)
    expect((await server.post('/user/login', form)).errno).toBeUndefined()
  })

  it('names the missing argument with 401 and the wrong one with 402', async () => {
    const form = await documented()
    expect(await server.post('/user/login', { ...form, timestamp: '' })).toMatchObject({
      errno: 401,
      errmsg: expect.stringContaining('timestamp'),
    })
    expect(await server.post('/user/login', { ...form, userAddress: '' })).toMatchObject({
      errno: 401,
      errmsg: expect.stringContaining('userAddress'),
    })
    expect((await server.post('/user/login', { ...form, timestamp: 'soon' })).errno).toBe(402)
    expect((await server.post('/user/login', { ...form, signature: 'me' })).errno).toBe(402)
    expect((await server.post('/user/login', { ...form, userAddress: '0x12' })).errno).toBe(402)
  })
})

describe('user.login, EIP-4361', () => {
  it('signs in with a nonce of user.nonce', async () => {
    const { errno, data } = await server.post('/user/login', await siwe())
    expect(errno).toBeUndefined()
    expect(data).toMatchObject({ user: { address: alice.address.toLowerCase() } })
  })

  it('takes a nonce once', async () => {
    const { nonce } = await server.api().user.nonce({})
    const issuedAt = server.clock.now()
    expect((await server.post('/user/login', await siwe({ nonce, issuedAt }))).errno).toBeUndefined()
    expect((await server.post('/user/login', await siwe({ nonce, issuedAt: issuedAt - 1 }))).errno).toBe(4002)
  })

  it.each<[string, SiweChange]>([
    ['another domain', { domain: 'evil.test' }],
    ['another address of the site', { uri: 'http://evil.test' }],
    ['another scheme', { uri: 'https://plinth.test' }],
    ['another chain', { chainId: 5 }],
    ['a nonce of its own', { nonce: '0123456789abcdef' }],
    ['a nonce that was changed', { nonce: `${'0'.repeat(34)}${'f'.repeat(32)}` }],
  ])('refuses a message for %s with 4005', async (_, change) => {
    expect((await server.post('/user/login', await siwe(change))).errno).toBe(4005)
  })

  it('refuses a message of another account with 4005, and what is no message at all', async () => {
    const form = await siwe()
    expect((await server.post('/user/login', { ...form, userAddress: bob.address })).errno).toBe(4005)
    expect((await server.post('/user/login', { ...form, message: 'let me in' })).errno).toBe(4005)
    expect((await server.post('/user/login', { ...form, message: `${form.message}\nand pay 5 ETH` })).errno).toBe(4005)
  })

  it('refuses an old message and an old nonce with 4003', async () => {
    expect((await server.post('/user/login', await siwe({ issuedAt: server.clock.now() - 301 }))).errno).toBe(4003)
    const { nonce } = await server.api().user.nonce({})
    server.clock.advance(302)
    expect((await server.post('/user/login', await siwe({ nonce }))).errno).toBe(4003)
  })

  it('refuses a signature of another account with 4004', async () => {
    const form = await siwe()
    expect((await server.post('/user/login', { ...form, signature: await bob.signMessage({ message: form.message }) })).errno).toBe(4004)
  })
})

describe('sessions', () => {
  it('[API-34][API-35][NET-13] say whose token it is', async () => {
    const { token, address, api } = await server.signIn(alice)
    expect((await api.user.reload({})).user.address).toBe(address)
    expect((await api.user.profile({})).user.address).toBe(address)
    expect((await server.post('/user/reload', {}, { token })).data).toMatchObject({ user: { address, loginType: '1' } })
  })

  it('answers user.reload with a dead token 4001, protected calls without one 501', async () => {
    const dead = 'x'.repeat(43)
    expect((await server.post('/user/reload', {}, { token: dead })).errno).toBe(4001)
    expect((await server.post('/user/reload')).errno).toBe(4001)
    expect(await server.post('/user/profile', {}, { token: dead })).toMatchObject({ errno: 501, errmsg: 'Please log in first.' })
    for (const path of [
      '/user/profile',
      '/user/setprofile',
      '/notices/list',
      '/notices/read',
      '/notices/readall',
      '/like/add',
      '/storage/upload',
    ])
      expect((await server.post(path)).errno, path).toBe(501)
  })

  it('live on several devices and end one by one', async () => {
    const [first, second] = [await server.signIn(alice), await server.signIn(alice)]
    expect(first.token).not.toBe(second.token)
    expect((await server.post('/user/logout', {}, { token: first.token })).errno).toBeUndefined()
    expect((await server.post('/user/profile', {}, { token: first.token })).errno).toBe(501)
    expect((await server.post('/user/profile', {}, { token: second.token })).errno).toBeUndefined()
  })

  it('die after seven days without use, and live on with it', async () => {
    const [used, idle] = [await server.signIn(alice), await server.signIn(bob)]
    server.clock.advance(4 * 86_400)
    expect((await server.post('/user/profile', {}, { token: used.token })).errno).toBeUndefined()
    server.clock.advance(4 * 86_400)
    expect((await server.post('/user/profile', {}, { token: used.token })).errno).toBeUndefined()
    expect((await server.post('/user/profile', {}, { token: idle.token })).errno).toBe(501)
  })

  it('leave no token in the database or the log', async () => {
    const fresh = privateKeyToAccount(`0x${'07'.repeat(32)}`)
    const { token } = await server.signIn(fresh)
    const rows = JSON.stringify([
      await server.context.db.selectFrom('session').selectAll().execute(),
      await server.context.db.selectFrom('login_use').selectAll().execute(),
    ])
    const stored = [token, Buffer.from(token).toString('hex'), JSON.stringify([...Buffer.from(token)]).slice(1, -1)]
    for (const form of stored) expect(rows).not.toContain(form)
    expect(server.logged.join('')).not.toContain(token)
  })
})
