import { ERRORS } from '@plinth/api'

const WINDOW_MS = 10_000
/** Of equal errors, so many of each window are written. */
const MOST_EQUAL = 3
/** Above this many different errors all others of an event count as equal. */
const MOST_KINDS = 500

type Kind = { written: number; leftOut: number }
type Write<Level extends string> = (level: Level, event: string, fields: Readonly<Record<string, unknown>>) => void

/**
 * While a database is away each call fails alike, and a stack for each fills the disk; a line for each call of a flood does the
 * same. Of equal errors (event, name, code, message but for its numbers, and place), and of calls over a rate limit, the first
 * three of ten seconds are written, then one line with how many were left out.
 */
export function sampleErrors<Level extends string>(write: Write<Level>): Write<Level> {
  const kinds = new Map<string, Kind>()
  const end = (name: string, level: Level, event: string, what: object, about: Subject): void => {
    const kind = kinds.get(name)
    kinds.delete(name)
    if (!kind || kind.leftOut === 0) return
    write(level, 'repeated', { of: event, ...about, times: kind.leftOut, seconds: WINDOW_MS / 1_000, ...what })
  }
  return (level, event, fields) => {
    const { error } = fields
    const isLimited = fields.errno === ERRORS.TOO_MANY_REQUESTS.errno
    if (!(error instanceof Error || isLimited)) return write(level, event, fields)
    const about = subjectOf(fields)
    const [identity, what] = error instanceof Error ? [identityOf(error), { error: summaryOf(error) }] : ['', { errno: fields.errno }]
    const exact = `${level} ${event} ${JSON.stringify(about)} ${identity}`
    const name = kinds.has(exact) || kinds.size < MOST_KINDS ? exact : `${level} ${event}`
    const kind = kinds.get(name) ?? { written: 0, leftOut: 0 }
    if (!kinds.has(name)) {
      kinds.set(name, kind)
      setTimeout(() => end(name, level, event, what, name === exact ? about : {}), WINDOW_MS).unref()
    }
    if (kind.written === MOST_EQUAL) return void kind.leftOut++
    kind.written++
    write(level, event, fields)
  }
}

/** What an error is called in one word: its code, that of its cause, or its name. */
export function faultOf(error: unknown): string {
  for (let cause = error; cause instanceof Error; cause = cause.cause) if ('code' in cause) return String(cause.code)
  return error instanceof Error ? error.name : 'unknown'
}

/** Which chain, job or call failed: equal errors of two of them are two. */
type Subject = { readonly chainId?: unknown; readonly job?: unknown; readonly call?: unknown }

function subjectOf({ chainId, job, call }: Subject): Subject {
  return { ...(chainId !== undefined && { chainId }), ...(job !== undefined && { job }), ...(call !== undefined && { call }) }
}

function identityOf(error: Error): string {
  const [place = ''] = /\n\s+at [^\n]*/.exec(error.stack ?? '') ?? []
  return `${error.name} ${faultOf(error)} ${error.message.slice(0, 200).replaceAll(/0x[0-9a-f]+|\d+/gi, '#')} ${place}`
}

function summaryOf(error: Error): object {
  return { name: error.name, fault: faultOf(error), message: error.message }
}
