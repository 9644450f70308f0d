import type { NoticeContent } from '@plinth/api'
import { NOTICE_SUBTYPE, NOTICE_TYPE } from '@plinth/protocol'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { openTestServer, PEOPLE, type PostBody, type Session, type TestServer } from '../../../test/market/harness.ts'
import { transact } from '../../db/database.ts'
import { addNotices, type NewNotice, removeNotices } from './inbox.ts'

let server: TestServer
let alice: Session
let bob: Session
beforeAll(async () => {
  server = await openTestServer()
  alice = await server.signIn(PEOPLE.alice)
  bob = await server.signIn(PEOPLE.bob)
})
beforeEach(async () => {
  await server.context.db.deleteFrom('notice').execute()
  await server.context.db.deleteFrom('notice_counter').execute()
})
afterAll(() => server.close())

const content: NoticeContent = {
  chainId: 31337,
  txHash: `0x${'1'.repeat(64)}`,
  sellToken: '',
  sellTokenId: '',
  buyToken: '',
  buyTokenId: '',
  price: '0.5',
  symbol: 'ETH',
  quantity: '1',
}
const aNotice = (change: Partial<NewNotice> = {}): NewNotice => ({
  account: alice.address,
  source: 'log:1',
  chainId: 31337,
  type: NOTICE_TYPE.TRADE,
  subType: NOTICE_SUBTYPE.BOUGHT,
  actor: bob.address,
  media: '/static/upload/x.png',
  content,
  createdAt: 1_700_000_000,
  ...change,
})
const notify = (...notices: NewNotice[]) => transact(server.context.db, (tx) => addNotices(tx, notices))
const counts = (session: Session) => session.api.notices.count({})

describe('notices.count', () => {
  it('[API-65][DATA-07] answers total and unread of the token’s user, whatever address is sent', async () => {
    await notify(aNotice(), aNotice({ source: 'log:2' }), aNotice({ account: bob.address }))
    const asked = async (path: string, token: string) => (await server.post(path, { address: bob.address }, { token })).data
    expect(await asked('/notices/count', alice.token)).toEqual({ totalCount: 2, unreadCount: 2 })
    const { list } = await alice.api.notices.list({ page: 1, limit: 1 })
    await server.post('/notices/read', { id: String(list[0]?.id) }, { token: alice.token })
    expect(await asked('/notices/count', alice.token)).toEqual({ totalCount: 2, unreadCount: 1 })
    await bob.api.notices.readall({})
    expect(await asked('/notices/count', bob.token)).toEqual({ totalCount: 1, unreadCount: 0 })
    expect([await asked('/notices/unread', alice.token), await asked('/notices/countunread', alice.token)]).toEqual([1, 1])
    expect([await asked('/notices/unread', bob.token), await asked('/notices/countunread', bob.token)]).toEqual([0, 0])
  })

  it('[F-100] refuses a token that has ended, as its neighbours do', async () => {
    const dead = 'x'.repeat(43)
    for (const path of ['count', 'unread', 'countunread'])
      expect((await server.post(`/notices/${path}`, {}, { token: dead })).errno, path).toBe(501)
  })

  it('answers zeros without a token', async () => {
    await notify(aNotice())
    expect((await server.post('/notices/count', { address: alice.address })).data).toEqual({ totalCount: 0, unreadCount: 0 })
    expect((await server.post('/notices/count', { address: '' })).data).toEqual({ totalCount: 0, unreadCount: 0 })
  })
})

describe('notices.list', () => {
  it('[API-66][DATA-15] answers the caller’s own, newest first, with all its fields', async () => {
    await notify(aNotice(), aNotice({ source: 'log:2', subType: NOTICE_SUBTYPE.RECEIVE }), aNotice({ account: bob.address }))
    const { data } = await server.post('/notices/list', { page: '1', limit: '20', address: bob.address }, { token: alice.token })
    expect(data).toMatchObject({ total: 2, page: 1, limit: 20, pages: 1 })
    const { list } = data as { list: unknown[] }
    expect(list).toHaveLength(2)
    expect(list[1]).toEqual({
      id: expect.stringMatching(/^\d+$/),
      type: 3,
      subType: 17,
      createTime: 1_700_000_000,
      media: '/static/upload/x.png',
      operator: { address: bob.address, nickname: '', avatar: '' },
      content: expect.objectContaining({ txHash: content.txHash, chainId: 31337 }),
      isRead: false,
      read: false,
    })
  })

  it('answers the unread ones for isRead 0 and the read ones for 1', async () => {
    await notify(aNotice(), aNotice({ source: 'log:2' }), aNotice({ source: 'log:3' }))
    const { list } = await alice.api.notices.list({ page: 1, limit: 20 })
    await alice.api.notices.read({ id: list[0]?.id ?? 0n })
    expect((await server.post('/notices/list', { isRead: '0' }, { token: alice.token })).data).toMatchObject({ total: 2 })
    expect((await server.post('/notices/list', { isRead: '1' }, { token: alice.token })).data).toMatchObject({ total: 1 })
  })

  it('pages: default 20, at most 100, size counts as limit', async () => {
    await notify(...Array.from({ length: 45 }, (_, index) => aNotice({ source: `log:${index}` })))
    const list = async (form: PostBody) => await server.post('/notices/list', form, { token: alice.token })
    expect((await list({})).data).toMatchObject({ total: 45, page: 1, limit: 20, pages: 3, list: { length: 20 } })
    expect((await list({ page: '3' })).data).toMatchObject({ list: { length: 5 } })
    expect((await list({ page: '4' })).data).toMatchObject({ list: [], total: 45 })
    expect((await list({ page: '1000000', limit: '100' })).data).toMatchObject({ list: [] })
    expect((await list({ size: '40' })).data).toMatchObject({ limit: 40, list: { length: 40 } })
    for (const form of [{ limit: '101' }, { limit: '0' }, { page: '0' }, { page: '1.5' }]) expect((await list(form)).errno).toBe(402)
  })
})

describe('notices.read and notices.readall', () => {
  it('[API-63] marks one, once, and lowers the count', async () => {
    await notify(aNotice(), aNotice({ source: 'log:2' }))
    const { list } = await alice.api.notices.list({ page: 1, limit: 20 })
    const id = list[1]?.id ?? 0n
    for (let time = 0; time < 2; time++)
      expect((await server.post('/notices/read', { id: String(id) }, { token: alice.token })).errno).toBeUndefined()
    expect(await counts(alice)).toEqual({ total: 2, unread: 1 })
    const after = (await alice.api.notices.list({ page: 1, limit: 20 })).list
    expect(after.map((notice) => [notice.id === id, notice.isRead])).toEqual([
      [false, false],
      [true, true],
    ])
  })

  it('answers 507 for a foreign or unknown notice, 402 for an impossible id', async () => {
    await notify(aNotice())
    const { list } = await alice.api.notices.list({ page: 1, limit: 20 })
    expect((await server.post('/notices/read', { id: String(list[0]?.id) }, { token: bob.token })).errno).toBe(507)
    expect((await server.post('/notices/read', { id: '9'.repeat(30) }, { token: alice.token })).errno).toBe(402)
    expect((await server.post('/notices/read', { id: '9007199254740991' }, { token: alice.token })).errno).toBe(507)
    expect((await server.post('/notices/read', {}, { token: alice.token })).errno).toBe(401)
    expect(await counts(alice)).toEqual({ total: 1, unread: 1 })
  })

  it('[API-64] readall marks the caller’s own only', async () => {
    await notify(aNotice(), aNotice({ source: 'log:2' }), aNotice({ account: bob.address, actor: alice.address }))
    await alice.api.notices.readall({})
    expect(await counts(alice)).toEqual({ total: 2, unread: 0 })
    expect(await counts(bob)).toEqual({ total: 1, unread: 1 })
  })
})

describe('the store', () => {
  it('writes a notice of one source once and takes it back by the source, counts with it', async () => {
    await notify(aNotice(), aNotice({ source: 'log:2' }))
    await notify(aNotice(), aNotice({ subType: NOTICE_SUBTYPE.RECEIVE }))
    expect(await counts(alice)).toEqual({ total: 3, unread: 3 })
    await transact(server.context.db, (tx) => removeNotices(tx, ['log:1', 'log:9']))
    expect(await counts(alice)).toEqual({ total: 1, unread: 1 })
  })

  it('stores own acts as read, so that unread counts what others did', async () => {
    await notify(aNotice({ actor: alice.address }))
    expect(await counts(alice)).toEqual({ total: 1, unread: 0 })
  })

  it('counts right when many write at once', async () => {
    await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        notify(aNotice({ source: `log:${index}` }), aNotice({ account: bob.address, actor: alice.address, source: `log:${index}` })),
      ),
    )
    expect(await counts(alice)).toEqual({ total: 20, unread: 20 })
    expect(await counts(bob)).toEqual({ total: 20, unread: 20 })
  })

  it('forgets the notices of a transaction that is rolled back', async () => {
    const failed = transact(server.context.db, async (tx) => {
      await addNotices(tx, [aNotice()])
      throw new Error('no')
    })
    await expect(failed).rejects.toThrow('no')
    expect(await counts(alice)).toEqual({ total: 0, unread: 0 })
  })
})
