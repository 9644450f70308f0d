import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { openTestServer, type TestServer } from '../../test/market/harness.ts'
import { withinTime } from './call-time.ts'

let server: TestServer
beforeAll(async () => {
  server = await openTestServer()
})
afterEach(() => vi.useRealTimers())
afterAll(() => server.close())

const db = () => server.context.db
const limit = async () => (await sql<{ statement_timeout: string }>`show statement_timeout`.execute(db())).rows[0]?.statement_timeout
const running = async (text: string) => {
  const { rows } = await sql<{ count: number }>`select count(*) as count from pg_stat_activity
    where datname = current_database() and state = 'active' and pid <> pg_backend_pid() and query like ${`%${text}%`}`.execute(db())
  return rows[0]?.count
}

describe('the time of a call', () => {
  it('[F-95] limits the statements of its connections to a little more, and no others', async () => {
    expect(await withinTime(30_000, limit)).toBe('31s')
    expect(await limit()).toBe('0')
    expect(await withinTime(120_000, limit)).toBe('121s')
  })

  it('[F-95] cancels the statement that runs when it is over, and sends no more', async () => {
    const late: unknown[] = []
    const call = withinTime(200, async () => {
      await sql`select pg_sleep(20)`.execute(db()).catch((error: unknown) => late.push(error))
      await sql`select 1`.execute(db())
    })
    await expect(call).rejects.toThrow('The time of this call is over')
    expect(late).toMatchObject([{ code: '57014', message: 'canceling statement due to user request' }])
    expect(await running('pg_sleep')).toBe(0)
  })

  it('[F-95] rolls back the transaction of a call, and leaves the connection as it was', async () => {
    const work = withinTime(200, () =>
      db()
        .transaction()
        .execute(async (tx) => {
          await sql`create table half_done (id int)`.execute(tx)
          await sql`select pg_sleep(20)`.execute(tx)
        }),
    )
    await expect(work).rejects.toMatchObject({ code: '57014' })
    const { rows } = await sql`select from pg_tables where tablename = 'half_done'`.execute(db())
    expect(rows).toEqual([])
  })

  it('[F-95] ends for a visitor whose call waits for a lock, and for the statement of that call', async () => {
    await db()
      .transaction()
      .execute(async (tx) => {
        await sql`lock table account in access exclusive mode`.execute(tx)
        vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
        const asked = server.post('/user/info', { address: `0x${'12'.repeat(20)}` })
        const real = () => new Promise((done) => setImmediate(done))
        while ((await running('from "account"')) !== 1) await real()
        await vi.advanceTimersByTimeAsync(30_000)
        // The body of an injected request is never complete: it seems to have come too slowly.
        expect((await asked).errno).toBe(408)
        while ((await running('from "account"')) !== 0) await real()
      })
  })
})
