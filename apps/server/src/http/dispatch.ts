import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { AppError, argumentProblem, CATALOGUE, type Call, withoutAbsent } from '@plinth/api'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { handlers } from '../calls.ts'
import { type Context, type RequestContext, requestContext } from '../context.ts'
import { type Received, receive } from './body.ts'
import { type Envelope, failure, failureOf, success, transportProblem } from './envelope.ts'
import { createLimiter, ipKey, type Limiter } from './limits.ts'
import { callerOf, languageOf, tokenOf } from './session.ts'

type Handler = (context: RequestContext, input: unknown) => Promise<unknown>
type Route = { readonly name: string; readonly call: Call; readonly handler: Handler }

/** Calls that cost a signature check each. */
const VERIFYING = new Set(['user.login', 'order.add'])

export const uploadFolder = (context: Context): string => join(context.config.mediaDir, 'incoming')

/** `POST <prefix><path>` for every call of the catalogue, in the envelope of decision 6. */
export function registerCalls(app: FastifyInstance, context: Context): void {
  const limiter = createLimiter(context.clock)
  const { prefix } = context.config
  app.register(
    async (api) => {
      api.addHook('onRequest', async (_, reply) => {
        reply.headers({ 'access-control-allow-origin': '*', 'access-control-expose-headers': 'retry-after', 'cache-control': 'no-store' })
      })
      api.options('/*', async (_, reply) => {
        const allowed = {
          'access-control-allow-methods': 'POST',
          'access-control-allow-headers': 'content-type, accept-language, finger-nft-token',
        }
        return reply
          .code(204)
          .headers({ ...allowed, 'access-control-max-age': '86400' })
          .send()
      })
      for (const route of routes()) {
        api.post(route.call.path, async (request, reply) => answer(context, limiter, route, request, reply))
        api.route({
          method: ['GET', 'HEAD', 'PUT', 'PATCH', 'DELETE'],
          url: route.call.path,
          handler: async (request) => failure(new AppError('UNSUPPORTED'), languageOf(request)),
        })
      }
      api.setNotFoundHandler(async (request, reply) => {
        const code = request.method === 'POST' || request.method === 'OPTIONS' ? 'NOT_FOUND' : 'UNSUPPORTED'
        return reply.code(200).send(failure(new AppError(code), languageOf(request)))
      })
      api.setErrorHandler(async (error, request, reply) => {
        const problem = transportProblem(error)
        const language = languageOf(request)
        const envelope = problem ? failure(problem, language) : failureOf(error, { call: request.url, language, log: context.log })
        return reply.code(200).send(envelope)
      })
    },
    { prefix },
  )
}

function routes(): Route[] {
  const tables: Record<string, Record<string, unknown>> = handlers
  return Object.entries<Record<string, Call>>(CATALOGUE).flatMap(([segment, calls]) =>
    Object.entries(calls).map(([name, call]) => {
      const handler = tables[segment]?.[name]
      if (!isHandler(handler)) throw new Error(`No handler for ${segment}.${name}`)
      return { name: `${segment}.${name}`, call, handler }
    }),
  )
}

/** `handlers` satisfies the catalogue, key by key; the loop above can't follow it. */
function isHandler(value: unknown): value is Handler {
  return typeof value === 'function'
}

async function answer(context: Context, limiter: Limiter, route: Route, request: FastifyRequest, reply: FastifyReply): Promise<Envelope> {
  const startedAt = context.clock.nowMs()
  const language = languageOf(request)
  const received: Received = { fields: {}, files: [] }
  let envelope: Envelope
  try {
    envelope = await run(context, limiter, route, request, received)
  } catch (error) {
    const problem = error instanceof AppError ? error : (transportProblem(error) ?? error)
    envelope = failureOf(problem, { call: route.name, declared: route.call.errors, language, log: context.log })
    if (problem instanceof AppError && problem.code === 'TOO_MANY_REQUESTS') reply.header('retry-after', String(problem.meta.seconds ?? 60))
  } finally {
    await Promise.all(received.files.map((file) => rm(file.path, { force: true })))
  }
  context.log.info('call', { call: route.name, errno: envelope.errno ?? 0, ms: context.clock.nowMs() - startedAt })
  return envelope
}

async function run(context: Context, limiter: Limiter, route: Route, request: FastifyRequest, received: Received): Promise<Envelope> {
  const { call } = route
  const token = tokenOf(request)
  refuseFlood(context, limiter, route, request.ip)
  const caller = await callerOf(context, call, token)
  if (caller) refuse(limiter.take(`token ${token}`, context.config.limits.requestsPerToken))
  const { limits } = context.config
  await receive(request, call, { folder: uploadFolder(context), fileBytes: limits.fileBytes, bodyBytes: limits.bodyBytes }, received)

  const body = withoutAbsent(received.fields)
  const decoded = z.safeDecode(call.request, body as never)
  if (!decoded.success) {
    const { code, ...meta } = argumentProblem(decoded.error, body)
    throw new AppError(code, meta)
  }
  const facts = {
    caller,
    token,
    language: languageOf(request),
    ip: request.ip,
    files: received.files,
    sent: new Set(Object.keys(received.fields)),
  }
  return success(call, await route.handler(requestContext(context, facts), decoded.data))
}

/** @throws AppError TOO_MANY_REQUESTS */
function refuseFlood(context: Context, limiter: Limiter, route: Route, ip: string): void {
  const { limits } = context.config
  const from = ipKey(ip)
  const seconds = Math.max(
    limiter.take(`ip ${from}`, limits.requestsPerIp),
    VERIFYING.has(route.name) ? limiter.take(`signature ${from}`, limits.signaturesPerIp) : 0,
    route.call.body === 'multipart' ? limiter.take(`upload ${from}`, limits.uploadsPerIp) : 0,
  )
  refuse(seconds)
}

/** @throws AppError TOO_MANY_REQUESTS */
function refuse(seconds: number): void {
  if (seconds > 0) throw new AppError('TOO_MANY_REQUESTS', { seconds })
}
