/** @module-tag more */
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { connect as openSocket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findFreePort } from '@plinth/devnet'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { connect } from '../../src/db/database.ts'
import { migrate } from '../../src/db/migrate.ts'
import { silentLogger } from '../../src/process/log.ts'
import { type FakeNode, startFakeNode } from '../chain/fake-node.ts'
import { openTestDatabase, type TestDatabase } from '../database/database.ts'
import { fakeChain, TEST_KEYS } from '../market/harness.ts'
import { ServerProcess } from './server-process.ts'
import { Visitors } from './visitors.ts'

const DRAIN_MS = 700
const VISITORS = 40
const SOON = { timeout: 30_000 }

let node: FakeNode
let database: TestDatabase
let server: ServerProcess
let port: number
const dataDir = mkdtempSync(join(tmpdir(), 'plinth-draining-'))

beforeAll(async () => {
  node = await startFakeNode(31337, Math.floor(Date.now() / 1_000))
  database = await openTestDatabase({ name: 'plinth', prepare: (dialect) => migrate(connect(dialect), silentLogger) })
})
beforeEach(async () => {
  port = await findFreePort()
  server = await ServerProcess.start({
    host: '127.0.0.1',
    port,
    dataDir,
    databaseUrl: database.url,
    chains: [fakeChain(node.url)],
    keys: TEST_KEYS,
    limits: { requestsPerIp: 1e9 },
    parts: new Set(['http']),
    drainMs: DRAIN_MS,
  })
})
afterEach(() => server?.kill())
afterAll(async () => {
  await database?.close()
  await node?.close()
  rmSync(dataDir, { recursive: true, force: true })
})

/** One connection on which bytes are written by hand. */
function openByHand() {
  const socket = openSocket(port, '127.0.0.1').setEncoding('utf8')
  let received = ''
  socket.on('data', (text) => {
    received += text
  })
  return { socket, received: () => received, ended: once(socket, 'end') }
}

const CALL = 'POST /api/category/list HTTP/1.1\r\nhost: x\r\ncontent-type: application/x-www-form-urlencoded\r\n'

describe('a process that is asked to stop', { timeout: 60_000 }, () => {
  it.each([
    ['with keep-alive', true],
    ['without', false],
  ])('[F-32] loses no request of 40 connections %s', async (_, keepAlive) => {
    const visitors = new Visitors(port, { many: VISITORS, keepAlive })
    await expect.poll(() => visitors.tally.answered, SOON).toBeGreaterThan(VISITORS)
    const stopped = server.stop()
    await visitors.gone()
    await stopped
    expect(visitors.tally).toMatchObject({ lost: [], refused: VISITORS })
  })

  it('[F-32] answers what is under way, closes what waits, and says so in each answer', async () => {
    const [idle, slow] = [openByHand(), openByHand()]
    idle.socket.write(`${CALL}content-length: 0\r\n\r\n`)
    await expect.poll(idle.received, SOON).toMatch(/"data":/)
    expect(idle.received()).toMatch(/connection: keep-alive/i)
    slow.socket.write(`${CALL}content-length: 3\r\n\r\na`)
    // Its first bytes have arrived before those of a later connection.
    await fetch(`http://127.0.0.1:${port}/healthz`)
    const stopped = server.stop()
    await expect.poll(async () => (await fetch(`http://127.0.0.1:${port}/readyz`)).headers.get('connection'), SOON).toBe('close')
    await idle.ended
    await expect(fetch(`http://127.0.0.1:${port}/healthz`)).rejects.toThrow()
    slow.socket.write('=b')
    await slow.ended
    expect(slow.received()).toMatch(/^HTTP\/1\.1 200 OK\r\n[\s\S]*connection: close\r\n[\s\S]*"data":/i)
    await stopped
  })
})
