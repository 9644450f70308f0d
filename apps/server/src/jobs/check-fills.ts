import { AppError } from '@plinth/api'
import { type Address, ASSET_TYPE } from '@plinth/protocol'
import type { Chain } from '../chain/chain.ts'
import { dryRun, type FillAnswer } from '../chain/dry-run.ts'
import type { Context } from '../context.ts'
import { transact } from '../db/database.ts'
import { type Purchase, purchaseOf } from '../modules/items/service.ts'
import { type Cursor, readCursor } from '../state/chain/checkpoint.ts'
import { findOrder } from '../state/orders/store.ts'
import { emitEvents } from '../state/outbox/outbox.ts'
import {
  type Candidate,
  chooseWanted,
  countUnanswered,
  dropChecks,
  endRound,
  findDueFloors,
  listCandidates,
  noteUnchecked,
  restOf,
  saveChecks,
  takeFloorMarks,
} from '../state/statistics/fill-checks.ts'
import { forEachChain } from './each-chain.ts'
import type { Job } from './job.ts'

/** Listings of one collection in one round, and of one round. */
const MOST_OF_COLLECTION = 8
const MOST_OF_ROUND = 24
const MOST_COLLECTIONS = 50
/**
 * A collection may use one part in so many of a chain's calls, and of the time of one core of the database; and as much at once as
 * would be its part of two minutes.
 */
const SHARE = 10
export const BURST_S = 120
/** What a voucher asks of a node, about. */
const VOUCHER_REQUESTS = 8

/** How often a chain is asked whether its exchange is stopped where nothing is due. */
const LOOK_S = 60

/**
 * Dry-runs the cheapest listings of each collection, as many as its floor and the mark "thin" need (COLP-03). What passed is checked
 * again before its hour is over; a collection waits for its turn, whatever others list.
 */
export const checkFillsJob: Job = {
  name: 'check-fills',
  everyMs: 1_000,
  run: async (context) => {
    await forEachChain(context, (chain) => checkFillsOf(context, chain))
    return false
  },
}

type Wanted = {
  readonly collection: Address
  readonly asked: readonly Candidate[]
  readonly isMore: boolean
  /** Of the database, to find them. */
  readonly tookMs: number
}

export async function checkFillsOf(context: Context, chain: Chain): Promise<void> {
  const { db, clock, metrics } = context
  const { looked, askedAt } = context.jobs.fills
  if (!looked.has(chain.id)) {
    await noteUnchecked(db)
    looked.add(chain.id)
  }
  const now = clock.now()
  await transact(db, (tx) => takeFloorMarks(tx, chain.id, now))
  metrics.floorsUnanswered.set({ chain: String(chain.id) }, await countUnanswered(db, chain.id, now))
  const block = await readCursor(db, chain.id)
  if (!block || block.stopped !== null || !chain.head()) return
  const left = budgetOf(context, chain)
  // Each round begins with questions to the node itself: few large rounds cost less than many small ones.
  const isEnough = left >= 1 && left >= Math.min(MOST_OF_ROUND, context.config.dryRunsPerMinute)
  const due = isEnough ? await findDueFloors(db, chain.id, { now, mostSpent: BURST_S, limit: MOST_COLLECTIONS }) : []
  if (due.length === 0 && now - (askedAt.get(chain.id) ?? 0) < LOOK_S) return
  askedAt.set(chain.id, now)
  if (await isStopped(context, chain)) return
  const round: Wanted[] = []
  let asked = 0
  for (const collection of due) {
    if (asked >= Math.min(left, MOST_OF_ROUND)) break
    const began = performance.now()
    const wanted = chooseWanted(await listCandidates(db, { chainId: chain.id, collection }, { now, at: chain.now() }))
    const first = wanted.slice(0, MOST_OF_COLLECTION)
    round.push({ collection, asked: first, isMore: wanted.length > first.length, tookMs: performance.now() - began })
    asked += first.length
  }
  if (round.length > 0) await runRound(context, chain, block, round)
}

/** While purchases are stopped, here or on chain, nothing can be said of them. */
async function isStopped({ db }: Context, chain: Chain): Promise<boolean> {
  try {
    await chain.requireTrusted()
    const { pausedUntil } = await chain.fees()
    if (pausedUntil <= chain.now()) return false
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    if (error.code === 'CHAIN_UNREACHABLE') return false
    return true
  }
  await transact(db, (tx) => dropChecks(tx, chain.id))
  return true
}

function budgetOf({ config, clock, jobs }: Context, { id }: Chain): number {
  const { budgets } = jobs.fills
  const most = config.dryRunsPerMinute
  const [known, nowMs] = [budgets.get(id) ?? { left: most, atMs: clock.nowMs() }, clock.nowMs()]
  const left = Math.min(most, known.left + (Math.max(0, nowMs - known.atMs) * most) / 60_000)
  budgets.set(id, { left, atMs: nowMs })
  return left
}

async function runRound(context: Context, chain: Chain, block: Cursor, round: readonly Wanted[]): Promise<void> {
  const listings = round.flatMap(({ asked }) => asked)
  const { answers, requests } = await answersOf(context, chain, block, listings)
  const budget = context.jobs.fills.budgets.get(chain.id)
  if (budget) budget.left -= requests
  for (const answer of answers.values()) context.metrics.dryRuns.inc({ chain: String(chain.id), outcome: answer.is })
  const perCall = listings.length === 0 ? 0 : requests / listings.length
  const at = chain.now()
  for (const { collection, asked, isMore, tookMs } of round) {
    const now = context.clock.now()
    const named = { chainId: chain.id, collection }
    const checks = asked.flatMap((one) => {
      const answer = answers.get(one.orderId)
      if (!answer) return []
      const isPassed = answer.is === 'unanswered' ? undefined : answer.is === 'passed'
      return [{ ...one, isPassed, reason: 'reason' in answer ? answer.reason : '' }]
    })
    const hasFailed = checks.some(({ isPassed }) => isPassed !== true)
    const isAnswered = asked.length === 0 || checks.some(({ isPassed }) => isPassed !== undefined)
    const spentS = Math.ceil((checks.length * perCall * 60 * SHARE) / context.config.dryRunsPerMinute + (tookMs / 1_000) * SHARE)
    await transact(context.db, async (tx) => {
      const { isKept, isChanged } = await saveChecks(tx, { ...named, block, now, at }, checks)
      if (isChanged) await emitEvents(tx, [{ topic: 'collection', chainId: chain.id, address: collection }])
      // Behind one that failed stands the next.
      const restS = isMore || hasFailed || (checks.length > 0 && !isKept) ? 0 : await restOf(tx, named, now)
      await endRound(tx, named, { nextAt: restS === undefined ? undefined : now + restS, spentS, isAnswered, now })
    })
  }
}

type Answers = { readonly answers: ReadonlyMap<number, FillAnswer>; readonly requests: number }

async function answersOf(context: Context, chain: Chain, block: Cursor, listings: readonly Candidate[]): Promise<Answers> {
  const answers = new Map<number, FillAnswer>()
  const purchases: (Purchase & { readonly orderId: number })[] = []
  let requests = 0
  for (const { orderId, version } of listings) {
    const order = await findOrder(context.db, orderId)
    // Another version is due of itself.
    if (order?.version !== version) continue
    if (order.assetType === ASSET_TYPE.MINTED) requests += VOUCHER_REQUESTS
    try {
      purchases.push({ orderId, ...(await purchaseOf(context, chain, order)) })
    } catch (error) {
      answers.set(orderId, refusalOf(context, error))
    }
  }
  if (purchases.length === 0) return { answers, requests }
  const run = await dryRun(
    chain,
    block.hash,
    purchases.map(({ fill }) => fill),
    [...new Map(purchases.map(({ guard }) => [guard.data + guard.result, guard])).values()],
  )
  for (const [place, { orderId }] of purchases.entries()) {
    const answer = run.answers[place]
    if (answer) answers.set(orderId, answer)
  }
  return { answers, requests: requests + run.requests }
}

/** What the market refuses to sign for, no buyer can buy; a node that fails says nothing. */
function refusalOf({ log }: Context, error: unknown): FillAnswer {
  if (!(error instanceof AppError)) log.warn('purchase not prepared', { error })
  if (!(error instanceof AppError) || error.code === 'CHAIN_UNREACHABLE' || error.code === 'MARKET_BEHIND')
    return { is: 'unanswered', reason: 'not prepared' }
  return { is: 'reverted', reason: error.code }
}
