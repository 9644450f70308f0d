import { EVERY_TABLE } from './db/touched-tables.ts'
import { noteKept } from './reading.ts'

/** What many requests ask again, and few change. A write to any of the tables forgets what was read of them. */
const SOURCES = {
  session: ['session', 'account'],
  payToken: ['pay_token'],
  category: ['category'],
  officialSender: ['official_sender'],
  siteSetting: ['site_setting'],
  money: ['pay_token', 'wrapped_coin', 'rate', 'feed', 'site_setting'],
} as const satisfies Record<string, readonly string[]>

type Source = keyof typeof SOURCES
const ALL = Object.keys(SOURCES) as readonly Source[]

/** A commit of another process is seen after so long at most. */
const KEPT_MS = 500
/** Answers of each source; the oldest leaves first. */
const MOST = 10_000

type Answer = { readonly at: number; readonly value: Promise<unknown> }

/** What was read of the sources within the last half second, for one connection pool (ADR 12). */
export type Kept = {
  read<T>(source: Source, key: string, read: () => Promise<T>, nowMs: number): Promise<T>
  forget(sources: Iterable<Source>): void
}

export function createKept(): Kept {
  const kept = new Map<Source, Map<string, Answer>>(ALL.map((source) => [source, new Map()]))
  const answersOf = (source: Source) => kept.get(source) ?? new Map<string, Answer>()
  return {
    read: <T>(source: Source, key: string, read: () => Promise<T>, nowMs: number): Promise<T> => {
      const answers = answersOf(source)
      const known = answers.get(key)
      // The clock may be set back.
      if (known && nowMs >= known.at && nowMs - known.at < KEPT_MS) {
        noteKept(SOURCES[source], nowMs - known.at)
        return known.value as Promise<T>
      }
      const answer = { at: nowMs, value: read() }
      answers.delete(key)
      answers.set(key, answer)
      for (const oldest of answers.keys()) {
        if (answers.size <= MOST) break
        answers.delete(oldest)
      }
      const drop = (): void => {
        if (answers.get(key) === answer) answers.delete(key)
      }
      // Guessed tokens are not kept.
      answer.value.then((value) => (value === undefined ? drop() : undefined), drop)
      return answer.value
    },
    forget: (sources) => {
      for (const source of sources) answersOf(source).clear()
    },
  }
}

/** The sources that a write to these tables changes. */
export function sourcesOf(tables: Iterable<string>): readonly Source[] {
  const written = new Set(tables)
  if (written.has(EVERY_TABLE)) return ALL
  return written.size === 0 ? [] : ALL.filter((source) => SOURCES[source].some((table) => written.has(table)))
}

const keptOf = new WeakMap<object, Kept>()

/** From now on reads through this connection pool share what is kept here. */
export function keepFor(db: object, kept: Kept): void {
  keptOf.set(db, kept)
}

/**
 * The answer of `read`, at most half a second old, shared by all who ask at once. Never older than a commit through `db` itself; in a
 * transaction it is always read. Callers don't change it.
 */
export function readKept<T>(db: object, source: Source, key: string, read: () => Promise<T>, nowMs = Date.now()): Promise<T> {
  const kept = keptOf.get(db)
  return kept ? kept.read(source, key, read, nowMs) : read()
}
