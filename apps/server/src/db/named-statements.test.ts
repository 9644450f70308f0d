import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openTestDatabase, type TestDatabase } from '../../test/database/database.ts'
import { connect, type Db, transact } from './database.ts'
import { type OpenDatabase, openPool } from './driver.ts'
import { createStatementNames } from './named-statements.ts'

let database: TestDatabase
let opened: OpenDatabase
let db: Db
beforeEach(async () => {
  database = await openTestDatabase()
  opened = onOneConnection()
  db = connect(opened.dialect)
})
afterEach(async () => {
  await opened.close()
  await database.close()
})

function onOneConnection(options: { isPreparing?: boolean } = {}): OpenDatabase {
  return openPool({ connectionString: database.url, max: 1 }, 'external', () => undefined, options)
}

async function prepared(): Promise<{ statement: string; plans: number }[]> {
  const { rows } = await sql<{ statement: string; plans: number }>`
    select statement, generic_plans + custom_plans as plans from pg_prepared_statements order by prepare_time`.execute(db)
  return rows
}

const add = (one: number) => sql<{ sum: number }>`select 1 + ${one}::int as sum`.execute(db)

describe('named statements', () => {
  it('are prepared once a text has been used three times, and answer as unnamed ones', async () => {
    for (const one of [1, 2, 3, 4, 5]) expect((await add(one)).rows).toEqual([{ sum: 1 + one }])
    expect(await prepared()).toEqual([{ statement: 'select 1 + $1::int as sum', plans: 3 }])
  })

  it('are off with DATABASE_PREPARE=off', async () => {
    await opened.close()
    opened = onOneConnection({ isPreparing: false })
    db = connect(opened.dialect)
    for (const one of [1, 2, 3, 4, 5]) await add(one)
    expect(await prepared()).toEqual([])
  })

  it('are none for lists whose length varies, nor for rows of values', async () => {
    for (const _ of [1, 2, 3, 4]) {
      await sql`select 1 where 1 in (${sql.join([1, 2, 3, 4, 5])})`.execute(db)
      await sql`select * from (values (${1}::int), (${2}::int)) v`.execute(db)
      await sql`select 1 where 1 in (${sql.join([1, 2])})`.execute(db)
    }
    expect(await prepared()).toMatchObject([{ statement: 'select 1 where 1 in ($1, $2)' }])
  })

  it('are as many as a connection may hold, and no more', () => {
    const names = createStatementNames({ most: 10 })
    const given = Array.from({ length: 50 }, (_, n) => [1, 2, 3].map(() => names.of(`select ${n} + $1`)).at(-1))
    expect(given.filter((name) => name !== undefined)).toHaveLength(10)
    expect(new Set(given).size).toBe(11)
    expect(names.of('select 3 + $1')).toBe(given[3])
  })

  it('outlive a migration by another process, in a transaction and without', async () => {
    await sql`create table grown (id int, name text)`.execute(db)
    await sql`insert into grown values (1, 'one')`.execute(db)
    const read = async (on: Db) => (await sql`select * from grown where id = ${1}`.execute(on)).rows
    const other = connect(database.dialect)
    for (const _ of [1, 2, 3, 4]) expect(await read(db)).toEqual([{ id: 1, name: 'one' }])
    await sql`alter table grown add column more int`.execute(other)
    expect(await read(db)).toEqual([{ id: 1, name: 'one', more: null }])
    for (const _ of [1, 2, 3, 4]) await read(db)
    await sql`alter table grown add column again int`.execute(other)
    expect(await transact(db, read)).toEqual([{ id: 1, name: 'one', more: null, again: null }])
  })

  it('leave the error of a statement as it is', async () => {
    const divide = (by: number) => sql`select 1 / ${by}::int`.execute(db)
    for (const _ of [1, 2, 3, 4]) await divide(1)
    await expect(divide(0)).rejects.toMatchObject({ code: '22012' })
    expect((await divide(1)).rows).toHaveLength(1)
  })
})
