import { vi } from 'vitest'
import { OPEN_MS, QUERY_MS } from './page.tsx'

/** Pauses between tries: longer than the rests of a hand, shorter than the silence after which a line is taken for dead. */
const [SHORTEST_MS, LONGEST_MS] = [400, 30_000]
const TIMES_FASTER = 20

/** Waits of the page end sooner: no test sits through the pauses before something is tried again. */
export function hurry(): void {
  const later = globalThis.setTimeout
  const isPause = (ms: number) => ms >= SHORTEST_MS && ms <= LONGEST_MS && ms !== QUERY_MS && ms !== OPEN_MS
  vi.stubGlobal('setTimeout', (callback: () => void, ms = 0) => later(callback, isPause(ms) ? ms / TIMES_FASTER : ms))
}
