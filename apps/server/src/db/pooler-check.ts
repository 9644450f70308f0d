import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { DatabaseRefused } from './refused.ts'

/** Connections that take a server each, until the one that knows the statement is taken. */
const HOLDERS = 4
const PATIENCE_MS = 5_000
/** "prepared statement does not exist" and "already exists": another server answered than the one it was prepared on. */
const FORGOTTEN = /^(26000|42P05)$/

type Asked = { readonly rows: readonly { readonly pid: number }[] }

/**
 * Tries whether prepared statements outlast their transaction: a pooler may give the next one another server, which knows them only
 * where the pooler prepares them there. The first server is taken from a pool before the statement runs again: an idle one passes by
 * luck. @throws DatabaseRefused
 */
export async function refuseForgetfulPooler(databaseUrl: string): Promise<void> {
  const open: pg.Client[] = []
  const connect = async (): Promise<pg.Client> => {
    const client = new pg.Client({ connectionString: databaseUrl, connectionTimeoutMillis: PATIENCE_MS, query_timeout: PATIENCE_MS })
    client.on('error', () => undefined)
    open.push(client)
    await client.connect()
    return client
  }
  const probe = {
    name: `probe_${randomBytes(8).toString('hex')}`,
    text: 'select pg_backend_pid() as pid where $1::boolean',
    values: [true],
  }
  const pidOf = async (asking: Promise<Asked>): Promise<number | undefined> => (await asking).rows[0]?.pid
  try {
    const client = await connect()
    const first = await pidOf(client.query(probe))
    for (let holders = 0; holders < HOLDERS; holders++) {
      const holder = await connect()
      await holder.query('begin')
      if ((await pidOf(holder.query('select pg_backend_pid() as pid'))) === first) break
    }
    await client.query(probe)
  } catch (error) {
    // A pool of one server lets the statement wait: it will always run where it was prepared.
    if (error instanceof pg.DatabaseError && FORGOTTEN.test(error.code ?? ''))
      throw new DatabaseRefused(
        'DATABASE_URL leads to a pooler that forgets prepared statements between transactions. Take a newer one (PgBouncer 1.24; 1.21 with max_prepared_statements above 0), or set DATABASE_PREPARE=off.',
        { cause: error },
      )
  } finally {
    await Promise.all(open.map((client) => client.end().catch(() => undefined)))
  }
}
