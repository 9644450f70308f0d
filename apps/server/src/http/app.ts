import compress from '@fastify/compress'
import formbody from '@fastify/formbody'
import multipart from '@fastify/multipart'
import { AppError } from '@plinth/api'
import fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import type { Context } from '../context.ts'
import { registerCalls } from './dispatch.ts'
import { failure } from './envelope.ts'
import { registerHealth } from './health.ts'
import { registerMedia } from './media.ts'
import { registerSecurity } from './security.ts'
import { languageOf } from './session.ts'
import { registerWeb } from './web.ts'

/** The whole HTTP surface of one context, not yet listening. */
export async function createApp(context: Context): Promise<FastifyInstance> {
  const { bodyBytes } = context.config.limits
  const app = fastify({
    bodyLimit: bodyBytes,
    forceCloseConnections: 'idle',
    // The nearest proxy's word only: what stands before it in x-forwarded-for is whatever the visitor wrote.
    trustProxy: context.config.trustProxy ? (_, hop) => hop === 0 : false,
    requestTimeout: 120_000,
    frameworkErrors: (_, request, reply) => answerUnreadable(context.config.prefix, request, reply),
  })
  registerSecurity(app, context.config)
  app.register(compress, { threshold: 2_048, encodings: ['br', 'gzip'] })
  app.register(formbody, { bodyLimit: bodyBytes, parser: (text) => Object.fromEntries(new URLSearchParams(text)) })
  app.register(multipart)
  registerCalls(app, context)
  registerMedia(app, context)
  registerHealth(app, context)
  registerWeb(app, context.config)
  app.setErrorHandler(async (error, request, reply) => {
    const status = statusOf(error)
    if (status >= 500) context.log.error('unexpected', { url: request.url.slice(0, 200), error })
    return reply
      .code(status)
      .type('text/plain')
      .send(status >= 500 ? 'Server error' : 'Bad request')
  })
  await app.ready()
  return app
}

/** A path that can't be decoded reaches no route; under the prefix it is a call that does not exist (decision 6). */
function answerUnreadable(prefix: string, request: FastifyRequest, reply: FastifyReply): void {
  if (!request.url.startsWith(`${prefix}/`)) return void reply.code(400).type('text/plain').send('Bad request')
  const code = request.method === 'POST' ? 'NOT_FOUND' : 'UNSUPPORTED'
  reply.code(200).send(failure(new AppError(code), languageOf(request)))
}

function statusOf(error: unknown): number {
  const status = typeof error === 'object' && error !== null && 'statusCode' in error ? Number(error.statusCode) : 500
  return status >= 400 && status < 600 ? status : 500
}
