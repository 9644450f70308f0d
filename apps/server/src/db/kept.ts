/** A commit of another process is seen after so long at most. */
const KEPT_MS = 500
const MOST_SESSIONS = 10_000

type Session = { readonly readMs: number; readonly value: Promise<unknown> }

/** Counts the commits of one connection pool, and keeps small tables and sessions for half a second (decision 46a). */
export class Kept {
  #commits = 0
  #rows = new Map<string, Promise<unknown>>()
  #rowsFrom = { ms: 0, commit: 0 }
  readonly #sessions = new Map<string, Session>()

  /** Commits of this pool that may have changed the market. */
  get commits(): number {
    return this.#commits
  }

  noteCommit(): void {
    this.#commits++
  }

  /** On the clock of `performance.now()`: from then on no row that is kept now is used. */
  get rowsEndMs(): number {
    const endMs = this.#rowsFrom.ms + KEPT_MS
    return this.#rows.size > 0 && performance.now() < endMs ? endMs : Number.POSITIVE_INFINITY
  }

  /** Rows of settings, pay tokens, categories, senders: all are read again half a second after the first, or after a commit. */
  rows<T>(name: string, read: () => Promise<T>): Promise<T> {
    const now = performance.now()
    if (now >= this.#rowsFrom.ms + KEPT_MS || this.#rowsFrom.commit !== this.#commits) this.#rows = new Map()
    if (this.#rows.size === 0) this.#rowsFrom = { ms: now, commit: this.#commits }
    const rows = this.#rows
    const value = (rows.get(name) as Promise<T> | undefined) ?? read()
    rows.set(name, value)
    value.catch(() => rows.delete(name))
    return value
  }

  /** Whom a session belongs to, by the market's clock, which ends it. Unknown ones are not kept. */
  session<T>(name: string, read: () => Promise<T | undefined>, nowMs: number): Promise<T | undefined> {
    const sessions = this.#sessions
    const known = sessions.get(name)
    // The clock may be set back.
    if (known && nowMs >= known.readMs && nowMs < known.readMs + KEPT_MS) return known.value as Promise<T | undefined>
    const session = { readMs: nowMs, value: read() }
    sessions.delete(name)
    sessions.set(name, session)
    const [oldest] = sessions.keys()
    if (sessions.size > MOST_SESSIONS && oldest !== undefined) sessions.delete(oldest)
    const drop = (): void => {
      if (sessions.get(name) === session) sessions.delete(name)
    }
    session.value.then((value) => (value === undefined ? drop() : undefined), drop)
    return session.value
  }

  forgetSessions(): void {
    this.#sessions.clear()
  }
}

const keptOf = new WeakMap<object, Kept>()

/** From now on reads through this connection pool share these rows and sessions. */
export function keepFor(db: object, kept: Kept): void {
  keptOf.set(db, kept)
}

/** Undefined in a transaction, where everything is read. */
export const keptFor = (db: object): Kept | undefined => keptOf.get(db)

/**
 * The answer of `read`, at most half a second old, shared by all who ask at once. Never older than a commit through `db` itself; in a
 * transaction it is always read. Callers don't change it.
 */
export function readKept<T>(db: object, name: string, read: () => Promise<T>): Promise<T> {
  return keptFor(db)?.rows(name, read) ?? read()
}
