import { sql } from 'kysely'
import { afterEach, describe, expect, it } from 'vitest'
import { connect, type Db, isDuplicate, transact } from '../src/db/database.ts'
import { migrate } from '../src/db/migrate.ts'
import { silentLogger } from '../src/log.ts'
import { openTestDatabase, type TestDatabase } from './database.ts'

let database: TestDatabase | undefined
afterEach(() => database?.close())
async function empty(): Promise<Db> {
  database = await openTestDatabase()
  return connect(database.dialect)
}
const applied = async (db: Db) =>
  (await sql<{ name: string }>`select name from schema_migration order by name`.execute(db)).rows.map((row) => row.name)

describe('migrate', () => {
  it('brings an empty database up to date, and a second time does nothing', async () => {
    const db = await empty()
    await migrate(db, silentLogger)
    const names = await applied(db)
    expect(names[0]).toBe('20261120110000-accounts')
    expect(names).toEqual([...names].sort())
    await migrate(db, silentLogger)
    expect(await applied(db)).toEqual(names)
    expect(await db.selectFrom('account').selectAll().execute()).toEqual([])
  })

  it('may be run by several processes at once', async () => {
    const db = await empty()
    await Promise.all([1, 2, 3].map(() => migrate(db, silentLogger)))
    expect(new Set(await applied(db)).size).toBe((await applied(db)).length)
  })

  it('refuses data of a newer version and leaves it alone', async () => {
    const db = await empty()
    await migrate(db, silentLogger)
    await sql`insert into schema_migration (name) values ('29990101000000-later')`.execute(db)
    await expect(migrate(db, silentLogger)).rejects.toThrow('written by a newer version of Plinth (29990101000000-later)')
  })
})

describe('transact', () => {
  it.each(['40001', '40P01'])('runs the work again on %s', async (code) => {
    const db = await empty()
    let runs = 0
    const answer = await transact(db, async () => {
      runs++
      if (runs < 3) throw Object.assign(new Error('again'), { code })
      return runs
    })
    expect(answer).toBe(3)
  })

  it('gives up on anything else at once, and on those in the end', async () => {
    const db = await empty()
    let runs = 0
    const failing = (code: string) => transact(db, () => Promise.reject(Object.assign(new Error(`run ${++runs}`), { code })))
    await expect(failing('23505')).rejects.toThrow('run 1')
    await expect(failing('23505').catch((error: unknown) => isDuplicate(error))).resolves.toBe(true)
    runs = 0
    await expect(failing('40001')).rejects.toThrow('run 5')
  })

  it('joins a transaction that runs already', async () => {
    const db = await empty()
    await migrate(db, silentLogger)
    const failed = transact(db, async (outer) => {
      await transact(outer, (inner) =>
        inner
          .insertInto('server_secret')
          .values({ name: 'x', value: Buffer.from('y') })
          .execute(),
      )
      throw new Error('undo')
    })
    await expect(failed).rejects.toThrow('undo')
    expect(await db.selectFrom('server_secret').selectAll().execute()).toEqual([])
  })
})
