import type { LiveEvent } from '@plinth/api'
import { create } from 'zustand'

/** `starting` until the stream opens; `down` when it does not open or was cut. */
export type LiveState = 'starting' | 'on' | 'down'

export const useLiveState = create<LiveState>(() => 'starting')
const listeners = new Set<(event: LiveEvent) => void>()

export const liveState = (): LiveState => useLiveState.getState()

export const setLiveState = (next: LiveState): void => useLiveState.setState(next)

/** Polls only while no live events arrive: a `refetchInterval`. */
export const useWhileDown = (everyMs: number): number | false => (useLiveState() === 'down' ? everyMs : false)

/** Notified of every event, whichever tab received it first. */
function onEvent(listener: (event: LiveEvent) => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** The next event of the market's trade, or the end of the time. */
export function nextEvent(timeoutMs: number): Promise<void> {
  return new Promise((resolve) => {
    const stop = onEvent(({ topic }) => topic !== 'head' && topic !== 'notice' && end())
    const timer = setTimeout(() => end(), timeoutMs)
    const end = () => {
      stop()
      clearTimeout(timer)
      resolve()
    }
  })
}

export function emit(event: LiveEvent): void {
  for (const listener of listeners) listener(event)
}
