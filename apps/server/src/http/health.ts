import type { FastifyInstance } from 'fastify'
import type { Context } from '../context.ts'
import { PROBE_PATIENCE_MS, type Readiness, readinessOf } from '../process/readiness.ts'

/** `/livez`, and `/healthz` of old: the process lives. `/readyz`: it can answer requests; if not, 503 says why. */
export function registerHealth(app: FastifyInstance, context: Context): void {
  for (const path of ['/livez', '/healthz']) app.get(path, async (_, reply) => reply.header('cache-control', 'no-store').send({ ok: true }))
  let asked: Promise<Readiness> | undefined
  /** Concurrent probes share one query of the database. */
  const ask = (): Promise<Readiness> => {
    asked ??= readinessOf(context, PROBE_PATIENCE_MS).finally(() => {
      asked = undefined
    })
    return asked
  }
  app.get('/readyz', async (_, reply) => {
    const readiness = await ask()
    return reply
      .code(readiness.ok ? 200 : 503)
      .header('cache-control', 'no-store')
      .send(readiness)
  })
}
