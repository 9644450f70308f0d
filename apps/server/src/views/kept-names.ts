import type { Category, PayToken } from '@plinth/api'
import { type RawBuilder, sql } from 'kysely'
import type { OfficialSender } from '../config.ts'
import type { Db } from '../db/database.ts'
import type { HoleKind } from './card-text.ts'

/** After more changes at once all names are read again. */
const MOST_RENAMED = 200
/** Words of one kind; above it they are read again. */
const MOST_WORDS = 50_000

/** As changed names: any of them may have. */
const ANY = '*'

/** What a statement says of names: the snapshot it read by, and those that changed since the kept ones were read, by blanks. */
export type NamesSeen = { readonly names_seen: string; readonly renamed: string | null }

/** Kinds of holes whose words are forgotten with a name in `name_mark`, by its first letter. */
const KINDS: Readonly<Record<string, readonly HoleKind[]>> = {
  p: ['person', 'avatar', 'nickname'],
  k: ['collection', 'metadataState', 'collectionName', 'isVerified'],
  c: ['category'],
  t: ['payToken', 'payTokenName', 'payTokenSymbol', 'payTokenDecimals', 'payTokenWords', 'unitPrice'],
}
/** Of all others, such as fees and prices in several moneys, no word is kept: they depend on more than names. */
const KEPT_KINDS: ReadonlySet<HoleKind> = new Set(Object.values(KINDS).flat())

/**
 * What stands in holes, kept in this process. A page is never older than its statement: that says which names were written by a
 * transaction that the snapshot of these does not show, whatever the order of commits, and they are read again. Invariant: `#since` is
 * not younger than the snapshot by which any of them was read.
 */
export class KeptNames {
  readonly tokens = new Map<number, ReadonlyMap<string, PayToken>>()
  readonly senders = new Map<number, readonly OfficialSender[]>()
  categories: ReadonlyMap<number, Category> | undefined
  readonly #words = new Map<HoleKind, Map<string, string>>()
  #since: string | undefined
  #edition = 0

  /** Columns of `NamesSeen`, for a statement that is sent now. */
  columns(): RawBuilder<unknown> {
    if (this.#since === undefined) return sql`pg_current_snapshot()::text as names_seen, ${sql.lit(ANY)} as renamed`
    const since = sql`${this.#since}::text::pg_snapshot`
    return sql`pg_current_snapshot()::text as names_seen, (select string_agg(name, ' ') from (select name from name_mark
      where writer >= pg_snapshot_xmin(${since}) and not pg_visible_in_snapshot(writer, ${since}) limit ${sql.lit(MOST_RENAMED)}) marks) as renamed`
  }

  /** Forgets what has changed. */
  note({ names_seen, renamed }: NamesSeen): void {
    if (renamed === null) return
    const names = renamed.split(' ')
    if (renamed === ANY || names.length >= MOST_RENAMED) this.#forgetAll()
    else for (const name of names) this.#forget(name)
    this.#since = names_seen
    this.#edition++
  }

  /** The number of the last change: what was read before it is not kept. */
  get edition(): number {
    return this.#edition
  }

  word(kind: HoleKind, key: string): string | undefined {
    return this.#words.get(kind)?.get(key)
  }

  keepWord(kind: HoleKind, key: string, word: string): void {
    if (!KEPT_KINDS.has(kind)) return
    const words = this.#words.get(kind) ?? new Map<string, string>()
    if (words.size >= MOST_WORDS) words.clear()
    this.#words.set(kind, words.set(key, word))
  }

  #forget(name: string): void {
    const [letter = '', key] = [name[0], name.slice(1)]
    for (const kind of KINDS[letter] ?? []) {
      if (key === '') this.#words.delete(kind)
      else this.#words.get(kind)?.delete(key)
    }
    if (letter === 'c') this.categories = undefined
    else if (letter === 't') this.tokens.clear()
    else if (letter === 's') this.senders.clear()
  }

  #forgetAll(): void {
    for (const map of [this.tokens, this.senders, this.#words]) map.clear()
    this.categories = undefined
  }
}

const keptOf = new WeakMap<Db, KeptNames>()

/** The names kept for a connection pool; a transaction reads its own. */
export function keptNames(db: Db): KeptNames | undefined {
  if (db.isTransaction) return undefined
  const kept = keptOf.get(db) ?? new KeptNames()
  keptOf.set(db, kept)
  return kept
}
