import { AppError } from '@plinth/api'
import type { Address } from '@plinth/protocol'
import { sql } from 'kysely'
import { callIsOver, withinTime } from '../process/call-time.ts'
import { type Db, sqlState, type Tx } from './database.ts'

/** Each looks through all that it finds, and takes a connection as long as that lasts. */
const MOST_AT_ONCE = 2
/** Less than a visitor waits for an answer. */
export const GATED_MS = 27_000
export const AGAIN_S = 10
const QUERY_CANCELED = '57014'

/** An account that asks; undefined where the read is of no account. */
type Who = Address | undefined
type Gate = { readonly inside: Who[]; readonly waiting: Set<{ readonly who: Who; readonly enter: () => void }> }
/** Two kinds of reads don't wait for each other. */
type Kind = 'explore' | 'search' | 'portfolio' | 'sweep' | 'value'
const gates = new WeakMap<Db, Record<Kind, Gate>>()

const newGate = (): Gate => ({ inside: [], waiting: new Set() })

function gateOf(db: Db, kind: Kind): Gate {
  const known = gates.get(db) ?? {
    explore: newGate(),
    search: newGate(),
    portfolio: newGate(),
    sweep: newGate(),
    value: newGate(),
  }
  gates.set(db, known)
  return known[kind]
}

/**
 * Runs a read that costs what it finds without taking the database from all others: at most two of a kind at once, one of an account,
 * and none for longer than `mostMs`, waiting included. `read` gets what is left of that.
 *
 * @throws AppError LIST_NOT_READY
 */
export async function gated<T>(db: Db, kind: Kind, mostMs: number, read: (leftMs: number) => Promise<T>, who?: Address): Promise<T> {
  const gate = gateOf(db, kind)
  const began = performance.now()
  if (!(await enter(gate, mostMs, who))) throw notReady()
  try {
    return await read(mostMs - (performance.now() - began))
  } catch (error) {
    throw sqlState(error) === QUERY_CANCELED || callIsOver(error) ? notReady() : error
  } finally {
    leave(gate, who)
  }
}

/** The same for the statements of a search, in one snapshot. */
export function gatedSearch<T>(db: Db, read: (tx: Tx) => Promise<T>): Promise<T> {
  return gated(db, 'search', GATED_MS, (leftMs) =>
    db
      .transaction()
      .setIsolationLevel('repeatable read')
      .setAccessMode('read only')
      .execute(async (tx) => {
        await limitStatements(tx, leftMs)
        return read(tx)
      }),
  )
}

/** The same for reads of many statements through the pool, the last of which ends with the time. */
export function gatedReads<T>(db: Db, kind: Kind, read: () => Promise<T>, who?: Address): Promise<T> {
  return gated(db, kind, GATED_MS, (leftMs) => withinTime(Math.max(1, Math.round(leftMs)), read), who)
}

/** Each statement of the transaction from here on ends after so long. */
export async function limitStatements(tx: Tx, mostMs: number): Promise<void> {
  await sql`select set_config('statement_timeout', ${String(Math.max(1, Math.round(mostMs)))}, true)`.execute(tx)
}

const notReady = (): AppError => new AppError('LIST_NOT_READY', { seconds: AGAIN_S })

const hasRoom = ({ inside }: Gate, who: Who): boolean => inside.length < MOST_AT_ONCE && (who === undefined || !inside.includes(who))

/** Whether there was room within that time. */
function enter(gate: Gate, mostMs: number, who: Who): Promise<boolean> {
  if (hasRoom(gate, who)) {
    gate.inside.push(who)
    return Promise.resolve(true)
  }
  return new Promise((done) => {
    const timer = setTimeout(() => {
      gate.waiting.delete(visit)
      done(false)
    }, mostMs)
    const visit = {
      who,
      enter: () => {
        clearTimeout(timer)
        gate.waiting.delete(visit)
        gate.inside.push(who)
        done(true)
      },
    }
    gate.waiting.add(visit)
  })
}

/** Gives its place to the one that waits longest and has none. */
function leave(gate: Gate, who: Who): void {
  gate.inside.splice(gate.inside.indexOf(who), 1)
  for (const next of gate.waiting) if (hasRoom(gate, next.who)) next.enter()
}
