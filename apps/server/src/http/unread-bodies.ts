import type { IncomingMessage } from 'node:http'
import type { FastifyInstance } from 'fastify'
import type { Context } from '../context.ts'

/** Both files of the largest form, and a little more. */
const MOST_BYTES = 67_108_864
const MOST_MS = 2_000

/**
 * A response sent before its request has been read (too many requests, no sign-in, a full disk) would leave the rest of the body
 * on the connection, where the next request, behind a proxy another visitor's, waits for its end. The rest is drained up to a
 * limit; above it the connection is closed.
 */
export function registerUnreadBodies(app: FastifyInstance, { metrics }: Pick<Context, 'metrics'>): void {
  app.addHook('onSend', async ({ raw }, reply) => {
    if (!isUnread(raw)) return
    const isDrained = await drain(raw)
    metrics.unreadBodies.inc({ outcome: isDrained ? 'read' : 'closed' })
    if (!isDrained) reply.header('connection', 'close')
  })
}

function isUnread({ headers, complete, readableEnded }: IncomingMessage): boolean {
  const hasBody = headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0
  return hasBody && !complete && !readableEnded
}

/** Whether the body ended. */
function drain(raw: IncomingMessage): Promise<boolean> {
  return new Promise((resolve) => {
    let left = MOST_BYTES
    const end = (isDrained: boolean): void => {
      clearTimeout(timer)
      raw.off('data', count)
      resolve(isDrained)
    }
    const count = (chunk: Buffer): void => {
      left -= chunk.length
      if (left < 0) end(false)
    }
    const timer = setTimeout(() => end(false), MOST_MS)
    // An earlier reader stopped in the middle.
    raw.unpipe()
    raw.on('data', count)
    raw.once('end', () => end(true))
    raw.once('close', () => end(raw.complete))
    if (raw.destroyed) return end(raw.complete)
    raw.resume()
  })
}
