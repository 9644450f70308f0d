import { brotliDecompressSync, gunzipSync, zstdDecompressSync } from 'node:zlib'
import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { openTestServer, PEOPLE, TEST_KEYS, type TestServer } from '../../test/market/harness.ts'
import { type Context, createContext } from '../context.ts'
import { type Db, transact } from '../db/database.ts'
import { type OpenDatabase, openPool } from '../db/driver.ts'
import { ASIDE } from '../db/market-writes.ts'
import { watchWrites } from '../db/watched-writes.ts'
import { createAnswers } from './answers.ts'
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
  const dialect = watchWrites(elsewhere.dialect, { isWatched: () => false, onStatement, onCommit: () => undefined })
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
/** An answer is kept from the second asking on. */
const askTwice = async (path: string, form = '') => {
  await ask(server.app, path, {}, form)
  await ask(server.app, path, {}, form)
}

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

  it.each(['/category/list', '/v1/categories'])(
    '[READ-02][READ-05] has the bytes and headers of one that is not kept: %s',
    async (path) => {
      const many = Array.from({ length: 40 }, (_, id) => `('filler ${path} ${id}', ${1_000 + id}, 'T', 'T')`).join()
      await sql.raw(`insert into category (name, position, title_en, title_zh) values ${many}`).execute(server.context.db)
      for (const encoding of ['zstd', 'br', 'gzip', undefined] as const) {
        const headers: Record<string, string> = encoding === undefined ? {} : { 'accept-encoding': encoding }
        const send = (app: FastifyInstance) => (path.startsWith('/v1') ? app.inject({ url: path, headers }) : ask(app, path, headers))
        await send(server.app)
        await send(server.app)
        const [first, again, without] = [await send(server.app), await send(server.app), await send(plain)]
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
        const { data, list } = JSON.parse(text) as { data?: unknown[]; list?: unknown[] }
        expect((data ?? list ?? []).length).toBeGreaterThan(40)
      }
    },
  )

  it('[READ-02] is not sent to whom has it', async () => {
    stopTime()
    const send = (headers = {}) => server.app.inject({ url: '/v1/categories', headers })
    const [etag] = [(await send()).headers.etag, await send()]
    const found = await outcomesOf(async () => {
      const { statusCode, body } = await send({ 'if-none-match': String(etag) })
      expect([statusCode, body]).toEqual([304, ''])
    })
    expect(found).toEqual({ kept: 1 })
  })

  /** Each try asks for a list of its own. */
  let tries = 0
  it('[F-104] is kept from the second asking within a minute on', async () => {
    stopTime()
    const form = `page=3&limit=${10 + tries++}`
    const outcomes = []
    for (let times = 0; times < 4; times++) outcomes.push(await outcomesOf(() => ask(server.app, '/home/list', {}, form)))
    expect(outcomes).toEqual([{ computed: 1 }, { computed: 1 }, { kept: 1 }, { kept: 1 }])
    vi.spyOn(performance, 'now').mockReturnValue(performance.now() + 61_000)
    const again = []
    for (let times = 0; times < 3; times++) again.push(await outcomesOf(() => ask(server.app, '/home/list', {}, form)))
    expect(again).toEqual([{ computed: 1 }, { computed: 1 }, { kept: 1 }])
  })

  it('[READ-05] is found however its form was spelled', async () => {
    stopTime()
    await askTwice('/home/list', 'page=1&limit=20')
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
      await askTwice('/paytoken/list')
      await rename(server.context.db, name)
      expect(await nameAt(server.app)).toBe(name)
    }
  })

  it('[READ-05] of another process are in answers within half a second, also where rows are kept as well', async () => {
    await askTwice('/paytoken/list')
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
    const cache = createAnswers({ ...server.context, maxBytes: 1e6 })
    const nameBy = async (read: () => Promise<string>) => String((await cache.read('a', read)).body)
    const name = async () => (await db.selectFrom('pay_token').select('name').executeTakeFirstOrThrow()).name
    const reading = Promise.withResolvers<void>()
    const going = Promise.withResolvers<void>()
    const read = async () => {
      const rows = await db.selectFrom('pay_token').select('name').execute()
      reading.resolve()
      await going.promise
      return rows[0]?.name ?? ''
    }
    await nameBy(name)
    await rename(db, 'ETH')
    const before = nameBy(read)
    await reading.promise
    await rename(db, 'Meanwhile')
    // Who asks after the commit does not wait for the answer from before it.
    expect(await nameBy(name)).toBe('Meanwhile')
    going.resolve()
    expect(await before).toBe('ETH')
    expect(await nameBy(name)).toBe('Meanwhile')
  })

  it('[READ-05] of leases, heartbeats, sessions and logs leave an answer as it is', async () => {
    stopTime()
    for (const table of ASIDE) {
      await askTwice('/paytoken/list')
      await sql`delete from ${sql.table(table)} where false`.execute(server.context.db)
      expect(await outcomesOf(() => nameAt(server.app)), table).toEqual({ kept: 1 })
    }
    await sql`delete from item where false`.execute(server.context.db)
    expect(await outcomesOf(() => nameAt(server.app))).toEqual({ computed: 1 })
  })

  it('[READ-05] of a transaction that fails change nothing, and those of one that passes do', async () => {
    stopTime()
    await askTwice('/paytoken/list')
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

  it('[READ-05] to those tables reach no other by a trigger or a key', async () => {
    const { rows } = await sql<{ of: string }>`
      select tgrelid::regclass::text as of from pg_trigger where not tgisinternal
      union select confrelid::regclass::text from pg_constraint
        where contype = 'f' and confdeltype in ('c', 'n', 'd')`.execute(server.context.db)
    expect(rows.filter(({ of }) => ASIDE.has(of))).toEqual([])
  })
})

describe('what is not kept', () => {
  it('[READ-05] an answer does not outlive the second in which it was written', async () => {
    await askTwice('/paytoken/list')
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
  const cache = createAnswers({ ...server.context, maxBytes: 100_000, onRead: (outcome) => read.push(outcome) })
  const text = 'x'.repeat(5_000)
  const ask = (name: string, body = text) => cache.read(name, async () => body)
  const askAgain = async (name: string, body = text) => {
    await ask(name, body)
    return ask(name, body)
  }
  await askAgain('hot')
  for (let n = 0; n < 60; n++) {
    await askAgain(`flood ${n}`)
    await ask('hot')
    expect(cache.bytes).toBeLessThanOrEqual(100_000)
  }
  expect(cache.bytes).toBeGreaterThan(80_000)
  expect(read.filter((outcome) => outcome === 'kept').length).toBeGreaterThan(55)
  await ask('flood 0')
  expect(read.at(-1)).toBe('computed')
  // Long names and long answers are given, and not kept.
  const bytesBefore = cache.bytes
  expect((await askAgain(`long ${'y'.repeat(3_000)}`)).body.length).toBe(5_000)
  expect((await askAgain('large', 'z'.repeat(99_500))).body.length).toBe(99_500)
  expect(cache.bytes).toBeLessThanOrEqual(bytesBefore)
})
