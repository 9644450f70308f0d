import type pg from 'pg'

const NOT_ALLOWED = '42501'

/** Disconnects all other sessions. Only a superuser may end an autovacuum; a plain drop makes it give way. */
export async function dropDatabase(admin: pg.Client, name: string): Promise<void> {
  const drop = `drop database if exists ${admin.escapeIdentifier(name)}`
  await admin.query(`${drop} with (force)`).catch((error: unknown) => {
    if (!(error instanceof Error && 'code' in error && error.code === NOT_ALLOWED)) throw error
    return admin.query(drop)
  })
}
