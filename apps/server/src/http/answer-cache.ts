import type { Context } from '../context.ts'
import { type Commits, commitsOf, noteReads, type Tables, tablesOf } from '../reading.ts'
import { keepCompressed } from './compressed-once.ts'

/** From the beginning of its reading: what another process commits is seen after so long at most. */
const LIFE_MS = 400
/** The same for rows that the answer was given from memory (kept.ts). */
const ROWS_LIFE_MS = 500
const MOST_ANSWER_BYTES = 1_048_576
/** A longer form is answered, and not kept. */
const MOST_KEY_LENGTH = 2_048
/** What a kept answer takes besides its bytes and its key. */
const OVERHEAD_BYTES = 1_024

type Kept = {
  readonly body: Buffer
  readonly moment: Moment
  readonly tables: Tables
  readonly untilMs: number
  bytes: number
  /** The last commit of this process that the answer is known to be as new as. */
  commit: number
}

type Flight = { readonly body: Promise<Buffer>; readonly moment: Moment; readonly beganMs: number; readonly commit: number }

/** An answer was kept, was being written for somebody else, or was written for this request. */
export type Outcome = 'kept' | 'shared' | 'computed'

export type AnswerCache = {
  /** The name of an answer, by decoded values in the order of the call's schema: however they were spelled. */
  nameOf(call: string, form: unknown): string
  /** The kept answer of this name that may be given now. */
  peek(name: string): Buffer | undefined
  /** The answer's text, which `compute` writes unless it is kept or being written for somebody else. */
  read(call: string, form: unknown, compute: () => Promise<string>): Promise<Buffer>
  /** What it holds now, with the keys. */
  readonly bytes: number
}

export type AnswerCacheOptions = Pick<Context, 'db' | 'clock' | 'chains'> & {
  readonly maxBytes: number
  readonly onRead?: (outcome: Outcome) => void
}

/**
 * Answers that are the same for all visitors, as text and compressed. Invariants (decision 46a):
 * - An answer is never older than the last commit of this process to one of the tables that it was read from.
 * - It is used for 400 ms, within one second of the clock and of each chain, and never longer than rows in memory are.
 * - Failures are not kept. Least recently used answers leave first.
 */
export function createAnswerCache({ db, clock, chains, maxBytes, onRead = () => undefined }: AnswerCacheOptions): AnswerCache {
  const commits = commitsOf(db)
  const kept = new Map<string, Kept>()
  const flights = new Map<string, Flight>()
  /** Of each call, whatever its form was. */
  const tables = new Map<string, Tables>()
  let bytes = 0

  const drop = (key: string, answer: Kept): void => {
    if (kept.get(key) !== answer) return
    kept.delete(key)
    bytes -= answer.bytes
  }
  /** Until there is room; those that are too old leave at the same time. */
  const makeRoom = (): void => {
    for (const [key, answer] of kept) {
      if (bytes <= maxBytes && answer.untilMs > performance.now()) return
      drop(key, answer)
    }
  }
  const put = (key: string, answer: Kept): void => {
    const before = kept.get(key)
    if (before) drop(key, before)
    kept.set(key, answer)
    bytes += answer.bytes
    keepCompressed(answer.body, (more) => {
      if (kept.get(key) !== answer) return
      answer.bytes += more
      bytes += more
      makeRoom()
    })
    makeRoom()
  }
  const find = (key: string, moment: Moment): Buffer | undefined => {
    const answer = kept.get(key)
    if (!answer) return undefined
    if (answer.untilMs <= performance.now() || !isSame(answer.moment, moment) || !isCurrent(commits, answer)) {
      drop(key, answer)
      return undefined
    }
    // The last of the map was used last.
    kept.delete(key)
    kept.set(key, answer)
    return answer.body
  }
  const fly = (call: string, key: string, moment: Moment, compute: () => Promise<string>): Promise<Buffer> => {
    const read = tables.get(call) ?? tablesOf()
    tables.set(call, read)
    const [commit, beganMs] = [commits.last, performance.now()]
    const body = noteReads(read, async (reading) => {
      const written = Buffer.from(await compute())
      const untilMs = Math.min(beganMs + LIFE_MS, reading.sinceMs + ROWS_LIFE_MS)
      const size = written.length + 2 * key.length + OVERHEAD_BYTES
      const isKept = written.length <= MOST_ANSWER_BYTES && size <= maxBytes && !commits.touched(read, commit)
      if (isKept && untilMs > performance.now())
        put(key, { body: written, moment, tables: read, untilMs, bytes: size, commit: commits.last })
      return written
    })
    const flight = { body, moment, beganMs, commit }
    flights.set(key, flight)
    const land = (): void => {
      if (flights.get(key) === flight) flights.delete(key)
    }
    body.then(land, land)
    return body
  }
  return {
    get bytes() {
      return bytes
    },
    nameOf: keyOf,
    peek: (name) => {
      const found = find(name, momentOf({ clock, chains }))
      if (found) onRead('kept')
      return found
    },
    read: async (call, form, compute) => {
      const key = keyOf(call, form)
      if (key.length > MOST_KEY_LENGTH) {
        onRead('computed')
        return Buffer.from(await compute())
      }
      const moment = momentOf({ clock, chains })
      const found = find(key, moment)
      if (found) {
        onRead('kept')
        return found
      }
      const flight = flights.get(key)
      // Which tables it will have read is not known yet, so any commit counts.
      const isJoined =
        flight && flight.commit === commits.last && isSame(flight.moment, moment) && performance.now() < flight.beganMs + LIFE_MS
      onRead(isJoined ? 'shared' : 'computed')
      return isJoined ? flight.body : fly(call, key, moment, compute)
    },
  }
}

function keyOf(call: string, form: unknown): string {
  return `${call} ${JSON.stringify(form, (_, value: unknown) => (typeof value === 'bigint' ? { bigint: String(value) } : value))}`
}

function isCurrent(commits: Commits, answer: Kept): boolean {
  if (commits.touched(answer.tables, answer.commit)) return false
  answer.commit = commits.last
  return true
}

/** What an answer may depend on besides form and tables: the chains served, and the seconds of the clock and of each of them. */
type Moment = { readonly second: number; readonly chains: Context['chains']['all']; readonly times: readonly number[] }

function momentOf({ clock, chains: { all } }: Pick<Context, 'clock' | 'chains'>): Moment {
  return { second: clock.now(), chains: all, times: all.map((chain) => chain.now()) }
}

function isSame(a: Moment, b: Moment): boolean {
  return a.second === b.second && a.chains === b.chains && a.times.every((time, at) => time === b.times[at])
}
