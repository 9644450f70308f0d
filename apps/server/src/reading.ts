import { AsyncLocalStorage } from 'node:async_hooks'
import { EVERY_TABLE, namesIn } from './db/touched-tables.ts'

/** Statements whose names are noted once; lists of many lengths make many. */
const MOST_TEXTS = 512

/** The tables that a piece of work reads, itself or by what it calls. */
export type Tables = { readonly names: Set<string>; readonly texts: Set<string> }
export type Reading = {
  readonly tables: Tables
  /** On the clock of `performance.now()`: nothing it read is older. */
  sinceMs: number
}

const current = new AsyncLocalStorage<Reading>()

export function tablesOf(): Tables {
  return { names: new Set(), texts: new Set() }
}

/** Runs `work`, whose statements are noted in `tables`. */
export function noteReads<T>(tables: Tables, work: (reading: Reading) => Promise<T>): Promise<T> {
  const reading = { tables, sinceMs: performance.now() }
  return current.run(reading, () => work(reading))
}

/** Runs `work`, which others began and which goes on after them: what it reads is no part of their answers. */
export function withoutNotes<T>(work: () => T): T {
  return current.exit(work)
}

/** Called for each statement that is sent. */
export function noteStatement(text: string): void {
  const reading = current.getStore()
  if (!reading || reading.tables.texts.has(text)) return
  const { names, texts } = reading.tables
  for (const name of namesIn(text)) names.add(name)
  if (texts.size < MOST_TEXTS) texts.add(text)
}

/** Called for rows of these tables that were read so long ago and kept. */
export function noteKept(tables: readonly string[], ageMs: number): void {
  const reading = current.getStore()
  if (!reading) return
  for (const table of tables) reading.tables.names.add(table)
  reading.sinceMs = Math.min(reading.sinceMs, performance.now() - ageMs)
}

/** Commits of this process that wrote, in their order. */
export class Commits {
  #last = 0
  readonly #ofTable = new Map<string, number>()

  /** The number of the last one. */
  get last(): number {
    return this.#last
  }

  note(tables: Iterable<string>): void {
    const written = [...tables]
    if (written.length === 0) return
    this.#last++
    for (const table of written) this.#ofTable.set(table, this.#last)
  }

  /** Whether one after `commit` wrote to any of these tables. */
  touched({ names }: Tables, commit: number): boolean {
    if (commit === this.#last) return false
    for (const [table, last] of this.#ofTable) if (last > commit && (table === EVERY_TABLE || names.has(table))) return true
    return false
  }
}

const commitsOfDb = new WeakMap<object, Commits>()

export function countCommits(db: object, commits: Commits): void {
  commitsOfDb.set(db, commits)
}

/** Those through this connection pool. @throws Error for one that `connect` did not make */
export function commitsOf(db: object): Commits {
  const commits = commitsOfDb.get(db)
  if (!commits) throw new Error('No commits are counted for this connection pool')
  return commits
}
