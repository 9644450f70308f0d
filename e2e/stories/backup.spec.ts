/** @module-tag more */
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Client } from '@plinth/api'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { demoMarket } from '../support/demo-market.ts'
import { type Market, startMarket } from '../support/market.ts'
import { runPlinth } from '../support/production.ts'

/** The market of `npm start`: its database, its chains and its keys, taken to another folder while it runs. */
describe('a backup of the embedded market', () => {
  const market = demoMarket()
  const folder = mkdtempSync(join(tmpdir(), 'plinth-moved-'))
  const to = join(folder, 'backup')
  const dataDir = join(folder, 'data')
  let moved: Market | undefined

  beforeAll(async () => {
    const ports = Object.entries(market.rpcUrls).map(([chainId, rpcUrl]) => [`CHAIN_PORT_${chainId}`, new URL(rpcUrl).port])
    const backedUp = await runPlinth('backup', ['--to', to, '--with-keys'], { DATA_DIR: market.dataDir, ...Object.fromEntries(ports) })
    expect(backedUp).toEqual({ code: 0, output: expect.stringMatching(/^Backed up \d+ tables with \d+ rows and \d+ files to /) })
    const restored = await runPlinth('restore', ['--from', to, '--with-keys'], { DATA_DIR: dataDir })
    expect(restored).toEqual({ code: 0, output: expect.stringMatching(/Restored \d+ tables with \d+ rows and \d+ files to /) })
    moved = await startMarket({ dataDir })
  })

  afterAll(async () => {
    await moved?.stop()
    rmSync(folder, { recursive: true, force: true })
  })

  it('starts elsewhere with the same items, chain and all, and goes on', async () => {
    if (!moved) throw new Error('not restored')
    const items = async (api: Client) => (await api.home.list({ page: 1, limit: 100, sort: 'create_time', chainId: -1 })).list
    // What a unit of money is worth is read once it runs.
    await expect.poll(() => moved && items(moved.api), { timeout: 30_000 }).toEqual(await items(market.api))
    const head = await moved.chain.getBlockNumber()
    await expect
      .poll(async () => (await fetch(`${moved?.url}/readyz`)).json(), { timeout: 30_000 })
      .toMatchObject({ ok: true, degraded: [] })
    await expect.poll(() => moved?.chain.getBlockNumber(), { timeout: 20_000 }).toBeGreaterThan(head)
    const [cid] = readdirSync(join(to, 'media'))
    expect((await fetch(`${moved.url}/ipfs/${cid}`)).status).toBe(200)
  })

  it('is refused a folder that is in use, and one that holds a market', async () => {
    expect(await runPlinth('restore', ['--from', to], { DATA_DIR: dataDir })).toEqual({
      code: 1,
      output: expect.stringContaining('is in use by another Plinth'),
    })
    expect(await runPlinth('backup', ['--to', to], { DATA_DIR: market.dataDir })).toEqual({
      code: 1,
      output: expect.stringContaining('is not empty: choose a new folder for the backup.'),
    })
    expect(await runPlinth('restore', [], {})).toEqual({ code: 1, output: 'Say where the backup is: npm run restore -- --from DIR.\n' })
  })
})
