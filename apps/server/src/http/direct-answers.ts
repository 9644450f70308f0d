import type { IncomingMessage, ServerResponse } from 'node:http'
import { AppError, type Cost, ERRORS, withoutAbsent } from '@plinth/api'
import { PROBLEM_TYPE } from '@plinth/api/v1'
import { z } from 'zod'
import { faultOf } from '../log-samples.ts'
import { type Desk, knownAs, noteAnswer, type Quotas, sharedAnswer } from './desk.ts'
import { callRoutes, handle, type Route, textOf } from './dispatch.ts'
import type { Draining } from './draining.ts'
import { encoded } from './encodings.ts'
import { failureOf, success, transportProblem } from './envelope.ts'
import { encodingOf, etagOf, isMatch } from './etags.ts'
import type { Known } from './known-requests.ts'
import { type Quota, quotaHeaders } from './limits.ts'
import { newRequestId } from './request-ids.ts'
import { callResponseHeaders, JSON_TYPE, v1ResponseHeaders } from './response-headers.ts'
import { callerOf, languageOf, tokenOf } from './session.ts'
import { openApiUrlOf } from './v1/openapi.ts'
import { isRefusal, problemOf } from './v1/problems.ts'
import { bodyOf, type ResourceRoute, resourceRoutes, TIMEOUT_MS } from './v1/routes.ts'

/** In one character set alone: forms in others are decoded on the whole way. */
const FORM = /^application\/x-www-form-urlencoded(?:; ?charset=utf-8)?$/i
const JSON_FORM = /^application\/json(?:; ?charset=utf-8)?$/i
/** What fastify refuses in JSON, however it is spelled. */
const SUSPECT = /__proto__|constructor|\\u/

/** A request whose form has been received and counted. */
export type Asked = { readonly request: IncomingMessage; readonly response: ServerResponse; readonly quotas: Quotas }

/**
 * Answers public reads without fastify's routes, hooks and plugins. What is decoded, sent, counted and logged is what they would, and a
 * test compares the two; what is not decoded here goes to them, to be refused or to be read in another way.
 */
export type DirectAnswers = {
  /** What a form asks for; undefined where it goes the whole way. */
  decode(url: string, type: string, form: Buffer): Known | undefined
  answer(known: Known, asked: Asked): void
  /** What a call or resource costs beside its request. */
  costOf(call: string): Cost | undefined
}

export function createDirectAnswers(desk: Desk, draining: Draining): DirectAnswers {
  const { context } = desk
  const { prefix } = context.config
  const shared = callRoutes().filter(({ call }) => call.isShared)
  const calls = new Map(shared.map((route) => [route.name, route]))
  const byUrl = new Map(shared.map((route) => [`${prefix}${route.call.path}`, route]))
  const resources = new Map(resourceRoutes().map((route) => [route.name, route]))
  const headersOf = { call: flat(callResponseHeaders(context.config)), v1: flat(v1ResponseHeaders(context.config)) }
  const ofProblem = flat({ ...v1ResponseHeaders(context.config), 'content-type': PROBLEM_TYPE, 'cache-control': 'no-store' })
  const openApiUrl = openApiUrlOf(context.config)

  /** The one answer of a response: the first, also where a later one comes. */
  const replyTo = (response: ServerResponse): Reply => {
    let isSent = false
    const write: Reply = (status, headers, body) => {
      if (isSent) return
      isSent = true
      const go = (): void => {
        if (context.stopping.signal.aborted) response.setHeader('connection', 'close')
        response.writeHead(status, headers)
        response.end(body)
      }
      const held = draining.held()
      if (held) void held.then(go)
      else go()
    }
    return write
  }

  const answerCall = async (route: Route, input: unknown, { request, response, quotas: counted }: Asked): Promise<void> => {
    const startedAt = context.clock.nowMs()
    const id = newRequestId()
    const reply = replyTo(response)
    const quotas = Object.values(counted)
    const send = (body: Buffer): void => {
      const encoding = encodingOf(body, accepted(request))
      const bytes = encoding === undefined ? body : encoded(body, encoding)
      reply(200, [...ownHeaders(id, JSON_TYPE, bytes, encoding), ...flat(quotaHeaders(quotas)), ...headersOf.call], bytes)
    }
    const failed = (error: unknown) => {
      const about = { call: route.name, declared: route.call.errors, language: languageOf(request), log: context.log, traceId: id }
      return failureOf(error, about)
    }
    const late = setTimeout(() => send(Buffer.from(textOf(failed(lateError(route.name))))), route.call.timeoutS * 1_000)
    const answered = { id, call: route.name, errno: 0, ms: 0 }
    try {
      const token = tokenOf(request)
      const caller = await callerOf(context, route.call, token)
      if (caller) admit(desk, quotas, String(token))
      const compute = async () => textOf(success(route.call, await handle(route, { ...context, caller }, input)))
      const body =
        token === undefined ? await sharedAnswer(desk, request, { call: route.name, form: input }, compute) : Buffer.from(await compute())
      noteAnswer(context, { ...answered, ms: context.clock.nowMs() - startedAt })
      send(body)
    } catch (error) {
      const envelope = failed(error instanceof AppError ? error : (transportProblem(error) ?? error))
      const fault = envelope.code === 'INTERNAL' ? { fault: faultOf(error) } : {}
      noteAnswer(context, { ...answered, ...fault, errno: envelope.errno ?? 0, ms: context.clock.nowMs() - startedAt })
      send(Buffer.from(textOf(envelope)))
    } finally {
      clearTimeout(late)
    }
  }

  const answerResource = async (route: ResourceRoute, input: unknown, { request, response }: Asked): Promise<void> => {
    const startedAt = context.clock.nowMs()
    const id = newRequestId()
    const reply = replyTo(response)
    const refuse = (error: unknown) => {
      const problem = isRefusal(error) ? error : (transportProblem(error) ?? new AppError('INTERNAL', { traceId: id }))
      const about = problemOf(problem, { traceId: id, openApiUrl })
      const body = Buffer.from(JSON.stringify(about))
      reply(about.status, ['x-request-id', id, 'content-length', String(body.length), ...ofProblem], body)
      return problem
    }
    const late = setTimeout(() => refuse(lateError(route.name)), TIMEOUT_MS)
    const answered = { id, call: route.name, errno: 0, ms: 0 }
    try {
      const body = await bodyOf(desk, route, request, input)
      noteAnswer(context, { ...answered, ms: context.clock.nowMs() - startedAt })
      const encoding = encodingOf(body, accepted(request))
      const etag = etagOf(body, encoding)
      if (isMatch(request.headers['if-none-match'], etag)) return reply(304, ['x-request-id', id, 'etag', etag, ...headersOf.v1])
      const bytes = encoding === undefined ? body : encoded(body, encoding)
      reply(200, ['etag', etag, ...ownHeaders(id, JSON_TYPE, bytes, encoding), ...headersOf.v1], bytes)
    } catch (error) {
      const problem = refuse(error)
      const isOurs = problem.code === 'INTERNAL'
      if (isOurs) context.log.error('unexpected', { id, call: route.name, error })
      const fault = isOurs ? { fault: faultOf(error) } : {}
      noteAnswer(context, { ...answered, ...fault, errno: ERRORS[problem.code].errno, ms: context.clock.nowMs() - startedAt })
    } finally {
      clearTimeout(late)
    }
  }

  return {
    decode: (url, type, form) => {
      const route = byUrl.get(url)
      const fields = route && form.length <= context.config.limits.bodyBytes ? fieldsOf(type, form) : undefined
      if (!route || !fields) return undefined
      // Untrusted input: this call checks whether it has the schema's type.
      const decoded = z.safeDecode(route.call.request, withoutAbsent(fields) as never)
      return decoded.success ? knownAs(desk, route.name, decoded.data) : undefined
    },
    answer: ({ call: name, form }, asked) => {
      const route = calls.get(name)
      if (route) return void answerCall(route, form, asked)
      const resource = resources.get(name)
      if (resource) return void answerResource(resource, form, asked)
      throw new Error(`${name} is no public read`)
    },
    costOf: (name) => calls.get(name)?.call.cost ?? resources.get(name)?.resource.cost,
  }
}

type Reply = (status: number, headers: string[], body?: Buffer) => void

const flat = (headers: Readonly<Record<string, string>>): string[] => Object.entries(headers).flat()
const accepted = ({ headers }: IncomingMessage): string | undefined => headers['accept-encoding'] as string | undefined
const lateError = (name: string): Error => new Error(`${name} has not answered in time`)

function ownHeaders(id: string, type: string, bytes: Buffer, encoding: string | undefined): string[] {
  const own = ['x-request-id', id, 'content-type', type, 'content-length', String(bytes.length)]
  return encoding === undefined ? own : [...own, 'content-encoding', encoding]
}

/** @throws AppError TOO_MANY_REQUESTS */
function admit({ context, limiter }: Desk, quotas: Quota[], token: string): void {
  const quota = limiter.count(`token ${token}`, context.config.limits.requestsPerToken)
  quotas.push(quota)
  if (quota.waitS === 0) return
  context.metrics.refused.inc({ limit: 'token' })
  throw new AppError('TOO_MANY_REQUESTS', { seconds: quota.waitS })
}

/** The fields of a form, as the parsers of the whole way read them; undefined for those that they alone decide on. */
function fieldsOf(type: string, form: Buffer): Record<string, unknown> | undefined {
  const text = form.toString()
  if (FORM.test(type)) return Object.fromEntries(new URLSearchParams(text))
  if (!JSON_FORM.test(type) || SUSPECT.test(text)) return undefined
  try {
    const fields: unknown = JSON.parse(text)
    return typeof fields === 'object' && fields !== null && !Array.isArray(fields) ? { ...fields } : undefined
  } catch {
    return undefined
  }
}
