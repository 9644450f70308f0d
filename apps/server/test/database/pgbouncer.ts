import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { chmodSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createConnection } from 'node:net'
import { homedir, tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { findFreePort } from '../../src/process/free-port.ts'

/** The pooler, and the libraries that a bare machine lacks. */
const PACKAGES = ['pgbouncer', 'libevent-2.1-7', 'libc-ares2'] as const
const FOLDER = join(process.env.XDG_CACHE_HOME ?? join(homedir(), '.cache'), 'plinth', 'pgbouncer')
const PATIENCE_MS = 10_000

export type PgBouncer = { readonly program: string; readonly env: NodeJS.ProcessEnv; readonly version: readonly [number, number] }

/** The machine's own, or Debian's package unpacked into the machine's cache. Undefined where neither is to be had. */
export function findPgBouncer(): PgBouncer | undefined {
  const fetched = join(FOLDER, 'usr/sbin/pgbouncer')
  if (!existsSync(fetched)) fetchPackages()
  const env = { ...process.env, LD_LIBRARY_PATH: join(FOLDER, `usr/lib/${process.arch === 'arm64' ? 'aarch64' : 'x86_64'}-linux-gnu`) }
  for (const program of ['/usr/sbin/pgbouncer', fetched])
    try {
      const said = execFileSync(program, ['--version'], { env, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] })
      const [, major, minor] = /PgBouncer (\d+)\.(\d+)/.exec(said) ?? []
      if (major && minor) return { program, env, version: [Number(major), Number(minor)] }
    } catch {
      // The other one may run.
    }
  return undefined
}

/** Nothing is installed: the packages are only unpacked. */
function fetchPackages(): void {
  mkdirSync(FOLDER, { recursive: true })
  const downloads = mkdtempSync(join(tmpdir(), 'plinth-packages-'))
  const run = (program: string, ...args: string[]) => execFileSync(program, args, { cwd: downloads, stdio: 'ignore', timeout: 60_000 })
  try {
    if (process.getuid?.() === 0) run('apt-get', 'update')
    run('apt-get', 'download', ...PACKAGES)
    run('sh', '-c', `for each in *.deb; do dpkg-deb -x "$each" '${FOLDER}'; done`)
  } catch {
    // No Debian, or no network.
  } finally {
    rmSync(downloads, { recursive: true, force: true })
  }
}

/** Lends the servers of this database for one transaction each. Returns its URL. */
export async function startPgBouncer({ program, env }: PgBouncer, databaseUrl: string): Promise<{ url: string; stop(): Promise<void> }> {
  const { hostname, port, username, password, pathname } = new URL(databaseUrl)
  const listenPort = await findFreePort()
  const folder = mkdtempSync(join(tmpdir(), 'plinth-pgbouncer-'))
  chmodSync(folder, 0o755)
  const settings = `[databases]
* = host=${hostname} port=${port} user=${username} password=${password}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${listenPort}
unix_socket_dir =
auth_type = any
pool_mode = transaction
default_pool_size = 8
`
  writeFileSync(join(folder, 'pgbouncer.ini'), settings)
  // It refuses to run as root.
  const as = process.getuid?.() === 0 ? ['-u', 'nobody'] : []
  const child = spawn(program, [...as, join(folder, 'pgbouncer.ini')], { env, stdio: 'ignore' })
  await listening(child, listenPort)
  return {
    url: `postgres://${username}:${password}@127.0.0.1:${listenPort}${pathname}`,
    stop: async () => {
      const ended = new Promise((done) => child.once('exit', done))
      child.kill('SIGKILL')
      await ended
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

async function listening(child: ChildProcess, port: number): Promise<void> {
  for (const until = performance.now() + PATIENCE_MS; performance.now() < until && child.exitCode === null; await sleep(20)) {
    const isOpen = await new Promise<boolean>((done) => {
      const socket = createConnection(port, '127.0.0.1', () => done(true))
      socket.once('error', () => done(false)).once('connect', () => socket.destroy())
    })
    if (isOpen) return
  }
  throw new Error(`PgBouncer ended with ${child.exitCode}`)
}
