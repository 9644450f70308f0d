import type { IncomingMessage } from 'node:http'
import type { Cost } from '@plinth/api'
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
  const from = ipKey(ip)
  const own = cost && LIMITS[cost]
  const quotas = { ip: limiter.count(`ip ${from}`, limits.requestsPerIp) }
  return own ? { ...quotas, [own.name]: limiter.count(`${own.name} ${from}`, limits[own.setting]) } : quotas
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
