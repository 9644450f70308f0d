import { AppError, argumentWords, DEFAULT_LANGUAGE, ERRORS, type ErrorCode, errorText } from '@plinth/api'
import { PROBLEM_TYPE, type Problem } from '@plinth/api/v1'
import type { FastifyReply } from 'fastify'

/** The refusals of resources, and the status of each. All others are faults of ours. */
const STATUS: Readonly<Partial<Record<ErrorCode, number>>> = {
  BAD_ARGUMENT: 400,
  BAD_ARGUMENT_VALUE: 400,
  CHAIN_UNKNOWN: 404,
  NOT_FOUND: 404,
  UNSUPPORTED: 405,
  REQUEST_TOO_SLOW: 408,
  TOO_MANY_REQUESTS: 429,
  INTERNAL: 500,
  DATABASE_AWAY: 503,
  LIST_NOT_READY: 503,
  STORAGE_AWAY: 503,
  CHAIN_UNREACHABLE: 503,
}

export const isRefusal = (error: unknown): error is AppError => error instanceof AppError && STATUS[error.code] !== undefined

/** The body of RFC 9457. Its text is English: an answer does not depend on who asks. */
export function problemOf({ code, meta }: AppError, about: { readonly traceId: string; readonly openApiUrl: string }): Problem {
  const isArgument = code === 'BAD_ARGUMENT' || code === 'BAD_ARGUMENT_VALUE'
  const { field } = meta
  return {
    type: `${about.openApiUrl}#/x-errors/${code}`,
    title: errorText(code, DEFAULT_LANGUAGE, isArgument ? argumentWords(meta, DEFAULT_LANGUAGE) : meta),
    status: STATUS[code] ?? 500,
    code,
    errno: ERRORS[code].errno,
    instance: `urn:request:${about.traceId}`,
    ...(typeof field === 'string' ? { field } : {}),
  }
}

/** As bytes: to a text fastify would add a charset, which the type has none of. */
export function sendProblem(reply: FastifyReply, problem: Problem): FastifyReply {
  return reply
    .code(problem.status)
    .headers({ 'content-type': PROBLEM_TYPE, 'cache-control': 'no-store' })
    .send(Buffer.from(JSON.stringify(problem)))
}
