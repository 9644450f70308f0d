import type { Context } from '../context.ts'
import { expireOrders } from './expire-orders.ts'
import type { Job } from './job.ts'
import { pruneChain } from './prune-chain.ts'
import { pruneSessionsJob } from './prune-sessions.ts'
import { readMetadataJob } from './read-metadata.ts'

const JOBS: readonly Job[] = [expireOrders, readMetadataJob, pruneChain, pruneSessionsJob]

/** Runs each job on its own beat until stopped; a failure is logged and the beat goes on. */
export function startJobs(context: Context, jobs: readonly Job[] = JOBS): { stop(): Promise<void> } {
  const stopping = new AbortController()
  const loops = jobs.map((job) => repeat(context, job, stopping.signal))
  return {
    stop: async () => {
      stopping.abort()
      await Promise.all(loops)
    },
  }
}

async function repeat(context: Context, job: Job, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    let isMore = false
    try {
      isMore = await job.run(context)
    } catch (error) {
      if (!signal.aborted) context.log.warn('job failed', { job: job.name, error })
    }
    if (!isMore) await sleep(job.everyMs, signal)
  }
}

function sleep(ms: number, signal: AbortSignal): Promise<void> {
  if (signal.aborted) return Promise.resolve()
  return new Promise((resolve) => {
    const end = (): void => {
      clearTimeout(timer)
      signal.removeEventListener('abort', end)
      resolve()
    }
    const timer = setTimeout(end, ms)
    signal.addEventListener('abort', end)
  })
}
