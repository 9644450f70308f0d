import { sql } from 'kysely'
import { texts } from '../../apps/server/src/db/columns.ts'
import type { Db, Tx } from '../../apps/server/src/db/database.ts'

type Key = { readonly table: string; readonly name: string; readonly definition: string; readonly kind: 'p' | 'u' | 'f' }

/**
 * Fills tables that are empty until then: without their triggers, and with keys and indexes made after the rows, all in one
 * transaction, so that PostgreSQL writes no log of them. What triggers would write, `work` writes.
 */
export async function inBulk(db: Db, tables: readonly string[], work: (tx: Tx) => Promise<void>): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const run = (text: string) => sql.raw(text).execute(tx)
    for (const setting of ["maintenance_work_mem = '1GB'", "work_mem = '512MB'", 'session_replication_role = replica'])
      await run(`set local ${setting}`)
    const these = sql`any(${texts([...tables])}::regclass[])`
    const { rows: keys } =
      await sql<Key>`select conrelid::regclass::text as table, conname as name, pg_get_constraintdef(oid) as definition,
        contype as kind from pg_constraint
      where contype in ('p', 'u', 'f') and (conrelid = ${these} or confrelid = ${these})`.execute(tx)
    const [own, others] = [keys.filter(({ kind }) => kind !== 'f'), keys.filter(({ kind }) => kind === 'f')]
    for (const { table, name } of [...others, ...own]) await run(`alter table ${table} drop constraint ${name}`)
    const { rows: indexes } = await sql<{
      name: string
      definition: string
    }>`select indexname as name, indexdef as definition from pg_indexes
      where schemaname = current_schema() and tablename = any(${texts([...tables])})`.execute(tx)
    for (const { name } of indexes) await run(`drop index ${name}`)
    await run(`truncate ${tables.join(', ')}`)
    await work(tx)
    for (const { table, name, definition } of own) await run(`alter table ${table} add constraint ${name} ${definition}`)
    for (const { definition } of indexes) await run(definition)
    for (const { table, name, definition } of others) await run(`alter table ${table} add constraint ${name} ${definition}`)
  })
}
