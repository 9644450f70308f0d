import { TIMERS_MS } from '@plinth/protocol'
import { useEffect, useReducer, useState } from 'react'
import { chainNow } from './clock.ts'

/** The chain's time in unix seconds, a tick each second (document A §9, decision 15). */
export function useChainNow(): number {
  const [now, setNow] = useState(chainNow)
  useEffect(() => {
    const timer = setInterval(() => setNow(chainNow()), TIMERS_MS.countdownTick)
    return () => clearInterval(timer)
  }, [])
  return now
}

/** The longest that a browser's timer can wait. */
const LONGEST_MS = 2 ** 31 - 1

/** The same for what changes at some moments only: renders at each of them, not every second. */
export function useChainNowAt(moments: readonly number[]): number {
  const [turn, render] = useReducer((count: number) => count + 1, 0)
  const now = chainNow()
  const next = Math.min(...moments.filter((moment) => moment > now))
  // Each run checks again: a clock that was corrected in between leaves some of the time.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the turn is what starts the next wait
  useEffect(() => {
    if (!Number.isFinite(next)) return
    const timer = setTimeout(render, Math.min((next - chainNow()) * 1_000, LONGEST_MS))
    return () => clearTimeout(timer)
  }, [next, turn])
  return now
}
