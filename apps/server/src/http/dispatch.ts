import { rm } from 'node:fs/promises'
import { AppError, argumentProblem, CATALOGUE, type Call, type Encoder, encoderOf, withoutAbsent } from '@plinth/api'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { handlers } from '../calls/table.ts'
import { type Context, type RequestContext, requestContext, type SharedContext } from '../context.ts'
import { withinTime } from '../process/call-time.ts'
import { faultOf } from '../process/log-samples.ts'
import { Answer, nameOf } from './answers.ts'
import { type Received, receive } from './body.ts'
import { cookiesOf } from './cookies.ts'
import { countRequest, type Desk, noteAnswer, passedIn, type Quotas, readPublic, sharedAnswer } from './desk.ts'
import { type Envelope, failure, failureOf, slowRequest, success, transportProblem } from './envelope.ts'
import { ipKey, quotaHeaders } from './limits.ts'
import { callResponseHeaders, JSON_TYPE, positionHeader } from './response-headers.ts'
import { callerOf, languageOf, tokenOf } from './session.ts'

type Handler = (context: RequestContext | SharedContext, input: unknown) => Promise<unknown>
type Route = { readonly name: string; readonly call: Call; readonly encode: Encoder; readonly handler: Handler }

/** `POST <prefix><path>` for every call of the catalogue, in the envelope of decision 6. */
export function registerCalls(app: FastifyInstance, desk: Desk): void {
  const { context } = desk
  const { prefix } = context.config
  const headers = callResponseHeaders(context.config)
  app.register(
    async (api) => {
      api.addHook('onRequest', (_, reply, next) => {
        reply.headers(headers).headers(positionHeader(desk.position()))
        next()
      })
      api.options('/*', { helmet: false }, async (_, reply) => {
        const allowed = {
          'access-control-allow-methods': 'POST',
          'access-control-allow-headers': 'content-type, accept-language, finger-nft-token',
        }
        return reply
          .code(204)
          .headers({ ...allowed, 'access-control-max-age': '86400' })
          .send()
      })
      for (const route of callRoutes()) {
        const handlerTimeout = route.call.timeoutS * 1_000
        api.post(route.call.path, { handlerTimeout, helmet: false }, async (request, reply) => {
          const answered = await answer(desk, route, request, reply)
          return answered instanceof Answer ? sendShared(request, reply, answered) : answered
        })
        api.route({
          method: ['GET', 'HEAD', 'PUT', 'PATCH', 'DELETE'],
          url: route.call.path,
          helmet: false,
          handler: async (request) => failure(new AppError('UNSUPPORTED'), languageOf(request)),
        })
      }
      api.setNotFoundHandler(async (request, reply) => {
        const code = request.method === 'POST' || request.method === 'OPTIONS' ? 'NOT_FOUND' : 'UNSUPPORTED'
        return reply.code(200).send(failure(new AppError(code), languageOf(request)))
      })
      api.setErrorHandler(async (error, request, reply) => {
        const problem = transportProblem(error) ?? slowRequest(error, request.raw)
        const language = languageOf(request)
        const about = { call: pathOf(request), language, log: context.log, traceId: request.id }
        const envelope = problem ? failure(problem, language) : failureOf(error, about)
        return reply.code(200).send(envelope)
      })
    },
    { prefix },
  )
}

function sendShared(request: FastifyRequest, reply: FastifyReply, answer: Answer): FastifyReply {
  const encoding = answer.encodingFor(request.headers['accept-encoding'])
  if (encoding !== undefined) reply.header('content-encoding', encoding)
  return reply.headers(positionHeader(answer.position)).type(JSON_TYPE).send(answer.in(encoding))
}

/** Without the query: only the path is ours. */
function pathOf(request: FastifyRequest): string {
  return (request.url.split('?')[0] ?? '').slice(0, 200)
}

function callRoutes(): Route[] {
  const tables: Record<string, Record<string, unknown>> = handlers
  return Object.entries<Record<string, Call>>(CATALOGUE).flatMap(([segment, calls]) =>
    Object.entries(calls).map(([name, call]) => {
      const handler = tables[segment]?.[name]
      if (!isHandler(handler)) throw new Error(`No handler for ${segment}.${name}`)
      return { name: `${segment}.${name}`, call, encode: encoderOf(call.response), handler }
    }),
  )
}

/** `handlers` satisfies the catalogue, key by key; the loop above can't follow it. */
function isHandler(value: unknown): value is Handler {
  return typeof value === 'function'
}

async function answer(desk: Desk, route: Route, request: FastifyRequest, reply: FastifyReply): Promise<Envelope | Answer> {
  const { context } = desk
  const startedAt = context.clock.nowMs()
  const received: Received = { fields: {}, files: [] }
  let answer: Envelope | Answer
  let fault: string | undefined
  try {
    answer = await run(desk, route, request, reply, received)
  } catch (error) {
    const problem = error instanceof AppError ? error : (transportProblem(error) ?? slowRequest(error, request.raw) ?? error)
    fault = problem instanceof AppError ? undefined : faultOf(error)
    const { errors: declared } = route.call
    answer = failureOf(problem, { call: route.name, declared, language: languageOf(request), log: context.log, traceId: request.id })
  } finally {
    if (received.files.length > 0) await Promise.all(received.files.map((file) => rm(file.path, { force: true })))
  }
  const answered = { id: request.id, call: route.name, errno: 0, ms: context.clock.nowMs() - startedAt }
  if (answer instanceof Answer) {
    noteAnswer(context, answered)
    return answer
  }
  answered.errno = answer.errno ?? 0
  // Of equal errors only some are in the log with their stack; this says of every call which it was.
  noteAnswer(context, answer.code === 'INTERNAL' ? { ...answered, fault } : answered)
  return answer
}

async function run(desk: Desk, route: Route, request: FastifyRequest, reply: FastifyReply, received: Received): Promise<Envelope | Answer> {
  const { context, limiter } = desk
  const { call } = route
  const token = tokenOf(request)
  const quotas = floodQuotas(desk, route, request.ip)
  admit(context, reply, quotas)
  const caller = await callerOf(context, call, token)
  const { limits } = context.config
  if (caller) admit(context, reply, { ...quotas, token: limiter.count('token', String(token), limits.requestsPerToken) })
  await receive(request, call, { folder: context.media.incoming, fileBytes: limits.fileBytes, bodyBytes: limits.bodyBytes }, received)

  const body = withoutAbsent(received.fields)
  // Untrusted input: this call checks whether it has the schema's type.
  const decoded = z.safeDecode(call.request, body as never)
  if (!decoded.success) {
    const { code, ...meta } = argumentProblem(decoded.error, body)
    throw new AppError(code, meta)
  }
  if (call.isShared && token === undefined) {
    const read = (context: Context) => handle(route, { ...context, caller: undefined }, decoded.data)
    const compute = async () => JSON.stringify(success(call, route.encode, await readPublic(context, desk.position(), read)))
    return sharedAnswer(desk, nameOf(route.name, decoded.data), compute)
  }
  const facts = {
    caller,
    token,
    language: languageOf(request),
    ip: ipKey(request.ip),
    ...cookiesOf(context, request, reply),
    files: received.files,
    gone: goneOf(reply),
    sent: new Set(Object.keys(received.fields)),
  }
  return success(call, route.encode, await handle(route, requestContext(context, facts), decoded.data))
}

/** Its statements end with the time of the call. */
function handle({ call, handler }: Route, context: RequestContext | SharedContext, input: unknown): Promise<unknown> {
  return withinTime(call.timeoutS * 1_000, () => handler(context, input))
}

/** The request's own signal ends with its body (Node closes a request that has been read). */
function goneOf(reply: FastifyReply): AbortSignal {
  const gone = new AbortController()
  reply.raw.once('close', () => gone.abort())
  if (reply.raw.destroyed) gone.abort()
  return gone.signal
}

/** Per address, and stricter for costlier calls. */
function floodQuotas(desk: Desk, route: Route, ip: string): Quotas {
  const { context, limiter } = desk
  const { cost, body } = route.call
  const quotas = countRequest(desk, ip, cost)
  if (body !== 'multipart') return quotas
  return { ...quotas, upload: limiter.countIp('upload', ip, context.config.limits.uploadsPerIp) }
}

/** Writes the remaining quota into headers. @throws AppError TOO_MANY_REQUESTS */
function admit({ metrics }: Context, reply: FastifyReply, quotas: Quotas): void {
  reply.headers(quotaHeaders(Object.values(quotas)))
  const passed = passedIn(quotas)
  for (const [limit] of passed) metrics.refused.inc({ limit })
  if (passed.length > 0) throw new AppError('TOO_MANY_REQUESTS', { seconds: Math.max(...passed.map(([, quota]) => quota.waitS)) })
}
