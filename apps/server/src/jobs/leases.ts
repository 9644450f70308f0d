import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { Context } from '../context.ts'

/** A process that died keeps its jobs from the others for so long. */
const LEASE_MS = 10_000
const RENEW_MS = 3_000

/** By the database's clock, which all processes share. */
const nowMs = sql<number>`(extract(epoch from now()) * 1000)::bigint`

/** The jobs of this process: with several processes on one database each job belongs to one. */
export type Leases = {
  holds(name: string): boolean
  /** Milliseconds since the job last ended, in whichever process; infinite when it never has. */
  sinceEnded(name: string): number
  noteEnded(name: string): Promise<void>
  /** Gives up all leases. */
  release(): Promise<void>
}

type Held = { readonly until: number; readonly endedAt: number }

/** Takes free jobs, now and every three seconds. */
export async function keepLeases({ db, log }: Pick<Context, 'db' | 'log'>, names: readonly string[]): Promise<Leases> {
  const holder = randomUUID()
  let held = new Map<string, Held>()

  const take = async (): Promise<void> => {
    const askedAt = performance.now()
    const rows = await db
      .insertInto('job_lease')
      .values(names.map((name) => ({ name, holder, until_ms: sql<number>`${nowMs} + ${LEASE_MS}::bigint`, ended_ms: 0 })))
      .onConflict((conflict) =>
        conflict
          .column('name')
          .doUpdateSet(({ ref }) => ({ holder: ref('excluded.holder'), until_ms: ref('excluded.until_ms') }))
          .where(({ eb, or, ref }) => or([eb('job_lease.until_ms', '<', nowMs), eb('job_lease.holder', '=', ref('excluded.holder'))])),
      )
      .returning(['name', 'ended_ms', nowMs.as('now_ms')])
      .execute()
    // Counted from before the query: the lease never seems longer than it is in the database.
    held = new Map(
      rows.map((row) => [
        row.name,
        { until: askedAt + LEASE_MS, endedAt: row.ended_ms === 0 ? Number.NEGATIVE_INFINITY : askedAt - (row.now_ms - row.ended_ms) },
      ]),
    )
  }
  let isTaking = false
  const timer = setInterval(() => {
    // One that waits for a lost standby takes one connection, not one more every three seconds.
    if (isTaking) return
    isTaking = true
    take()
      .catch((error: unknown) => log.warn('job leases not renewed', { error }))
      .finally(() => {
        isTaking = false
      })
  }, RENEW_MS)
  await take().catch((error: unknown) => log.warn('job leases not taken', { error }))
  return {
    holds: (name) => (held.get(name)?.until ?? 0) > performance.now(),
    sinceEnded: (name) => performance.now() - (held.get(name)?.endedAt ?? Number.NEGATIVE_INFINITY),
    noteEnded: async (name) => {
      const lease = held.get(name)
      if (lease) held.set(name, { ...lease, endedAt: performance.now() })
      await db.updateTable('job_lease').set({ ended_ms: nowMs }).where('name', '=', name).where('holder', '=', holder).execute()
    },
    release: async () => {
      clearInterval(timer)
      held = new Map()
      await db.updateTable('job_lease').set({ until_ms: 0 }).where('holder', '=', holder).execute()
    },
  }
}
