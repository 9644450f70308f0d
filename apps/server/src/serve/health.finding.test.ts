import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createClient } from '@plinth/api'
import { startTestnet, type Testnet } from '@plinth/devnet'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openTestDatabase, type TestDatabase } from '../../test/database/database.ts'
import { chainOf } from '../../test/market/harness.ts'
import { type Part, type RunningServer, startServer } from '../main.ts'
import { createDiskCheck, freeBytes, LITTLE_SPACE, NO_SPACE } from '../process/disk-watch.ts'
import { findFreePort } from '../process/free-port.ts'
import { silentLogger } from '../process/log.ts'
import { createMetrics } from '../process/metrics.ts'
import { holdKeys } from '../signer/key-ring.ts'
import { connectRemoteKeys } from '../signer/remote-keys.ts'
import { startSignerMetrics } from '../signer/signer-metrics.ts'
import { startSignerService } from '../signer/signer-service.ts'

const HOST = '127.0.0.1'
const TOKEN = 'a-secret-that-both-ends-share-0123456789'
const SOON = { timeout: 15_000 }

let first: Testnet
let second: Testnet
let database: TestDatabase
let signer: { readonly url: string; stop(): Promise<void> }
const dataDir = mkdtempSync(join(tmpdir(), 'plinth-health-'))

beforeAll(async () => {
  ;[first, second] = await Promise.all([startTestnet(), startTestnet({ chainId: 31338 })])
  database = await openTestDatabase()
  const url = `unix:${join(dataDir, 'signer.sock')}`
  const service = await startSignerService({ listen: url, token: TOKEN, keys: holdKeys(first.keys), log: silentLogger })
  signer = { url, stop: () => service.stop() }
})
afterAll(async () => {
  await signer?.stop()
  await Promise.all([first?.stop(), second?.stop()])
  await database?.close()
  rmSync(dataDir, { recursive: true, force: true })
})

type Process = { readonly server: RunningServer; readonly metricsUrl: string }

/** A process with these roles, over the one database. */
async function startProcess(...parts: Part[]): Promise<Process> {
  const port = await findFreePort(HOST)
  const server = await startServer({
    host: HOST,
    port: 0,
    dataDir,
    databaseUrl: database.url,
    chains: [chainOf(first), chainOf(second)],
    keys: await connectRemoteKeys({ url: signer.url, token: TOKEN }),
    parts: new Set(parts),
    metrics: { host: HOST, port },
  })
  return { server, metricsUrl: `http://${HOST}:${port}` }
}

const readyOf = async (url: string) => {
  const response = await fetch(`${url}/readyz`)
  return { status: response.status, ...((await response.json()) as { degraded: string[] }) }
}
const scrape = async (url: string) => (await fetch(`${url}/metrics`)).text()

const ALERTS = readFileSync(new URL('../../../../docs/operations/alerts.yaml', import.meta.url), 'utf8')
const RULES = [...ALERTS.matchAll(/- alert: (\w+)\n +expr: (.*)\n/g)].map(([, alert = '', expr = '']) => ({ alert, expr }))
const COMPARED = {
  '==': (value: number, limit: number) => value === limit,
  '<': (value: number, limit: number) => value < limit,
  '>': (value: number, limit: number) => value > limit,
}

/** Whether an expression of alerts.yaml holds for one scrape. @throws at a form that the file did not have */
function holds(expr: string, scraped: string): boolean {
  if (expr.includes(' or ')) return expr.split(' or ').some((part) => holds(part, scraped))
  if (expr.includes(' and ')) return expr.split(' and ').every((part) => holds(part, scraped))
  // Prometheus answers neither from a single sample.
  if (/\b(increase|rate)\(/.test(expr)) return false
  const form = /^(abs\()?(\w+)(\{\w+="\w+"\})?\)? (==|<|>) ([\d.]+)$/.exec(expr)
  if (!form) throw new Error(`A form that this test does not know: ${expr}`)
  const [, abs, name, labels = '', operator, limit] = form
  const samples = [...`up{job="plinth"} 1\n${scraped}`.matchAll(/^(\w+)(\{.*\})? (\S+)$/gm)].filter(
    ([, of, its = '']) => of === name && its.includes(labels.slice(1, -1)),
  )
  return samples.some(([, , , text]) => COMPARED[operator as '=='](abs ? Math.abs(Number(text)) : Number(text), Number(limit)))
}

/** The event loop's lag is this machine's, which runs other tests as well. */
const ringing = (scraped: string) =>
  RULES.filter(({ alert, expr }) => alert !== 'PlinthProcessBusy' && holds(expr, scraped)).map(({ alert }) => alert)

describe('[F-150] the first scrape', () => {
  it('holds no gauge that was not measured yet', async () => {
    const metrics = await createMetrics().registry.getMetricsAsJSON()
    const gauges = metrics.filter(({ type }) => String(type) === 'gauge')
    expect(gauges.length).toBeGreaterThan(15)
    expect(gauges.filter((gauge) => 'values' in gauge && gauge.values.length > 0).map(({ name }) => name)).toEqual([])
  })

  it('rings no shipped alert, in any role', { timeout: 60_000, tags: 'more' }, async () => {
    expect(RULES.length).toBeGreaterThan(15)
    const free = await freeBytes(dataDir)
    const ofDisk = [...(free < LITTLE_SPACE ? ['PlinthDiskLow'] : []), ...(free < NO_SPACE ? ['PlinthDiskFull'] : [])]
    const index = await startProcess('indexer')
    await expect.poll(() => readyOf(index.metricsUrl), SOON).toMatchObject({ status: 200, degraded: [] })
    const others = { jobs: await startProcess('jobs'), http: await startProcess('http') }
    const metrics = createMetrics()
    const port = await findFreePort(HOST)
    const alone = await startSignerMetrics({ host: HOST, port, token: undefined, metrics })
    const scraped = {
      indexer: await scrape(index.metricsUrl),
      jobs: await scrape(others.jobs.metricsUrl),
      http: await scrape(others.http.metricsUrl),
      signer: await scrape(`http://${HOST}:${port}`),
    }
    await alone.stop()
    await createDiskCheck(others.http.server.context, () => Promise.reject(new Error('not mounted')))()
    expect(await scrape(others.http.metricsUrl)).not.toMatch(/^plinth_disk_free_bytes /m)
    for (const { server } of [others.http, others.jobs, index]) await server.stop()
    expect(Object.values(scraped).map(ringing)).toEqual([[], [], ofDisk, []])
    expect(scraped.http).toMatch(/^plinth_disk_free_bytes \d+$/m)
    expect(scraped.http).toMatch(/^plinth_event_streams 0$/m)
    for (const name of ['plinth_disk_free_bytes', 'plinth_event_streams'])
      for (const role of ['indexer', 'jobs', 'signer'] as const) expect(scraped[role]).not.toMatch(new RegExp(`^${name} `, 'm'))
  })
})

describe('[F-152] a process that can answer stays ready', () => {
  it('while a chain and the signer are gone, and after a restart', { timeout: 90_000, tags: 'more' }, async () => {
    const index = await startProcess('indexer')
    const http = await startProcess('http')
    const { url } = http.server
    await expect.poll(() => readyOf(url), SOON).toMatchObject({ status: 200, degraded: [] })

    await second.stop()
    await expect
      .poll(() => readyOf(url), SOON)
      .toMatchObject({ status: 200, ok: true, problems: [], degraded: ['chain 31338 not reached'] })
    expect((await fetch(`${url}/livez`)).status).toBe(200)
    const list = await createClient({ baseUrl: url }).home.list({ page: 1, limit: 1, sort: 'create_time', chainId: 31337 })
    expect(list.total).toBe(0)
    const scraped = await scrape(http.metricsUrl)
    for (const line of ['plinth_ready 1', 'plinth_degraded 1']) expect(scraped.split('\n')).toContain(line)
    expect(ringing(scraped)).toEqual(['PlinthDegraded', 'PlinthChainUnreached'])

    await http.server.stop()
    const again = await startProcess('http')
    expect(await readyOf(again.server.url)).toMatchObject({ status: 200, degraded: expect.arrayContaining(['chain 31338 not reached']) })

    await signer.stop()
    const degraded = ['signer not reached', 'chain 31338 not reached']
    await expect.poll(() => readyOf(again.server.url), SOON).toMatchObject({ status: 200, problems: [], degraded })
    await expect.poll(() => scrape(again.metricsUrl), SOON).toMatch(/^plinth_signer_reached 0$/m)

    again.server.context.stopping.abort()
    expect(await readyOf(again.server.url)).toMatchObject({ status: 503, problems: ['stopping'] })
    for (const { server } of [again, index]) await server.stop()
  })
})
