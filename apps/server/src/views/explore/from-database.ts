import { AppError } from '@plinth/api'
import type { Db } from '../../db/database.ts'
import type { Answer } from './answer.ts'
import { askDatabase } from './by-query.ts'
import type { Question } from './question.ts'

/** Each reads every item of the market, and takes a connection as long as that lasts. */
const MOST_AT_ONCE = 2
/** Less than a visitor waits for an answer. */
const MOST_MS = 25_000
const AGAIN_S = 10
const QUERY_CANCELLED = '57014'

const running = new WeakMap<Db, number>()

/**
 * PostgreSQL's answer where the index has none, without taking the database from all others.
 *
 * @throws AppError LIST_NOT_READY
 */
export async function fromDatabase(db: Db, question: Question, mostMs = MOST_MS): Promise<Answer> {
  const others = running.get(db) ?? 0
  if (others >= MOST_AT_ONCE) throw new AppError('LIST_NOT_READY', { seconds: AGAIN_S })
  running.set(db, others + 1)
  try {
    return await askDatabase(db, question, mostMs)
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === QUERY_CANCELLED)
      throw new AppError('LIST_NOT_READY', { seconds: AGAIN_S })
    throw error
  } finally {
    running.set(db, (running.get(db) ?? 1) - 1)
  }
}
