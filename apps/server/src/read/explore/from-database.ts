import type { Db } from '../../db/database.ts'
import { gated } from '../../db/gate.ts'
import type { Answer } from './answer.ts'
import type { Question } from './question.ts'
import { askDatabase } from './sql.ts'

/** PostgreSQL's answer where the index has none. @throws AppError LIST_NOT_READY */
export function fromDatabase(db: Db, question: Question, mostMs: number): Promise<Answer> {
  return gated(db, 'explore', mostMs, (leftMs) => askDatabase(db, question, leftMs))
}
