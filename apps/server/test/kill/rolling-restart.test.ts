/** @module-tag more */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findFreePort } from '@plinth/devnet'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { connect } from '../../src/db/database.ts'
import { migrate } from '../../src/db/migrate.ts'
import { silentLogger } from '../../src/process/log.ts'
import { type FakeNode, startFakeNode } from '../chain/fake-node.ts'
import { openTestDatabase, type TestDatabase } from '../database/database.ts'
import { fakeChain, TEST_KEYS } from '../market/harness.ts'
import { type Balancer, type Line, startBalancer, startLine } from './balancer.ts'
import { ServerProcess } from './server-process.ts'
import { Visitors } from './visitors.ts'

const VISITORS = 20
const SOON = { timeout: 30_000 }

let node: FakeNode
let database: TestDatabase
let line: Line
let balancer: Balancer
let ports: number[]
let processes: ServerProcess[] = []
const dataDir = mkdtempSync(join(tmpdir(), 'plinth-rolling-'))

beforeAll(async () => {
  node = await startFakeNode(31337, Math.floor(Date.now() / 1_000))
  database = await openTestDatabase({ name: 'plinth', prepare: (dialect) => migrate(connect(dialect), silentLogger) })
  const { hostname, port } = new URL(database.url)
  line = await startLine({ host: hostname, port: Number(port) })
  ports = [await findFreePort(), await findFreePort()]
  processes = await Promise.all(ports.map(start))
  balancer = await startBalancer(ports)
}, 60_000)
afterAll(async () => {
  for (const one of processes) await one.kill()
  await balancer?.close()
  await line?.close()
  await database?.close()
  await node?.close()
  rmSync(dataDir, { recursive: true, force: true })
})

function start(port: number): Promise<ServerProcess> {
  const url = new URL(database.url)
  url.port = String(line.port)
  return ServerProcess.start({
    host: '127.0.0.1',
    port,
    dataDir,
    databaseUrl: url.href,
    chains: [fakeChain(node.url)],
    keys: TEST_KEYS,
    limits: { requestsPerIp: 1e9 },
    parts: new Set(['http']),
    drainMs: 2_000,
  })
}

describe('two http processes behind a proxy with keep-alive', { timeout: 150_000 }, () => {
  it('[F-32] lose no request while one after the other is restarted', async () => {
    const visitors = new Visitors(balancer.port, { many: VISITORS, keepAlive: true, pauseMs: 20 })
    for (const [index, port] of ports.entries()) {
      await processes[index]?.stop()
      processes[index] = await start(port)
    }
    const { answered } = visitors.tally
    await expect.poll(() => visitors.tally.answered, SOON).toBeGreaterThan(answered + VISITORS)
    expect(await visitors.leave()).toMatchObject({ failed: 0, refused: 0, lost: [] })
  })

  it('[F-38] answer every request while the database is away, and go on by themselves when it is back', async () => {
    const visitors = new Visitors(balancer.port, { many: VISITORS, keepAlive: true })
    await expect.poll(() => visitors.tally.answered, SOON).toBeGreaterThan(VISITORS)
    line.cut()
    await expect.poll(() => visitors.tally.failed, SOON).toBeGreaterThan(VISITORS)
    expect((await fetch(`http://127.0.0.1:${ports[0]}/readyz`)).status).toBe(503)
    line.mend()
    const { answered } = visitors.tally
    await expect.poll(() => visitors.tally.answered, SOON).toBeGreaterThan(answered + VISITORS)
    expect(await visitors.leave()).toMatchObject({ refused: 0, lost: [] })
  })
})
