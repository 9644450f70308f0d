import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { openTestServer, PEOPLE, type TestServer } from '../test/market/harness.ts'
import { connect, type Db, transact } from './db/database.ts'
import { type OpenDatabase, openPool } from './db/driver.ts'
import { tablesWritten } from './db/touched-tables.ts'
import { createKept, sourcesOf } from './kept.ts'
import { lockUser } from './modules/moderation/service.ts'
import { resetSite, setSite } from './modules/settings/service.ts'

const OPERATOR = { who: 'tester', why: 'a test', role: undefined }

describe('createKept', () => {
  it('asks once for all who ask within half a second, and again after it', async () => {
    const kept = createKept()
    let asked = 0
    const ask = (nowMs: number, key = 'a') => kept.read('category', key, async () => ++asked, nowMs)
    expect(await Promise.all([ask(1_000), ask(1_000), ask(1_499)])).toEqual([1, 1, 1])
    expect(await ask(1_500)).toBe(2)
    // The clock was set back.
    expect(await ask(900)).toBe(3)
    expect(await ask(901, 'b')).toBe(4)
  })

  it('forgets one source on demand, also a reading under way', async () => {
    const kept = createKept()
    const slow = Promise.withResolvers<string>()
    const before = kept.read('category', 'a', () => slow.promise, 0)
    await kept.read('payToken', 'a', async () => 'token', 0)
    kept.forget(['category'])
    expect(await kept.read('category', 'a', async () => 'new', 1)).toBe('new')
    slow.resolve('old')
    expect(await before).toBe('old')
    expect(await kept.read('category', 'a', async () => 'newer', 2)).toBe('new')
    expect(await kept.read('payToken', 'a', async () => 'read again', 2)).toBe('token')
  })

  it('keeps neither failures nor what is not there, and 10,000 answers at most', async () => {
    const kept = createKept()
    await expect(kept.read('session', 'a', () => Promise.reject(new Error('away')), 0)).rejects.toThrow('away')
    expect(await kept.read('session', 'a', async () => undefined, 0)).toBeUndefined()
    expect(await kept.read('session', 'a', async () => 'there', 0)).toBe('there')
    for (let n = 0; n < 10_000; n++) await kept.read('session', `other ${n}`, async () => n, 0)
    expect(await kept.read('session', 'a', async () => 'read again', 0)).toBe('read again')
    expect(await kept.read('session', 'other 9999', async () => 'read again', 0)).toBe(9999)
  })
})

it.each([
  ['delete from "session" where "token_hash" = $1', ['session']],
  ['update "account" set "locked_at" = $1 where "id" = $2', ['session']],
  ['insert into pay_token (id) values ($1)', ['payToken', 'money']],
  ['with gone as (delete from category returning id) update official_sender set sender = $1', ['category', 'officialSender']],
  ['alter table "category" rename to "category_away"', ['session', 'payToken', 'category', 'officialSender', 'siteSetting', 'money']],
  ['update "session" set "used_at" = $1 where "token_hash" = $2', []],
  ['select * from "session" for update', []],
] as const)('"%s" changes %j', (text, sources) => {
  expect(sourcesOf(tablesWritten(text))).toEqual(sources)
})

describe('kept reads of a server', () => {
  let server: TestServer
  /** As another process of the same market. */
  let elsewhere: OpenDatabase
  let other: Db
  beforeAll(async () => {
    server = await openTestServer()
    elsewhere = openPool({ connectionString: server.database.url, max: 2 }, 'external', () => undefined)
    other = connect(elsewhere.dialect)
  })
  afterEach(() => server.context.db.updateTable('pay_token').set({ name: 'ETH' }).execute())
  afterAll(async () => {
    await elsewhere?.close()
    await server?.close()
  })

  const tokenName = async () => ((await server.post('/paytoken/list')).data as { name: string }[])[0]?.name
  const errnoOf = async (token: string) => (await server.post('/user/profile', {}, { token })).errno
  const rename = (db: Db, name: string) => db.updateTable('pay_token').set({ name }).execute()

  it('show a write of the same process at once', async () => {
    for (const name of ['A', 'B', 'C']) {
      await rename(server.context.db, name)
      expect(await tokenName()).toBe(name)
    }
  })

  it('show a transaction once it commits, also where a read during it kept the old rows', async () => {
    await transact(server.context.db, async (tx) => {
      await rename(tx as Db, 'Within')
      expect(await tokenName()).toBe('ETH')
    })
    expect(await tokenName()).toBe('Within')
  })

  it('show a write of another process within half a second', async () => {
    await tokenName()
    await rename(other, 'Elsewhere')
    const began = performance.now()
    await expect.poll(tokenName, { interval: 20, timeout: 5_000 }).toBe('Elsewhere')
    expect(performance.now() - began).toBeLessThan(1_000)
  })

  it('end a session at once at its logout, and where its account is locked', async () => {
    const [first, second] = [await server.signIn(PEOPLE.alice), await server.signIn(PEOPLE.alice)]
    for (const { token } of [first, second]) expect(await errnoOf(token)).toBeUndefined()
    await first.api.user.logout({})
    expect([await errnoOf(first.token), await errnoOf(second.token)]).toEqual([501, undefined])
    await lockUser(server.context, OPERATOR, second.address, true)
    expect(await errnoOf(second.token)).toBe(501)
  })

  it('end a session within half a second of another process, and still write when it was used', async () => {
    const { token } = await server.signIn(PEOPLE.bob)
    server.clock.advance(120)
    expect(await errnoOf(token)).toBeUndefined()
    const { rows } = await sql<{ used_at: number }>`select max(used_at) as used_at from session`.execute(other)
    expect(rows[0]?.used_at).toBe(server.clock.now())
    await sql`delete from session`.execute(other)
    await expect.poll(() => errnoOf(token), { interval: 20, timeout: 1_000 }).toBe(501)
  })

  it('show a changed and a reset setting of the site at once', async () => {
    const twitter = async () => ((await server.post('/config/fetch')).data as { site: { twitter: string } }).site.twitter
    const before = await twitter()
    await setSite(server.context, OPERATOR, 'twitter', 'https://x.test/new')
    expect(await twitter()).toBe('https://x.test/new')
    await resetSite(server.context, OPERATOR, 'twitter')
    expect(await twitter()).toBe(before)
  })
})
