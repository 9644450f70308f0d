import { spawn, spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { chmodSync, chownSync, closeSync, existsSync, mkdirSync, openSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { findFreePort } from '../process/free-port.ts'
import { sqlState } from './database.ts'
import { clusterOf, type PostgresHome, preparePostgresHome } from './postgres-home.ts'
import { findCommand, stopProcess } from './processes.ts'

export interface PostgresServer {
  connection: { host: string; port: number; user: string; password: string; database: string }
  /** The folder of its socket, a host for pg: cheaper than TCP. Undefined where there is none. */
  socket: string | undefined
  /** Of the present server: a killed one is started again, on the same port. */
  readonly pid: number
  /** Fast shutdown; after 4 seconds the immediate one, which loses nothing either: the log is replayed. */
  stop(): Promise<void>
}

export interface PostgresOptions {
  directory: string
  log: (line: string) => void
  /** False only for throw-away test databases. */
  durable?: boolean
  /** Called with one sentence when the server ended by itself and can't be started again. */
  onLost?: (sentence: string) => void
}

/** invalid_password */
const WRONG_PASSWORD = '28P01'
const USER = 'plinth'
const DATABASE = 'plinth'
/** One sync of the file system instead of a thousand of files, where initdb supports it. */
const SYNC = process.platform === 'linux' ? ['--sync-method=syncfs'] : []
const START_ATTEMPTS = 6
const START_TIMEOUT_MS = 60_000
/** A server that ends by itself so often within a minute has a cause that another start does not fix. */
const MOST_RESTARTS = 3
const RESTART_WINDOW_MS = 60_000
const STOP_SIGNALS = [
  ['SIGINT', 3500],
  ['SIGQUIT', 800],
  ['SIGKILL', 500],
] as const satisfies [NodeJS.Signals, number][]

/**
 * Starts the cluster of a folder as a child process, creating it first when there is none. The caller holds the folder's lock.
 */
export async function startEmbeddedPostgres(options: PostgresOptions): Promise<PostgresServer> {
  const home = preparePostgresHome(options.directory)
  const cluster = join(home.directory, 'cluster')
  const isNew = !existsSync(join(cluster, 'PG_VERSION'))
  const plan = { home, password: keepPassword(home, isNew), durable: options.durable ?? true }
  if (isNew) makeCluster(home, plan.password, plan.durable)
  await stopOrphan(cluster, options.log)
  const server = await keepRunning(plan, options)
  const connection = { host: '127.0.0.1', port: server.port, user: USER, password: plan.password, database: DATABASE }
  await createDatabase(connection)
  return {
    connection,
    socket: findSocket(home),
    get pid() {
      return server.pid()
    },
    stop: () => server.stop(),
  }
}

type Plan = { readonly home: PostgresHome; readonly password: string; readonly durable: boolean }
type Launched = { readonly port: number; readonly pid: number; readonly ended: Promise<void> }

/** Runs the server, and restarts it on its port when it ends before `stop`: it replays its log and loses nothing. */
async function keepRunning(plan: Plan, { log, onLost = log }: PostgresOptions) {
  let running = await launch(plan)
  let restarting: Promise<void> | undefined
  let isStopping = false
  let ends: number[] = []
  const restart = async (): Promise<void> => {
    log('The database server ended unexpectedly: starting it again')
    try {
      await stopOrphan(join(plan.home.directory, 'cluster'), log)
      running = await launch(plan, running.port)
      watch()
    } catch (error) {
      if (!isStopping) onLost(`The database can't start again: ${error instanceof Error ? error.message : String(error)}`)
    }
  }
  const watch = (): void => {
    void running.ended.then(() => {
      if (isStopping) return
      ends = [...ends.filter((at) => Date.now() - at < RESTART_WINDOW_MS), Date.now()]
      if (ends.length > MOST_RESTARTS) return onLost(`The database keeps ending: see ${join(plan.home.directory, 'postgres.log')}.`)
      restarting = restart()
    })
  }
  watch()
  return {
    port: running.port,
    pid: () => running.pid,
    stop: async () => {
      isStopping = true
      await restarting
      await stopProcess(running.pid, [...STOP_SIGNALS])
    },
  }
}

/** How to reach the running server of a folder, in any process; undefined when there is none. */
export function findRunningPostgres(directory: string): PostgresServer['connection'] | undefined {
  const cluster = clusterOf(directory)
  const [pidFile, passwordFile] = [join(cluster, 'postmaster.pid'), join(cluster, '..', 'password')]
  if (!existsSync(pidFile) || !existsSync(passwordFile)) return undefined
  const [pid, , , port] = readFileSync(pidFile, 'utf8').split('\n').map(Number)
  if (!pid || !port || !findCommand(pid)?.includes(cluster)) return undefined
  return { host: '127.0.0.1', port, user: USER, password: readFileSync(passwordFile, 'utf8').trim(), database: DATABASE }
}

function keepPassword(home: PostgresHome, isNew: boolean): string {
  const path = join(home.directory, 'password')
  if (!isNew && !existsSync(path)) throw new Error(`its password file ${path} is missing: put it back from a backup`)
  if (!existsSync(path)) writeFileSync(path, randomBytes(24).toString('base64url'), { mode: 0o600 })
  return readFileSync(path, 'utf8').trim()
}

/** Created in another folder and renamed, so that an interrupted first start leaves no half cluster. */
function makeCluster(home: PostgresHome, password: string, durable: boolean): void {
  const fresh = join(home.directory, 'cluster.new')
  const passwordFile = join(home.directory, 'password.new')
  rmSync(fresh, { recursive: true, force: true })
  mkdirSync(fresh, { mode: 0o700 })
  writeFileSync(passwordFile, `${password}\n`, { mode: 0o600 })
  if (home.runAs) for (const path of [fresh, passwordFile]) chownSync(path, home.runAs.uid, home.runAs.gid)
  const fixed = [
    '-D',
    fresh,
    '-U',
    USER,
    '-A',
    'scram-sha-256',
    `--pwfile=${passwordFile}`,
    '-E',
    'UTF8',
    ...(durable ? SYNC : ['--no-sync']),
  ]
  const locale = ['--locale-provider=builtin', '--builtin-locale=C.UTF-8', '--locale=C']
  const args = [...fixed, ...locale]
  try {
    // case mapping of every script is PostgreSQL's own (builtin); the C library's C.UTF-8 is added where the system has it
    const failure = runInitdb(home, [...args, '--lc-ctype=C.UTF-8'])
    const secondFailure = failure?.includes('locale') ? runInitdb(home, args) : failure
    if (secondFailure) throw new Error(secondFailure)
  } finally {
    rmSync(passwordFile, { force: true })
  }
  renameSync(fresh, join(home.directory, 'cluster'))
}

function runInitdb(home: PostgresHome, args: string[]): string | undefined {
  const run = spawnSync(home.initdb, args, { ...home.runAs, cwd: '/', env: environment(), encoding: 'utf8' })
  if (run.error) return run.error.message
  return run.status === 0 ? undefined : `initdb failed: ${run.stderr.trim()}`
}

/** Stops a postmaster that outlived its Plinth; deletes a pid file without its process. */
export async function stopOrphan(cluster: string, log: (line: string) => void): Promise<void> {
  const path = join(cluster, 'postmaster.pid')
  if (!existsSync(path)) return
  const pid = Number(readFileSync(path, 'utf8').split('\n')[0])
  if (findCommand(pid)?.includes(cluster)) {
    log('Stopping the database server left over from an earlier run')
    if (!(await stopProcess(pid, [...STOP_SIGNALS]))) throw new Error(`an earlier database server (process ${pid}) does not stop`)
  }
  rmSync(path, { force: true })
}

async function launch({ home, password, durable }: Plan, wantedPort?: number): Promise<Launched> {
  let reason = ''
  for (let attempt = 0; attempt < START_ATTEMPTS; attempt++) {
    if (attempt > 0) await sleep(500 * attempt)
    const port = wantedPort ?? (await findFreePort())
    const logFile = join(home.directory, 'postgres.log')
    const child = spawnPostgres(home, port, durable, logFile)
    if (child.pid === undefined) throw new Error('its program does not start')
    const pid = child.pid
    const ended = new Promise<void>((done) => child.once('exit', () => done()))
    if (await answers({ port, password }, () => child.exitCode === null && child.signalCode === null)) return { port, pid, ended }
    await stopProcess(pid, [['SIGKILL', 1000]])
    reason = lastWords(logFile)
  }
  throw new Error(`it does not start: ${reason}`)
}

/** The end of the server's log, in one line and without the times. */
function lastWords(logFile: string): string {
  const lines = readFileSync(logFile, 'utf8').trim().split('\n')
  const reasons = lines.flatMap((line) => /(?:FATAL|PANIC|DETAIL|HINT): {2}(.+)$/.exec(line)?.[1] ?? [])
  return `${reasons.slice(-3).join(' ') || (lines.at(-1) ?? '')} (${logFile})`
}

/** An address of a socket holds 104 bytes on macOS, 108 on Linux. */
const LONGEST_SOCKET = 100

/** Undefined where the system has no such sockets or the path is too long for one. */
function findSocket({ directory }: PostgresHome): string | undefined {
  const folder = join(directory, 'socket')
  const isShort = Buffer.byteLength(join(folder, '.s.PGSQL.65535')) <= LONGEST_SOCKET
  return process.platform !== 'win32' && isShort ? folder : undefined
}

/** Made new for each start: a killed server leaves its socket and a lock that names a process. */
function makeSocketFolder(home: PostgresHome): string | undefined {
  const folder = findSocket(home)
  if (folder === undefined) return undefined
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { mode: 0o700 })
  if (home.runAs) chownSync(folder, home.runAs.uid, home.runAs.gid)
  return folder
}

function spawnPostgres(home: PostgresHome, port: number, durable: boolean, logFile: string) {
  const settings = {
    listen_addresses: '127.0.0.1',
    port: String(port),
    unix_socket_directories: makeSocketFolder(home) ?? '',
    unix_socket_permissions: '0700',
    max_connections: '60',
    wal_level: 'minimal',
    max_wal_senders: '0',
    max_wal_size: '512MB',
    jit: 'off',
    // Starting a worker takes longer than these queries: a search that finds twenty items took 9 ms with it, and takes 0.2.
    max_parallel_workers_per_gather: '0',
    timezone: 'UTC',
    log_timezone: 'UTC',
    // That of tests serves many suites at once.
    ...(durable ? {} : { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off', max_connections: '200' }),
  }
  const log = openSync(logFile, 'w', 0o600)
  // in a process group of its own: Ctrl-C in the terminal reaches this process alone, which stops the server in its own order
  const child = spawn(
    home.postgres,
    ['-D', join(home.directory, 'cluster'), ...Object.entries(settings).flatMap(([key, value]) => ['-c', `${key}=${value}`])],
    {
      ...home.runAs,
      cwd: '/',
      env: environment(),
      detached: true,
      stdio: ['ignore', log, log],
    },
  )
  child.on('error', () => undefined)
  child.unref()
  closeSync(log)
  chmodSync(logFile, 0o600)
  return child
}

/** Nothing of the caller's PG* variables or locale may leak in. */
function environment(): NodeJS.ProcessEnv {
  return {
    PATH: process.env.PATH,
    TMPDIR: process.env.TMPDIR,
    SystemRoot: process.env.SystemRoot,
    LC_ALL: process.platform === 'darwin' ? 'C' : undefined,
    TZ: 'UTC',
  }
}

async function answers(at: { port: number; password: string }, isAlive: () => boolean): Promise<boolean> {
  for (const end = Date.now() + START_TIMEOUT_MS; Date.now() < end && isAlive(); await sleep(40)) {
    const client = new pg.Client({ host: '127.0.0.1', user: USER, database: 'postgres', ...at, connectionTimeoutMillis: 5000 })
    client.on('error', () => undefined)
    try {
      await client.connect()
      await client.end()
      return true
    } catch (error) {
      if (sqlState(error) === WRONG_PASSWORD) throw new Error('it refuses the password kept beside it', { cause: error })
      // starting or replaying its log: poll again
    }
  }
  return false
}

/** Creates the database of this connection when there is none of its name. */
export async function createDatabase(connection: PostgresServer['connection']): Promise<void> {
  const client = new pg.Client({ ...connection, database: 'postgres' })
  await client.connect()
  try {
    const found = await client.query('select 1 from pg_database where datname = $1', [connection.database])
    if (found.rowCount === 0) await client.query(`create database ${client.escapeIdentifier(connection.database)}`)
  } finally {
    await client.end()
  }
}
