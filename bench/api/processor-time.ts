import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { clusterOf } from '../../apps/server/src/db/postgres-home.ts'

/** Milliseconds on a core. */
export type Spent = { readonly server: number; readonly database: number }
export type Meter = { read(): Spent }

/** Processor time of servers with their children, and of all processes of their embedded PostgreSQL; undefined where the system is not Linux. */
export function meterOf(serverPids: readonly number[], dataDir: string): Meter | undefined {
  if (process.platform !== 'linux') return undefined
  const postmaster = Number(readFileSync(join(clusterOf(join(dataDir, 'postgres')), 'postmaster.pid'), 'utf8').split('\n')[0])
  /** Of each process as last seen: one that has ended meanwhile keeps what it had spent. */
  const seen = new Map<number, number>()
  return {
    read: () => {
      for (const pid of childrenOf(postmaster)) seen.set(pid, spentBy(pid) ?? seen.get(pid) ?? 0)
      const servers = serverPids.flatMap((pid) => [pid, ...childrenOf(pid)])
      return {
        server: servers.reduce((sum, pid) => sum + (spentBy(pid) ?? 0), 0),
        database: [...seen.values()].reduce((sum, one) => sum + one, 0),
      }
    },
  }
}

/** Of the processes of this PostgreSQL server, by its first one. */
export function meterOfPostgres(postmaster: number): () => number {
  const seen = new Map<number, number>()
  return () => {
    for (const pid of childrenOf(postmaster)) seen.set(pid, spentBy(pid) ?? seen.get(pid) ?? 0)
    return [...seen.values()].reduce((sum, one) => sum + one, 0)
  }
}

function childrenOf(pid: number): number[] {
  return readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').map(Number).filter(Boolean)
}

/** All its threads; undefined once it has ended. */
function spentBy(pid: number): number | undefined {
  try {
    const threads = readdirSync(`/proc/${pid}/task`)
    const ns = threads.map((thread) => Number(readFileSync(`/proc/${pid}/task/${thread}/schedstat`, 'utf8').split(' ')[0]))
    return ns.reduce((sum, one) => sum + one, 0) / 1e6
  } catch {
    return undefined
  }
}
