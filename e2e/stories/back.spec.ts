import type { ItemRecord } from '@plinth/api'
import type { Locator, Page } from 'playwright-core'
import { beforeEach, describe, expect, it } from 'vitest'
import { DESKTOP, PHONE } from '../support/browser.ts'
import { demoMarket, itemPath, worksOnSale } from '../support/demo-market.ts'
import { settled } from '../support/pages.ts'
import { visitEach } from '../support/visits.ts'
import { signInAs } from '../support/wallet.ts'

/** The browser's Back with something open over the page: it closes that, and the page with all that was typed stays. */
describe('going back', () => {
  const market = demoMarket()
  const story = visitEach(market)
  describe.each([
    ['a desk', DESKTOP],
    ['a phone', PHONE],
  ] as const)('on %s', (_, size) => {
    let page: Page
    let work: ItemRecord
    beforeEach(async () => {
      page = story.page
      await page.setViewportSize(size)
      const [found] = await worksOnSale(market, 'Eve')
      if (!found) throw new Error('nothing is on sale')
      work = found
    })

    const dialog = () => page.getByRole('dialog')
    const acts = () => page.locator('.price-block .acts')
    const at = () => new URL(page.url()).pathname
    const gone = (part: Locator) => part.waitFor({ state: 'detached' })

    /** On the work's page, with the market's front page behind it. */
    async function comeToWork(): Promise<void> {
      await signInAs(page, 'Eve', '/auctions')
      await page.goto('/404')
      await page.goto(itemPath(work))
      await settled(page)
    }

    /** The entry that was made for it is the one on screen. */
    async function entryStands(layers: number): Promise<void> {
      await expect.poll(() => page.evaluate(() => history.state?.layers ?? 0)).toBe(layers)
    }

    async function openBid(): Promise<void> {
      await acts().getByRole('button', { name: 'Bid', exact: true }).click()
      await dialog().locator('input').first().fill('0.01')
      await entryStands(1)
    }

    it('[F-63] closes a dialog and stays; the next step leaves the page', async () => {
      await comeToWork()
      await openBid()
      await page.goBack()
      await gone(dialog())
      expect(at()).toBe(itemPath(work).split('?')[0])
      await acts().getByRole('button').first().waitFor()
      await page.goBack()
      await page.waitForURL('**/404')
    })

    it('[F-63] a menu under its button: Back closes it, and a link in it leads on in one step', async () => {
      await page.goto('/404')
      await page.goto(itemPath(work))
      const share = page.getByRole('button', { name: 'Share' })
      const list = page.locator('.menu')
      await share.click()
      await entryStands(1)
      await page.goBack()
      await gone(list)
      expect(at()).toBe(itemPath(work).split('?')[0])
      await share.click()
      await entryStands(1)
      await page.keyboard.press('Escape')
      await entryStands(0)
      const place = size.width < 768 ? 'Menu' : 'Explore'
      await page.locator('header').getByRole('button', { name: place, exact: true }).click()
      await entryStands(1)
      await page.locator('header .menu, .mobile-menu').getByRole('link', { name: 'Modern' }).click()
      await page.waitForURL('**/salelist/*')
      await gone(page.locator('header .menu, .mobile-menu'))
      await page.goBack()
      await page.waitForURL('**/detail/**')
      await page.goBack()
      await page.waitForURL('**/404')
    })

    // The rest is the same in any window.
    if (size === PHONE) return

    it('[F-63] Forward opens nothing again, and the way back stays one step', async () => {
      await comeToWork()
      await openBid()
      await page.goBack()
      await gone(dialog())
      await page.goForward()
      await entryStands(0)
      expect(await dialog().count()).toBe(0)
      await page.goBack()
      await page.waitForURL('**/404')
    })

    it('[F-63] a page that takes the place of the one below while its menu closes is shown', async () => {
      await signInAs(page, 'Eve', '/items')
      await page.goto('/items')
      // The step back from the menu's entry ends while the next page's code is still on its way.
      await page.route('**/assets/connect-*.js', async (route) => {
        await entryStands(0)
        await route.continue()
      })
      await page.locator('.profile-chip').click()
      await entryStands(1)
      await page.getByRole('button', { name: 'Disconnect' }).click()
      await page.waitForURL('**/connect?redirect=%2Fitems')
      await page.getByRole('button', { name: /Demo wallet/ }).waitFor()
      await entryStands(0)
      expect(at()).toBe('/connect')
    })

    it('[F-63] a reload with a dialog open shows the page alone, one step from the page before', async () => {
      await comeToWork()
      await openBid()
      await page.reload()
      await settled(page)
      await entryStands(0)
      expect(await dialog().count()).toBe(0)
      await page.goBack()
      await page.waitForURL('**/404')
    })

    it('[F-63] closes a dialog that waits for the wallet as its close button does', async () => {
      await comeToWork()
      await acts().getByRole('button', { name: /^Buy/ }).click()
      await entryStands(1)
      await dialog().getByRole('button', { name: /^Pay / }).click()
      const asked = page.locator('demo-wallet dialog[data-kind="transaction"]')
      await asked.waitFor()
      await page.goBack()
      await gone(page.locator('.dialog'))
      expect(at()).toBe(itemPath(work).split('?')[0])
      await asked.locator('[data-act="reject"]').click()
      await page.goBack()
      await page.waitForURL('**/404')
    })

    it('[F-63] the line of the search: Back closes it, and a link in it leads on in one step', async () => {
      await page.goto('/auctions')
      await page.goto('/404')
      const line = page.getByRole('dialog', { name: 'Search' })
      const open = async () => {
        await page.getByRole('button', { name: 'Search with suggestions' }).click()
        await line.getByRole('searchbox').fill('moon')
        await entryStands(1)
      }
      await open()
      await page.goBack()
      await gone(line)
      expect(at()).toBe('/404')
      await open()
      await page.keyboard.press('Enter')
      await page.waitForURL('**/search?keyword=moon')
      await gone(line)
      await page.goBack()
      await page.waitForURL('**/404')
      await page.goBack()
      await page.waitForURL('**/auctions')
    })
  })
})
