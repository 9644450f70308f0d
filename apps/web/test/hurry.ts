import { vi } from 'vitest'

/** Pauses between tries, not the frames and rests of a hand, and not the silence after which a line is taken for dead. */
const [SHORTEST_MS, LONGEST_MS] = [400, 20_000]
const TIMES_FASTER = 20

/** Waits of the page end sooner: no test sits through the pauses before something is tried again. */
export function hurry(): void {
  const later = globalThis.setTimeout
  vi.stubGlobal('setTimeout', (due: () => void, ms = 0) => later(due, ms >= SHORTEST_MS && ms <= LONGEST_MS ? ms / TIMES_FASTER : ms))
}
