import { randomBytes } from 'node:crypto'
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { deployTestnets } from '@plinth/devnet'
import pg from 'pg'
import type { TestProject } from 'vitest/node'
import { startEmbeddedPostgres, stopOrphan } from '../../src/db/embedded-postgres.ts'
import { clusterOf, removePostgresHome } from '../../src/db/postgres-home.ts'
import { findCommand } from '../../src/db/processes.ts'
import { dropDatabase } from './drop-database.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    postgres: { host: string; port: number; user: string; password: string; database: string }
    /** In the names of this run's databases: an external server may see several runs, also at once. */
    run: string
  }
}

const PREFIX = 'plinth-test-postgres-'

/** One PostgreSQL for the whole run and one deployed market from which each test's chains start. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const deployed = mkdtempSync(join(tmpdir(), 'plinth-deployed-'))
  const [forget, close] = await Promise.all([deployTestnets(deployed), openPostgres(project)])
  return async () => {
    forget()
    rmSync(deployed, { recursive: true, force: true })
    await close()
  }
}

/** DATABASE_URL if it is set; each suite makes its own database in it (see database.ts). */
async function openPostgres(project: TestProject): Promise<() => Promise<void>> {
  const run = randomBytes(4).toString('hex')
  project.provide('run', run)
  if (process.env.DATABASE_URL) return useForeign(project, process.env.DATABASE_URL, run)
  await sweepKilledRuns()
  const directory = join(tmpdir(), `${PREFIX}${process.pid}`)
  mkdirSync(directory, { recursive: true })
  chmodSync(directory, 0o711)
  const server = await startEmbeddedPostgres({ directory, log: () => undefined, durable: false })
  project.provide('postgres', server.connection)
  return async () => {
    await server.stop()
    removePostgresHome(directory)
  }
}

/** Its user must be allowed to create databases; all of this run's are dropped in the end. */
async function useForeign(project: TestProject, url: string, run: string): Promise<() => Promise<void>> {
  const { hostname: host, port, username, password, pathname } = new URL(url)
  const connection = {
    host,
    port: Number(port || 5432),
    user: decodeURIComponent(username),
    password: decodeURIComponent(password),
    database: pathname.slice(1) || 'postgres',
  }
  project.provide('postgres', connection)
  return async () => {
    const admin = new pg.Client(connection)
    await admin.connect()
    const { rows } = await admin.query<{ name: string }>("select datname as name from pg_database where datname like '%' || $1 || '%'", [
      `_${run}_`,
    ])
    for (const { name } of rows) await dropDatabase(admin, name)
    await admin.end()
  }
}

async function sweepKilledRuns(): Promise<void> {
  for (const name of readdirSync(tmpdir()).filter((entry) => entry.startsWith(PREFIX))) {
    const directory = join(tmpdir(), name)
    if (findCommand(Number(name.slice(PREFIX.length)))) continue
    await stopOrphan(clusterOf(directory), () => undefined)
    removePostgresHome(directory)
  }
}
