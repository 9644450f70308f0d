import { chmodSync, mkdirSync, readdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { startEmbeddedPostgres, stopOrphan } from '../src/db/embedded-postgres.ts'
import { clusterOf, removePostgresHome } from '../src/db/postgres-home.ts'
import { findCommand } from '../src/db/processes.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    postgres: { host: string; port: number; user: string; password: string; database: string }
  }
}

const PREFIX = 'plinth-test-postgres-'

/** One PostgreSQL for the whole run; each suite makes its own database in it (see database.ts). */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
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

async function sweepKilledRuns(): Promise<void> {
  for (const name of readdirSync(tmpdir()).filter((entry) => entry.startsWith(PREFIX))) {
    const directory = join(tmpdir(), name)
    if (findCommand(Number(name.slice(PREFIX.length)))) continue
    await stopOrphan(clusterOf(directory), () => undefined)
    removePostgresHome(directory)
  }
}
