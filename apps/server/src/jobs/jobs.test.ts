/** @module-tag more */
import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { openTestServer, type TestServer } from '../../test/market/harness.ts'
import type { Job } from './job.ts'
import { startJobs } from './start.ts'

let server: TestServer
beforeAll(async () => {
  server = await openTestServer()
})
afterEach(() => server.context.db.deleteFrom('job_lease').execute())
afterAll(() => server.close())

type Counted = Job & { runs: number }
function counting(name: string, everyMs: number, work: () => Promise<boolean> = async () => false): Counted {
  const job: Counted = {
    name,
    everyMs,
    runs: 0,
    run: () => {
      job.runs++
      return work()
    },
  }
  return job
}

describe('startJobs', () => {
  it('runs a job in one process of several, and in the next when that one leaves', async () => {
    const [first, second] = [counting('one', 20), counting('one', 20)]
    const here = startJobs(server.context, [first])
    await vi.waitFor(() => expect(first.runs).toBeGreaterThan(3))
    const there = startJobs(server.context, [second])
    await wait(300)
    expect(second.runs).toBe(0)
    await here.stop()
    const stoppedAt = first.runs
    await vi.waitFor(() => expect(second.runs).toBeGreaterThan(3), 8_000)
    expect(first.runs).toBe(stoppedAt)
    await there.stop()
  })

  it('takes a job over from a process that died', async () => {
    const job = counting('orphan', 20)
    const inAMoment = sql<number>`(extract(epoch from now()) * 1000)::bigint + 1500`
    await server.context.db.insertInto('job_lease').values({ name: 'orphan', holder: 'dead', until_ms: inAMoment, ended_ms: 0 }).execute()
    const jobs = startJobs(server.context, [job])
    await wait(500)
    expect(job.runs).toBe(0)
    await vi.waitFor(() => expect(job.runs).toBeGreaterThan(0), 8_000)
    await jobs.stop()
  })

  it('a job that fails waits longer each time and disturbs no other', async () => {
    const failing = counting('failing', 50, async () => {
      throw new Error('no')
    })
    const hanging = counting('hanging', 50, () => new Promise((done) => setTimeout(() => done(false), 2_000)))
    const healthy = counting('healthy', 50)
    const jobs = startJobs(server.context, [failing, hanging, healthy])
    await wait(1_500)
    expect(healthy.runs).toBeGreaterThan(8)
    expect(failing.runs).toBeGreaterThan(1)
    expect(failing.runs).toBeLessThan(6)
    expect(hanging.runs).toBe(1)
    expect(server.logged.join('\n')).toContain('job failed')
    await jobs.stop()
  })

  it('a job with more to do goes on at once; one with a long interval is not run again by a restart', async () => {
    let left = 5
    const eager = counting('eager', 3_600_000, async () => --left > 0)
    const jobs = startJobs(server.context, [eager])
    await vi.waitFor(() => expect(eager.runs).toBe(5))
    await wait(100)
    await jobs.stop()
    const again = counting('eager', 3_600_000)
    const restarted = startJobs(server.context, [again])
    await wait(400)
    expect(again.runs).toBe(0)
    await restarted.stop()
  })

  it('stops within a moment, also while it waits', async () => {
    const jobs = startJobs(server.context, [counting('long', 3_600_000), counting('short', 10)])
    await wait(100)
    const began = Date.now()
    await jobs.stop()
    expect(Date.now() - began).toBeLessThan(1_000)
  })
})
