/** @module-tag more */
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openTestDatabase, type TestDatabase } from '../../test/database/database.ts'
import { findPgBouncer, startPgBouncer } from '../../test/database/pgbouncer.ts'
import { connect } from './database.ts'
import { openDatabase } from './driver.ts'

const bouncer = findPgBouncer()
const [major = 0, minor = 0] = bouncer?.version ?? []
const why = bouncer ? `PgBouncer ${major}.${minor}` : 'skipped: no PgBouncer here, and apt-get fetches none'
const prepares = major > 1 || minor >= 24

let database: TestDatabase
let pooler: Awaited<ReturnType<typeof startPgBouncer>>
beforeAll(async () => {
  if (!bouncer) return
  database = await openTestDatabase()
  pooler = await startPgBouncer(bouncer, database.url)
})
afterAll(async () => {
  await pooler?.stop()
  await database?.close()
})

const open = (isPreparing?: boolean) => openDatabase({ databaseUrl: pooler.url, dataDir: '', log: () => undefined, isPreparing })

/** Statements of many connections at once, each more often than a statement needs to be prepared. */
async function ask(isPreparing?: boolean): Promise<number[]> {
  const opened = await open(isPreparing)
  try {
    const db = connect(opened.dialect)
    const one = async (number: number) => (await sql<{ got: number }>`select ${number}::int as got`.execute(db)).rows[0]?.got ?? -1
    const got: number[] = []
    for (let round = 0; round < 8; round++) got.push(...(await Promise.all(Array.from({ length: 12 }, (_, at) => one(round * 12 + at)))))
    return got
  } finally {
    await opened.close()
  }
}
const ALL = Array.from({ length: 96 }, (_, at) => at)

describe(`a pooler of transactions (${why})`, () => {
  it.skipIf(!bouncer || prepares)(
    '[SCALE-03][F-154] that forgets prepared statements is refused at the start, with both remedies',
    async () => {
      await expect(open()).rejects.toThrow(/PgBouncer 1\.24.*DATABASE_PREPARE=off/)
    },
  )

  it.skipIf(!bouncer)('[SCALE-03] serves without prepared statements', async () => {
    expect(await ask(false)).toEqual(ALL)
  })

  it.skipIf(!prepares)('[SCALE-03] that prepares them itself serves as it is (needs 1.24)', async () => {
    expect(await ask()).toEqual(ALL)
  })
})
