import { TIMERS_MS } from '@plinth/protocol'

/**
 * The opening, phase by phase (document B §4): the closed box while the draw is awaited (anim1), the burst of light, the items
 * that rise (anim2), and what was drawn.
 */
export type Phase = 'waiting' | 'burst' | 'rising' | 'shown'

const RISE_MS = 500
const APART_MS = 250
/** However many they are. */
const LONGEST_MS = 4_000

/** Milliseconds between one item and the next. */
export const apart = (items: number): number => Math.min(APART_MS, (LONGEST_MS - RISE_MS) / Math.max(1, items))

/** How long a phase lasts; undefined where it ends with something else. */
export function lengthOf(phase: Phase, items: number): number | undefined {
  if (phase === 'burst') return TIMERS_MS.explosion
  return phase === 'rising' ? RISE_MS + apart(items) * items : undefined
}

const NEXT: Readonly<Record<Phase, Phase>> = { waiting: 'burst', burst: 'rising', rising: 'shown', shown: 'shown' }

/** After a phase; at once for viewers who prefer reduced motion. */
export const nextPhase = (phase: Phase, isStill: boolean): Phase => (isStill ? 'shown' : NEXT[phase])
