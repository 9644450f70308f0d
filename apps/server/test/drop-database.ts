import type pg from 'pg'

const NOT_ALLOWED = '42501'

/** Whoever is still connected is thrown out. A server's own vacuum may be thrown out by its superuser alone; it gives way to a plain drop. */
export async function dropDatabase(admin: pg.Client, name: string): Promise<void> {
  const drop = `drop database if exists ${admin.escapeIdentifier(name)}`
  await admin.query(`${drop} with (force)`).catch((error: unknown) => {
    if (!(error instanceof Error && 'code' in error && error.code === NOT_ALLOWED)) throw error
    return admin.query(drop)
  })
}
