import { Kysely, sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openTestDatabase, type TestDatabase } from '../../test/database/database.ts'
import { lines, texts } from './columns.ts'

let database: TestDatabase
let db: Kysely<Record<string, never>>
beforeAll(async () => {
  database = await openTestDatabase()
  db = new Kysely({ dialect: database.dialect })
})
afterAll(() => database.close())

describe('columns of texts', () => {
  it.each([
    [['']],
    [['', '']],
    [['', 'one', '']],
    [['one line', 'two\nlines']],
    [['{"a":"\\"b\\\\"}', "it's", '{}', 'null', 'NULL', '中文', '\ttab\r']],
  ])('come as they were given: %j', async (values) => {
    for (const column of [lines, texts]) {
      const { rows } = await sql<{ value: string }>`select value from unnest(${column(values)}) with ordinality as t(value, place)
        order by place`.execute(db)
      expect(rows.map(({ value }) => value)).toEqual(values)
    }
  })
})
