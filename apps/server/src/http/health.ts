import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import type { Context } from '../context.ts'

/** Blocks that the index may be behind and still count as ready. */
const READY_LAG = 20

/** `/healthz`: the process answers. `/readyz`: database and index are where they should be. */
export function registerHealth(app: FastifyInstance, context: Context): void {
  app.get('/healthz', async (_, reply) => reply.header('cache-control', 'no-store').send({ ok: true }))
  app.get('/readyz', async (_, reply) => {
    const chains = await Promise.all(context.chains.all.map((chain) => stateOf(context, chain.id)))
    const isReady = chains.every((chain) => chain.lag !== null && chain.lag <= READY_LAG && chain.stopped === null)
    return reply
      .code(isReady ? 200 : 503)
      .header('cache-control', 'no-store')
      .send({ ok: isReady, chains })
  })
}

async function stateOf({ db, chains }: Context, chainId: number) {
  await sql`select 1`.execute(db)
  const head = chains.get(chainId).head()?.number ?? null
  const cursor = await db.selectFrom('chain_cursor').select(['number', 'stopped']).where('chain_id', '=', chainId).executeTakeFirst()
  const lag = head === null || !cursor ? null : Math.max(0, head - cursor.number)
  return { chainId, head, indexed: cursor?.number ?? null, lag, stopped: cursor?.stopped ?? null }
}
