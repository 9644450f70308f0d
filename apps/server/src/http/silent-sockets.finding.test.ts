/** @module-tag more */
import { connect } from 'node:net'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openTestServer, type TestServer } from '../../test/market/harness.ts'

const SILENT = 512

let server: TestServer
beforeAll(async () => {
  server = await openTestServer({ maxConnections: 1_000, limits: { connectionsPerIp: SILENT } })
})
afterAll(() => server.close())

it('[F-98] ends sockets that send nothing within 15 s and one look', { timeout: 60_000 }, async () => {
  const port = Number(new URL(await server.app.listen({ host: '127.0.0.1', port: 0 })).port)
  const began = performance.now()
  const lived = await Promise.all(
    Array.from({ length: SILENT }, async () => {
      const socket = connect({ port, host: '127.0.0.1' })
      socket.on('error', () => undefined)
      socket.resume()
      await new Promise((resolve) => socket.on('close', resolve))
      return performance.now() - began
    }),
  )
  expect(Math.min(...lived)).toBeGreaterThan(14_000)
  expect(Math.max(...lived)).toBeLessThan(19_000)
})
