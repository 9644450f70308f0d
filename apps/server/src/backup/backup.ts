import { createHash } from 'node:crypto'
import { createWriteStream, mkdirSync, readdirSync, statSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { type Readable, Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import pg from 'pg'
import { to as copyTo } from 'pg-copy-streams'
import { ContentMissing, type ContentStore } from '../content/content-store.ts'
import { unknownOf } from '../db/migrate.ts'
import { BACKUP_FORMAT, BackupRefused, MANIFEST, type Manifest, type StoredFile } from './manifest.ts'
import { columnList, listSequences, listTables, type Table } from './tables.ts'

/** A file of the data folder that the backup includes: its path there, and its bytes. */
export type DataFile = { readonly path: string; readonly isKey: boolean; open(): Readable | Promise<Readable> }

export type BackupOptions = {
  readonly connection: pg.ClientConfig
  readonly store: ContentStore
  /** A new or empty folder. */
  readonly to: string
  /** Read after the snapshot, so that chains are not older than it. */
  readonly data: readonly DataFile[]
}

/** Session settings that fix the format of values, whatever the server's own are. */
export const SESSION =
  "set timezone to 'UTC'; set datestyle to 'ISO'; set bytea_output to 'hex'; set extra_float_digits to 3; set client_encoding to 'UTF8'"

/**
 * Copies the market at one moment while it runs: every table in one snapshot, the media it names, and `data`. The manifest is
 * written last; without it the folder is no backup.
 */
export async function makeBackup({ connection, store, to, data }: BackupOptions): Promise<Manifest> {
  prepareFolder(to)
  const client = new pg.Client(connection)
  await client.connect()
  try {
    await client.query(SESSION)
    await client.query('begin transaction isolation level repeatable read, read only')
    const madeAt = Math.floor(Date.now() / 1_000)
    const migrations = await readMigrations(client)
    const tables = []
    for (const table of await listTables(client)) tables.push(await saveTable(client, to, table))
    const sequences = await listSequences(client)
    const { rows } = await client.query<{ cid: string }>('select cid from media order by cid')
    await client.query('commit')
    const media = []
    for (const { cid } of rows) media.push(await save(to, `media/${cid}`, await openMedia(store, cid)))
    const files = []
    for (const { path, isKey, open: read } of data) files.push({ ...(await save(to, `data/${path}`, await read())), isKey })
    const manifest = { format: BACKUP_FORMAT, madeAt, migrations, tables, sequences, media, data: files }
    await writeDurably(join(to, MANIFEST), `${JSON.stringify(manifest, null, 1)}\n`)
    return manifest
  } finally {
    await client.end()
  }
}

function prepareFolder(to: string): void {
  mkdirSync(to, { recursive: true, mode: 0o700 })
  if (readdirSync(to).length > 0) throw new BackupRefused(`${to} is not empty: choose a new folder for the backup.`)
}

function openMedia(store: ContentStore, cid: string): Promise<Readable> {
  return store.read(cid).catch((error: unknown) => {
    if (!(error instanceof ContentMissing)) throw error
    const whose = store.localPath ? 'DATA_DIR must be the folder' : 'STORAGE must be that'
    throw new BackupRefused(`${error.message.replace(/\.$/, '')}: ${whose} of this very market.`)
  })
}

async function readMigrations(client: pg.Client): Promise<string[]> {
  const { rows } = await client
    .query<{ name: string }>('select name from schema_migration order by name')
    .catch(() => Promise.reject(new BackupRefused('There is no market in this database.')))
  const names = rows.map((row) => row.name)
  const unknown = unknownOf(names)
  if (unknown.length > 0)
    throw new BackupRefused(`This database is of a newer version of Plinth (${unknown.join(', ')}): make the backup with that version.`)
  return names
}

async function saveTable(client: pg.Client, to: string, table: Table): Promise<Manifest['tables'][number]> {
  const stream = client.query(copyTo(`copy ${client.escapeIdentifier(table.name)} (${columnList(client, table)}) to stdout`))
  const file = await save(to, `tables/${table.name}.copy.gz`, stream, [createGzip()])
  return { name: table.name, columns: [...table.columns], rows: stream.rowCount, file }
}

/** Writes a stream to a file and syncs it to the disk; returns its size and hash. */
async function save(to: string, path: string, from: Readable, through: Transform[] = []): Promise<StoredFile> {
  const at = join(to, path)
  mkdirSync(dirname(at), { recursive: true, mode: 0o700 })
  const hash = createHash('sha256')
  const meter = new Transform({
    transform(chunk, _, done) {
      hash.update(chunk)
      done(null, chunk)
    },
  })
  await pipeline([from, ...through, meter, createWriteStream(at, { mode: 0o600, flush: true })])
  return { path, bytes: statSync(at).size, sha256: hash.digest('hex') }
}

async function writeDurably(path: string, text: string): Promise<void> {
  const file = await open(path, 'w', 0o600)
  try {
    await file.writeFile(text)
    await file.sync()
  } finally {
    await file.close()
  }
}
