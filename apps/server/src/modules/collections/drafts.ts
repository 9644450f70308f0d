import type { Db } from '../../db/database.ts'

const AT_ONCE = 500

/** Collections of contract.create that no Create event completed, the oldest first. */
export async function listStaleCollections(db: Db, before: number): Promise<number[]> {
  const rows = await stale(db, before).select('id').orderBy('id').limit(AT_ONCE).execute()
  return rows.map(({ id }) => id)
}

/** Deletes those of them that are stale still. Returns how many. */
export async function dropStaleCollections(db: Db, ids: readonly number[], before: number): Promise<number> {
  if (ids.length === 0) return 0
  const { numDeletedRows } = await db
    .deleteFrom('collection')
    .where('id', 'in', [...ids])
    .where('id', 'in', stale(db, before).select('id'))
    .executeTakeFirstOrThrow()
  return Number(numDeletedRows)
}

const stale = (db: Db, before: number) =>
  db
    .selectFrom('collection')
    .where('is_announced', '=', true)
    .where('is_confirmed', '=', false)
    .where('address', 'is', null)
    .where('created_at', '<', before)
