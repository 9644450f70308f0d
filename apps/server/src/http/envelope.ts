import type { IncomingMessage } from 'node:http'
import { AppError, argumentWords, type Call, type Encoder, ERRORS, type ErrorCode, errorText, type Language } from '@plinth/api'
import { z } from 'zod'
import { ContentStoreFault } from '../content/content-store.ts'
import { DatabaseAway, DatabaseClosed, OutcomeUnknown } from '../db/database.ts'
import type { Logger } from '../process/log.ts'
import { SignerAway } from '../signer/remote-keys.ts'

export type Envelope = { errno?: number; errmsg?: string; code?: ErrorCode; data?: unknown }

/** Codes that any call may return without declaring them. */
const GENERIC = new Set<ErrorCode>([
  'BAD_ARGUMENT',
  'BAD_ARGUMENT_VALUE',
  'REQUEST_TOO_SLOW',
  'TOO_MANY_REQUESTS',
  'NOT_LOGGED_IN',
  'UNSUPPORTED',
  'NOT_FOUND',
  'STORAGE_FULL',
  'STORAGE_AWAY',
  'SIGNER_AWAY',
  'DATABASE_AWAY',
  'OUTCOME_UNKNOWN',
  'INTERNAL',
])

/** What users can only try again, and whose cause the operator needs: the log's words. */
const OUTAGES: Readonly<Partial<Record<ErrorCode, string>>> = {
  STORAGE_AWAY: 'storage away',
  STORAGE_FULL: 'storage full',
  SIGNER_AWAY: 'signer away',
  DATABASE_AWAY: 'database away',
  OUTCOME_UNKNOWN: 'outcome unknown',
}

/** Decision 6: `errno` absent on success, `data` present unless the call returns nothing. */
export function success(call: Call, encode: Encoder, output: unknown): Envelope {
  const errno = call.errnoOnSuccess === undefined ? {} : { errno: call.errnoOnSuccess }
  if (output === undefined || answersNothing(call.response)) return errno
  return { ...errno, data: encode(output) }
}

function answersNothing(schema: z.ZodType): boolean {
  return schema instanceof z.ZodObject && Object.keys(schema.shape).length === 0
}

export function failure(error: AppError, language: Language): Envelope {
  const { code, meta } = error
  const about = code === 'OPERATOR_REFUSED' && meta.field !== undefined ? { data: { field: meta.field } } : {}
  const facts = code === 'BAD_ARGUMENT' || code === 'BAD_ARGUMENT_VALUE' ? argumentWords(meta, language) : meta
  return { errno: ERRORS[code].errno, errmsg: errorText(code, language, facts), code, ...about }
}

/** A stop that cuts a request is no fault. */
export const faultLevel = (error: unknown): 'info' | 'error' => (error instanceof DatabaseClosed ? 'info' : 'error')

/** The envelope of a failed call. An undeclared failure becomes INTERNAL: a trace id outside, the rest in the log. */
export function failureOf(
  error: unknown,
  about: { call: string; declared?: readonly ErrorCode[]; language: Language; log: Logger; traceId: string },
): Envelope {
  const outage = error instanceof AppError ? OUTAGES[error.code] : undefined
  if (outage) about.log.error(outage, { id: about.traceId, error: (error as AppError).cause })
  if (error instanceof AppError && (GENERIC.has(error.code) || about.declared?.includes(error.code))) return failure(error, about.language)
  const { traceId } = about
  about.log[faultLevel(error)]('unexpected', { id: traceId, call: about.call, error })
  return failure(new AppError('INTERNAL', { traceId }), about.language)
}

/**
 * A request that took more than the time of its call before it had arrived, or whose sender went away meanwhile: its own fault,
 * which needs no operator. Undefined for anything else.
 */
export function slowRequest(
  error: unknown,
  { complete, destroyed }: Pick<IncomingMessage, 'complete' | 'destroyed'>,
): AppError | undefined {
  if (complete) return undefined
  const isLate = error instanceof Error && 'code' in error && error.code === 'FST_ERR_HANDLER_TIMEOUT'
  return isLate || destroyed ? new AppError('REQUEST_TOO_SLOW', {}, { cause: error }) : undefined
}

/** A full disk, for files or for the database's rows (53100 disk_full). */
const NO_ROOM = new Set(['ENOSPC', 'EDQUOT', '53100'])

/**
 * Maps Fastify's own refusals (bad JSON, huge body, unknown media type), a full disk, an unavailable database, store or signer to
 * our errors; undefined for anything else.
 */
export function transportProblem(error: unknown): AppError | undefined {
  const code = typeof error === 'object' && error !== null && 'code' in error ? String(error.code) : ''
  if (error instanceof ContentStoreFault) return new AppError('STORAGE_AWAY', {}, { cause: error })
  if (error instanceof SignerAway) return new AppError('SIGNER_AWAY', {}, { cause: error })
  if (error instanceof DatabaseAway) return new AppError('DATABASE_AWAY', {}, { cause: error })
  if (error instanceof OutcomeUnknown) return new AppError('OUTCOME_UNKNOWN', {}, { cause: error })
  if (NO_ROOM.has(code)) return new AppError('STORAGE_FULL', {}, { cause: error })
  if (code === 'FST_ERR_CTP_BODY_TOO_LARGE') return new AppError('BAD_ARGUMENT_VALUE', { field: 'body', reason: 'too large' })
  if (code === 'FST_ERR_CTP_INVALID_MEDIA_TYPE')
    return new AppError('BAD_ARGUMENT_VALUE', { field: 'content-type', reason: 'not a form, JSON or multipart' })
  if (/^FST_(ERR_CTP|REQ_|PARTS_|FILES_|FIELDS_|PROTO_|INVALID_MULTIPART)/.test(code))
    return new AppError('BAD_ARGUMENT_VALUE', { field: 'body', reason: 'malformed' })
  const status = typeof error === 'object' && error !== null && 'statusCode' in error ? Number(error.statusCode) : 500
  return status >= 400 && status < 500 ? new AppError('BAD_ARGUMENT_VALUE', { field: 'request', reason: 'malformed' }) : undefined
}
