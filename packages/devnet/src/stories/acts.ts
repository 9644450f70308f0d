import { appendFileSync, existsSync, readFileSync, rmSync } from 'node:fs'
import { ApiError } from '@plinth/api'

export interface Progress {
  readonly done: number
  readonly total: number
  readonly failed: number
}

export interface ActsOptions {
  /** The file that keeps the names of the played acts, a line each, while some are left. */
  readonly path: string
  readonly planned: readonly string[]
  readonly log: (line: string) => void
  readonly signal: AbortSignal
  /** Whether an earlier start has begun them: then some may be played that it could not note. */
  readonly isResumed: boolean
  readonly onProgress?: (progress: Progress) => void
}

/** Refusals of an act that an earlier start played without noting it, or that a visitor has made impossible. */
const ALREADY_SO: readonly string[] = [
  'ORDER_EXISTS',
  'ORDER_NOT_FOUND',
  'ORDER_FILLED',
  'NO_HOLDING',
  'ON_AUCTION',
  'ON_SALE',
  'PRICE_NOT_LOWER',
  'PRICE_NOT_HIGHER',
]

/** The acts of the demo by name. Each is played once over all starts, so that a start goes on where the last one stopped. */
export class Acts {
  readonly #options: ActsOptions
  readonly #played: Set<string>
  readonly #failed = new Set<string>()

  constructor(options: ActsOptions) {
    this.#options = options
    this.#played = new Set(Acts.isUnfinished(options.path) ? readFileSync(options.path, 'utf8').split('\n').filter(Boolean) : [])
  }

  /** Whether a start has begun the demo of this file and none has finished it. */
  static isUnfinished(path: string): boolean {
    return existsSync(path)
  }

  get progress(): Progress {
    const { planned } = this.#options
    return { done: planned.filter((name) => this.#played.has(name)).length, total: planned.length, failed: this.#failed.size }
  }

  /** Whether the market stops: no act begins any more. */
  get isStopping(): boolean {
    return this.#options.signal.aborted
  }

  /** Names of planned acts that no start has played. */
  get left(): readonly string[] {
    return this.#options.planned.filter((name) => !this.#played.has(name))
  }

  /** Plays the act unless it is played; says whether it is now. A failure is printed, and the other acts go on. */
  async play(name: string, act: () => Promise<unknown>): Promise<boolean> {
    const { path, log, signal, isResumed, onProgress } = this.#options
    if (this.#played.has(name)) return true
    if (signal.aborted) return false
    try {
      await act()
    } catch (error) {
      if (signal.aborted) return false
      const isPlayed = isResumed && error instanceof ApiError && ALREADY_SO.includes(error.code)
      if (!isPlayed) {
        this.#failed.add(name)
        log(`  The demo goes on without ${name}: ${error instanceof Error ? error.message : String(error)}`)
        onProgress?.(this.progress)
        return false
      }
    }
    this.#failed.delete(name)
    this.#played.add(name)
    appendFileSync(path, `${name}\n`)
    onProgress?.(this.progress)
    return true
  }

  /** Plays the act again: a chain that was killed has lost it. */
  forget(name: string): void {
    this.#played.delete(name)
  }

  /** The next start has nothing to do. */
  finish(): void {
    rmSync(this.#options.path, { force: true })
  }
}
