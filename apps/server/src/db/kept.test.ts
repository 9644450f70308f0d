import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { openTestServer, PEOPLE, type TestServer } from '../../test/market/harness.ts'
import { lockUser } from '../modules/moderation/service.ts'
import { resetSite, setSite } from '../modules/settings/service.ts'
import { connect, type Db, transact } from './database.ts'
import { type OpenDatabase, openPool } from './driver.ts'
import { Kept } from './kept.ts'
import { changesMarket } from './market-writes.ts'

const OPERATOR = { who: 'tester', why: 'a test', role: undefined }

afterEach(() => void vi.restoreAllMocks())
const at = (ms: number) => vi.spyOn(performance, 'now').mockReturnValue(ms)

describe('Kept', () => {
  it('asks once for all who ask within half a second, and again after it', async () => {
    const kept = new Kept()
    let asked = 0
    const ask = (nowMs: number, name = 'a') => {
      at(nowMs)
      return kept.rows(name, async () => ++asked)
    }
    expect(await Promise.all([ask(1_000), ask(1_000), ask(1_499)])).toEqual([1, 1, 1])
    expect(kept.rowsEndMs).toBe(1_500)
    expect(await ask(1_499, 'b')).toBe(2)
    expect(await ask(1_500)).toBe(3)
    expect(await ask(1_501, 'b')).toBe(4)
  })

  it('reads rows again after a commit, also those of a reading under way', async () => {
    const kept = new Kept()
    const slow = Promise.withResolvers<string>()
    const before = kept.rows('a', () => slow.promise)
    kept.noteCommit()
    expect(await kept.rows('a', async () => 'new')).toBe('new')
    slow.resolve('old')
    expect(await before).toBe('old')
    expect(await kept.rows('a', async () => 'newer')).toBe('new')
  })

  it('keeps neither failures nor unknown sessions, and 10,000 sessions at most', async () => {
    at(0)
    const kept = new Kept()
    await expect(kept.rows('a', () => Promise.reject(new Error('away')))).rejects.toThrow('away')
    expect(await kept.rows('a', async () => 'there')).toBe('there')
    const ask = (name: string, read: () => Promise<unknown>, nowMs = 1_000) => kept.session(name, read, nowMs)
    await expect(ask('a', () => Promise.reject(new Error('away')))).rejects.toThrow('away')
    expect(await ask('a', async () => undefined)).toBeUndefined()
    expect(await ask('a', async () => 'there')).toBe('there')
    for (let n = 0; n < 10_000; n++) await ask(`other ${n}`, async () => n)
    expect(await ask('a', async () => 'read again')).toBe('read again')
    kept.noteCommit()
    expect(await ask('other 9999', async () => 0, 1_499)).toBe(9_999)
    expect(await ask('other 9999', async () => 1, 1_500)).toBe(1)
    // The clock was set back.
    expect(await ask('other 9999', async () => 2, 900)).toBe(2)
    kept.forgetSessions()
    expect(await ask('other 9999', async () => 3, 900)).toBe(3)
  })
})

it.each([
  ['delete from "session" where "token_hash" = $1', false],
  ['update "account" set "locked_at" = $1 where "id" = $2', true],
  ['insert into pay_token (id) values ($1)', true],
  ['with gone as (delete from job_lease returning name) update official_sender set sender = $1', true],
  ['with gone as (delete from job_lease returning name) update "chain_cursor" set beat_at = $1', false],
  ['alter table "category" rename to "category_away"', true],
  ['select * from "session" for update', false],
  ['select * from "session" for no key update skip locked', false],
  ['insert into "job_lease" ("name") values ($1) on conflict ("name") do update set "holder" = "excluded"."holder"', false],
  ['insert into "item" ("name") values ($1) on conflict ("name")\n do update set "name" = $2', true],
] as const)('"%s" changes what visitors see: %j', (text, isChange) => {
  expect(changesMarket(text)).toBe(isChange)
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
