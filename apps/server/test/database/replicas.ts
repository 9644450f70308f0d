import { type ChildProcess, spawn } from 'node:child_process'
import {
  chmodSync,
  chownSync,
  closeSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { startEmbeddedPostgres } from '../../src/db/embedded-postgres.ts'
import { type PostgresHome, preparePostgresHome, removePostgresHome } from '../../src/db/postgres-home.ts'
import { findFreePort } from '../../src/process/free-port.ts'

const SETTINGS = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  wal_level: 'replica',
  max_wal_senders: '10',
  wal_keep_size: '256MB',
  max_connections: '100',
  shared_buffers: '32MB',
  wal_receiver_status_interval: '1s',
  wal_retrieve_retry_interval: '200ms',
  wal_sender_timeout: '5s',
  wal_receiver_timeout: '5s',
  timezone: 'UTC',
  // A killed process loses nothing of what the system holds.
  fsync: 'off',
  full_page_writes: 'off',
}
/** What a copy of a running cluster leaves out. */
const LEFT_OUT = new Set(['postmaster.pid', 'postmaster.opts', 'pg_replslot', 'standby.signal', 'postgresql.auto.conf'])
const ANSWER_MS = 30_000

type Login = { readonly user: string; readonly password: string; readonly database: string }

/** One server of a group: a primary, or a standby of one. */
export class Replica {
  readonly name: string
  readonly port: number
  readonly #home: PostgresHome
  readonly #login: Login
  #child: ChildProcess | undefined
  #paused: readonly number[] = []

  constructor(name: string, home: PostgresHome, port: number, login: Login) {
    this.name = name
    this.port = port
    this.#home = home
    this.#login = login
  }

  get url(): string {
    const { user, password, database } = this.#login
    return `postgres://${user}:${password}@127.0.0.1:${this.port}/${database}`
  }

  /** Of its first process. */
  get pid(): number {
    return this.#child?.pid ?? 0
  }

  get host(): string {
    return `127.0.0.1:${this.port}`
  }

  /** Starts it and waits until it answers. */
  async start(settings: Readonly<Record<string, string>> = {}): Promise<void> {
    const { postgres, directory, runAs } = this.#home
    const all = Object.entries({ ...SETTINGS, port: String(this.port), ...settings })
    const log = openSync(join(directory, 'postgres.log'), 'a', 0o600)
    const child = spawn(postgres, ['-D', this.#cluster, ...all.flatMap(([key, value]) => ['-c', `${key}=${value}`])], {
      ...runAs,
      cwd: '/',
      detached: true,
      stdio: ['ignore', log, log],
      env: { PATH: process.env.PATH, TZ: 'UTC' },
    })
    closeSync(log)
    this.#child = child
    for (const end = Date.now() + ANSWER_MS; ; await sleep(50)) {
      if (child.exitCode !== null)
        throw new Error(`${this.name} ended: ${readFileSync(join(directory, 'postgres.log'), 'utf8').slice(-2_000)}`)
      const isUp = await this.ask('select 1').then(
        () => true,
        () => false,
      )
      if (isUp) return
      if (Date.now() > end) throw new Error(`${this.name} does not answer`)
    }
  }

  /** Runs statements on this very server, whatever its role. */
  async ask(text: string, values: readonly unknown[] = []): Promise<Record<string, unknown>[]> {
    const client = new pg.Client({ connectionString: this.url, connectionTimeoutMillis: 5_000, query_timeout: 20_000 })
    client.on('error', () => undefined)
    await client.connect()
    try {
      return (await client.query(text, [...values])).rows
    } finally {
      await client.end().catch(() => undefined)
    }
  }

  /** Kills all its processes at once, as a power cut would. */
  async kill(): Promise<void> {
    this.resume()
    for (const pid of this.#pids()) signal(pid, 'SIGKILL')
    await this.#ended()
  }

  async stop(): Promise<void> {
    this.resume()
    signal(this.#child?.pid, 'SIGQUIT')
    await this.#ended()
  }

  /** Its processes hold still; the system still takes connections for it. */
  pause(): void {
    this.#paused = this.#pids()
    for (const pid of this.#paused) signal(pid, 'SIGSTOP')
  }

  resume(): void {
    for (const pid of this.#paused) signal(pid, 'SIGCONT')
    this.#paused = []
  }

  /** Ends its recovery: from then on it takes writes. */
  async promote(): Promise<void> {
    const [row] = await this.ask('select pg_promote(true, 30) as done')
    if (row?.done !== true) throw new Error(`${this.name} is not promoted`)
  }

  /** Waits until it has all that the primary has now. */
  async catchUpWith(primary: Replica): Promise<void> {
    const [row] = await primary.ask('select pg_current_wal_flush_lsn()::text as lsn')
    for (;;) {
      const [at] = await this.ask('select pg_last_wal_replay_lsn() >= $1::pg_lsn as has', [row?.lsn])
      if (at?.has) return
      await sleep(20)
    }
  }

  /** Makes this one, which must not run, a standby of another, and starts it. */
  async copyOf(primary: Replica, settings: Readonly<Record<string, string>> = {}): Promise<void> {
    const cluster = this.#cluster
    rmSync(cluster, { recursive: true, force: true })
    await primary.#copyTo(cluster)
    const { user, password } = this.#login
    const conninfo = `host=127.0.0.1 port=${primary.port} user=${user} password=${password} application_name=${this.name}`
    writeFileSync(join(cluster, 'postgresql.auto.conf'), `primary_conninfo = '${conninfo}'\n`)
    writeFileSync(join(cluster, 'standby.signal'), '')
    own(cluster, this.#home)
    await this.start(settings)
  }

  async #copyTo(target: string): Promise<void> {
    const client = new pg.Client({ connectionString: this.url })
    await client.connect()
    try {
      await client.query("select pg_backup_start('copy', true)")
      const isCopied = (path: string): boolean => !LEFT_OUT.has(basename(path)) && !/\/pg_wal\/./.test(path.slice(this.#cluster.length))
      copyMoving(this.#cluster, target, isCopied)
      mkdirSync(join(target, 'pg_replslot'), { recursive: true })
      mkdirSync(join(target, 'pg_wal', 'archive_status'), { recursive: true })
      const { rows } = await client.query<{ labelfile: string }>('select labelfile from pg_backup_stop(false)')
      writeFileSync(join(target, 'backup_label'), rows[0]?.labelfile ?? '')
    } finally {
      await client.end()
    }
  }

  get #cluster(): string {
    return join(this.#home.directory, 'cluster')
  }

  #pids(): number[] {
    const pid = this.#child?.pid
    return pid === undefined ? [] : [pid, ...childrenOf(pid)]
  }

  async #ended(): Promise<void> {
    const child = this.#child
    this.#child = undefined
    if (!child || child.exitCode !== null || child.signalCode !== null) return
    await new Promise((done) => child.once('exit', done))
  }
}

/** A file of a running cluster may vanish while it is copied: the log brings it back. */
function copyMoving(from: string, to: string, isCopied: (path: string) => boolean): void {
  mkdirSync(to, { recursive: true, mode: 0o700 })
  for (const entry of readdirSync(from, { withFileTypes: true })) {
    const path = join(from, entry.name)
    if (!isCopied(path)) continue
    if (entry.isDirectory()) copyMoving(path, join(to, entry.name), isCopied)
    else
      try {
        cpSync(path, join(to, entry.name))
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
      }
  }
}

function own(folder: string, { runAs }: PostgresHome): void {
  chmodSync(folder, 0o700)
  if (!runAs) return
  chownSync(folder, runAs.uid, runAs.gid)
  for (const entry of readdirSync(folder, { withFileTypes: true, recursive: true }))
    chownSync(join(entry.parentPath, entry.name), runAs.uid, runAs.gid)
}

function childrenOf(pid: number): number[] {
  return readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean).map(Number)
}

function signal(pid: number | undefined, name: NodeJS.Signals): void {
  try {
    if (pid !== undefined) process.kill(pid, name)
  } catch {
    // It has ended meanwhile.
  }
}

export type ReplicaGroup = {
  readonly servers: readonly Replica[]
  /** Of all servers, as DATABASE_URL takes them. */
  readonly url: string
  stop(): Promise<void>
}

/** The first server is the primary, the others follow it; with `isSynchronous` a commit waits for one of them. */
export async function startReplicas(names: readonly string[], { isSynchronous = true } = {}): Promise<ReplicaGroup> {
  const root = mkdtempSync(join(tmpdir(), 'plinth-replicas-'))
  chmodSync(root, 0o711)
  const first = join(root, names[0] ?? 'a')
  const made = await startEmbeddedPostgres({ directory: first, log: () => undefined, durable: false })
  const { user, password, database } = made.connection
  await made.stop()
  const servers: Replica[] = []
  for (const name of names) {
    const home = preparePostgresHome(join(root, name))
    servers.push(new Replica(name, home, await findFreePort(), { user, password, database }))
  }
  const [primary, ...standbys] = servers
  if (!primary) throw new Error('A group has a primary')
  await primary.start()
  for (const standby of standbys) await standby.copyOf(primary)
  if (isSynchronous) await makeSynchronous(primary)
  return {
    servers,
    url: `postgres://${user}:${password}@${servers.map(({ host }) => host).join()}/${database}`,
    stop: async () => {
      for (const server of servers) await server.kill()
      for (const name of names) removePostgresHome(join(root, name))
      rmSync(root, { recursive: true, force: true })
    },
  }
}

/** From then on each commit waits until any standby has written it. */
export async function makeSynchronous(primary: Replica): Promise<void> {
  await primary.ask("alter system set synchronous_standby_names = '*'")
  await primary.ask('select pg_reload_conf()')
  for (const end = Date.now() + ANSWER_MS; Date.now() < end; await sleep(50)) {
    const [row] = await primary.ask("select count(*)::int as synchronous from pg_stat_replication where sync_state = 'sync'")
    if (row?.synchronous) return
  }
  throw new Error('No standby follows synchronously')
}
