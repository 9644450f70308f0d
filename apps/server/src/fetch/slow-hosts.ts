import type { Clock } from '../process/clock.ts'

/** A read that takes longer was slow, whatever came of it. */
const SLOW_MS = 5_000
const MOST_SLOW = 3
const WAIT_S = 3_600
/** Hosts of which something is remembered; those that were slow first are forgotten. */
const MOST_HOSTS = 10_000

type Slow = { readonly times: number; readonly waitsUntil: number }

/** Hosts of untrusted addresses: one that was slow three times in a row is not asked for an hour. */
export type SlowHosts = {
  /** The time until which a host is not asked, by our clock; undefined where it may be asked. */
  waitsUntil(host: string): number | undefined
  /** A read of this host took so long. */
  note(host: string, ms: number): void
}

export function createSlowHosts(clock: Clock): SlowHosts {
  const slow = new Map<string, Slow>()
  return {
    waitsUntil: (host) => {
      const until = slow.get(host)?.waitsUntil ?? 0
      return until > clock.now() ? until : undefined
    },
    note: (host, ms) => {
      const times = (slow.get(host)?.times ?? 0) + 1
      slow.delete(host)
      if (ms < SLOW_MS) return
      const oldest = slow.size >= MOST_HOSTS ? slow.keys().next().value : undefined
      if (oldest !== undefined) slow.delete(oldest)
      // After its hour it has three more.
      slow.set(host, times >= MOST_SLOW ? { times: 0, waitsUntil: clock.now() + WAIT_S } : { times, waitsUntil: 0 })
    },
  }
}

/**
 * Who answers for a URI: a host, or the content of a gateway's address, which the gateway is not to blame for. Undefined for what is
 * asked of nobody.
 */
export function hostOf(uri: string): string | undefined {
  const [, content] = /^(?:ipfs:\/*(?:ipfs\/+)*|ar:\/\/)([\w-]+)/i.exec(uri) ?? []
  if (content !== undefined) return content
  const url = URL.parse(uri)
  return url === null || url.hostname === '' ? undefined : url.hostname
}
