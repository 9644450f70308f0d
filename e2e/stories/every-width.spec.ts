import type { Locator, Page } from 'playwright-core'
import { beforeEach, describe, expect, it } from 'vitest'
import { demoMarket } from '../support/demo-market.ts'
import { openRoutes, STANDALONE, WALLET_ONLY } from '../support/routes.ts'
import { visitEach } from '../support/visits.ts'
import { signInAs } from '../support/wallet.ts'
import { coveredControls, cutOff, WIDTHS } from '../support/widths.ts'

/** Each page from the narrowest phone to a desk: nothing is cut off, and the header leads everywhere. */
describe('every width', () => {
  const market = demoMarket()
  const story = visitEach(market)
  let page: Page
  beforeEach(async () => {
    page = story.page
    // A list that grows while the window does has no end: here it ends with its first page.
    await page.route('**/api/**', (route) => {
      const at = Number(new URLSearchParams(route.request().postData() ?? '').get('page') ?? 1)
      return at > 1 ? route.fulfill({ json: { data: { list: [], total: 0, page: at, limit: 20, pages: 1 } } }) : route.fallback()
    })
  })

  it('[F-60] shows a visitor each page whole', async () => {
    expect(await cutOff(page, [...(await openRoutes(market)), ...STANDALONE])).toEqual([])
  })

  it('[F-60] shows a signed-in account each page whole', async () => {
    await signInAs(page, 'Eve', '/items')
    expect(await cutOff(page, [...(await openRoutes(market)), ...WALLET_ONLY, '/operator'])).toEqual([])
  })

  it.each([
    ['a visitor', false],
    ['a signed-in account', true],
  ])('[F-60] the header offers %s every place and setting, in it or in its menu', async (_, isSignedIn) => {
    if (isSignedIn) await signInAs(page, 'Eve', '/items')
    await page.goto('/404')
    const account = isSignedIn ? ['Create', /^News/, 'Eve'] : ['Connect wallet']
    const names = [...PLACES, ...account]
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: 900 })
      // React hears of the new width after the browser does.
      await page.waitForTimeout(200)
      expect(await coveredControls(page), `covered at ${width}`).toEqual([])
      const missing: (string | RegExp)[] = []
      for (const name of names) if (!(await isShown(controls(page.locator('header'), name)))) missing.push(name)
      if (missing.length === 0) continue
      await page.getByRole('button', { name: 'Menu', exact: true }).click()
      const menu = page.getByRole('dialog', { name: 'Menu' })
      await menu.waitFor()
      for (const name of missing) {
        const control = controls(menu, name)
        await control.first().scrollIntoViewIfNeeded()
        expect(await isShown(control), `${name} at ${width}`).toBe(true)
      }
      await page.keyboard.press('Escape')
      await menu.waitFor({ state: 'detached' })
    }
  })
})

const PLACES: readonly (string | RegExp)[] = [
  ...['Explore', 'Auctions', 'Blind boxes', 'My items', /On-chain data/, /^Tutorial/],
  ...[/^(Local Ethereum|Network: Local Ethereum)/, 'English', '中文', /^(Dark|Light|Switch|Turn|To)/, /Search/],
]

function controls(within: Locator, name: string | RegExp): Locator {
  const exact = typeof name === 'string'
  return within
    .getByRole('link', { name, exact })
    .or(within.getByRole('button', { name, exact }))
    .or(within.getByRole('searchbox', { name }))
    .or(within.getByText(name, { exact }))
}

const isShown = async (control: Locator): Promise<boolean> => (await control.filter({ visible: true }).count()) > 0
