import { AppError, argumentProblem, type Encoder, ERRORS, encoderOf } from '@plinth/api'
import { type Resource, V1, V1_PREFIX, type V1Name } from '@plinth/api/v1'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { Context, SharedContext } from '../../context.ts'
import { withinTime } from '../../process/call-time.ts'
import { faultOf } from '../../process/log-samples.ts'
import type { Answer } from '../answers.ts'
import { countRequest, type Desk, noteAnswer, passedIn, readPublic, sharedAnswer } from '../desk.ts'
import { faultLevel, transportProblem } from '../envelope.ts'
import { sendTagged } from '../etags.ts'
import { JSON_TYPE, V1_CACHED, v1ResponseHeaders } from '../response-headers.ts'
import { openApiUrlOf, registerV1OpenApi } from './openapi.ts'
import { isRefusal, problemOf, sendProblem } from './problems.ts'
import { READERS } from './readers.ts'

const TIMEOUT_MS = 30_000
const FIELD = /\{(\w+)\}/g

type Reader = (context: SharedContext, input: unknown) => Promise<unknown>

/** `GET /v1/…` for every resource, for programs and pages of any site: without a login, and the same for everybody (READ-01, READ-03). */
export function registerV1(app: FastifyInstance, desk: Desk): void {
  const { context } = desk
  const headers = v1ResponseHeaders(context.config)
  const openApiUrl = openApiUrlOf(context.config)
  app.register(
    async (v1) => {
      v1.addHook('onRequest', (_, reply, next) => {
        reply.headers(headers)
        next()
      })
      v1.options('/*', { helmet: false }, async (_, reply) =>
        reply
          .code(204)
          .headers({
            'access-control-allow-methods': 'GET, HEAD',
            'access-control-allow-headers': 'if-none-match',
            'access-control-max-age': '86400',
          })
          .send(),
      )
      registerV1OpenApi(v1, context)
      for (const route of resourceRoutes()) {
        const url = route.resource.path.replaceAll(FIELD, ':$1')
        v1.get(url, { helmet: false, compress: false, handlerTimeout: TIMEOUT_MS }, (request, reply) => answer(desk, route, request, reply))
      }
      const refuse = (request: FastifyRequest, reply: FastifyReply, error: unknown) => {
        const problem = isRefusal(error) ? error : (transportProblem(error) ?? new AppError('INTERNAL', { traceId: request.id }))
        if (problem.code === 'UNSUPPORTED') reply.header('allow', 'GET, HEAD, OPTIONS')
        return sendProblem(reply, problemOf(problem, { traceId: request.id, openApiUrl }))
      }
      // The route of the web app's files would take them before the handler of what is not found.
      for (const url of ['/', '/*']) v1.get(url, { helmet: false }, (request, reply) => refuse(request, reply, new AppError('NOT_FOUND')))
      v1.setNotFoundHandler((request, reply) => refuse(request, reply, new AppError('UNSUPPORTED')))
      v1.setErrorHandler((error, request, reply) => refuse(request, reply, error))
    },
    { prefix: V1_PREFIX },
  )
}

type ResourceRoute = { readonly name: string; readonly resource: Resource; readonly read: Reader; readonly encode: Encoder }

function resourceRoutes(): ResourceRoute[] {
  return Object.entries<Resource>(V1).map(([name, resource]) => ({
    name: `v1.${name}`,
    resource,
    read: READERS[name as V1Name] as Reader,
    encode: encoderOf(resource.response),
  }))
}

/** @throws AppError for a refusal, INTERNAL for a fault of ours */
async function answer(desk: Desk, route: ResourceRoute, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const { context } = desk
  const startedAt = context.clock.nowMs()
  const note = (errno: number, fault?: string) =>
    noteAnswer(context, { id: request.id, call: route.name, errno, ms: context.clock.nowMs() - startedAt, ...(fault ? { fault } : {}) })
  try {
    const passed = passedIn(countRequest(desk, request.ip, route.resource.cost))
    if (passed.length > 0) {
      for (const [limit] of passed) context.metrics.refused.inc({ limit })
      const waitS = Math.max(...passed.map(([, quota]) => quota.waitS))
      reply.header('retry-after', String(waitS))
      throw new AppError('TOO_MANY_REQUESTS', { seconds: waitS })
    }
    const body = await bodyOf(desk, route, request)
    note(0)
    return sendTagged(request, reply, body, { type: JSON_TYPE, cacheControl: V1_CACHED })
  } catch (error) {
    const problem = isRefusal(error) ? error : (transportProblem(error) ?? new AppError('INTERNAL', { traceId: request.id }))
    const isOurs = problem.code === 'INTERNAL'
    if (isOurs) context.log[faultLevel(error)]('unexpected', { id: request.id, call: route.name, error })
    note(ERRORS[problem.code].errno, isOurs ? faultOf(error) : undefined)
    throw problem
  }
}

/** Named by the address, so that a kept answer needs no decoding. */
function bodyOf(desk: Desk, { resource, read, encode }: ResourceRoute, request: FastifyRequest): Promise<Answer> {
  return sharedAnswer(desk, request.url, async () => {
    const input = inputOf(desk.context, resource, request)
    const readBy = (context: Context) => withinTime(TIMEOUT_MS, () => read({ ...context, caller: undefined }, input))
    const output = await readPublic(desk.context, desk.position(), readBy)
    if (output === undefined) throw new AppError('NOT_FOUND')
    return JSON.stringify(encode(output))
  })
}

/** Path and query, decoded. @throws AppError BAD_ARGUMENT, BAD_ARGUMENT_VALUE, CHAIN_UNKNOWN */
function inputOf({ chains }: Desk['context'], resource: Resource, request: FastifyRequest): unknown {
  const sent: Record<string, unknown> = { ...(request.query as object), ...(request.params as object) }
  const twice = Object.keys(sent).find((field) => typeof sent[field] !== 'string')
  if (twice !== undefined) throw new AppError('BAD_ARGUMENT_VALUE', { field: twice.slice(0, 50), reason: 'more than once' })
  // Untrusted input: this call checks whether it has the schema's type.
  const decoded = z.safeDecode(resource.request, sent as never)
  if (!decoded.success) {
    const { code, ...meta } = argumentProblem(decoded.error, sent)
    throw new AppError(code, meta)
  }
  const input = decoded.data as { readonly chainId?: number }
  // What this very schema has read.
  const known = z.encode(resource.request, decoded.data as never) as object
  const unknown = Object.keys(sent).find((field) => !(field in known))
  if (unknown !== undefined) throw new AppError('BAD_ARGUMENT_VALUE', { field: unknown.slice(0, 50), reason: 'not a field' })
  if (input.chainId !== undefined) chains.get(input.chainId)
  return input
}
