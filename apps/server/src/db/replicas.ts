import { setTimeout as sleep } from 'node:timers/promises'
import { type Dialect, sql } from 'kysely'
import { connect, type Db, keptFor } from './database.ts'

const LOOK_MS = 500
/** A replica that has what the primary had so long ago may be read; answers are kept for 0.4 s beside. */
const FRESH_MS = 1_500
/** Longer than a healthy replica is behind, shorter than a reader notices. */
const PATIENCE_MS = 250
/** Acts of operators that may still be committed after later ones. */
const OPEN_ACTS = 200

export type OpenReplica = { readonly name: string; readonly dialect: Dialect }

type Replica = {
  readonly name: string
  readonly db: Db
  /** Bytes of the primary's log that it has replayed. */
  replayed: number
  freshUntilMs: number
  isUsed: boolean | undefined
  asking: Promise<void> | undefined
  gone: PromiseWithResolvers<never>
}

/** `gone` rejects once the replica is not read any more: a reader that waits for it asks elsewhere. */
export type Picked = { readonly db: Db; readonly gone: Promise<never> }

function goneOf(): PromiseWithResolvers<never> {
  const gone = Promise.withResolvers<never>()
  // Nobody may be waiting.
  gone.promise.catch(() => undefined)
  return gone
}

/** How far the primary's log went when it was asked. */
type Look = { readonly atMs: number; readonly end: number }

type Options = {
  readonly log: (line: string) => void
  /** Whether a replica is read now. */
  readonly onUse: (name: string, isUsed: boolean) => void
}

/**
 * Standbys that answer public reads. One is read while it has what the primary had 1.5 s ago, and what the reader must see: the
 * commits and events that this process knows, and all that operators did until half a second ago. So what they hid or stopped is
 * never shown by a replica that has not heard of it.
 */
export class Replicas {
  readonly #primary: Db
  readonly #replicas: readonly Replica[]
  readonly #options: Options
  readonly #closed = new AbortController()
  #looks: readonly Look[] = []
  #acts: string | undefined
  #needed = 0
  #known = ''
  #turn = 0

  constructor(primary: Db, replicas: readonly OpenReplica[], options: Options) {
    this.#primary = primary
    this.#options = options
    this.#replicas = replicas.map(({ name, dialect }) => {
      return { name, db: connect(dialect), replayed: -1, freshUntilMs: 0, isUsed: undefined, asking: undefined, gone: goneOf() }
    })
    if (replicas.length > 0) void this.#lookOn()
  }

  /**
   * A replica that has all that was committed when this process learned of `moment`, any text that changes with each commit and event.
   * Undefined where none is fit: then the primary is read.
   */
  async pick(moment: string): Promise<Picked | undefined> {
    if (this.#replicas.length === 0) return undefined
    if (moment !== this.#known) {
      const end = await this.#endOfLog().catch(() => undefined)
      if (end === undefined) return undefined
      this.#needed = Math.max(this.#needed, end)
      this.#known = moment
      for (const { db } of this.#replicas) keptFor(db)?.noteCommit()
    }
    return this.#pickAfter(this.#needed)
  }

  /** A snapshot of the primary, and a replica that has all of it; undefined where none has soon. */
  async pickForAll(): Promise<{ readonly db: Db; readonly snapshot: string } | undefined> {
    if (this.#replicas.length === 0) return undefined
    const { rows } = await sql<{ snapshot: string; end: number }>`select pg_current_snapshot()::text as snapshot,
      pg_wal_lsn_diff(pg_current_wal_flush_lsn(), '0/0')::int8 as end`.execute(this.#primary)
    const { snapshot = '', end = 0 } = rows[0] ?? {}
    for (const until = performance.now() + FRESH_MS; performance.now() < until; await sleep(LOOK_MS / 5)) {
      const picked = await this.#pickAfter(end)
      if (picked) return { db: picked.db, snapshot }
    }
    return undefined
  }

  /** Which are read now. */
  states(): { readonly name: string; readonly isUsed: boolean }[] {
    return this.#replicas.map(({ name, freshUntilMs }) => ({ name, isUsed: performance.now() < freshUntilMs }))
  }

  /** Another server takes writes: what is known of the former's log says nothing of its. */
  forget(): void {
    this.#looks = []
    this.#needed = 0
    this.#known = ''
    for (const replica of this.#replicas) replica.freshUntilMs = 0
  }

  close(): void {
    this.#closed.abort()
  }

  async #pickAfter(needed: number): Promise<Picked | undefined> {
    const count = this.#replicas.length
    this.#turn = (this.#turn + 1) % count
    for (let at = 0; at < count; at++) {
      const replica = this.#replicas[(this.#turn + at) % count]
      if (!replica || performance.now() >= replica.freshUntilMs) continue
      if (replica.replayed < needed) await this.#ask(replica).catch(() => undefined)
      if (replica.replayed >= needed && performance.now() < replica.freshUntilMs) return { db: replica.db, gone: replica.gone.promise }
    }
    return undefined
  }

  async #lookOn(): Promise<void> {
    const { signal } = this.#closed
    while (!signal.aborted) {
      await this.#look().catch(() => undefined)
      for (const replica of this.#replicas) this.#note(replica, performance.now() < replica.freshUntilMs)
      await sleep(LOOK_MS, undefined, { ref: false, signal }).catch(() => undefined)
    }
  }

  async #look(): Promise<void> {
    const atMs = performance.now()
    const { rows } = await sql<{ end: number; acts: string | null }>`select pg_wal_lsn_diff(pg_current_wal_flush_lsn(), '0/0')::int8 as end,
      (select sum(id)::text from (select id from operator_act order by id desc limit ${OPEN_ACTS}) last) as acts`.execute(this.#primary)
    const { end = 0, acts } = rows[0] ?? {}
    this.#looks = [...this.#looks.filter((look) => atMs - look.atMs < FRESH_MS), { atMs, end }]
    if (this.#acts !== undefined && this.#acts !== acts) this.#needed = Math.max(this.#needed, end)
    this.#acts = acts ?? ''
    await Promise.all(this.#replicas.map((replica) => this.#ask(replica).catch(() => undefined)))
  }

  async #endOfLog(): Promise<number> {
    const { rows } = await sql<{ end: number }>`select pg_wal_lsn_diff(pg_current_wal_flush_lsn(), '0/0')::int8 as end`.execute(
      this.#primary,
    )
    return rows[0]?.end ?? Number.POSITIVE_INFINITY
  }

  /** Asks how far it is: once for all who wait. One that does not answer in time is left to the next look. */
  async #ask(replica: Replica): Promise<void> {
    replica.asking ??= this.#askOne(replica).finally(() => {
      replica.asking = undefined
    })
    const late = Promise.withResolvers<void>()
    const timer = setTimeout(late.resolve, PATIENCE_MS)
    await Promise.race([replica.asking, late.promise]).finally(() => clearTimeout(timer))
  }

  async #askOne(replica: Replica): Promise<void> {
    const { rows } = await sql<{
      replayed: number | null
    }>`select pg_wal_lsn_diff(pg_last_wal_replay_lsn(), '0/0')::int8 as replayed`.execute(replica.db)
    // It stands still in one that was promoted, and is null where there was no recovery.
    const replayed = rows[0]?.replayed ?? -1
    replica.replayed = replayed
    const had = this.#looks.findLast(({ end }) => end <= replayed)
    replica.freshUntilMs = had ? had.atMs + FRESH_MS : 0
  }

  #note(replica: Replica, isUsed: boolean): void {
    if (replica.isUsed === isUsed) return
    const { name } = replica
    if (replica.isUsed !== undefined || !isUsed)
      this.#options.log(isUsed ? `Reads go to the replica ${name}` : `The replica ${name} is behind or away: not read`)
    replica.isUsed = isUsed
    if (isUsed) replica.gone = goneOf()
    else replica.gone.reject(new Error(`The replica ${name} is behind or away`))
    this.#options.onUse(name, isUsed)
  }
}
