import { crc32 } from 'node:zlib'
import type { Clock } from '../process/clock.ts'

export type Limiter = {
  /** Counts one request of this key. Each kind of limit has its own room for keys. */
  count(kind: string, key: string, perMinute: number): Quota
  /** Counts one request of an address; of IPv6 by its /64, and by its /48 with `NETWORK_ROOM` times the limit. */
  countIp(kind: string, ip: string, perMinute: number): Quota
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
/** A visitor may own a whole /48, and so may many visitors of one provider. */
export const NETWORK_ROOM = 16
/** Callers without room share so many counts: filling the rest lifts no limit. */
const SHARED_COUNTS = 4_096

/**
 * Requests per key and minute, in this process. The window slides: the last minute counts by the share of it that still
 * overlaps, so a burst across the minute's edge can't double the limit.
 */
export function createLimiter(clock: Clock): Limiter {
  const kinds = new Map<string, Counter>()
  const count = (kind: string, key: string, perMinute: number, weight = 1): Quota => {
    const counter = kinds.get(kind) ?? createCounter(clock)
    kinds.set(kind, counter)
    return counter(key, perMinute, weight)
  }
  const countIp = (kind: string, ip: string, perMinute: number): Quota => {
    const network = networkKey(ip)
    if (network === undefined) return count(kind, ipKey(ip), perMinute)
    const [networks, most] = [`${kind} of networks`, perMinute * NETWORK_ROOM]
    // A network above its limit fills no room with its addresses.
    const seen = count(networks, network, most, 0)
    if (seen.waitS > 0) return seen
    const quota = count(kind, ipKey(ip), perMinute)
    // An address above its own takes none of its network's.
    if (quota.waitS === 0) count(networks, network, most)
    return quota
  }
  return { count, countIp }
}

/** A weight of 0 only looks. */
type Counter = (key: string, perMinute: number, weight: number) => Quota

function createCounter(clock: Clock): Counter {
  let minute = 0
  let now = new Map<string, number>()
  let before = new Map<string, number>()

  const turn = (current: number): void => {
    if (current === minute) return
    before = current === minute + 1 ? now : new Map()
    now = new Map()
    minute = current
  }
  return (asked, limit, weight) => {
    const seconds = clock.nowMs() / 1_000
    turn(Math.floor(seconds / WINDOW_S))
    const key = now.size < MAX_KEYS || now.has(asked) ? asked : `shared ${crc32(asked) % SHARED_COUNTS}`
    const elapsed = (seconds % WINDOW_S) / WINDOW_S
    const used = (now.get(key) ?? 0) + (before.get(key) ?? 0) * (1 - elapsed)
    const resetS = Math.max(1, Math.ceil(WINDOW_S * (1 - elapsed)))
    if (used >= limit) return { limit, remaining: 0, resetS, waitS: resetS }
    if (weight > 0) now.set(key, (now.get(key) ?? 0) + weight)
    return { limit, remaining: Math.max(0, Math.floor(limit - used - weight)), resetS, waitS: 0 }
  }
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
  if (!isOfIpv6(ip)) return ip
  const [head = '', tail = ''] = ip.split('::')
  const groups = head === '' ? [] : head.split(':')
  const missing = 8 - groups.length - (tail === '' ? 0 : tail.split(':').length)
  return [...groups, ...Array.from({ length: Math.max(0, missing) }, () => '0')].slice(0, 4).join(':')
}

/** The /48 of an IPv6 address, which its owner divides at will. */
const networkKey = (ip: string): string | undefined => (isOfIpv6(ip) ? ipKey(ip).split(':').slice(0, 3).join(':') : undefined)

const isOfIpv6 = (ip: string): boolean => ip.includes(':') && !ip.startsWith('::ffff:')
