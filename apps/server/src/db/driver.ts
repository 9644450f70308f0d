import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { type Dialect, PostgresDialect, type PostgresPool } from 'kysely'
import pg from 'pg'
import { callTime } from '../process/call-time.ts'
import { DatabaseClosed } from './database.ts'
import { lockDirectory } from './directory-lock.ts'
import { startEmbeddedPostgres } from './embedded-postgres.ts'
import { HostLook, type NamedHost } from './host-look.ts'
import { nameOfHost } from './hosts.ts'
import { preparingClient } from './named-statements.ts'
import { GRACE_MS, patientClient } from './patient-client.ts'
import { openPglite } from './pglite.ts'
import { refuseForgetfulPooler } from './pooler-check.ts'
import { hasCluster } from './postgres-home.ts'
import { Primary } from './primary.ts'
import { DatabaseRefused } from './refused.ts'
import type { OpenReplica } from './replicas.ts'
import { PG_TYPES } from './values.ts'

export interface OpenDatabaseOptions {
  /** Any PostgreSQL 15 or newer; without it the embedded one keeps its data in `dataDir`. */
  databaseUrl?: string | undefined
  /** Standbys for public reads. */
  readUrls?: readonly string[] | undefined
  dataDir: string
  log: (line: string) => void
  /** Called with one sentence when the embedded server ended by itself and can't be started again. */
  onLost?: ((sentence: string) => void) | undefined
  /** The most connections, unless it is PGlite. */
  poolSize?: number | undefined
  /** Prepares statements under names; off behind a pooler of transactions, such as PgBouncer. Default true. */
  isPreparing?: boolean | undefined
}

export interface PoolState {
  total: number
  idle: number
  /** Queries that wait for a connection. */
  waiting: number
}

/** What another thread opens its own pool with. */
export interface Connection {
  readonly config: pg.PoolConfig
  readonly isPreparing?: boolean | undefined
  /** No pooler lies between: what a connection is set to stays its own. Default true. */
  readonly isDirect?: boolean | undefined
  /** Hosts of which one takes writes, as DATABASE_URL names them; without them `config` names the server. */
  readonly hosts?: string | undefined
  readonly readUrls?: readonly string[] | undefined
}

/** How a process follows the server that takes writes. */
export interface Follower {
  /** Several in DATABASE_URL, as each was found; none otherwise. */
  hosts(): readonly NamedHost[]
  /** Calls back after a change to another server, which may lack the last commits of the former. */
  onMoved(listener: () => void): void
}

export interface OpenDatabase {
  dialect: Dialect
  kind: 'external' | 'embedded' | 'pglite'
  /** Absent for PGlite, which one thread alone can use. */
  connection?: Connection
  pool(): PoolState
  readonly follower: Follower
  /** Standbys, by host and port. */
  readonly replicas: readonly OpenReplica[]
  /** Closes the connections and stops what was started. Idempotent. */
  close(): Promise<void>
}

/** Of a database that one server holds. */
export const FOLLOWS_NOTHING: Follower = { hosts: () => [], onMoved: () => undefined }

const POOL_SIZE = 16
const OLDEST_POSTGRES = 15
/** One connection that all callers share in turn. */
const PGLITE_POOL: PoolState = { total: 1, idle: 0, waiting: 0 }

/**
 * The one place that knows where rows are stored. Values arrive alike from every driver: see `values.ts`. Throws DirectoryInUse
 * when another process holds the embedded database of `dataDir`.
 */
export async function openDatabase(options: OpenDatabaseOptions): Promise<OpenDatabase> {
  const { databaseUrl, dataDir } = options
  if (databaseUrl) return openHosts(databaseUrl, options)
  const root = resolve(dataDir)
  const directory = join(root, 'postgres')
  const lock = lockDirectory(directory)
  try {
    const opened = await openEmbedded(directory, join(root, 'pglite'), options)
    return closeOnce(opened, () => lock.release())
  } catch (error) {
    lock.release()
    throw error
  }
}

/** What these servers say of themselves, each asked once. */
export async function lookAt(urls: readonly string[]): Promise<NamedHost[]> {
  return Promise.all(
    urls.map(async (url) => {
      const look = new HostLook(url)
      return { name: nameOfHost(url), state: await look.look().finally(() => look.close()) }
    }),
  )
}

/** Looks at the hosts once. @throws DatabaseRefused when none takes writes */
export async function findPrimary(databaseUrl: string): Promise<{ readonly url: string; readonly hosts: readonly NamedHost[] }> {
  const primary = await Primary.follow(databaseUrl, () => undefined)
  try {
    refuseWithoutPrimary(primary)
    return { url: primary.url, hosts: primary.hosts }
  } finally {
    primary.close()
  }
}

function refuseWithoutPrimary(primary: Primary): void {
  if (primary.isFound) return
  const said = primary.hosts.map(({ name, state }) => `${name} ${SAID[state.kind]}`).join(', ')
  throw new DatabaseRefused(`No host of DATABASE_URL takes writes: ${said}.`)
}

const SAID = { primary: 'takes writes', standby: 'is a standby', away: 'is away', hung: 'does not answer' } as const

async function openHosts(databaseUrl: string, { log, poolSize, isPreparing, readUrls }: OpenDatabaseOptions): Promise<OpenDatabase> {
  const primary = await Primary.follow(databaseUrl, log)
  try {
    refuseWithoutPrimary(primary)
    const { url } = primary
    await refuseOldPostgres(url)
    if (isPreparing !== false) await refuseForgetfulPooler(url)
    const isDirect = isPreparing !== false && (await takesTimeout(url))
    if (!isDirect) primary.trust()
    if (!isDirect) log('Statements of calls have no time limit of their own behind a pooler: see DATABASE_PREPARE in docs/operating.md')
    const config = { connectionString: databaseUrl, ...(poolSize ? { max: poolSize } : {}) }
    return await withReplicas(
      primary,
      openPool(config, 'external', log, { isPreparing, isDirect, hosts: databaseUrl, readUrls }, primary),
      log,
    )
  } catch (error) {
    primary.close()
    throw error
  }
}

/** A pool of its own for another thread, which finds the server by itself. */
export async function openAgain({ config, ...connection }: Connection, max: number): Promise<OpenDatabase> {
  const primary = connection.hosts === undefined ? undefined : await Primary.follow(connection.hosts, () => undefined)
  const opened = openPool({ ...config, max }, 'external', () => undefined, connection, primary)
  return primary ? withReplicas(primary, opened, () => undefined) : opened
}

/** One that can't be reached now is read once it can. */
async function withReplicas(primary: Primary, opened: OpenDatabase, log: (line: string) => void): Promise<OpenDatabase> {
  const { config, readUrls = [], isPreparing, isDirect } = opened.connection ?? { config: {} }
  const replicas = await Promise.all(
    readUrls.map(async (url) => {
      // Replicas log their own state.
      const host = await Primary.follow(url, () => undefined)
      if (isDirect === false) host.trust()
      const pool = openPool({ ...config, connectionString: url }, 'external', log, { isPreparing, isDirect }, host)
      return { name: nameOfHost(url), dialect: pool.dialect, close: () => pool.close().finally(() => host.close()) }
    }),
  )
  return closeOnce({ ...opened, replicas }, async () => {
    await Promise.all(replicas.map(({ close }) => close()))
    primary.close()
  })
}

async function openEmbedded(directory: string, pgliteDirectory: string, { log, onLost }: OpenDatabaseOptions): Promise<OpenDatabase> {
  const hasPglite = existsSync(join(pgliteDirectory, 'PG_VERSION'))
  let reason = `earlier data lies in ${pgliteDirectory}`
  if (!hasPglite || hasCluster(directory)) {
    try {
      const server = await startEmbeddedPostgres({ directory, log, ...(onLost ? { onLost } : {}) })
      const { connection, socket } = server
      return closeOnce(openPool({ ...connection, ...(socket ? { host: socket } : {}) }, 'embedded', log), () => server.stop())
    } catch (error) {
      reason = error instanceof Error ? error.message : String(error)
      // another engine would show an empty market over data that is still there
      if (hasCluster(directory)) throw new DatabaseRefused(`The database in ${directory} can't start: ${reason}`, { cause: error })
    }
  }
  log(`Warning: PostgreSQL can't run here (${reason}). Using PGlite instead: slower, and a power cut may cost the last writes.`)
  const { dialect, close } = await openPglite(pgliteDirectory)
  return { dialect, kind: 'pglite', pool: () => PGLITE_POOL, follower: FOLLOWS_NOTHING, replicas: [], close }
}

/** @throws DatabaseRefused when it can't be reached, or is older than our SQL requires */
export async function refuseOldPostgres(databaseUrl: string): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl, connectionTimeoutMillis: 10_000 })
  client.on('error', () => undefined)
  try {
    await client.connect()
    const { rows } = await client.query<{ version: string }>("select current_setting('server_version_num') as version")
    const major = Math.floor(Number(rows[0]?.version) / 10_000)
    if (major < OLDEST_POSTGRES)
      throw new DatabaseRefused(`DATABASE_URL leads to PostgreSQL ${major}, and Plinth needs ${OLDEST_POSTGRES} or newer.`)
  } catch (error) {
    if (error instanceof DatabaseRefused) throw error
    const reason = error instanceof Error && 'code' in error ? String(error.code) : 'no answer'
    throw new DatabaseRefused(`The database of DATABASE_URL can't be used (${reason}).`, { cause: error })
  } finally {
    await client.end().catch(() => undefined)
  }
}

/** Whether the server takes a setting with the connection, as PostgreSQL does and a pooler refuses. */
async function takesTimeout(databaseUrl: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: databaseUrl, connectionTimeoutMillis: 10_000, statement_timeout: 10_000 })
  client.on('error', () => undefined)
  try {
    await client.connect()
    return true
  } catch {
    return false
  } finally {
    await client.end().catch(() => undefined)
  }
}

/** The same pool, which asks for no connection while no server takes writes. */
function guarded(pool: pg.Pool, { isDirect = true }: Omit<Connection, 'config'>, primary: Primary | undefined): PostgresPool {
  const connect = async (): Promise<pg.PoolClient> => {
    if (pool.ending) throw new DatabaseClosed()
    primary?.requireHost()
    return pool.connect()
  }
  return { options: pool.options, connect: isDirect ? limitedByCalls(connect) : connect, end: () => pool.end() }
}

/** Statements of a connection that a call takes end a little after the time of the call. */
function limitedByCalls(connect: () => Promise<pg.PoolClient>): () => Promise<pg.PoolClient> {
  const limits = new WeakMap<pg.PoolClient, number>()
  return async () => {
    const client = await connect()
    const call = callTime()
    const wanted = call ? call.mostMs + GRACE_MS : 0
    if ((limits.get(client) ?? 0) === wanted) return client
    try {
      await client.query(`set statement_timeout = ${wanted}`)
    } catch (error) {
      client.release(true)
      throw error
    }
    limits.set(client, wanted)
    return client
  }
}

/** For tests and tools that already have a server: a pool with our parsers. */
export function openPool(
  config: pg.PoolConfig,
  kind: OpenDatabase['kind'],
  log: (line: string) => void,
  connection: Omit<Connection, 'config'> = {},
  primary?: Primary,
): OpenDatabase {
  const Patient = patientClient(primary)
  const Client = connection.isPreparing === false ? Patient : preparingClient(undefined, Patient)
  const pool = new pg.Pool({ max: POOL_SIZE, ...config, types: PG_TYPES, Client })
  // An idle connection that is lost is replaced by the pool; without a listener it would end the process.
  pool.on('error', (error) => {
    if (!pool.ending) log(`Database connection lost: ${error.message}`)
  })
  return {
    dialect: new PostgresDialect({ pool: guarded(pool, connection, primary), controlClient: Patient }),
    kind,
    connection: { config, ...connection },
    pool: () => ({ total: pool.totalCount, idle: pool.idleCount, waiting: pool.waitingCount }),
    replicas: [],
    follower: primary ? { hosts: () => primary.hosts, onMoved: (listener) => primary.onMoved(listener) } : FOLLOWS_NOTHING,
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
