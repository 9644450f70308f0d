import { createReadStream, existsSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs'
import { copyFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'
import pg from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import type { ContentStore } from '../content/content-store.ts'
import { mediaPath } from '../content/disk-store.ts'
import { connect } from '../db/database.ts'
import { openPool } from '../db/driver.ts'
import { MIGRATIONS, migrate } from '../db/migrate.ts'
import { silentLogger } from '../process/log.ts'
import { SESSION } from './backup.ts'
import { BackupRefused, filesOf, type Manifest, readManifest, type StoredFile, verifyFiles } from './manifest.ts'
import { columnList, isEmptyDatabase, listTables } from './tables.ts'

export type RestoreOptions = {
  readonly connection: pg.ClientConfig
  readonly mediaDir: string
  readonly store: ContentStore
  /** Target folder of chains, keys and the like. */
  readonly dataDir: string
  readonly from: string
  readonly withKeys: boolean
}

/** Checks the requirements of a restore before anything is changed. @throws BackupRefused */
export async function checkBackup(from: string): Promise<Manifest> {
  const manifest = readManifest(from)
  if (manifest.migrations.some((name) => !MIGRATIONS.includes(name)))
    throw new BackupRefused('This backup was made by a newer version of Plinth: restore it with that version.')
  await verifyFiles(from, filesOf(manifest))
  return manifest
}

/**
 * Restores a backup into an empty database and an empty media folder: all of it or nothing. The database gets the backup's
 * schema; the next start migrates it to this version's.
 */
export async function restoreBackup(options: RestoreOptions): Promise<Manifest> {
  const { connection, from, mediaDir, store } = options
  const manifest = await checkBackup(from)
  if (store.localPath) refuseUsedMedia(mediaDir)
  refuseUsedData(options, manifest)
  const client = new pg.Client(connection)
  await client.connect()
  try {
    if (!(await isEmptyDatabase(client))) throw new BackupRefused('The database is not empty: a backup is restored into a new one only.')
    await fill(client, options, manifest).catch(async (error: unknown) => {
      await client.query('rollback').catch(() => undefined)
      await dropTables(client)
      throw error
    })
  } finally {
    await client.end()
  }
  for (const file of wantedData(options, manifest)) await copyPrivate(from, file, join(options.dataDir, file.path.slice('data/'.length)))
  return manifest
}

async function fill(client: pg.Client, { connection, from, mediaDir, store }: RestoreOptions, manifest: Manifest): Promise<void> {
  const opened = openPool({ ...connection, max: 2 }, 'external', () => undefined)
  try {
    await migrate(connect(opened.dialect), silentLogger, manifest.migrations)
  } finally {
    await opened.close()
  }
  await client.query(SESSION)
  await client.query('begin')
  await loadTables(client, from, manifest)
  const fresh = `${mediaDir}.restoring`
  rmSync(fresh, { recursive: true, force: true })
  for (const file of manifest.media) {
    const [cid, at] = [basename(file.path), mediaPath(fresh, basename(file.path))]
    await copyPrivate(from, file, at)
    // In other stores surplus contents do no harm, should the rest fail.
    if (!store.localPath) await store.put(cid, at)
  }
  await client.query('commit')
  if (!store.localPath) return rmSync(fresh, { recursive: true, force: true })
  if (manifest.media.length === 0) return
  mkdirSync(mediaDir, { recursive: true })
  renameSync(join(fresh, 'content'), join(mediaDir, 'content'))
  rmSync(fresh, { recursive: true, force: true })
}

async function loadTables(client: pg.Client, from: string, manifest: Manifest): Promise<void> {
  const tables = await listTables(client)
  // Migrations insert rows of their own, which the backup contains too. Derived tables that refer to these are empty.
  await client.query(`truncate ${tables.map(({ name }) => client.escapeIdentifier(name)).join(', ')} cascade`)
  // They note changes of what is derived, and nothing is derived yet.
  for (const { name } of tables) await client.query(`alter table ${client.escapeIdentifier(name)} disable trigger user`)
  for (const table of manifest.tables) {
    if (!tables.some(({ name }) => name === table.name))
      throw new BackupRefused(`The backup is damaged: it has a table ${table.name} that its version has not.`)
    const sink = client.query(copyFrom(`copy ${client.escapeIdentifier(table.name)} (${columnList(client, table)}) from stdin`))
    await pipeline(createReadStream(join(from, table.file.path)), createGunzip(), sink)
    if (sink.rowCount !== table.rows)
      throw new BackupRefused(`The backup is damaged: ${table.name} has ${sink.rowCount} rows instead of ${table.rows}.`)
  }
  for (const { name } of tables) await client.query(`alter table ${client.escapeIdentifier(name)} enable trigger user`)
  for (const { name, last } of manifest.sequences)
    await client.query('select setval($1::regclass, $2::bigint)', [client.escapeIdentifier(name), last])
}

/** The database was empty before: all its tables are ours. */
async function dropTables(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ name: string }>(
    "select table_name as name from information_schema.tables where table_schema = current_schema() and table_type = 'BASE TABLE'",
  )
  for (const { name } of rows) await client.query(`drop table if exists ${client.escapeIdentifier(name)} cascade`)
}

function refuseUsedMedia(mediaDir: string): void {
  const content = join(mediaDir, 'content')
  if (existsSync(content) && readdirSync(content).length > 0)
    throw new BackupRefused(`${mediaDir} holds files already: a backup is restored into an empty data folder only.`)
  rmSync(content, { recursive: true, force: true })
}

function refuseUsedData(options: RestoreOptions, manifest: Manifest): void {
  const used = wantedData(options, manifest)
    .map((file) => join(options.dataDir, file.path.slice('data/'.length)))
    .find((path) => existsSync(path))
  if (used) throw new BackupRefused(`${used} is there already: a backup is restored into an empty data folder only.`)
}

function wantedData({ withKeys }: RestoreOptions, { data }: Manifest): StoredFile[] {
  return data.filter(({ isKey }) => withKeys || !isKey)
}

async function copyPrivate(from: string, file: StoredFile, to: string): Promise<void> {
  mkdirSync(dirname(to), { recursive: true, mode: file.path.startsWith('media/') ? 0o755 : 0o700 })
  await copyFile(join(from, file.path), to)
}
