import type { Expression } from 'kysely'
import type { Db } from './database.ts'

/** Whether any of these queries has a row, by one statement: jobs check each second, and mostly there is none. */
export async function hasAnyRow(db: Db, queries: readonly Expression<unknown>[]): Promise<boolean> {
  const found = await db.selectNoFrom(({ exists, or }) => or(queries.map((query) => exists(query))).as('isAny')).executeTakeFirstOrThrow()
  return found.isAny === true
}
