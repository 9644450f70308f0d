import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { type Dialect, PostgresDialect } from 'kysely'
import pg from 'pg'
import { lockDirectory } from './directory-lock.ts'
import { startEmbeddedPostgres } from './embedded-postgres.ts'
import { openPglite } from './pglite.ts'
import { hasCluster } from './postgres-home.ts'
import { PG_TYPES } from './values.ts'

export interface OpenDatabaseOptions {
  /** Any PostgreSQL 15 or newer; without it the embedded one keeps its data in `dataDir`. */
  databaseUrl?: string | undefined
  dataDir: string
  log: (line: string) => void
}

export interface OpenDatabase {
  dialect: Dialect
  kind: 'external' | 'embedded' | 'pglite'
  /** Ends the connections and stops what was started. May be called again. */
  close(): Promise<void>
}

const POOL_SIZE = 16

/**
 * The one place that knows where rows live. Values arrive alike from every driver: see `values.ts`.
 * Throws DirectoryInUse when another process holds the embedded database of `dataDir`.
 */
export async function openDatabase({ databaseUrl, dataDir, log }: OpenDatabaseOptions): Promise<OpenDatabase> {
  if (databaseUrl) return openPool({ connectionString: databaseUrl }, 'external', log)
  const root = resolve(dataDir)
  const directory = join(root, 'postgres')
  const lock = lockDirectory(directory)
  try {
    const opened = await openEmbedded(directory, join(root, 'pglite'), log)
    return closeOnce(opened, () => lock.release())
  } catch (error) {
    lock.release()
    throw error
  }
}

async function openEmbedded(directory: string, pgliteDirectory: string, log: (line: string) => void): Promise<OpenDatabase> {
  const hasPglite = existsSync(join(pgliteDirectory, 'PG_VERSION'))
  let reason = `earlier data lies in ${pgliteDirectory}`
  if (!hasPglite || hasCluster(directory)) {
    try {
      const server = await startEmbeddedPostgres({ directory, log })
      return closeOnce(openPool(server.connection, 'embedded', log), () => server.stop())
    } catch (error) {
      reason = error instanceof Error ? error.message : String(error)
      // another engine would show an empty market over data that is still there
      if (hasCluster(directory)) throw new Error(`The database in ${directory} can't start: ${reason}`, { cause: error })
    }
  }
  log(`Warning: PostgreSQL can't run here (${reason}). Using PGlite instead: slower, and a power cut may cost the last writes.`)
  const { dialect, close } = await openPglite(pgliteDirectory)
  return { dialect, kind: 'pglite', close }
}

/** For tests and tools that already have a server: a pool with our parsers. */
export function openPool(config: pg.PoolConfig, kind: OpenDatabase['kind'], log: (line: string) => void): OpenDatabase {
  const pool = new pg.Pool({ max: POOL_SIZE, ...config, types: PG_TYPES })
  // an idle connection that breaks is replaced by the pool; without a listener it would end the process
  pool.on('error', (error) => {
    if (!pool.ending) log(`Database connection lost: ${error.message}`)
  })
  return {
    dialect: new PostgresDialect({ pool }),
    kind,
    close: async () => {
      if (!pool.ended && !pool.ending) await pool.end()
    },
  }
}

function closeOnce(opened: OpenDatabase, after: () => void | Promise<void>): OpenDatabase {
  let closing: Promise<void> | undefined
  const close = async () => {
    try {
      await opened.close()
    } finally {
      await after()
    }
  }
  return {
    ...opened,
    close: () => {
      closing ??= close()
      return closing
    },
  }
}
