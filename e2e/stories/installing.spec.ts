/** @module-tag more */
import { execFile, execFileSync } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Market, removeData, startMarket } from '../support/market.ts'

const run = promisify(execFile)
const INSTALL_MS = 400_000

/** A clone of this checkout, with the packages of a start alone: what tests need is added under its running market. */
describe('installing', () => {
  let root: string
  let market: Market | undefined

  // npm's cache has every package since this checkout was installed; a slow registry fails no test.
  const env = { ...process.env, NODE_OPTIONS: '', npm_config_prefer_offline: 'true' }
  const setUp = (...set: string[]) => run('node', ['scripts/setup.mjs', ...set], { cwd: root, env })

  beforeAll(async () => {
    root = mkdtempSync(join(tmpdir(), 'plinth-install-'))
    execFileSync('git', ['clone', '--quiet', '--depth', '1', `file://${process.cwd()}`, root])
    await setUp()
  }, INSTALL_MS)

  afterAll(async () => {
    await market?.stop()
    if (market) removeData(market)
    rmSync(root, { recursive: true, force: true })
  })

  it('installs for a start without what tests and checks need', () => {
    const has = (name: string) => existsSync(join(root, 'node_modules', name))
    expect(['fastify', 'vite', '@foundry-rs/anvil'].map(has)).toEqual([true, true, true])
    expect(['vitest', '@biomejs/biome', 'playwright-core', '@foundry-rs/forge', 'happy-dom'].map(has)).toEqual(Array(5).fill(false))
  })

  it(
    'adds the packages of tests under a running market, which goes on',
    async () => {
      market = await startMarket({ root, stories: false })
      const { api, pid, url } = market
      await setUp('all')
      expect(existsSync(join(root, 'node_modules/vitest'))).toBe(true)
      expect(() => process.kill(pid, 0)).not.toThrow()
      expect((await fetch(`${url}/readyz`)).status).toBe(200)
      expect((await api.config.fetch({})).networks.length).toBeGreaterThan(0)
      expect(await (await fetch(url)).text()).toContain('<div id="root"')
      expect(await market.stop()).toMatchObject({ code: 0 })
    },
    INSTALL_MS,
  )
})
