import { TIMERS_MS } from '@plinth/protocol'

/**
 * The opening, beat by beat (document B §4): the closed box while the draw is awaited (anim1), the burst of light, the items
 * that rise (anim2), and what was drawn.
 */
export type Beat = 'waiting' | 'burst' | 'rising' | 'shown'

const RISE_MS = 500
const APART_MS = 250
/** However many they are. */
const LONGEST_MS = 4_000

/** Milliseconds between one item and the next. */
export const apart = (items: number): number => Math.min(APART_MS, (LONGEST_MS - RISE_MS) / Math.max(1, items))

/** How long a beat lasts; undefined where it ends with something else. */
export function lengthOf(beat: Beat, items: number): number | undefined {
  if (beat === 'burst') return TIMERS_MS.explosion
  return beat === 'rising' ? RISE_MS + apart(items) * items : undefined
}

const NEXT: Readonly<Record<Beat, Beat>> = { waiting: 'burst', burst: 'rising', rising: 'shown', shown: 'shown' }

/** After a beat; at once for viewers who prefer reduced motion. */
export const nextBeat = (beat: Beat, isStill: boolean): Beat => (isStill ? 'shown' : NEXT[beat])
