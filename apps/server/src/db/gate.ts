import { AppError } from '@plinth/api'
import { sql } from 'kysely'
import { callIsOver, withinTime } from '../process/call-time.ts'
import { type Db, sqlState, type Tx } from './database.ts'

/** Each looks through all that it finds, and takes a connection as long as that lasts. */
const MOST_AT_ONCE = 2
/** Less than a visitor waits for an answer. */
export const GATED_MS = 27_000
export const AGAIN_S = 10
const QUERY_CANCELED = '57014'

type Gate = { running: number; readonly waiting: Set<() => void> }
/** Two kinds of reads don't wait for each other. */
type Kind = 'explore' | 'search' | 'portfolio' | 'sweep' | 'value'
const gates = new WeakMap<Db, Record<Kind, Gate>>()

const newGate = (): Gate => ({ running: 0, waiting: new Set() })

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
 * Runs a read that costs what it finds without taking the database from all others: at most two of a kind at once, and none for longer
 * than `mostMs`, waiting included. `read` gets what is left of that.
 *
 * @throws AppError LIST_NOT_READY
 */
export async function gated<T>(db: Db, kind: Kind, mostMs: number, read: (leftMs: number) => Promise<T>): Promise<T> {
  const gate = gateOf(db, kind)
  const began = performance.now()
  if (!(await enter(gate, mostMs))) throw notReady()
  try {
    return await read(mostMs - (performance.now() - began))
  } catch (error) {
    throw sqlState(error) === QUERY_CANCELED || callIsOver(error) ? notReady() : error
  } finally {
    leave(gate)
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
export function gatedReads<T>(db: Db, kind: Kind, read: () => Promise<T>): Promise<T> {
  return gated(db, kind, GATED_MS, (leftMs) => withinTime(Math.max(1, Math.round(leftMs)), read))
}

/** Each statement of the transaction from here on ends after so long. */
export async function limitStatements(tx: Tx, mostMs: number): Promise<void> {
  await sql`select set_config('statement_timeout', ${String(Math.max(1, Math.round(mostMs)))}, true)`.execute(tx)
}

const notReady = (): AppError => new AppError('LIST_NOT_READY', { seconds: AGAIN_S })

/** Whether there was room within that time. */
function enter(gate: Gate, mostMs: number): Promise<boolean> {
  if (gate.running < MOST_AT_ONCE) {
    gate.running++
    return Promise.resolve(true)
  }
  return new Promise((done) => {
    const timer = setTimeout(() => {
      gate.waiting.delete(go)
      done(false)
    }, mostMs)
    const go = (): void => {
      clearTimeout(timer)
      done(true)
    }
    gate.waiting.add(go)
  })
}

/** Gives its place to the one that waits longest. */
function leave(gate: Gate): void {
  const [next] = gate.waiting
  if (!next) {
    gate.running--
    return
  }
  gate.waiting.delete(next)
  next()
}
