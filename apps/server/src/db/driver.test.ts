/** @module-tag more */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type Dialect, Kysely, sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openTestDatabase } from '../../test/database/database.ts'
import { lockDirectory } from './directory-lock.ts'
import { openDatabase } from './driver.ts'
import { stopOrphan } from './embedded-postgres.ts'
import { openPglite } from './pglite.ts'
import { clusterOf, removePostgresHome } from './postgres-home.ts'
import { findCommand } from './processes.ts'

const HOLDER = fileURLToPath(new URL('../../test/database/hold-database.ts', import.meta.url))
const silent = () => undefined

let folder = ''
let dataDir = ''
let holders: ChildProcess[] = []

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'plinth-driver-'))
  chmodSync(folder, 0o711)
  dataDir = folder
  holders = []
})

afterEach(async () => {
  for (const holder of holders) holder.kill('SIGKILL')
  await stopOrphan(clusterOf(join(dataDir, 'postgres')), silent)
  removePostgresHome(join(dataDir, 'postgres'))
  rmSync(folder, { recursive: true, force: true })
})

/** Another process that has written `word` and still holds the database. */
async function holdDatabase(word: string): Promise<ChildProcess> {
  const holder = spawn(process.execPath, [HOLDER, dataDir, word], { stdio: ['ignore', 'pipe', 'inherit'] })
  holders.push(holder)
  const [line] = await Promise.race([once(holder.stdout ?? holder, 'data'), once(holder, 'exit')])
  expect(String(line)).toBe('ready embedded\n')
  return holder
}

async function kill(holder: ChildProcess): Promise<void> {
  holder.kill('SIGKILL')
  await once(holder, 'exit')
}

function postmasterPid(): number {
  return Number(readFileSync(join(clusterOf(join(dataDir, 'postgres')), 'postmaster.pid'), 'utf8').split('\n')[0])
}

async function readWords(): Promise<string[]> {
  const opened = await openDatabase({ dataDir, log: silent })
  const db = new Kysely<Record<string, never>>({ dialect: opened.dialect })
  try {
    const { rows } = await sql<{ word: string }>`select word from kept order by word`.execute(db)
    return rows.map((row) => row.word)
  } finally {
    await db.destroy()
    await opened.close()
  }
}

describe('openDatabase', () => {
  it('finds everything again after both the postmaster and its parent were killed', async () => {
    const holder = await holdDatabase('first')
    process.kill(postmasterPid(), 'SIGKILL')
    await kill(holder)
    expect(await readWords()).toEqual(['first'])
  })

  it('takes over from a postmaster that outlived its parent', async () => {
    await kill(await holdDatabase('second'))
    const orphan = postmasterPid()
    expect(findCommand(orphan)).toContain('cluster')
    expect(await readWords()).toEqual(['second'])
    expect(findCommand(orphan)).toBeUndefined()
  })

  it('ignores a pid file that names another process', async () => {
    await kill(await holdDatabase('third'))
    const orphan = postmasterPid()
    process.kill(orphan, 'SIGKILL')
    const pidFile = join(clusterOf(join(dataDir, 'postgres')), 'postmaster.pid')
    writeFileSync(pidFile, readFileSync(pidFile, 'utf8').replace(/^\d+/, String(process.pid)))
    expect(await readWords()).toEqual(['third'])
  })

  it('refuses a folder that another process holds', async () => {
    const holder = await holdDatabase('fourth')
    await expect(openDatabase({ dataDir, log: silent })).rejects.toThrow(`in use by another Plinth (process ${holder.pid})`)
  })

  it('stops its server and keeps the password to the owner', async () => {
    const opened = await openDatabase({ dataDir, log: silent })
    const pid = postmasterPid()
    const began = Date.now()
    await Promise.all([opened.close(), opened.close()])
    expect(Date.now() - began).toBeLessThan(5000)
    expect(findCommand(pid)).toBeUndefined()
    expect(statSync(join(clusterOf(join(dataDir, 'postgres')), '..', 'password')).mode & 0o777).toBe(0o600)
  })

  const ways = async (): Promise<{ isSocket: boolean; listens: string }> => {
    const opened = await openDatabase({ dataDir, log: silent })
    const db = new Kysely<Record<string, never>>({ dialect: opened.dialect })
    const { rows } = await sql<{ isSocket: boolean; listens: string }>`
      select inet_server_addr() is null as "isSocket", current_setting('listen_addresses') as listens`.execute(db)
    await opened.close()
    return rows[0] ?? { isSocket: false, listens: '' }
  }

  it('asks by a socket in a folder of its own user alone, and listens to this machine alone', async () => {
    expect(await ways()).toEqual({ isSocket: true, listens: '127.0.0.1' })
    expect(statSync(join(clusterOf(join(dataDir, 'postgres')), '..', 'socket')).mode & 0o777).toBe(0o700)
  })

  it('asks by TCP where the path is too long for a socket', async () => {
    dataDir = join(dataDir, 'long'.repeat(25))
    mkdirSync(dataDir, { mode: 0o711 })
    expect(await ways()).toEqual({ isSocket: false, listens: '127.0.0.1' })
  })

  it('runs from a folder that is private to its user, root included', async () => {
    const secret = join(dataDir, 'private')
    mkdirSync(secret, { mode: 0o700 })
    dataDir = join(secret, 'data')
    await kill(await holdDatabase('private'))
    expect(clusterOf(join(dataDir, 'postgres')).startsWith(secret)).toBe(process.getuid?.() !== 0)
    expect(await readWords()).toEqual(['private'])
  })
})

const EDGES = sql`select 9007199254740991::int8 as big, (power(2::numeric, 256) - 1)::numeric(78,0) as amount, '\\x00ff'::bytea as bytes, count(*) as n from (values (1)) v`

describe('values', () => {
  it.each(['PostgreSQL', 'PGlite'] as const)('arrive as number, bigint and bytes from %s', async (kind) => {
    const opened = kind === 'PGlite' ? await openPglite(join(dataDir, 'pglite')) : await openTestDatabase()
    const db = new Kysely<Record<string, never>>({ dialect: opened.dialect })
    const { rows } = await EDGES.execute(db)
    expect(rows).toEqual([{ big: 9007199254740991, amount: 2n ** 256n - 1n, bytes: Buffer.from([0, 255]), n: 1 }])
    await expect(sql`select 1.5::numeric as half`.execute(db)).rejects.toThrow('no whole number')
    await expect(sql`select 9007199254740992::int8 as big`.execute(db)).rejects.toThrow('above 2^53')
    await opened.close()
  })
})

describe('openTestDatabase', () => {
  it('copies the template, each suite its own', async () => {
    const template = {
      name: 'driver',
      prepare: async (dialect: Dialect) => {
        await sql`create table stories (title text)`.execute(new Kysely<Record<string, never>>({ dialect }))
      },
    }
    const [mine, yours] = [await openTestDatabase(template), await openTestDatabase(template)]
    await sql`insert into stories values ('mine')`.execute(new Kysely<Record<string, never>>(mine))
    expect((await sql`select * from stories`.execute(new Kysely<Record<string, never>>(yours))).rows).toEqual([])
    await Promise.all([mine.close(), yours.close()])
  })
})

describe('lockDirectory', () => {
  it('is taken over from a process that no longer runs', () => {
    writeFileSync(join(dataDir, 'lock'), '999999999 1\n')
    lockDirectory(dataDir).release()
    expect(() => statSync(join(dataDir, 'lock'))).toThrow('ENOENT')
  })

  it('is refused while the holder runs, and free after release', () => {
    const lock = lockDirectory(dataDir)
    expect(() => lockDirectory(dataDir)).toThrow('in use by another Plinth')
    lock.release()
    lockDirectory(dataDir).release()
  })
})
