import { createHash } from 'node:crypto'
import type { Context } from '../context.ts'
import { type Kept, keptFor } from '../db/database.ts'
import { type Encoding, encode, encodingFor, LEAST_BYTES } from './encodings.ts'

/** Counted from the beginning of the reading. A commit of another process is seen after so long at most. */
const LIFE_MS = 400
/** An answer is kept from the second asking within this time on. */
const AGAIN_MS = 60_000
const MOST_ASKED = 4_096
const MOST_ANSWER_BYTES = 1_048_576
/** An answer with a longer name is given, and not kept. */
const MOST_NAME_LENGTH = 2_048
/** What a kept answer takes beside its bytes and its name. */
const OVERHEAD_BYTES = 1_024

/** A body, compressed and tagged once however often it is sent. */
export class Answer {
  readonly body: Buffer
  /** The last event that the process knew before it read: the answer has it. */
  readonly position: number | undefined
  readonly #encoded = new Map<Encoding, Buffer>()
  #tag = ''

  constructor(text: string, position?: number) {
    this.body = Buffer.from(text)
    this.position = position
  }

  /** The encoding for a client that accepts these. A large body is sent as it is. */
  encodingFor(accepted: string | undefined): Encoding | undefined {
    return this.body.length < LEAST_BYTES || this.body.length > MOST_ANSWER_BYTES ? undefined : encodingFor(accepted)
  }

  in(encoding: Encoding | undefined): Buffer {
    if (encoding === undefined) return this.body
    // Copied: zlib's own buffer may be many times as long.
    const bytes = this.#encoded.get(encoding) ?? Buffer.from(Uint8Array.from(encode(this.body, encoding)).buffer)
    this.#encoded.set(encoding, bytes)
    return bytes
  }

  /** A strong validator: equal for equal bytes alone. Each encoding is a representation of its own (RFC 9110, 8.8.3.3). */
  etag(encoding: Encoding | undefined): string {
    this.#tag ||= createHash('sha256').update(this.body).digest('base64url').slice(0, 22)
    return encoding === undefined ? `"${this.#tag}"` : `"${this.#tag}-${encoding}"`
  }
}

/** An answer was kept, was being written for somebody else, or was written for this request. */
export type Outcome = 'kept' | 'shared' | 'computed'

export type Answers = {
  /** The answer of this name, which `compute` writes unless it is kept or being written for somebody else. */
  read(name: string, compute: () => Promise<string>): Promise<Answer>
  /** What it holds now, with the names. */
  readonly bytes: number
}

export type AnswersOptions = Pick<Context, 'db' | 'clock' | 'chains'> & {
  readonly maxBytes: number
  /** The last event that this process knows of. */
  readonly position?: () => number | undefined
  readonly onRead?: (outcome: Outcome) => void
}

/** When an answer was read: the commits and events it has seen, and the seconds of the clock and of each chain. */
type Moment = { readonly commits: number; readonly position: number | undefined; readonly seconds: string; readonly endsMs: number }
type Held = { readonly answer: Answer; readonly moment: Moment; readonly bytes: number }
type Flight = { readonly answer: Promise<Answer>; readonly moment: Moment; isAgain: boolean }

/**
 * Answers that are the same for all visitors. Invariants (decision 46a):
 * - An answer is never older than the last commit of this process that changed the market, nor than an event that it has sent.
 * - It is used for 400 ms, within one second of the clock and of each chain, and never longer than rows in memory are.
 * - Failures are not kept. Least recently used answers leave first.
 */
export function createAnswers(options: AnswersOptions): Answers {
  const { db, clock, chains, maxBytes, position = () => undefined, onRead = () => undefined } = options
  const kept = keptFor(db) as Kept
  const held = new Map<string, Held>()
  const flights = new Map<string, Flight>()
  const asked = new Map<string, number>()
  let bytes = 0

  const present = (): Moment => {
    const now = performance.now()
    const seconds = [clock.now(), ...chains.all.map((chain) => `${chain.id}:${chain.now()}`)].join()
    return { commits: kept.commits, position: position(), seconds, endsMs: Math.min(now + LIFE_MS, kept.rowsEndMs) }
  }
  const isOf = (moment: Moment, now: Moment): boolean =>
    moment.commits === now.commits &&
    moment.position === now.position &&
    moment.seconds === now.seconds &&
    performance.now() < moment.endsMs
  const drop = (name: string): void => {
    bytes -= held.get(name)?.bytes ?? 0
    held.delete(name)
  }
  const put = (name: string, answer: Answer, moment: Moment): void => {
    drop(name)
    // As itself, and compressed.
    const one = { answer, moment, bytes: 2 * (answer.body.length + name.length) + OVERHEAD_BYTES }
    held.set(name, one)
    bytes += one.bytes
    // Those that are too old leave at the same time.
    for (const [other, { moment }] of held) {
      if (bytes <= maxBytes && performance.now() < moment.endsMs) return
      drop(other)
    }
  }
  const isAskedAgain = (name: string): boolean => performance.now() - (asked.get(name) ?? Number.NEGATIVE_INFINITY) < AGAIN_MS
  /** Of what has been answered: refusals take no place here. */
  const noteAsked = (name: string): void => {
    asked.delete(name)
    asked.set(name, performance.now())
    const [oldest] = asked.keys()
    if (asked.size > MOST_ASKED && oldest !== undefined) asked.delete(oldest)
  }
  const fly = async (name: string, moment: Moment, compute: () => Promise<string>): Promise<Answer> => {
    const flight: Flight = { answer: compute().then((text) => new Answer(text, moment.position)), moment, isAgain: isAskedAgain(name) }
    flights.set(name, flight)
    try {
      const answer = await flight.answer
      noteAsked(name)
      const size = answer.body.length
      if (flight.isAgain && size <= MOST_ANSWER_BYTES && 2 * size <= maxBytes && isOf(moment, present())) put(name, answer, moment)
      return answer
    } finally {
      if (flights.get(name) === flight) flights.delete(name)
    }
  }
  return {
    get bytes() {
      return bytes
    },
    read: async (name, compute) => {
      if (name.length > MOST_NAME_LENGTH) {
        onRead('computed')
        const before = position()
        return new Answer(await compute(), before)
      }
      const now = present()
      const found = held.get(name)
      if (found && isOf(found.moment, now)) {
        // The last of the map was used last.
        held.delete(name)
        held.set(name, found)
        onRead('kept')
        return found.answer
      }
      drop(name)
      const flight = flights.get(name)
      if (flight && isOf(flight.moment, now)) {
        flight.isAgain = true
        onRead('shared')
        return flight.answer
      }
      onRead('computed')
      return fly(name, now, compute)
    },
  }
}

/** Names a call's answer by its decoded values: two spellings of one form have one name. */
export function nameOf(call: string, form: unknown): string {
  return `${call} ${JSON.stringify(form, (_, value: unknown) => (typeof value === 'bigint' ? { bigint: String(value) } : value))}`
}
