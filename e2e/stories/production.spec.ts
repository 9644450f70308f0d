/** @module-tag more */
import { getDemoAccount } from '@plinth/devnet'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openBrowser, type Visitor } from '../support/browser.ts'
import { demoMarket } from '../support/demo-market.ts'
import { pictureOnFailure } from '../support/failure.ts'
import { settled } from '../support/pages.ts'
import { type Production, startProduction } from '../support/production.ts'
import { chooseScripted, installWallet } from '../support/scripted-wallet.ts'

const CHAIN_ID = 137

declare global {
  interface Window {
    violations?: string[]
  }
}

/** The production site as visitors get it: everything from its own origin, and no demo data. */
describe('the production form', () => {
  const market = demoMarket()
  let production: Production
  let visitor: Visitor
  const requested: string[] = []

  beforeAll(async () => {
    production = await startProduction(CHAIN_ID, market.dataDir)
    visitor = await openBrowser(production.url)
    await visitor.context.addInitScript(() => {
      window.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) => {
        window.violations = [...(window.violations ?? []), `${violatedDirective} ${blockedURI}`]
      })
    })
    visitor.page.on('request', (request) => requested.push(request.url()))
  })

  afterAll(async () => {
    await visitor?.close()
    expect(await production?.stop()).toBe(0)
  })

  const violations = () => visitor.page.evaluate(() => window.violations ?? [])

  it('runs within its content security policy, wallet and all', async () => {
    const { page, context } = visitor
    pictureOnFailure(visitor)
    const eve = getDemoAccount('Eve').account
    const wallet = await installWallet(context, { rpcUrl: production.testnet.rpcUrl, chainId: CHAIN_ID, accounts: [eve] })
    for (const path of ['/', '/connect', `/account/${eve.address.toLowerCase()}`, '/doc', '/nothing/here']) {
      await page.goto(path)
      await settled(page)
      expect([path, await violations()]).toEqual([path, []])
    }
    await page.goto('/connect?redirect=%2Fitems')
    expect(await page.getByText(/Demo wallet/).count()).toBe(0)
    await chooseScripted(page)
    await page.waitForURL((url) => url.pathname === '/items')
    expect(wallet.asked).toContain('personal_sign')
    for (const path of ['/items', '/message', '/create']) {
      await page.goto(path)
      await settled(page)
      expect([path, await violations()]).toEqual([path, []])
    }
    expect(visitor.complaints).toEqual([])
    // Checks the watch itself: an external script is blocked, and reported.
    await page.evaluate(() => {
      const script = document.createElement('script')
      script.textContent = 'window.stolen = true'
      document.head.append(script)
    })
    await expect.poll(violations).toEqual([expect.stringContaining('script-src')])
  })

  it('has no demo wallet, no play money and no request to anybody else', async () => {
    const { page } = visitor
    await page.goto('/')
    expect(await page.getByText(/play money/i).count()).toBe(0)
    expect(requested.filter((url) => /demo-wallet|assets\/announce-/.test(url))).toEqual([])
    const origins = new Set(requested.filter((url) => url.startsWith('http')).map((url) => new URL(url).origin))
    expect([...origins].sort()).toEqual(
      [production.url, new URL(production.testnet.rpcUrl).origin].filter((origin) => origins.has(origin)).sort(),
    )
  })
})
