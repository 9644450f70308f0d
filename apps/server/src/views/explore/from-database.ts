import { AppError } from '@plinth/api'
import type { Db } from '../../db/database.ts'
import type { Answer } from './answer.ts'
import { askDatabase } from './by-query.ts'
import type { Question } from './question.ts'

/** Each reads every item of the market, and takes a connection as long as that lasts. */
const MOST_AT_ONCE = 2
const AGAIN_S = 10
const QUERY_CANCELLED = '57014'

type Gate = { running: number; readonly waiting: Set<() => void> }
const gates = new WeakMap<Db, Gate>()

/**
 * PostgreSQL's answer where the index has none, without taking the database from all others: at most two at once, and none for longer
 * than `mostMs`, waiting included.
 *
 * @throws AppError LIST_NOT_READY
 */
export async function fromDatabase(db: Db, question: Question, mostMs: number): Promise<Answer> {
  const gate = gates.get(db) ?? { running: 0, waiting: new Set() }
  gates.set(db, gate)
  const began = performance.now()
  if (!(await enter(gate, mostMs))) throw notReady()
  try {
    return await askDatabase(db, question, mostMs - (performance.now() - began))
  } catch (error) {
    throw error instanceof Error && 'code' in error && error.code === QUERY_CANCELLED ? notReady() : error
  } finally {
    leave(gate)
  }
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
