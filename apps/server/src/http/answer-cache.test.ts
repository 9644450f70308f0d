import { brotliDecompressSync, gunzipSync, zstdDecompressSync } from 'node:zlib'
import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { openTestServer, PEOPLE, TEST_KEYS, type TestServer } from '../../test/market/harness.ts'
import { type Context, createContext } from '../context.ts'
import { type Db, transact } from '../db/database.ts'
import { type OpenDatabase, openPool } from '../db/driver.ts'
import { CASCADES, TRIGGERS, tablesWritten } from '../db/touched-tables.ts'
import { watchWrites } from '../db/watched-writes.ts'
import { withoutNotes } from '../reading.ts'
import { createAnswerCache } from './answer-cache.ts'
import { createApp } from './app.ts'

let server: TestServer
/** Another process of the same market, whose statements are counted. */
let elsewhere: OpenDatabase
let other: { readonly context: Context; readonly app: FastifyInstance }
let statements: string[] = []
/** The same process without a cache. */
let plain: FastifyInstance

beforeAll(async () => {
  server = await openTestServer()
  const { config } = server.context
  elsewhere = openPool({ connectionString: server.database.url, max: 4 }, 'external', () => undefined)
  const onStatement = (text: string) => void statements.push(text)
  const dialect = watchWrites(elsewhere.dialect, { changedBy: () => [], onStatement, onCommit: () => undefined })
  const context = await createContext({ config, dialect, keys: TEST_KEYS, clock: server.clock })
  other = { context, app: await createApp(context) }
  plain = await createApp({ ...server.context, config: { ...config, answerCacheBytes: 0 } })
})
afterAll(async () => {
  await plain?.close()
  await other?.app.close()
  await elsewhere?.close()
  await server?.close()
})
/** Tests begin without kept answers, and early in a second. */
beforeEach(async () => {
  await rename(server.context.db, 'ETH')
  server.clock.advance(2 - (server.clock.nowMs() % 1_000) / 1_000)
})
afterEach(() => void vi.restoreAllMocks())

/** An answer is kept for 400 ms within one second: a test of what ends it otherwise may take longer than that on a busy machine. */
function stopTime(): void {
  vi.spyOn(performance, 'now').mockReturnValue(performance.now())
  vi.spyOn(Date, 'now').mockReturnValue(Date.now())
}

const rename = (db: Db, name: string) => db.updateTable('pay_token').set({ name }).execute()
const nameFrom = (text: string) => (JSON.parse(text) as { data: { name: string }[] }).data[0]?.name
const ask = (app: FastifyInstance, path: string, headers: Record<string, string> = {}, form = '') =>
  app.inject({
    method: 'POST',
    url: `/api${path}`,
    headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
    payload: form,
  })
const nameAt = async (app: FastifyInstance) => nameFrom((await ask(app, '/paytoken/list')).body)

async function outcomes(of: Context = server.context): Promise<Record<string, number>> {
  const { values } = await of.metrics.sharedAnswers.get()
  return Object.fromEntries(values.map(({ labels, value }) => [String(labels.outcome), value]))
}
async function outcomesOf(work: () => Promise<unknown>): Promise<Record<string, number>> {
  const before = await outcomes()
  await work()
  const after = await outcomes()
  const changed = Object.keys(after).map((name) => [name, (after[name] ?? 0) - (before[name] ?? 0)] as const)
  return Object.fromEntries(changed.filter(([, by]) => by > 0))
}

describe('a kept answer', () => {
  const unpack = { zstd: zstdDecompressSync, br: brotliDecompressSync, gzip: gunzipSync }

  it('[READ-05] has the bytes and headers of one that is not kept, in every encoding', async () => {
    const many = Array.from({ length: 40 }, (_, id) => `('filler ${id}', ${1_000 + id}, 'T', 'T')`).join()
    await sql.raw(`insert into category (name, position, title_en, title_zh) values ${many}`).execute(server.context.db)
    for (const encoding of ['zstd', 'br', 'gzip', undefined] as const) {
      const headers: Record<string, string> = encoding === undefined ? {} : { 'accept-encoding': encoding }
      const [first, again, without] = [
        await ask(server.app, '/category/list', headers),
        await ask(server.app, '/category/list', headers),
        await ask(plain, '/category/list', headers),
      ]
      const differing = ['x-request-id', 'date', 'ratelimit-remaining', 'ratelimit-reset']
      const headersOf = (answer: typeof first) =>
        Object.entries(answer.headers)
          .filter(([name]) => !differing.includes(name))
          .sort()
      for (const answer of [first, again]) {
        expect(answer.rawPayload.equals(without.rawPayload)).toBe(true)
        expect(headersOf(answer)).toEqual(headersOf(without))
      }
      expect(again.headers['content-encoding']).toBe(encoding)
      expect(again.headers.vary).toBe('accept-encoding')
      const text = encoding ? unpack[encoding](again.rawPayload).toString() : again.body
      expect((JSON.parse(text) as { data: unknown[] }).data.length).toBeGreaterThan(40)
    }
    expect(await outcomesOf(() => ask(server.app, '/category/list'))).toEqual({ kept: 1 })
  })

  it('[READ-05] is found however its form was spelled', async () => {
    await ask(server.app, '/home/list', {}, 'page=1&limit=20')
    expect(await outcomesOf(() => ask(server.app, '/home/list', {}, 'limit=020&page=1&sort='))).toEqual({ kept: 1 })
    const json = { 'content-type': 'application/json' }
    expect(await outcomesOf(() => ask(server.app, '/home/list', json, '{"page":1,"limit":"20"}'))).toEqual({ kept: 1 })
    expect(await outcomesOf(() => ask(server.app, '/home/list', {}, 'page=2&limit=20'))).toEqual({ computed: 1 })
  })

  it('[READ-05] counts against the limits and in the log like any other', async () => {
    const remaining = async () => Number((await ask(server.app, '/paytoken/list')).headers['ratelimit-remaining'])
    const first = await remaining()
    const lines = server.logged.length
    expect(await remaining()).toBe(first - 1)
    expect(server.logged.slice(lines).join()).toContain('"call":"paytoken.list","errno":0')
  })
})

describe('commits', () => {
  it('[READ-05] of the own process are in the very next answer', async () => {
    for (const name of ['A', 'B', 'C']) {
      await nameAt(server.app)
      await rename(server.context.db, name)
      expect(await nameAt(server.app)).toBe(name)
    }
  })

  it('[READ-05] of another process are in answers within half a second, also where rows are kept as well', async () => {
    await nameAt(server.app)
    await rename(other.context.db, 'Elsewhere')
    const committed = performance.now()
    // Another answer, of rows that have been kept since before the commit.
    await new Promise((done) => setTimeout(done, 300))
    let seen = await nameFrom((await ask(server.app, '/paytoken/list', {}, 'chainId=0')).body)
    while (seen !== 'Elsewhere' && performance.now() - committed < 2_000) {
      await new Promise((done) => setTimeout(done, 10))
      seen = nameFrom((await ask(server.app, '/paytoken/list', {}, 'chainId=0')).body)
    }
    expect(performance.now() - committed).toBeLessThan(600)
  })

  it('[READ-05] while an answer is written keep it from being kept', async () => {
    const { db } = server.context
    const cache = createAnswerCache({ ...server.context, maxBytes: 1e6 })
    const reading = Promise.withResolvers<void>()
    const going = Promise.withResolvers<void>()
    const read = async () => {
      const rows = await db.selectFrom('pay_token').select('name').execute()
      reading.resolve()
      await going.promise
      return rows[0]?.name ?? ''
    }
    const before = cache.read('a', {}, read)
    await reading.promise
    await rename(db, 'Meanwhile')
    // Who asks after the commit does not wait for the answer from before it.
    expect(
      String(await cache.read('a', {}, async () => (await db.selectFrom('pay_token').select('name').executeTakeFirstOrThrow()).name)),
    ).toBe('Meanwhile')
    going.resolve()
    expect(String(await before)).toBe('ETH')
    expect(String(await cache.read('a', {}, read))).toBe('Meanwhile')
  })

  it('[READ-05] to other tables leave an answer as it is', async () => {
    stopTime()
    await nameAt(server.app)
    await server.context.db.updateTable('job_lease').set({ name: sql`name` }).execute()
    expect(await outcomesOf(() => nameAt(server.app))).toEqual({ kept: 1 })
  })

  it('[READ-05] of a transaction that fails change nothing, and those of one that passes do', async () => {
    stopTime()
    await nameAt(server.app)
    const failing = transact(server.context.db, async (tx) => {
      await rename(tx as Db, 'Never')
      throw new Error('no')
    })
    await expect(failing).rejects.toThrow('no')
    expect(await outcomesOf(async () => expect(await nameAt(server.app)).toBe('ETH'))).toEqual({ kept: 1 })
    await transact(server.context.db, async (tx) => {
      await rename(tx as Db, 'Now')
      expect(await nameAt(server.app)).toBe('ETH')
    })
    expect(await nameAt(server.app)).toBe('Now')
  })

  it('[READ-05] reach the tables that the database itself deletes from', async () => {
    const { rows } = await sql<{ of: string; also: string }>`
      select confrelid::regclass::text as of, conrelid::regclass::text as also from pg_constraint
      where contype = 'f' and confdeltype in ('c', 'n', 'd') order by 1, 2`.execute(server.context.db)
    expect(rows).toEqual(
      Object.entries(CASCADES)
        .flatMap(([of, all]) => all.map((also) => ({ of, also })))
        .sort((a, b) => (a.of + a.also < b.of + b.also ? -1 : 1)),
    )
  })

  it('[READ-05] reach the tables that triggers write', async () => {
    const { db } = server.context
    const { rows } = await sql<{ of: string; body: string }>`
      select distinct tgrelid::regclass::text as of, prosrc as body from pg_trigger join pg_proc on pg_proc.oid = tgfoid
      where not tgisinternal order by 1`.execute(db)
    // That of “on conflict do update set” is no table.
    const written = new Map<string, Set<string>>()
    for (const { of, body } of rows)
      for (const table of tablesWritten(body)) if (table !== 'set') written.set(of, (written.get(of) ?? new Set()).add(table))
    const known = Object.entries(TRIGGERS).map(([of, tables]) => [of, new Set(tables)] as const)
    expect(written).toEqual(new Map(known))

    stopTime()
    const read: string[] = []
    const cache = createAnswerCache({ ...server.context, maxBytes: 1e6, onRead: (outcome) => read.push(outcome) })
    const readAll = (tables: readonly string[]) => async () => {
      for (const table of tables) await sql`select 1 from ${sql.table(table)}`.execute(db)
      return ''
    }
    for (const [of, tables] of written) {
      for (let times = 0; times < 2; times++) await cache.read(of, {}, readAll([...tables]))
      expect(read.at(-1)).toBe('kept')
      await sql`delete from ${sql.table(of)} where false`.execute(db)
      await cache.read(of, {}, readAll([...tables]))
      expect(read.at(-1), of).toBe('computed')
    }
  })

  it('[READ-05] to what was read for other work, which the answer only began, leave it as it is', async () => {
    stopTime()
    const { db } = server.context
    const read: string[] = []
    const cache = createAnswerCache({ ...server.context, maxBytes: 1e6, onRead: (outcome) => read.push(outcome) })
    const names = async () => {
      await withoutNotes(() => db.selectFrom('category').select('id').execute())
      return JSON.stringify(await db.selectFrom('pay_token').select('name').execute())
    }
    await cache.read('names', {}, names)
    await sql`update category set id = id where false`.execute(db)
    await cache.read('names', {}, names)
    expect(read).toEqual(['computed', 'kept'])
    await rename(db, 'Other')
    await cache.read('names', {}, names)
    expect(read.at(-1)).toBe('computed')
  })
})

describe('what is not kept', () => {
  it('[READ-05] an answer does not outlive the second in which it was written', async () => {
    await nameAt(server.app)
    server.clock.advance(1)
    expect(await outcomesOf(() => nameAt(server.app))).toEqual({ computed: 1 })
  })

  it('[READ-05] failures, which are in the reader’s language', async () => {
    const form = `token=0x${'1'.repeat(40)}&tokenId=1&owner=0x${'2'.repeat(40)}`
    const texts: unknown[] = []
    const found = await outcomesOf(async () => {
      for (const language of ['en', 'zh', 'en'])
        texts.push((await ask(server.app, '/auction/get', { 'accept-language': language }, form)).json<{ errmsg: string }>().errmsg)
    })
    expect(found).toEqual({ computed: 3 })
    expect(texts[0]).toBe(texts[2])
    expect(texts[1]).not.toBe(texts[0])
  })

  it('[READ-05] anything for a request with a session, which neither gets nor fills an answer', async () => {
    const { token } = await server.signIn(PEOPLE.alice)
    expect(await outcomesOf(() => ask(server.app, '/home/list', { 'Finger-Nft-Token': token }, 'page=1&limit=7'))).toEqual({})
    expect(await outcomesOf(() => ask(server.app, '/home/list', {}, 'page=1&limit=7'))).toEqual({ computed: 1 })
    expect(await outcomesOf(() => ask(server.app, '/home/list', { 'Finger-Nft-Token': token }, 'page=1&limit=7'))).toEqual({})
  })

  it('[READ-05] an answer that many ask for at once is read from the database once', async () => {
    await ask(other.app, '/home/list', {}, 'page=1&limit=9')
    server.clock.advance(1)
    statements = []
    await ask(other.app, '/home/list', {}, 'page=1&limit=9')
    const alone = statements.length
    expect(alone).toBeGreaterThan(0)
    server.clock.advance(1)
    statements = []
    const all = await Promise.all(Array.from({ length: 50 }, () => ask(other.app, '/home/list', {}, 'page=1&limit=9')))
    expect(new Set(all.map(({ body }) => body)).size).toBe(1)
    expect(statements.length).toBeLessThanOrEqual(alone)
  })
})

it('[READ-05] keeps a bounded number of bytes, of which those used last stay', async () => {
  const read: string[] = []
  const cache = createAnswerCache({ ...server.context, maxBytes: 100_000, onRead: (outcome) => read.push(outcome) })
  const text = 'x'.repeat(5_000)
  await cache.read('hot', {}, async () => text)
  for (let n = 0; n < 60; n++) {
    await cache.read('flood', { n: BigInt(n) }, async () => text)
    await cache.read('hot', {}, async () => text)
    expect(cache.bytes).toBeLessThanOrEqual(100_000)
  }
  expect(cache.bytes).toBeGreaterThan(80_000)
  expect(read.filter((outcome) => outcome === 'kept').length).toBeGreaterThan(55)
  await cache.read('flood', { n: 0n }, async () => text)
  expect(read.at(-1)).toBe('computed')
  // Long forms and long answers are given, and not kept.
  const bytesBefore = cache.bytes
  expect((await cache.read('long', { text: 'y'.repeat(3_000) }, async () => text)).length).toBe(5_000)
  expect((await cache.read('large', {}, async () => 'z'.repeat(99_500))).length).toBe(99_500)
  expect(cache.bytes).toBeLessThanOrEqual(bytesBefore)
})
