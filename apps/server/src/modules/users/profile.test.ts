import { loginText } from '@plinth/protocol'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openTestServer, PEOPLE, type PostBody, type Session, type TestServer } from '../../../test/market/harness.ts'

let server: TestServer
let alice: Session
let bob: Session
beforeAll(async () => {
  server = await openTestServer()
  alice = await server.signIn(PEOPLE.alice)
  bob = await server.signIn(PEOPLE.bob)
})
afterAll(() => server.close())

const avatar = `/static/upload/bafkrei${'a'.repeat(53)}.png`
/** The documented form, and the raw response. */
async function loginOf(who: typeof PEOPLE.alice) {
  server.clock.advance(1)
  const timestamp = server.clock.now()
  const signature = await who.signMessage({ message: loginText(server.context.config.site.loginMessage, timestamp) })
  const { data } = await server.post('/user/login', { userAddress: who.address, signature, timestamp: String(timestamp) })
  return data as { token: string; user: unknown }
}
const set = (session: Session, form: PostBody) => server.post('/user/setprofile', form, { token: session.token })

describe('user.setprofile', () => {
  it('[API-36][PROF-06][PROF-03] keeps what was sent, visible to all', async () => {
    const { errno } = await set(alice, { address: PEOPLE.alice.address, nickname: ' Alice ', brief: '绘画', shortUrl: 'alice-1', avatar })
    expect(errno).toBeUndefined()
    const { user } = await alice.api.user.profile({})
    expect(user).toMatchObject({ nickname: 'Alice', brief: '绘画', shortUrl: 'alice-1', avatar })
    const { data } = await server.post('/user/info', { address: alice.address })
    expect(data).toMatchObject({ nickname: 'Alice', brief: '绘画', shortUrl: 'alice-1', avatar, id: user.id.toString() })
  })

  it('clears a field that comes empty and keeps one that does not come', async () => {
    await set(bob, { nickname: 'Bob', brief: 'Buyer', shortUrl: 'bob' })
    await set(bob, { brief: '', shortUrl: '' })
    expect((await bob.api.user.profile({})).user).toMatchObject({ nickname: 'Bob', brief: '', shortUrl: '' })
  })

  it('drops what would turn the text around it', async () => {
    await set(bob, { nickname: 'Bob\u202egnp.exe\u0007' })
    expect((await bob.api.user.profile({})).user.nickname).toBe('Bobgnp.exe')
    await set(bob, { nickname: 'Bob' })
  })

  it('refuses another account with 506', async () => {
    expect((await set(bob, { address: alice.address, nickname: 'Mallory' })).errno).toBe(506)
    const { user } = await alice.api.user.profile({})
    expect((await set(bob, { id: user.id.toString(), nickname: 'Mallory' })).errno).toBe(506)
    expect((await alice.api.user.profile({})).user.nickname).toBe('Alice')
  })

  it('refuses a taken short link, with its sentence', async () => {
    expect(await set(bob, { shortUrl: 'alice-1' })).toMatchObject({ errno: 4007, errmsg: 'Short link already exists.' })
    expect((await set(alice, { shortUrl: 'alice-1' })).errno).toBeUndefined()
  })

  it('bounds nickname, brief and short link (decision 18)', async () => {
    expect((await set(bob, { nickname: 'n'.repeat(50), brief: 'b'.repeat(200), shortUrl: 's'.repeat(30) })).errno).toBeUndefined()
    const wrong = [
      { nickname: 'n'.repeat(51) },
      { brief: 'b'.repeat(201) },
      { shortUrl: 's'.repeat(31) },
      { shortUrl: 'ab' },
      { shortUrl: 'Bob' },
      { shortUrl: 'a b' },
    ]
    for (const form of wrong) expect((await set(bob, form)).errno, JSON.stringify(form)).toBe(402)
  })

  it('takes only pictures uploaded here as avatar', async () => {
    for (const url of [
      'https://evil.test/a.png',
      'javascript:alert(1)',
      '//evil.test/a.png',
      `/static/upload/../../x.png`,
      `${avatar}.svg`,
    ])
      expect((await set(bob, { avatar: url })).errno, url).toBe(402)
  })

  it('binds no field that is not its own', async () => {
    await set(bob, { loginType: '2', banner_url: 'x', bannerUrl: 'x', createTime: '0' })
    expect((await bob.api.user.profile({})).user).toMatchObject({ loginType: '1', bannerUrl: '' })
  })
})

describe('user.info', () => {
  it('[API-37][DATA-01] answers the user record in any case of the address', async () => {
    const { data } = await server.post('/user/info', { address: PEOPLE.alice.address })
    const { address } = alice
    const record = {
      address,
      coinbase: address,
      nickname: 'Alice',
      avatar,
      brief: '绘画',
      shortUrl: 'alice-1',
      bannerUrl: '',
      loginType: '1',
      walletType: '',
      networkId: 0,
      isFollow: false,
      id: expect.stringMatching(/^\d+$/),
      createTime: expect.any(Number),
    }
    expect(data).toEqual(record)
    for (const path of ['/user/reload', '/user/profile'])
      expect((await server.post(path, {}, { token: alice.token })).data, path).toEqual({ user: record })
    const { token, user } = await loginOf(PEOPLE.alice)
    expect([token, user]).toEqual([expect.stringMatching(/^\S{32,}$/), record])
    await bob.api.follow.add({ address })
    expect((await server.post('/user/info', { address }, { token: bob.token })).data).toEqual({ ...record, isFollow: true })
    await bob.api.follow.delete({ address })
  })

  it('refuses what is no address', async () => {
    expect((await server.post('/user/info')).errno).toBe(401)
    expect((await server.post('/user/info', { address: 'alice' })).errno).toBe(402)
  })
})

describe('user.stat', () => {
  it('[API-33][DATA-02] answers the six counts', async () => {
    const { data } = await server.post('/user/stat', { address: alice.address, chainId: '31337' })
    expect(data).toEqual({ followCount: 0, followerCount: 0, saleCount: 0, collectionCount: 0, createCount: 0, likeCount: 0 })
  })

  it('answers {} for an unknown address', async () => {
    expect((await server.post('/user/stat', { address: `0x${'8'.repeat(40)}` })).data).toEqual({})
  })
})

describe('user.listbyaddr', () => {
  it('[API-39] names each address once, those who never signed in too', async () => {
    const outsider = `0x${'7'.repeat(40)}`
    const { data } = await server.post('/user/listbyaddr', { addrList: [PEOPLE.alice.address, outsider, alice.address].join(',') })
    expect(data).toEqual([
      { address: alice.address, nickname: 'Alice', avatar },
      { address: outsider, nickname: '', avatar: '' },
    ])
  })

  it('takes JSON text, refuses more than 100 and what is no address', async () => {
    expect((await server.post('/user/listbyaddr', { addrList: JSON.stringify([alice.address]) })).data).toHaveLength(1)
    expect((await server.post('/user/listbyaddr', { addrList: Array(101).fill(alice.address).join(',') })).errno).toBe(402)
    expect((await server.post('/user/listbyaddr', { addrList: `${alice.address},bob` })).errno).toBe(402)
    expect((await server.post('/user/listbyaddr')).errno).toBe(401)
  })
})
