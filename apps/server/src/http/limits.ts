import type { Clock } from '../clock.ts'

export type Limiter = {
  /** Counts one request of this key. Answers the seconds to wait when it is one too many, else 0. */
  take(key: string, perMinute: number): number
}

const WINDOW_S = 60
const MAX_KEYS = 50_000

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
  return {
    take: (key, perMinute) => {
      const seconds = clock.nowMs() / 1_000
      turn(Math.floor(seconds / WINDOW_S))
      const elapsed = (seconds % WINDOW_S) / WINDOW_S
      const used = (now.get(key) ?? 0) + (before.get(key) ?? 0) * (1 - elapsed)
      if (used >= perMinute) return Math.max(1, Math.ceil(WINDOW_S * (1 - elapsed)))
      if (now.size < MAX_KEYS || now.has(key)) now.set(key, (now.get(key) ?? 0) + 1)
      return 0
    },
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
