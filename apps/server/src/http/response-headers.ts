import { POSITION_HEADER } from '@plinth/api'
import type { Context } from '../context.ts'
import { callHeaders } from './security.ts'

export const JSON_TYPE = 'application/json; charset=utf-8'
const EXPOSED = `retry-after, ratelimit-limit, ratelimit-remaining, ratelimit-reset, x-request-id, ${POSITION_HEADER}`

/** Of every answer to a call. */
export function callResponseHeaders(config: Pick<Context['config'], 'origins'>): Readonly<Record<string, string>> {
  return {
    ...callHeaders(config),
    'access-control-allow-origin': '*',
    'access-control-expose-headers': EXPOSED,
    'cache-control': 'no-store',
    vary: 'accept-encoding',
  }
}

export const positionHeader = (position: number | undefined): Readonly<Record<string, string>> =>
  position === undefined ? {} : { [POSITION_HEADER]: String(position) }

/** Shared caches alone keep it, for a second; nothing with a price is served stale (READ-02). */
export const V1_CACHED = 'public, s-maxage=1'

/** Of every answer of `GET /v1`, to pages of any site. */
export function v1ResponseHeaders(config: Pick<Context['config'], 'origins'>): Readonly<Record<string, string>> {
  return {
    ...callHeaders(config),
    'access-control-allow-origin': '*',
    'access-control-expose-headers': `etag, retry-after, x-request-id, ${POSITION_HEADER}`,
    'cross-origin-resource-policy': 'cross-origin',
    'cache-control': V1_CACHED,
    vary: 'accept-encoding',
  }
}
