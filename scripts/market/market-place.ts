import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type pg from 'pg'
import { BackupRefused } from '../../apps/server/src/backup/manifest.ts'
import type { ContentStore } from '../../apps/server/src/content/content-store.ts'
import { openStore } from '../../apps/server/src/content/open-store.ts'
import { lockDirectory } from '../../apps/server/src/db/directory-lock.ts'
import { findPrimary, refuseOldPostgres } from '../../apps/server/src/db/driver.ts'
import { createDatabase, findRunningPostgres, startEmbeddedPostgres } from '../../apps/server/src/db/embedded-postgres.ts'
import { hasCluster } from '../../apps/server/src/db/postgres-home.ts'
import { collectProblems, SettingsError } from '../../apps/server/src/serve/problems.ts'
import { readStorage } from '../../apps/server/src/serve/storage.ts'

export type MarketPlace = {
  readonly dataDir: string
  readonly databaseUrl: string | undefined
  /** Standbys for public reads. */
  readonly readUrls?: readonly string[]
}

/** The market's content store, by the same settings as in `npm run serve`. @throws SettingsError */
export function storeOf(env: NodeJS.ProcessEnv, dataDir: string): ContentStore {
  const problems = collectProblems()
  const storage = readStorage(problems, env)
  if (problems.all.length > 0) throw new SettingsError(problems.all)
  return openStore(storage, join(dataDir, 'media'))
}

/** A connection to the market's database: the host of DATABASE_URL that takes writes, or the embedded one, which is joined when it runs and else started. */
export async function withDatabase<T>(
  place: MarketPlace,
  mayBeNew: boolean,
  work: (connection: pg.ClientConfig) => Promise<T>,
): Promise<T> {
  const { dataDir, databaseUrl } = place
  if (databaseUrl) {
    const { url } = await findPrimary(databaseUrl)
    await refuseOldPostgres(url)
    return work({ connectionString: url })
  }
  const directory = join(dataDir, 'postgres')
  if (existsSync(join(dataDir, 'pglite', 'PG_VERSION')))
    throw new BackupRefused(`The market of ${dataDir} runs on PGlite, which only one process can use: stop it and copy the folder.`)
  if (!mayBeNew && !hasCluster(directory))
    throw new BackupRefused(`There is no market in ${dataDir}: name its folder with DATA_DIR, or its database with DATABASE_URL.`)
  const running = mayBeNew ? undefined : findRunningPostgres(directory)
  return running ? work(running) : onEmbedded(directory, work)
}

async function onEmbedded<T>(directory: string, work: (connection: pg.ClientConfig) => Promise<T>): Promise<T> {
  const lock = lockDirectory(directory)
  try {
    const server = await startEmbeddedPostgres({ directory, log: console.error })
    return await work(server.connection).finally(() => server.stop())
  } finally {
    lock.release()
  }
}

/** Creates one more database in the PostgreSQL of a running market; returns its URL. */
export async function addDatabase(dataDir: string, name: string): Promise<string> {
  const running = findRunningPostgres(join(dataDir, 'postgres'))
  if (!running) throw new BackupRefused(`No market runs in ${dataDir}.`)
  await createDatabase({ ...running, database: name })
  return `postgres://${running.user}:${running.password}@${running.host}:${running.port}/${name}`
}
