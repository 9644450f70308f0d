import { isJump, type Rate } from '@plinth/protocol'

/** A feed's newest round as its contract answered; times in unix seconds. */
export type Round = { readonly id: bigint; readonly answer: bigint; readonly updatedAt: bigint; readonly decimals: number }

/** Why a feed's answer does not count. */
export type FeedFault = 'unreadable' | 'not positive' | 'future' | 'stale' | 'decimals' | 'implausible' | 'jump' | 'sequencer'

/** What is known of a feed from before. */
export type Before = {
  /** The last answer that counted. */
  readonly counted: Rate | undefined
  /** An answer held back because it was too far from that. */
  readonly held: (Rate & { readonly round: bigint }) | undefined
}

export type Judged =
  | { readonly rate: Rate; readonly fault?: undefined; readonly held?: undefined }
  | { readonly rate?: undefined; readonly fault: FeedFault; readonly held?: Before['held'] }

/** Feeds have 8 or 18. */
const MOST_DECIMALS = 36
/** Of one whole unit, in the feed's currency: no money is worth so much. */
const MOST_WORTH = 10n ** 12n

/**
 * Whether an answer counts. One that is more than 50 % off the last is held back: it counts once a later round is within 50 % of
 * it, so that one wrong round changes no price, and a real fall is followed a round later. `answeredInRound` means nothing.
 */
export function judgeRound(round: Round, before: Before, { now, heartbeatS }: { now: number; heartbeatS: number }): Judged {
  const { answer, decimals, updatedAt } = round
  if (answer <= 0n) return { fault: 'not positive' }
  if (updatedAt > BigInt(now)) return { fault: 'future' }
  if (BigInt(now) - updatedAt > BigInt(heartbeatS)) return { fault: 'stale' }
  if (!Number.isSafeInteger(decimals) || decimals < 0 || decimals > MOST_DECIMALS) return { fault: 'decimals' }
  if (answer >= MOST_WORTH * 10n ** BigInt(decimals)) return { fault: 'implausible' }
  const rate = { answer, decimals }
  if (!before.counted || !isJump(before.counted, rate)) return { rate }
  const { held } = before
  if (held && round.id > held.round && !isJump(held, rate)) return { rate }
  return { fault: 'jump', held: held && !isJump(held, rate) ? held : { ...rate, round: round.id } }
}

/** A rollup's sequencer: 0 is up, since `startedAt`. Right after it comes back, its feeds are as old as it was away. */
export function isSequencerUp(answer: bigint, startedAt: bigint, { now, graceS }: { now: number; graceS: number }): boolean {
  return answer === 0n && startedAt > 0n && BigInt(now) - startedAt > BigInt(graceS)
}
