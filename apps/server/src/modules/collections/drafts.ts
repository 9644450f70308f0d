import type { Db } from '../../db/database.ts'

/** As of items: ids alone, dropped a few at a time. */
const MOST_LISTED = 100_000
const DROPPED_AT_ONCE = 500

/** Collections of contract.create that no Create event completed, the oldest first. */
export async function listStaleCollections(db: Db, before: number): Promise<number[]> {
  const rows = await stale(db, before).select('id').orderBy('id').limit(MOST_LISTED).execute()
  return rows.map(({ id }) => id)
}

/** Deletes those of them that are stale still. Returns how many. */
export async function dropStaleCollections(db: Db, ids: readonly number[], before: number): Promise<number> {
  let dropped = 0
  for (let at = 0; at < ids.length; at += DROPPED_AT_ONCE) {
    const { numDeletedRows } = await db
      .deleteFrom('collection')
      .where('id', 'in', ids.slice(at, at + DROPPED_AT_ONCE))
      .where('id', 'in', stale(db, before).select('id'))
      .executeTakeFirstOrThrow()
    dropped += Number(numDeletedRows)
  }
  return dropped
}

const stale = (db: Db, before: number) =>
  db
    .selectFrom('collection')
    .where('is_announced', '=', true)
    .where('is_confirmed', '=', false)
    .where('address', 'is', null)
    .where('created_at', '<', before)
