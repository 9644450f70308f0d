import { setTimeout as delay } from 'node:timers/promises'
import type { Context } from '../context.ts'
import { outlastOutage } from '../db/outage.ts'
import { checkFillsJob } from './check-fills.ts'
import { checkRanksJob } from './check-ranks.ts'
import { drawBoxes } from './draw-boxes.ts'
import { expireOrders } from './expire-orders.ts'
import { foldTotalsJob } from './fold-totals.ts'
import { gasPrices } from './gas-prices.ts'
import type { Job } from './job.ts'
import { keepLeases, type Leases } from './leases.ts'
import { notifyOffers } from './notify-offers.ts'
import { pruneChain } from './prune-chain.ts'
import { pruneDraftsJob } from './prune-drafts.ts'
import { pruneEventsJob } from './prune-events.ts'
import { pruneMailLogin } from './prune-mail-login.ts'
import { pruneSessionsJob } from './prune-sessions.ts'
import { readCollectionsJob, readMetadataJob } from './read-metadata.ts'
import { readRates } from './read-rates.ts'
import { recountJob } from './recount.ts'
import { refreshRanksJob } from './refresh-ranks.ts'
import { fillFloorsJob, recordFloorsJob, refreshStatisticsJob } from './refresh-statistics.ts'
import { revalidateOrders } from './revalidate-orders.ts'
import { runAuctions } from './run-auctions.ts'
import { runBoxes } from './run-boxes.ts'
import { sendMailJob } from './send-mail.ts'
import { settleAuctions } from './settle-auctions.ts'
import { unknownCode } from './unknown-code.ts'
import { watchOfferSets } from './watch-offer-sets.ts'

export const JOBS: readonly Job[] = [
  expireOrders,
  runAuctions,
  settleAuctions,
  drawBoxes,
  runBoxes,
  readMetadataJob,
  readCollectionsJob,
  gasPrices,
  readRates,
  revalidateOrders,
  recountJob,
  checkRanksJob,
  foldTotalsJob,
  refreshStatisticsJob,
  checkFillsJob,
  recordFloorsJob,
  fillFloorsJob,
  refreshRanksJob,
  pruneChain,
  pruneEventsJob,
  pruneSessionsJob,
  pruneMailLogin,
  pruneDraftsJob,
  notifyOffers,
  unknownCode,
  watchOfferSets,
  sendMailJob,
]

/** Jobs with a longer interval store their end, so that a restart does not run them again at once. */
const REMEMBERED_MS = 60_000
const LONGEST_BACKOFF_MS = 300_000
/** How soon a job starts after this process has taken it. */
const LOOK_MS = 1_000

/** Runs each job at its own interval until stopped, in one of the processes that share the database. */
export function startJobs(context: Context, jobs: readonly Job[] = JOBS): { stop(): Promise<void> } {
  const stopping = new AbortController()
  const running = (async () => {
    const leases = await keepLeases(
      context,
      jobs.map((job) => job.name),
    )
    await Promise.all(jobs.map((job) => repeat(context, job, leases, stopping.signal)))
    await leases.release().catch((error: unknown) => context.log.warn('job leases not given back', { error }))
  })()
  return {
    stop: async () => {
      stopping.abort()
      await running
    },
  }
}

/** Logs a failure and goes on, at a longer interval each time; the other jobs are not affected. */
async function repeat(context: Context, job: Job, leases: Leases, signal: AbortSignal): Promise<void> {
  for (let failures = 0; !signal.aborted; ) {
    const wait = job.everyMs >= REMEMBERED_MS ? job.everyMs - leases.sinceEnded(job.name) : 0
    if (!leases.holds(job.name) || wait > 0) {
      await sleep(Math.min(LOOK_MS, Math.max(wait, 50)), signal)
      continue
    }
    const { isMore, hasFailed } = await runOnce(context, job, signal)
    failures = hasFailed ? failures + 1 : 0
    if (isMore) continue
    const waiting = { pause: (ms: number) => sleep(ms, signal), isStopping: () => signal.aborted }
    if (hasFailed && (await outlastOutage(context.db, waiting))) failures = 0
    if (job.everyMs >= REMEMBERED_MS) await leases.noteEnded(job.name).catch(() => undefined)
    const backoff = Math.min(job.everyMs * 2 ** failures, Math.max(job.everyMs, LONGEST_BACKOFF_MS))
    await sleep(failures > 0 ? backoff : Math.min(job.everyMs, REMEMBERED_MS), signal)
  }
}

async function runOnce(context: Context, job: Job, signal: AbortSignal): Promise<{ isMore: boolean; hasFailed: boolean }> {
  const { metrics, log } = context
  const end = metrics.jobSeconds.startTimer({ job: job.name })
  try {
    const isMore = await job.run(context)
    metrics.jobs.inc({ job: job.name, outcome: 'done' })
    return { isMore, hasFailed: false }
  } catch (error) {
    if (!signal.aborted) {
      metrics.jobs.inc({ job: job.name, outcome: 'failed' })
      log.warn('job failed', { job: job.name, error })
    }
    return { isMore: false, hasFailed: true }
  } finally {
    end()
  }
}

/** Ends without an error, and early when the signal aborts. */
function sleep(ms: number, signal: AbortSignal): Promise<void> {
  return delay(ms, undefined, { signal }).catch(() => undefined)
}
