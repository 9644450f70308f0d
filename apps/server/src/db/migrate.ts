import { readdirSync } from 'node:fs'
import { type RawBuilder, sql } from 'kysely'
import type { Logger } from '../process/log.ts'
import { type Db, isDuplicate, type Tx } from './database.ts'
import { DatabaseRefused } from './refused.ts'

/** One file of `migrations/`, `<utc-stamp>-<name>.ts`, exporting `up`. Never edited once released. */
export type Migration = { readonly up: (tx: Tx) => Promise<void> }

const FOLDER = new URL('./migrations/', import.meta.url)

/**
 * This version's migrations, in order. Read when the process starts: an update of the folder below a running process takes effect
 * at the next start.
 */
export const MIGRATIONS: readonly string[] = readdirSync(FOLDER)
  .filter((file) => /^\d{14}-[a-z0-9-]+\.ts$/.test(file))
  .map((file) => file.slice(0, -3))
  .sort()

/** This version's migrations that the database lacks. */
export async function findPending(db: Db): Promise<string[]> {
  const applied = await appliedNames(db)
  return MIGRATIONS.filter((name) => !applied.includes(name))
}

/** Migrations of the database that this version does not know: a newer one has migrated it. */
export async function findUnknown(db: Db): Promise<string[]> {
  return unknownOf(await appliedNames(db))
}

/**
 * For commands that read or write a database which they do not migrate. One without a market's tables passes. @throws
 * DatabaseRefused
 */
export async function refuseNewerDatabase(db: Db): Promise<void> {
  refuseNewer(await appliedNames(db).catch(() => []))
}

export function unknownOf(applied: readonly string[]): string[] {
  return applied.filter((name) => !MIGRATIONS.includes(name))
}

/**
 * Applies missing migrations, in order of their names, each in a transaction of its own; only those of `wanted` when it is given.
 * Refuses data of a newer version.
 */
export async function migrate(db: Db, log: Logger, wanted?: readonly string[]): Promise<void> {
  await makeOwnTables(db)
  const before = await appliedNames(db)
  refuseNewer(before)
  const missing = MIGRATIONS.filter((known) => !before.includes(known))
  for (const name of missing.filter((known) => wanted?.includes(known) ?? true)) {
    const { up } = (await import(new URL(`${name}.ts`, FOLDER).href)) as Migration
    await db.transaction().execute(async (tx) => {
      await sql`select id from schema_lock where id = 1 for update`.execute(tx)
      const applied = await appliedNames(tx)
      refuseNewer(applied)
      // Another process has applied it meanwhile.
      if (applied.includes(name)) return
      await up(tx)
      await sql`insert into schema_migration (name) values (${name})`.execute(tx)
      log.info('migrated', { name })
    })
  }
}

/** `if not exists` does not keep two processes from creating the same table at once; the loser finds it created. */
async function makeOwnTables(db: Db): Promise<void> {
  const create = async (statement: RawBuilder<unknown>): Promise<void> => {
    await statement.execute(db).catch((error: unknown) => {
      if (!isDuplicate(error)) throw error
    })
  }
  await create(sql`create table if not exists schema_migration (name text primary key, applied_at timestamptz not null default now())`)
  await create(sql`create table if not exists schema_lock (id int primary key)`)
  await sql`insert into schema_lock (id) values (1) on conflict do nothing`.execute(db)
}

async function appliedNames(db: Db): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`select name from schema_migration order by name`.execute(db)
  return rows.map((row) => row.name)
}

function refuseNewer(applied: readonly string[]): void {
  const unknown = unknownOf(applied)
  if (unknown.length > 0)
    throw new DatabaseRefused(
      `This data was written by a newer version of Plinth (${unknown.join(', ')}). Start that version, or use another data folder.`,
    )
}
