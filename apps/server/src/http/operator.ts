import fastify, { type FastifyInstance, type FastifyReply } from 'fastify'
import { collectDefaultMetrics } from 'prom-client'
import type { Context } from '../context.ts'
import { feedStates } from '../modules/rates/service.ts'
import { readinessOf, SCRAPE_PATIENCE_MS } from '../process/readiness.ts'
import { isBearer } from '../secrets/bearer.ts'
import { oldestDueCollection } from '../state/collections/metadata-due.ts'
import { oldestDueItem } from '../state/items/metadata-due.ts'
import { registerHealth } from './health.ts'

export type OperatorOptions = {
  readonly context: Context
  /** Without one every client that reaches the port may read: then it belongs on loopback. */
  readonly token?: string | undefined
  readonly pool: () => { readonly total: number; readonly idle: number; readonly waiting: number }
}

/** Health and `/metrics` for operators and their monitoring, on a port of its own that visitors never reach. */
export async function createOperatorApp({ context, token, pool }: OperatorOptions): Promise<FastifyInstance> {
  const { metrics } = context
  collectDefaultMetrics({ register: metrics.registry })
  const app = fastify({ requestTimeout: 10_000, forceCloseConnections: true })
  registerHealth(app, context)
  app.get('/metrics', async (request, reply) => {
    if (token !== undefined && !isBearer(request.headers.authorization, token)) return refuse(reply)
    await observe(context, pool())
    return reply
      .header('cache-control', 'no-store')
      .type(metrics.registry.contentType)
      .send(await metrics.registry.metrics())
  })
  await app.ready()
  return app
}

function refuse(reply: FastifyReply): FastifyReply {
  return reply.code(401).header('www-authenticate', 'Bearer').type('text/plain').send('Unauthorized')
}

/** Metrics that are read at each scrape. */
async function observe(context: Context, pool: ReturnType<OperatorOptions['pool']>): Promise<void> {
  const { metrics } = context
  const { ok, degraded, chains } = await readinessOf(context, SCRAPE_PATIENCE_MS)
  metrics.ready.set(ok ? 1 : 0)
  metrics.degraded.set(degraded.length)
  // What is not known is left out: a lag of 0 would say that all is well.
  for (const gauge of [
    metrics.chainReached,
    metrics.chainHead,
    metrics.chainIndexed,
    metrics.chainLagBlocks,
    metrics.chainLagSeconds,
    metrics.clockSkew,
    metrics.chainStopped,
  ])
    gauge.reset()
  for (const { chainId: chain, head, indexed, lag, lagSeconds, stopped, reached } of chains) {
    metrics.chainReached.set({ chain }, head !== null && reached ? 1 : 0)
    const skew = context.chains.find(chain)?.clockSkew()
    for (const [gauge, value] of [
      [metrics.chainHead, head],
      [metrics.chainIndexed, indexed],
      [metrics.chainLagBlocks, lag],
      [metrics.chainLagSeconds, lagSeconds],
      [metrics.clockSkew, skew ?? null],
    ] as const)
      if (value !== null) gauge.set({ chain }, value)
    metrics.chainStopped.set({ chain }, stopped ? 1 : 0)
  }
  await observeRates(context)
  for (const [state, count] of Object.entries(pool)) metrics.poolConnections.set({ state }, count)
  const waiting = await countUnpublished(context)
  if (waiting === undefined) metrics.outboxWaiting.remove()
  else metrics.outboxWaiting.set(waiting)
  await observeDueMetadata(context)
}

async function observeRates(context: Context): Promise<void> {
  const { rateKnown, rateAge } = context.metrics
  for (const gauge of [rateKnown, rateAge]) gauge.reset()
  const states = await Promise.all(context.chains.all.map((chain) => feedStates(context, chain))).catch(() => [])
  for (const { chainId: chain, money, fault, ageS } of states.flat()) {
    rateKnown.set({ chain, money }, fault === undefined ? 1 : 0)
    if (ageS !== undefined) rateAge.set({ chain, money }, ageS)
  }
}

async function observeDueMetadata({ db, clock, metrics }: Context): Promise<void> {
  const now = clock.now()
  // What the database does not say is left out: an age of 0 would say that all is read.
  metrics.metadataDue.reset()
  const [items, collections] = await Promise.all([oldestDueItem(db, now), oldestDueCollection(db, now)]).catch(() => [])
  for (const [of, since] of [
    ['items', items],
    ['collections', collections],
  ] as const)
    if (since !== undefined) metrics.metadataDue.set({ of }, Math.max(0, now - since))
}

/** Undefined while the database is away. */
async function countUnpublished({ db }: Context): Promise<number | undefined> {
  const row = await db
    .selectFrom('outbox')
    .select(({ fn }) => fn.countAll<number>().as('waiting'))
    .where('position', 'is', null)
    .executeTakeFirst()
    .catch(() => undefined)
  return row?.waiting
}
