import { NOTICE_SUBTYPE, NOTICE_TYPE } from '@plinth/protocol'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openTestServer, PEOPLE, type Session, type TestServer } from '../../../test/market/harness.ts'

let server: TestServer
let alice: Session
let bob: Session
let carol: Session
beforeAll(async () => {
  server = await openTestServer()
  alice = await server.signIn(PEOPLE.alice)
  bob = await server.signIn(PEOPLE.bob)
  carol = await server.signIn(PEOPLE.carol)
})
afterAll(() => server.close())

const pageOf = (address: Session['address'], page = 1, limit = 20) => ({ address, page, limit })
const countsOf = async (address: string) => {
  const { data } = await server.post('/user/stat', { address })
  const { followCount, followerCount } = data as Record<string, number>
  return { following: followCount ?? 0, followers: followerCount ?? 0 }
}

describe('follow.add and follow.delete', () => {
  it('[ACC-15][API-58][API-59][DATA-02] follow and unfollow a person, each once however often', async () => {
    await bob.api.follow.add({ address: alice.address })
    await bob.api.follow.add({ address: alice.address, chainId: 31337 })
    expect(await countsOf(alice.address)).toEqual({ following: 0, followers: 1 })
    expect(await countsOf(bob.address)).toEqual({ following: 1, followers: 0 })
    await bob.api.follow.delete({ address: alice.address })
    await bob.api.follow.delete({ address: alice.address })
    expect(await countsOf(alice.address)).toEqual({ following: 0, followers: 0 })
    expect(await countsOf(bob.address)).toEqual({ following: 0, followers: 0 })
  })

  it('[F-54] refuse a chain that is not configured', async () => {
    for (const act of ['add', 'delete']) {
      const form = { address: alice.address, chainId: '5' }
      expect([act, (await server.post(`/follow/${act}`, form, { token: bob.token })).errno]).toEqual([act, 4501])
    }
    expect(await countsOf(alice.address)).toEqual({ following: 0, followers: 0 })
  })

  it('refuse oneself and unknown accounts', async () => {
    await expect(bob.api.follow.add({ address: bob.address })).rejects.toMatchObject({ errno: 4008 })
    expect((await server.post('/follow/add', { address: alice.address })).errno).toBe(501)
    expect((await server.post('/follow/delete', { address: alice.address })).errno).toBe(501)
    expect((await server.post('/follow/add', { address: '0x12' }, { token: bob.token })).errno).toBe(402)
  })

  it('count right when many act at once', async () => {
    const acts = Array.from({ length: 20 }, (_, index) => [
      (index % 2 ? alice : bob).api.follow.add({ address: (index % 2 ? bob : alice).address }),
      carol.api.follow.add({ address: (index % 2 ? bob : alice).address }),
    ]).flat()
    await Promise.all(acts)
    expect(await countsOf(alice.address)).toEqual({ following: 1, followers: 2 })
    expect(await countsOf(bob.address)).toEqual({ following: 1, followers: 2 })
    expect(await countsOf(carol.address)).toEqual({ following: 2, followers: 0 })
  })
})

describe('the lists of follows', () => {
  it('[API-46][API-47][API-61][API-62][DATA-18] name people, the newest first, in pages', async () => {
    const names = async (list: Promise<{ list: { address: string }[] }>) => (await list).list.map(({ address }) => address)
    server.clock.advance(60)
    await carol.api.follow.delete({ address: bob.address })
    await carol.api.follow.add({ address: bob.address })
    expect(await names(alice.api.follow.follows(pageOf(carol.address)))).toEqual([bob.address, alice.address])
    expect(await names(alice.api.follow.follows(pageOf(carol.address, 2, 1)))).toEqual([alice.address])
    expect(await names(alice.api.follow.followers(pageOf(bob.address)))).toEqual([carol.address, alice.address])
    expect(await names(alice.api.user.following(pageOf(carol.address)))).toEqual([bob.address, alice.address])
    expect(await names(alice.api.user.follows(pageOf(bob.address)))).toEqual([carol.address, alice.address])
    const { data } = await server.post('/follow/followers', { address: bob.address, limit: '1' })
    const entry = { address: carol.address, nickname: '', avatar: '', isFollow: false, count: 0 }
    expect(data).toEqual({ total: 2, page: 1, limit: 1, pages: 2, list: [entry] })
    const [seen] = (await alice.api.follow.follows(pageOf(carol.address))).list
    expect(seen).toMatchObject({ address: bob.address, isFollowed: true, followers: 2 })
  })

  it('[ACC-16][API-60][DATA-19] say which of many accounts a caller follows; none without a caller', async () => {
    const people = [alice.address, bob.address, carol.address]
    const asked = { address: bob.address, userAddrs: people.join(',') }
    expect((await server.post('/follow/match', asked)).data).toEqual([{ userAddress: bob.address, followingAddress: alice.address }])
    expect((await server.post('/follow/match', { address: '', userAddrs: people.join(',') })).data).toEqual([])
    expect((await alice.api.user.info({ address: bob.address })) as object).toMatchObject({ isFollowed: true })
    expect((await carol.api.user.info({ address: carol.address })) as object).toMatchObject({ isFollowed: false })
  })
})

describe('who is followed', () => {
  it('[DATA-15] is notified on no chain, also of what was stored with one', async () => {
    const list = async () => {
      const { data } = await server.post('/notices/list', { page: '1', limit: '50' }, { token: alice.token })
      return (data as { list: { type: number; content: object }[] }).list.filter(({ type }) => type === NOTICE_TYPE.FOLLOW)
    }
    const { db } = server.context
    expect((await list()).length).toBeGreaterThan(0)
    for (const { content } of await list()) expect(content).not.toHaveProperty('chainId')
    const stored = db.selectFrom('notice').select('chain_id').where('type', '=', NOTICE_TYPE.FOLLOW)
    expect(new Set((await stored.execute()).map((row) => row.chain_id))).toEqual(new Set([null]))
    await sql`update notice set content = content || '{"chainId": 31337}'::jsonb where type = ${NOTICE_TYPE.FOLLOW}`.execute(db)
    for (const { content } of await list()) expect(content).not.toHaveProperty('chainId')
  })

  it('[DATA-15] notifies both sides once, naming the other', async () => {
    const noticesOf = async (who: Session) =>
      (await who.api.notices.list({ page: 1, limit: 50 })).list.filter(({ type }) => type === NOTICE_TYPE.FOLLOW)
    const toAlice = (await noticesOf(alice)).filter(({ subType }) => subType === NOTICE_SUBTYPE.FOLLOWED)
    expect(toAlice.map(({ operator }) => operator.address).sort()).toEqual([bob.address, carol.address].sort())
    for (const { content, operator, isRead } of toAlice) expect([content.user?.address, isRead]).toEqual([operator.address, false])
    const [own] = (await noticesOf(bob)).filter(({ subType }) => subType === NOTICE_SUBTYPE.FOLLOWING)
    expect(own).toMatchObject({ isRead: true, operator: { address: bob.address }, content: { user: { address: alice.address } } })
    const { data } = await server.post('/notices/list', { page: '1', limit: '50', address: bob.address }, { token: bob.token })
    const { list } = data as { list: { content: { user?: Record<string, unknown> } }[] }
    const users = list.flatMap(({ content }) => content.user ?? [])
    expect(users).toContainEqual({ address: alice.address, owner: alice.address, nickname: expect.any(String), avatar: expect.any(String) })
  })
})
