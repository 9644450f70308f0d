const POLL_MS = 500
const SHORTEST_POLL_MS = 50
/** A node that is asked less often seems lost: see `MOST_UNHEARD_S` of `process/readiness.ts`. */
const LONGEST_MS = 15_000
const REMEMBERED = 8
const POLLS_PER_BLOCK = 10
/** Without a head for so many block times the chain rests. */
const RESTING = 3

/** When to ask for the next head: seldom until it is due, then often. Blocks whose times vary are asked for twice a second. */
export class HeadPace {
  readonly #longestMs: number
  readonly #intervalsMs: number[] = []
  #last: { readonly number: number; readonly atMs: number } | undefined

  /** The configured time between blocks, in seconds. */
  constructor(blockTimeS: number) {
    this.#longestMs = Math.min(LONGEST_MS, blockTimeS * 1_000)
  }

  note(number: number, atMs: number): void {
    const last = this.#last
    this.#last = { number, atMs }
    if (!last || number <= last.number) return
    this.#intervalsMs.push((atMs - last.atMs) / (number - last.number))
    if (this.#intervalsMs.length > REMEMBERED) this.#intervalsMs.shift()
  }

  pauseMs(atMs: number): number {
    if (!this.#last || this.#intervalsMs.length < REMEMBERED) return POLL_MS
    // The shortest of the last intervals: a longer pause could miss a block.
    const blockMs = Math.min(this.#longestMs, ...this.#intervalsMs)
    const sinceMs = atMs - this.#last.atMs
    const dueMs = blockMs - sinceMs
    const oftenMs = Math.min(POLL_MS, Math.max(SHORTEST_POLL_MS, blockMs / POLLS_PER_BLOCK))
    return sinceMs > blockMs * RESTING ? POLL_MS : Math.max(dueMs, oftenMs)
  }
}
