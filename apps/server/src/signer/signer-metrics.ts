import { createServer, type ServerResponse } from 'node:http'
import { collectDefaultMetrics } from 'prom-client'
import type { Metrics } from '../process/metrics.ts'
import { isBearer } from '../secrets/bearer.ts'

export type SignerMetricsOptions = {
  readonly host: string
  readonly port: number
  /** Without one every client that reaches the port may read: then it belongs on loopback. */
  readonly token: string | undefined
  readonly metrics: Metrics
}

/** `/livez` (`/healthz` of old), `/readyz` and `/metrics` of a process that only signs, without the code that serves visitors. */
export async function startSignerMetrics({ host, port, token, metrics }: SignerMetricsOptions): Promise<{ stop(): Promise<void> }> {
  collectDefaultMetrics({ register: metrics.registry })
  metrics.ready.set(1)
  metrics.degraded.set(0)
  metrics.signerReached.set(1)
  const server = createServer({ headersTimeout: 5_000, requestTimeout: 10_000 }, (request, response) => {
    const path = request.url?.split('?')[0]
    if (request.method !== 'GET') return send(response, 405, 'text/plain', 'Not allowed')
    if (path === '/livez' || path === '/healthz') return send(response, 200, 'application/json', '{"ok":true}')
    if (path === '/readyz') return send(response, 200, 'application/json', '{"ok":true,"problems":[],"degraded":[],"chains":[]}')
    if (path !== '/metrics') return send(response, 404, 'text/plain', 'Not found')
    if (token !== undefined && !isBearer(request.headers.authorization, token)) return send(response, 401, 'text/plain', 'Unauthorized')
    metrics.registry.metrics().then(
      (text) => send(response, 200, metrics.registry.contentType, text),
      () => send(response, 500, 'text/plain', 'Server error'),
    )
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, resolve)
  })
  return {
    stop: () =>
      new Promise((done) => {
        server.close(() => done())
        server.closeAllConnections()
      }),
  }
}

function send(response: ServerResponse, status: number, type: string, text: string): void {
  const challenge = status === 401 ? { 'www-authenticate': 'Bearer' } : {}
  response.writeHead(status, { 'content-type': type, 'cache-control': 'no-store', ...challenge }).end(text)
}
