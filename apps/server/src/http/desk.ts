import type { IncomingMessage } from 'node:http'
import type { Context } from '../context.ts'
import { type AnswerCache, createAnswerCache, type Outcome } from './answer-cache.ts'
import { createKnownRequests, type Known, type KnownRequests } from './known-requests.ts'
import { createLimiter, ipKey, type Limiter, type Quota } from './limits.ts'

/** What all answers of one app share: the counts of requests, the answers that are kept, and the requests that asked for them. */
export type Desk = {
  readonly context: Context
  readonly limiter: Limiter
  readonly answers: AnswerCache | undefined
  readonly known: KnownRequests
}

export function createDesk(context: Context): Desk {
  const { answerCacheBytes: maxBytes } = context.config
  const onRead = (outcome: Outcome): void => context.metrics.sharedAnswers.inc({ outcome })
  const answers = maxBytes > 0 ? createAnswerCache({ ...context, maxBytes, onRead }) : undefined
  return { context, limiter: createLimiter(context.clock), answers, known: createKnownRequests() }
}

/** Counts a request against the limit of its address. */
export function countRequest({ context, limiter }: Desk, ip: string): Quota {
  return limiter.count(`ip ${ipKey(ip)}`, context.config.limits.requestsPerIp)
}

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

export const knownAs = ({ answers }: Desk, call: string, form: unknown): Known => ({ call, form, name: answers?.nameOf(call, form) ?? '' })

/** The answer that everybody shares: kept, or computed. */
export async function sharedAnswer(
  desk: Desk,
  request: IncomingMessage,
  { call, form }: { readonly call: string; readonly form: unknown },
  compute: () => Promise<string>,
): Promise<Buffer> {
  const { answers, known } = desk
  const body = answers ? await answers.read(call, form, compute) : Buffer.from(await compute())
  known.note(request, knownAs(desk, call, form))
  return body
}
