import { request } from 'node:http'
import { connect, type Socket } from 'node:net'
import { afterEach, describe, expect, it } from 'vitest'
import { openTestServer, type TestServer, type TestServerOptions } from '../../test/market/harness.ts'

const SILENT = 60

let server: TestServer | undefined
let sockets: Socket[] = []
afterEach(async () => {
  for (const socket of sockets) socket.destroy()
  sockets = []
  await server?.close()
})

async function listen(options: TestServerOptions): Promise<number> {
  server = await openTestServer({ maxConnections: 40, limits: { connectionsPerIp: 10 }, ...options })
  return Number(new URL(await server.app.listen({ host: '127.0.0.1', port: 0 })).port)
}

/** Connections that send nothing. Returns how many of them the server keeps. */
async function holdOpen(port: number, from: string): Promise<number> {
  const opened = Array.from({ length: SILENT }, () => connect({ port, host: '127.0.0.1', localAddress: from }))
  sockets.push(...opened)
  let closed = 0
  for (const socket of opened) {
    socket.on('error', () => undefined)
    socket.on('close', () => closed++)
    socket.resume()
  }
  const held = () => new Promise<number>((resolve) => server?.app.server.getConnections((_, count) => resolve(count)))
  const before = sockets.filter((socket) => !opened.includes(socket) && !socket.destroyed).length
  await expect.poll(async () => (await held()) - before + closed).toBe(SILENT)
  return SILENT - closed
}

function statusFor(port: number, from: string): Promise<number | undefined> {
  return new Promise((resolve) => {
    const asked = request({ port, host: '127.0.0.1', localAddress: from, path: '/healthz', agent: false }, (response) => {
      response.resume()
      resolve(response.statusCode)
    })
    asked.on('error', () => resolve(undefined))
    asked.end()
  })
}

describe('silent connections of one address', () => {
  it('[F-26] leave room for other addresses, and for the same one once they are closed', async () => {
    const port = await listen({})
    expect(await holdOpen(port, '127.0.0.1')).toBe(10)
    expect(await statusFor(port, '127.0.0.1')).toBeUndefined()
    expect(await statusFor(port, '127.0.0.2')).toBe(200)
    const counted = (await server?.context.metrics.registry.metrics()) ?? ''
    // Of a burst some are above the bound of all as well.
    const refused = [...counted.matchAll(/plinth_rate_limited_total\{limit="connections(?:PerIp)?"\} (\d+)/g)].map(([, count]) =>
      Number(count),
    )
    expect(refused.reduce((sum, count) => sum + count, 0)).toBe(51)
    for (const socket of sockets) socket.destroy()
    await expect.poll(() => statusFor(port, '127.0.0.1')).toBe(200)
  })

  it.each<[string, NonNullable<TestServerOptions['trustProxy']>]>([
    ['some number of proxies', 1],
    ['its address', ['127.0.0.1']],
    ['its network', ['10.0.0.0/8', '127.0.0.0/24']],
    ['its name', ['loopback']],
  ])('[F-26] are as many as all may be where a proxy is trusted by %s', async (_, trustProxy) => {
    expect(await holdOpen(await listen({ trustProxy }), '127.0.0.1')).toBe(40)
  })

  it('[F-26] are bounded beside a proxy of another address', async () => {
    const port = await listen({ trustProxy: ['127.0.0.2', '::1'] })
    expect(await holdOpen(port, '127.0.0.1')).toBe(10)
    expect(await holdOpen(port, '127.0.0.2')).toBeGreaterThan(10)
  })
})
