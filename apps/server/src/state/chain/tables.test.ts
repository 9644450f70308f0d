import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openTestDatabase, type TestDatabase } from '../../../test/database/database.ts'
import { connect, type Db } from '../../db/database.ts'
import { migrate } from '../../db/migrate.ts'
import { silentLogger } from '../../process/log.ts'
import { CHAIN_TABLES } from './tables.ts'

let database: TestDatabase
let db: Db

beforeAll(async () => {
  database = await openTestDatabase({ name: 'plinth', prepare: (dialect) => migrate(connect(dialect), silentLogger) })
  db = connect(database.dialect)
})
afterAll(async () => {
  await db?.destroy()
  await database?.close()
})

const tablesWith = async (...columns: string[]): Promise<string[]> => {
  const { rows } = await sql<{ name: string }>`select table_name as name from information_schema.columns
    where table_schema = current_schema() and column_name in (${sql.join(columns)}) group by table_name
    having count(*) = ${columns.length} order by table_name`.execute(db)
  return rows.map(({ name }) => name)
}

describe('the declared fates of tables', () => {
  it('name every table of the database with rows of a chain, and no other', async () => {
    expect(await tablesWith('chain_id')).toEqual(Object.keys(CHAIN_TABLES).sort())
  })

  it('delete what carries a log when its block is reverted, and when the chain is forgotten', async () => {
    const fates: Readonly<Record<string, { revert: string; forget: string; reread?: string }>> = CHAIN_TABLES
    const logged = await tablesWith('chain_id', 'block_hash')
    expect(logged.length).toBeGreaterThan(5)
    for (const table of logged) expect([table, fates[table]?.revert]).toEqual([table, expect.stringMatching(/^deleteBy/)])
    // No log has the worth of a sale or the fees of its time: they could not be read again.
    for (const table of logged.filter((name) => name !== 'sale_worth' && name !== 'transaction_cost'))
      expect([table, fates[table]?.forget]).toEqual([table, expect.stringMatching(/^delete/)])
    expect(fates.sale_worth).toEqual({ revert: 'deleteByHash', forget: 'keep', reread: 'keep' })
    expect(fates.transaction_cost).toEqual({ revert: 'deleteByHash', forget: 'keep' })
  })
})
