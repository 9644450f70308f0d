import { setTimeout as sleep } from 'node:timers/promises'
import { type Dialect, sql } from 'kysely'
import { connect, type Db, keptFor } from './database.ts'

const LOOK_MS = 500
/** A replica that has what the primary had so long ago may be read; rows and answers are kept for 0.9 s beside. */
const FRESH_MS = 1_000
/** Longer than a healthy replica is behind, shorter than a reader notices. */
const PATIENCE_MS = 250
/** How long a load waits for a replica. */
const MOST_WAIT_MS = 1_500
/** Acts of operators that may still be committed after later ones. */
const OPEN_ACTS = 200

export type OpenReplica = { readonly name: string; readonly dialect: Dialect }

type Replica = {
  readonly name: string
  readonly db: Db
  /** Bytes of the primary's log that it has replayed. */
  replayed: number
  /** It follows the present primary once it has replayed more than this. */
  above: number
  isMoved: boolean
  freshUntilMs: number
  isUsed: boolean | undefined
  asking: Promise<void> | undefined
  /** Readers that ask elsewhere once it is not read any more. */
  readonly readers: Set<() => void>
}

/** What a reader must see at least: the commits of this process, and the last event that it has sent. */
export type Moment = { readonly commits: number; readonly position: number | undefined }

/** `leave` is called once the replica is not read any more, unless the reader has `ended` before. */
export type Picked = {
  readonly db: Db
  /** Milliseconds since what must be seen has changed. */
  readonly changedMs: number
  onGone(leave: () => void): () => void
}

/** How far the primary's log went when it was asked. */
type Look = { readonly atMs: number; readonly end: number }

type Options = {
  readonly log: (line: string) => void
  /** Whether a replica is read now. */
  readonly onUse: (name: string, isUsed: boolean) => void
}

/**
 * Standbys that answer public reads. One is read while it has what the primary had a second ago, and what the reader must see: the
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
  #known: Moment = { commits: 0, position: undefined }
  #changedMs = Number.NEGATIVE_INFINITY
  #asking: Promise<void> | undefined
  #turn = 0

  constructor(primary: Db, replicas: readonly OpenReplica[], options: Options) {
    this.#primary = primary
    this.#options = options
    this.#replicas = replicas.map(({ name, dialect }) => {
      const state = {
        replayed: -1,
        above: -1,
        isMoved: false,
        freshUntilMs: 0,
        isUsed: undefined,
        asking: undefined,
        readers: new Set<() => void>(),
      }
      return { name, db: connect(dialect), ...state }
    })
    if (replicas.length > 0) void this.#lookOn()
  }

  /** A replica that has all of `moment`; undefined where none is fit: then the primary is read. */
  async pick(moment: Moment): Promise<Picked | undefined> {
    if (this.#replicas.length === 0) return undefined
    if (isLater(moment, this.#known) && !(await this.#learn(moment))) return undefined
    return this.#pickAfter(this.#needed)
  }

  /** A snapshot of the primary, and a replica that has all of it; undefined where none has soon. */
  async pickForAll(): Promise<{ readonly db: Db; readonly snapshot: string } | undefined> {
    if (this.#replicas.length === 0) return undefined
    const { rows } = await sql<{ snapshot: string; end: number }>`select pg_current_snapshot()::text as snapshot,
      pg_wal_lsn_diff(pg_current_wal_flush_lsn(), '0/0')::int8 as end`.execute(this.#primary)
    const { snapshot = '', end = 0 } = rows[0] ?? {}
    for (const until = performance.now() + MOST_WAIT_MS; performance.now() < until; await sleep(LOOK_MS / 5)) {
      const picked = await this.#pickAfter(end)
      if (picked) return { db: picked.db, snapshot }
    }
    return undefined
  }

  /** Which are read now. */
  states(): { readonly name: string; readonly isUsed: boolean }[] {
    return this.#replicas.map(({ name, freshUntilMs }) => ({ name, isUsed: performance.now() < freshUntilMs }))
  }

  /** Another server takes writes, with a log of its own. */
  forget(): void {
    const end = Math.max(this.#needed, ...this.#looks.map((look) => look.end))
    this.#looks = []
    this.#needed = 0
    // Its positions may be lower: the next reader asks where its log ends.
    this.#known = { commits: -1, position: undefined }
    for (const replica of this.#replicas) {
      replica.freshUntilMs = 0
      // A replica that was ahead of the promoted standby can't follow it: it stands still from its next answer on.
      replica.above = Math.max(replica.above, end)
      replica.isMoved = true
    }
  }

  close(): void {
    this.#closed.abort()
  }

  /** Returns false where the primary can't say how far its log goes. */
  async #learn(moment: Moment): Promise<boolean> {
    // One question serves all readers that wait. Later readers ask again.
    await this.#asking?.catch(() => undefined)
    if (!isLater(moment, this.#known)) return true
    this.#asking ??= this.#endOfLog()
      .then((end) => {
        this.#needed = Math.max(this.#needed, end)
        this.#known = latest(moment, this.#known)
        this.#noteChanged()
      })
      .finally(() => {
        this.#asking = undefined
      })
    return this.#asking.then(
      () => !isLater(moment, this.#known),
      () => false,
    )
  }

  #noteChanged(): void {
    this.#changedMs = performance.now()
    for (const { db } of this.#replicas) keptFor(db)?.noteCommit()
  }

  async #pickAfter(needed: number): Promise<Picked | undefined> {
    const count = this.#replicas.length
    this.#turn = (this.#turn + 1) % count
    for (let at = 0; at < count; at++) {
      const replica = this.#replicas[(this.#turn + at) % count]
      if (!replica || performance.now() >= replica.freshUntilMs) continue
      if (replica.replayed < needed) await this.#ask(replica).catch(() => undefined)
      if (replica.replayed >= needed && performance.now() < replica.freshUntilMs) return this.#picked(replica)
    }
    return undefined
  }

  #picked({ db, readers }: Replica): Picked {
    const onGone = (leave: () => void): (() => void) => {
      readers.add(leave)
      return () => void readers.delete(leave)
    }
    return { db, changedMs: performance.now() - this.#changedMs, onGone }
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
    if (this.#acts !== undefined && this.#acts !== (acts ?? '')) {
      this.#needed = Math.max(this.#needed, end)
      this.#noteChanged()
      // Answers that are kept end, too.
      keptFor(this.#primary)?.noteCommit()
    }
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
    const wasMoved = replica.isMoved
    const { rows } = await sql<{
      replayed: number | null
    }>`select pg_wal_lsn_diff(pg_last_wal_replay_lsn(), '0/0')::int8 as replayed`.execute(replica.db)
    // It stands still in one that was promoted, and is null where there was no recovery.
    const replayed = rows[0]?.replayed ?? -1
    replica.replayed = replayed
    if (replica.isMoved) replica.above = Math.max(replica.above, replayed)
    // An answer to a question from before the move proves nothing.
    if (wasMoved) replica.isMoved = false
    const had = replayed > replica.above ? this.#looks.findLast(({ end }) => end <= replayed) : undefined
    replica.freshUntilMs = had ? had.atMs + FRESH_MS : 0
  }

  #note(replica: Replica, isUsed: boolean): void {
    if (replica.isUsed === isUsed) return
    const { name } = replica
    if (replica.isUsed !== undefined || !isUsed)
      this.#options.log(isUsed ? `Reads go to the replica ${name}` : `The replica ${name} is behind or away: not read`)
    replica.isUsed = isUsed
    if (!isUsed) for (const leave of replica.readers) leave()
    this.#options.onUse(name, isUsed)
  }
}

/** Whether `moment` has a commit or an event that `known` lacks. */
const isLater = (moment: Moment, known: Moment): boolean => moment.commits > known.commits || (moment.position ?? 0) > (known.position ?? 0)

const latest = (one: Moment, other: Moment): Moment => ({
  commits: Math.max(one.commits, other.commits),
  position: Math.max(one.position ?? 0, other.position ?? 0),
})
