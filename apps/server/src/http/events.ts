import { AppError, EVENTS_PATH, type EventTopic, errorText, NEWS_TOPICS, TOKEN_HEADER } from '@plinth/api'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Context } from '../context.ts'
import type { Feed } from '../modules/events/service.ts'
import { findCaller } from '../modules/sessions/service.ts'
import { createEventStream, type EventStream } from './event-stream.ts'
import { createLimiter, ipKey } from './limits.ts'
import { languageOf, tokenOf } from './session.ts'

const HEARTBEAT_MS = 15_000
const MOST_STREAMS = 10_000

/** The live events of decision 46: server-sent events, read by fetch so that the token travels in its header. */
export function registerEvents(app: FastifyInstance, context: Context, feed: Feed): void {
  const streams = new Set<EventStream>()
  context.metrics.openStreams.set(0)
  const streamLimit = createStreamLimit(context)
  const limiter = createLimiter(context.clock)
  const heartbeat = setInterval(() => feed.heartbeat(), HEARTBEAT_MS)
  app.addHook('preClose', async () => {
    clearInterval(heartbeat)
    feed.stop()
    for (const stream of streams) stream.end()
  })
  app.options(EVENTS_PATH, async (_, reply) => reply.code(204).headers(CROSS_ORIGIN).send())
  app.get<{ Querystring: { topics?: unknown; after?: unknown } }>(EVENTS_PATH, { exposeHeadRoute: false }, async (request, reply) => {
    const topics = topicsOf(request.query.topics)
    if (!topics) return reply.code(400).type('text/plain').send('Unknown topic')
    const token = tokenOf(request)
    const caller = token === undefined ? undefined : await findCaller(context, token)
    const { waitS: seconds } = limiter.countIp('events', request.ip, context.config.limits.requestsPerIp)
    const leave = seconds > 0 ? undefined : streamLimit.take(ipKey(request.ip), caller ? token : undefined)
    if (!leave) return refuse(request, reply, seconds || 60)
    const owner = caller && token !== undefined ? { account: caller.address, token } : undefined
    open(request, reply, { metrics: context.metrics, feed, streams, topics, after: afterOf(request), owner, leave })
  })
}

type Opening = Pick<Parameters<Feed['join']>[0], 'topics' | 'after' | 'owner'> & {
  readonly metrics: Context['metrics']
  readonly feed: Feed
  readonly streams: Set<EventStream>
  readonly leave: () => void
}

const CROSS_ORIGIN = {
  'access-control-allow-origin': '*',
  'access-control-allow-methods': 'GET',
  'access-control-allow-headers': `${TOKEN_HEADER.toLowerCase()}, last-event-id`,
  'access-control-max-age': '86400',
}

/** From here on the response is written here: no hook compresses or delays it. */
function open(request: FastifyRequest, reply: FastifyReply, { metrics, feed, streams, topics, after, owner, leave }: Opening): void {
  reply.hijack()
  reply.raw.writeHead(200, {
    ...(reply.getHeaders() as Record<string, string>),
    ...CROSS_ORIGIN,
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-store, no-transform',
    'x-accel-buffering': 'no',
  })
  reply.raw.flushHeaders()
  request.raw.socket.setNoDelay(true)
  const stream = createEventStream(reply.raw)
  streams.add(stream)
  metrics.openStreams.inc()
  const part = feed.join({ topics, after, owner, send: stream.send })
  reply.raw.once('close', () => {
    part()
    leave()
    streams.delete(stream)
    metrics.openStreams.dec()
  })
}

function refuse(request: FastifyRequest, reply: FastifyReply, seconds: number): FastifyReply {
  const error = new AppError('TOO_MANY_REQUESTS', { seconds })
  return reply
    .code(429)
    .headers({ 'retry-after': String(seconds), 'access-control-allow-origin': '*' })
    .type('text/plain')
    .send(errorText(error.code, languageOf(request), error.meta))
}

/** All topics but heads for a client that names none; undefined when one is unknown. */
function topicsOf(sent: unknown): ReadonlySet<EventTopic> | undefined {
  if (sent === undefined || sent === '') return new Set([...NEWS_TOPICS, 'reset'])
  const names = String(sent).split(',')
  const known = NEWS_TOPICS.filter((topic) => names.includes(topic))
  return names.every((name) => known.some((topic) => topic === name)) ? new Set([...known, 'reset']) : undefined
}

/** A position that is not a number was never issued here: it counts as lost. */
function afterOf(request: FastifyRequest<{ Querystring: { after?: unknown } }>): number | undefined {
  const sent = request.headers['last-event-id'] ?? request.query.after
  if (sent === undefined || sent === '') return undefined
  return typeof sent === 'string' && /^\d{1,15}$/.test(sent) ? Number(sent) : Number.MAX_SAFE_INTEGER
}

/** Open streams per visitor, per token and in all; a place is given back once. */
function createStreamLimit({ config: { limits } }: Context): { take(ip: string, token: string | undefined): (() => void) | undefined } {
  const taken = new Map<string, number>()
  const isFull = (key: string, most: number): boolean => (taken.get(key) ?? 0) >= most
  const add = (key: string, by: 1 | -1): void => {
    const count = (taken.get(key) ?? 0) + by
    if (count > 0) taken.set(key, count)
    else taken.delete(key)
  }
  return {
    take: (ip, token) => {
      const keys = ['all', `ip ${ip}`, ...(token === undefined ? [] : [`token ${token}`])]
      if (isFull('all', MOST_STREAMS) || isFull(`ip ${ip}`, limits.streamsPerIp)) return undefined
      if (token !== undefined && isFull(`token ${token}`, limits.streamsPerToken)) return undefined
      for (const key of keys) add(key, 1)
      return () => {
        for (const key of keys.splice(0)) add(key, -1)
      }
    },
  }
}
