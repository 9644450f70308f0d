import { setTimeout as sleep, setImmediate as turn } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import type { Context } from '../context.ts'

/** Without a new connection for so long the queue of the listening socket is empty. */
const QUIET_MS = 50
const MOST_WAITS = 40
const CLOSED_MS = 5

/**
 * Stops without losing a request. From the moment the process begins to stop every answer closes its connection: a client or proxy
 * with keep-alive then sends its next request elsewhere, before this process stops listening.
 *
 * The kernel resets connections that wait to be accepted when a socket is closed, and under load some always wait. So the last
 * answers are held back until the queue is empty and the socket closed: a client that waits for an answer opens no new connection.
 */
export function registerDraining(app: FastifyInstance, { stopping: { signal } }: Pick<Context, 'stopping'>): void {
  const { server } = app
  let connections = 0
  let held: Promise<void> | undefined
  server.on('connection', () => connections++)
  // Also for answers that Fastify's hooks never see: event streams, and paths that can't be decoded.
  server.prependListener('request', (_, response) => {
    if (signal.aborted) response.setHeader('connection', 'close')
  })
  app.addHook('onSend', async (_, reply) => {
    await held
    if (signal.aborted) reply.header('connection', 'close')
  })
  app.addHook('preClose', async () => {
    if (!server.listening) return
    held = untilClosed(server)
    for (let waits = 0, before = -1; before !== connections && waits < MOST_WAITS; waits++) {
      before = connections
      await sleep(QUIET_MS)
      // The event loop accepts what waits just before this resolves; what follows closes the socket in the same turn.
      await turn()
    }
  })
}

async function untilClosed(server: FastifyInstance['server']): Promise<void> {
  while (server.listening) await sleep(CLOSED_MS)
}
