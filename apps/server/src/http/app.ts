import formbody from '@fastify/formbody'
import multipart from '@fastify/multipart'
import { AppError } from '@plinth/api'
import { V1_PREFIX } from '@plinth/api/v1'
import fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import type { TrustProxy } from '../config/config.ts'
import type { Context } from '../context.ts'
import { createFeed } from '../modules/events/service.ts'
import { registerCompression } from './compression.ts'
import { registerConnectionLimits } from './connections.ts'
import { createDesk } from './desk.ts'
import { registerCalls } from './dispatch.ts'
import { registerDraining } from './draining.ts'
import { registerEmbeds } from './embeds.ts'
import { failure } from './envelope.ts'
import { registerEvents } from './events.ts'
import { registerHealth } from './health.ts'
import { registerMedia } from './media.ts'
import { registerOpenApi } from './openapi.ts'
import { newRequestId } from './request-ids.ts'
import { registerSecurity } from './security.ts'
import { languageOf } from './session.ts'
import { registerUnreadBodies } from './unread-bodies.ts'
import { openApiUrlOf } from './v1/openapi.ts'
import { problemOf, sendProblem } from './v1/problems.ts'
import { registerV1 } from './v1/routes.ts'
import { registerWeb } from './web.ts'

/**
 * A client that sends a header, a body or nothing at all too slowly is disconnected. A body has the time of its call, at most 120 s,
 * and then an answer; what is no call ends a little later without one.
 */
const SLOW_CLIENTS = {
  requestTimeout: 130_000,
  keepAliveTimeout: 65_000,
  http: { headersTimeout: 15_000, connectionsCheckingInterval: 2_000, maxHeaderSize: 16_384 },
}

/** The whole HTTP surface of one context, not yet listening. */
export async function createApp(context: Context): Promise<FastifyInstance> {
  const { bodyBytes } = context.config.limits
  const app = fastify({
    bodyLimit: bodyBytes,
    forceCloseConnections: 'idle',
    // What still arrives on an open connection is answered as ever.
    return503OnClosing: false,
    // Only the configured proxies are trusted: earlier entries of x-forwarded-for are whatever the visitor wrote.
    trustProxy: trustOf(context.config.trustProxy),
    ...SLOW_CLIENTS,
    genReqId: newRequestId,
    frameworkErrors: (_, request, reply) => answerUnreadable(context.config, request, reply),
  })
  registerConnectionLimits(app, context)
  app.addHook('onRequest', (request, reply, next) => {
    reply.header('x-request-id', request.id)
    next()
  })
  registerDraining(app, context)
  registerUnreadBodies(app, context)
  registerSecurity(app, context)
  await registerCompression(app)
  app.register(formbody, { bodyLimit: bodyBytes, parser: (text) => Object.fromEntries(new URLSearchParams(text)) })
  app.register(multipart)
  const feed = createFeed(context)
  const desk = createDesk(context, feed)
  registerCalls(app, desk)
  registerV1(app, desk)
  registerMedia(app, context)
  registerEvents(app, context, feed)
  registerHealth(app, context)
  registerOpenApi(app, context)
  registerEmbeds(app, context)
  await registerWeb(app, context)
  app.setErrorHandler(async (error, request, reply) => {
    const status = statusOf(error)
    if (status >= 500) context.log.error('unexpected', { id: request.id, path: request.url.split('?')[0]?.slice(0, 200), error })
    return reply
      .code(status)
      .type('text/plain')
      .send(status >= 500 ? 'Server error' : 'Bad request')
  })
  await app.ready()
  return app
}

/** A path that can't be decoded reaches no route; under the prefix it is a call that does not exist (decision 6). */
function answerUnreadable(config: Context['config'], request: FastifyRequest, reply: FastifyReply): void {
  const { prefix } = config
  if (request.url.startsWith(`${V1_PREFIX}/`)) {
    const error = new AppError('BAD_ARGUMENT_VALUE', { field: 'path', reason: 'malformed' })
    return void sendProblem(reply, problemOf(error, { traceId: request.id, openApiUrl: openApiUrlOf(config) }))
  }
  if (!request.url.startsWith(`${prefix}/`)) return void reply.code(400).type('text/plain').send('Bad request')
  const code = request.method === 'POST' ? 'NOT_FOUND' : 'UNSUPPORTED'
  reply.code(200).send(failure(new AppError(code), languageOf(request)))
}

function trustOf(trustProxy: TrustProxy): false | string[] | ((address: string, hop: number) => boolean) {
  if (typeof trustProxy === 'number') return trustProxy > 0 && ((_, hop) => hop < trustProxy)
  return trustProxy.length > 0 && [...trustProxy]
}

function statusOf(error: unknown): number {
  const status = typeof error === 'object' && error !== null && 'statusCode' in error ? Number(error.statusCode) : 500
  return status >= 400 && status < 600 ? status : 500
}
