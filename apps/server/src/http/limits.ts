import { crc32 } from 'node:zlib'
import type { Clock } from '../process/clock.ts'

export type Limiter = {
  /** Counts one request of this key. Returns the seconds to wait when it is one too many, else 0. */
  take(key: string, perMinute: number): number
  /** The same, with what is left for the caller. */
  count(key: string, perMinute: number): Quota
}

/** A caller's position in one limit. */
export type Quota = {
  readonly limit: number
  readonly remaining: number
  /** Until the count is lower again. */
  readonly resetS: number
  /** 0 when the request may pass. */
  readonly waitS: number
}

const WINDOW_S = 60
const MAX_KEYS = 50_000
/** Callers without room share so many counts: filling the rest lifts no limit. */
const SHARED_COUNTS = 4_096

/**
 * Requests per key and minute, in this process. The window slides: the last minute counts by the share of it that still
 * overlaps, so a burst across the minute's edge can't double the limit.
 */
export function createLimiter(clock: Clock): Limiter {
  let minute = 0
  let now = new Map<string, number>()
  let before = new Map<string, number>()

  const turn = (current: number): void => {
    if (current === minute) return
    before = current === minute + 1 ? now : new Map()
    now = new Map()
    minute = current
  }
  const count = (asked: string, limit: number): Quota => {
    const seconds = clock.nowMs() / 1_000
    turn(Math.floor(seconds / WINDOW_S))
    const key = now.size < MAX_KEYS || now.has(asked) ? asked : `shared ${crc32(asked) % SHARED_COUNTS}`
    const elapsed = (seconds % WINDOW_S) / WINDOW_S
    const used = (now.get(key) ?? 0) + (before.get(key) ?? 0) * (1 - elapsed)
    const resetS = Math.max(1, Math.ceil(WINDOW_S * (1 - elapsed)))
    if (used >= limit) return { limit, remaining: 0, resetS, waitS: resetS }
    now.set(key, (now.get(key) ?? 0) + 1)
    return { limit, remaining: Math.max(0, Math.floor(limit - used - 1)), resetS, waitS: 0 }
  }
  return { count, take: (key, perMinute) => count(key, perMinute).waitS }
}

/** `RateLimit-*` of the limit that is nearest, and how long to wait once it is reached. */
export function quotaHeaders(quotas: readonly Quota[]): Record<string, string> {
  const [nearest] = quotas.toSorted((a, b) => b.waitS - a.waitS || a.remaining - b.remaining)
  if (!nearest) return {}
  return {
    'ratelimit-limit': String(nearest.limit),
    'ratelimit-remaining': String(nearest.remaining),
    'ratelimit-reset': String(nearest.resetS),
    ...(nearest.waitS > 0 ? { 'retry-after': String(nearest.waitS) } : {}),
  }
}

/** IPv6 visitors own a whole /64, so they are counted by it. */
export function ipKey(ip: string): string {
  if (!ip.includes(':') || ip.startsWith('::ffff:')) return ip
  const [head = '', tail = ''] = ip.split('::')
  const groups = head === '' ? [] : head.split(':')
  const missing = 8 - groups.length - (tail === '' ? 0 : tail.split(':').length)
  return [...groups, ...Array.from({ length: Math.max(0, missing) }, () => '0')].slice(0, 4).join(':')
}
