import type { IncomingHttpHeaders } from 'node:http'
import { AppError, type Call, DEFAULT_LANGUAGE, isLanguage, type Language, TOKEN_HEADER } from '@plinth/api'
import type { Caller, Context } from '../context.ts'
import { requireRole } from '../modules/operators/service.ts'
import { findCaller } from '../modules/sessions/service.ts'

const HEADER = TOKEN_HEADER.toLowerCase()

type Sent = { readonly headers: IncomingHttpHeaders }

/** The token of the header, undefined when missing or malformed. */
export function tokenOf(request: Sent): string | undefined {
  const sent = request.headers[HEADER]
  return typeof sent === 'string' && /^[\w-]{43}$/.test(sent) ? sent : undefined
}

/** The caller, by the call's own rule. @throws AppError NOT_LOGGED_IN, ROLE_MISSING */
export async function callerOf(context: Context, call: Call, token: string | undefined): Promise<Caller | undefined> {
  if (call.auth === 'open') return undefined
  const caller = token === undefined ? undefined : await findCaller(context, token)
  if (call.auth === 'login' && !caller) throw new AppError('NOT_LOGGED_IN')
  if (call.role) await requireRole(context.db, caller, call.role)
  return caller
}

/** The one of the market's that the reader wants most. */
export function languageOf(request: Sent): Language {
  const header = request.headers['accept-language'] ?? ''
  const wanted = header
    .split(',')
    .map((part) => {
      const [tag = '', ...parameters] = part.trim().toLocaleLowerCase('en').split(';')
      const quality = parameters.map((parameter) => /^\s*q=([\d.]+)\s*$/.exec(parameter)?.[1]).find((value) => value !== undefined)
      return { language: tag.split('-')[0], quality: quality === undefined ? 1 : Number(quality) }
    })
    .flatMap(({ language, quality }) => (isLanguage(language) && quality > 0 ? [{ language, quality }] : []))
    .sort((a, b) => b.quality - a.quality)
  return wanted[0]?.language ?? DEFAULT_LANGUAGE
}
