import { type SaltParts, unpackSalt } from './salts.ts'

/** Times are unix seconds of the chain's clock (decision 15); intervals include their begin and exclude their end. */
export type AuctionTimes = { readonly startTime: number; readonly endTime: number; readonly expiredTime: number }

/**
 * begin: before start. end: bidding open. expired: awaiting settlement. final: no action is possible any more
 * (document B §4).
 */
export type AuctionPhase = 'begin' | 'end' | 'expired' | 'final'

export function auctionPhase(times: AuctionTimes, now: number): AuctionPhase {
  if (now < times.startTime) return 'begin'
  if (now < times.endTime) return 'end'
  return now < times.expiredTime ? 'expired' : 'final'
}

/** Seconds to the end of the phase; 0 in the final one. */
export function auctionPhaseLeft(times: AuctionTimes, now: number): number {
  const ends = { begin: times.startTime, end: times.endTime, expired: times.expiredTime, final: now }
  return ends[auctionPhase(times, now)] - now
}

/** When an unsettled auction lapses. Source: decision 29. */
export function auctionExpiredTime(endTime: number, hours: number): number {
  return endTime + hours * 3_600
}

export type BoxTimes = { readonly startTime: number; readonly endTime: number }

/** begin: before start. end: on sale, as the product names it. expired: over (document A §2). */
export type BoxPhase = 'begin' | 'end' | 'expired'

export function boxPhase(times: BoxTimes, now: number): BoxPhase {
  if (now < times.startTime) return 'begin'
  return now < times.endTime ? 'end' : 'expired'
}

export type Validity = 'early' | 'valid' | 'expired'

/**
 * Whether an order may be filled now. Both bounds are inclusive, 0 is no bound; as in `Exchange.sol`, which reverts
 * when `block.timestamp` is below validFrom or above validUntil.
 */
export function orderValidity(window: Pick<SaltParts, 'validFrom' | 'validUntil'>, now: number): Validity {
  if (now < window.validFrom) return 'early'
  return window.validUntil !== 0 && now > window.validUntil ? 'expired' : 'valid'
}

/** `orderValidity` of the window a salt carries. */
export function saltValidity(salt: bigint, now: number): Validity {
  return orderValidity(unpackSalt(salt), now)
}

export type CountdownParts = { readonly days: number; readonly hours: number; readonly minutes: number; readonly seconds: number }

/** Splits a duration in seconds; below zero counts as zero. */
export function countdownParts(duration: number): CountdownParts {
  const left = Math.max(0, Math.floor(duration))
  return {
    days: Math.floor(left / 86_400),
    hours: Math.floor(left / 3_600) % 24,
    minutes: Math.floor(left / 60) % 60,
    seconds: left % 60,
  }
}

/** The hh:mm:ss after the days (document A §9). */
export function clockText(parts: CountdownParts): string {
  return [parts.hours, parts.minutes, parts.seconds].map((part) => part.toString().padStart(2, '0')).join(':')
}

export type RelativeUnit = 'seconds' | 'minutes' | 'hours' | 'days' | 'months' | 'years'

const UNIT_SECONDS: readonly (readonly [RelativeUnit, number])[] = [
  ['years', 365 * 86_400],
  ['months', 30 * 86_400],
  ['days', 86_400],
  ['hours', 3_600],
  ['minutes', 60],
  ['seconds', 1],
]

/** How long ago, in the largest unit that fits; lists stop at days, the detail page goes up to years (document A §9). */
export function relativeTime(at: number, now: number, largest: 'days' | 'years' = 'days'): { unit: RelativeUnit; count: number } {
  const ago = Math.max(0, Math.floor(now - at))
  const units = largest === 'years' ? UNIT_SECONDS : UNIT_SECONDS.slice(2)
  const [unit, size] = units.find(([, seconds]) => ago >= seconds) ?? ['seconds', 1]
  return { unit, count: Math.floor(ago / size) }
}
