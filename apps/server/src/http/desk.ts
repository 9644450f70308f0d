import { AppError, type Cost } from '@plinth/api'
import type { Context } from '../context.ts'
import { DatabaseAway, DatabaseClosed, keptFor, sqlState } from '../db/database.ts'
import type { Feed } from '../modules/events/service.ts'
import { callIsOver } from '../process/call-time.ts'
import { relaxed } from '../read/explore/state.ts'
import { Answer, type Answers, createAnswers, type Outcome } from './answers.ts'
import { createLimiter, type Limiter, type Quota } from './limits.ts'

/** What all answers of one app share: the counts of requests, and the answers that are kept. */
export type Desk = {
  readonly context: Context
  readonly limiter: Limiter
  readonly answers: Answers | undefined
  /** As `Feed` says it. */
  readonly position: () => number | undefined
}

export function createDesk(context: Context, { position }: Pick<Feed, 'position'>): Desk {
  const { answerCacheBytes: maxBytes } = context.config
  const onRead = (outcome: Outcome): void => context.metrics.sharedAnswers.inc({ outcome })
  const answers = maxBytes > 0 ? createAnswers({ ...context, maxBytes, position, onRead }) : undefined
  return { context, limiter: createLimiter(context.clock), answers, position }
}

/**
 * Runs a read that everybody shares: by a replica that has all that this process knows of, else by the primary, also where the
 * replica fails. `position` is the last event that it has sent.
 */
export async function readPublic<T>(context: Context, position: number | undefined, read: (context: Context) => Promise<T>): Promise<T> {
  const picked = await context.replicas.pick({ commits: keptFor(context.db)?.commits ?? 0, position })
  if (!picked) return read(context)
  const { db, changedMs, onGone } = picked
  const gone = Promise.withResolvers<never>()
  const ended = onGone(() => gone.reject(new DatabaseAway('The replica is behind or away')))
  const reading = read({ ...context, db, explore: relaxed(context.explore, changedMs) })
  try {
    return await Promise.race([reading, gone.promise])
  } catch (error) {
    // The reader has left it: its failure concerns no request.
    reading.catch(() => undefined)
    if (error instanceof AppError || error instanceof DatabaseClosed || isOverdue(error)) throw error
    context.log.warn('replica failed', { error })
    return read(context)
  } finally {
    ended()
  }
}

/** The time of the call is over: its request has been answered already. */
const isOverdue = (error: unknown): boolean => sqlState(error) === '57014' || callIsOver(error)

/** The limit of each cost: its name in metrics, and its setting. */
const LIMITS = {
  signature: { name: 'signature', setting: 'signaturesPerIp' },
  outboundFetch: { name: 'asking', setting: 'refreshesPerIp' },
  authAttempt: { name: 'mailLogin', setting: 'mailLoginsPerIp' },
  captcha: { name: 'picture', setting: 'picturesPerIp' },
  search: { name: 'search', setting: 'searchesPerIp' },
} as const satisfies Record<Cost, { name: string; setting: keyof Context['config']['limits'] }>

/** Positions in limits, by their name in metrics. */
export type Quotas = Readonly<Record<string, Quota>>

/** Counts a request against the limits of its address: of all requests, and of what this one costs beside. */
export function countRequest({ context, limiter }: Desk, ip: string, cost?: Cost): Quotas {
  const { limits } = context.config
  const own = cost && LIMITS[cost]
  const quotas = { ip: limiter.countIp('ip', ip, limits.requestsPerIp) }
  return own ? { ...quotas, [own.name]: limiter.countIp(own.name, ip, limits[own.setting]) } : quotas
}

/** The limits that a request is above. */
export const passedIn = (quotas: Quotas): [limit: string, quota: Quota][] => Object.entries(quotas).filter(([, { waitS }]) => waitS > 0)

type Answered = {
  readonly id: string
  readonly call: string
  readonly errno: number
  readonly ms: number
  readonly fault?: string | undefined
}

/** Into the log and the metrics. */
export function noteAnswer({ log, metrics }: Context, answered: Answered): void {
  const { call, errno, ms } = answered
  log.info('call', answered)
  metrics.calls.inc({ call, errno })
  metrics.callSeconds.observe({ call }, ms / 1_000)
}

/** The answer that everybody shares: kept, or computed. */
export async function sharedAnswer({ answers, position }: Desk, name: string, compute: () => Promise<string>): Promise<Answer> {
  if (answers) return answers.read(name, compute)
  const before = position()
  return new Answer(await compute(), before)
}
