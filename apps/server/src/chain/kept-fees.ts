import { setTimeout } from 'node:timers/promises'
import type { Clock } from '../process/clock.ts'
import type { ChainFees } from './fees.ts'

const FEES_AGE_MS = 5_000
const SHOWN_WAIT_MS = 1_000

export type KeptFees = {
  /** At most 5 s old. It fails while the node does. */
  now(): Promise<ChainFees>
  /**
   * For readers: the last known fees while the node is slow or down, undefined before any are known. It waits a second at most, and
   * asks a node that failed or was slow every 5 s, however many readers there are.
   */
  shown(): Promise<ChainFees | undefined>
}

/** A contract's fees, read again when they are old. */
export function keptFees(clock: Clock, read: () => Promise<ChainFees>): KeptFees {
  let last: ChainFees | undefined
  let kept: { readonly value: Promise<ChainFees>; readonly readAtMs: number; fees?: ChainFees } | undefined
  let restsUntilMs = 0
  const freshest = () => (kept && clock.nowMs() - kept.readAtMs <= FEES_AGE_MS ? kept : undefined)
  const now = () => {
    const fresh = freshest()
    if (fresh) return fresh.value
    const value = read()
    const reading: typeof kept = { value, readAtMs: clock.nowMs() }
    kept = reading
    value.then(
      (fees) => {
        last = fees
        reading.fees = fees
        restsUntilMs = 0
      },
      () => {
        if (kept === reading) kept = undefined
      },
    )
    return value
  }
  return {
    now,
    shown: async () => {
      const known = freshest()?.fees
      if (known || clock.nowMs() < restsUntilMs) return known ?? last
      const waited = setTimeout(SHOWN_WAIT_MS, undefined, { ref: false })
      const fees = await Promise.race([now().catch(() => undefined), waited])
      if (!fees) restsUntilMs = clock.nowMs() + FEES_AGE_MS
      return fees ?? last
    },
  }
}
