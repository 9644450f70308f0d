import compress from '@fastify/compress'
import formbody from '@fastify/formbody'
import multipart from '@fastify/multipart'
import fastify, { type FastifyInstance } from 'fastify'
import type { Context } from '../context.ts'
import { registerCalls } from './dispatch.ts'
import { registerHealth } from './health.ts'
import { registerMedia } from './media.ts'
import { registerSecurity } from './security.ts'
import { registerWeb } from './web.ts'

/** The whole HTTP surface of one context, not yet listening. */
export async function createApp(context: Context): Promise<FastifyInstance> {
  const { bodyBytes } = context.config.limits
  const app = fastify({
    bodyLimit: bodyBytes,
    forceCloseConnections: 'idle',
    trustProxy: context.config.trustProxy,
    requestTimeout: 120_000,
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

function statusOf(error: unknown): number {
  const status = typeof error === 'object' && error !== null && 'statusCode' in error ? Number(error.statusCode) : 500
  return status >= 400 && status < 600 ? status : 500
}
