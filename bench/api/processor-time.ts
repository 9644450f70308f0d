import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { clusterOf } from '../../apps/server/src/db/postgres-home.ts'

/** Milliseconds on a core. */
export type Spent = { readonly server: number; readonly database: number }
export type Meter = { read(): Spent }

/** Processor time of a server and of all processes of its embedded PostgreSQL; undefined where the system is not Linux. */
export function meterOf(serverPid: number, dataDir: string): Meter | undefined {
  if (process.platform !== 'linux') return undefined
  const postmaster = Number(readFileSync(join(clusterOf(join(dataDir, 'postgres')), 'postmaster.pid'), 'utf8').split('\n')[0])
  /** Of each process as last seen: one that has ended meanwhile keeps what it had spent. */
  const seen = new Map<number, number>()
  return {
    read: () => {
      for (const pid of childrenOf(postmaster)) seen.set(pid, spentBy(pid) ?? seen.get(pid) ?? 0)
      return { server: spentBy(serverPid) ?? 0, database: [...seen.values()].reduce((sum, one) => sum + one, 0) }
    },
  }
}

function childrenOf(pid: number): number[] {
  return readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ').map(Number)
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
