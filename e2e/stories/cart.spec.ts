/** @module-tag more */
import { ITEM_TYPE, LOCAL_CHAIN_ID, ZERO_ADDRESS } from '@plinth/protocol'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { findViolations } from '../support/axe.ts'
import { holdBlocks, releaseBlocks } from '../support/blocks.ts'
import { openBrowser, openBrowsers, PHONE, type Visitor } from '../support/browser.ts'
import { startDemoMarket } from '../support/demo-market.ts'
import { type Market, removeData } from '../support/market.ts'
import { approve, reject, signInAs } from '../support/wallet.ts'

const BOUGHT_MS = 30_000
/** Single works on sale for the coin of a network, cheapest first. */
const singlesOn = (chainId: number) =>
  `/explore?status=onSale&standard=${ITEM_TYPE.ERC721}&chain=${chainId}&pay=${chainId}:${ZERO_ADDRESS}&sort=priceLow`

/** Several purchases at once, from lists, on two networks and on a phone. */
describe('a cart', () => {
  let market: Market
  let browsers: Awaited<ReturnType<typeof openBrowsers>>
  const opened: Visitor[] = []

  beforeAll(async () => {
    market = await startDemoMarket()
    browsers = await openBrowsers(market.url)
  })
  afterAll(async () => {
    for (const visitor of opened) await visitor.close()
    await browsers?.close()
    await market?.stop()
    if (market) removeData(market)
  })

  async function visit(name: string, path: string): Promise<Visitor> {
    const visitor = await browsers.visit()
    opened.push(visitor)
    await signInAs(visitor.page, name, path)
    return visitor
  }
  const drawerOf = (page: Page) => page.locator('.cart-drawer')
  const paysIn = (page: Page) => drawerOf(page).getByRole('button', { name: /^(Switch and pay|Pay) / })
  async function addFrom(page: Page, path: string, count: number): Promise<void> {
    await page.goto(path)
    for (let at = 0; at < count; at++) {
      const card = page.locator('.card').nth(at)
      await card.hover()
      await card.getByRole('button', { name: /to the cart$/ }).click()
      await card.getByRole('button', { name: /out of the cart$/ }).waitFor({ state: 'attached' })
    }
  }
  /** Up to the wallet's window: the last press is the wallet's own. */
  async function sweep(page: Page, count: number): Promise<number> {
    let presses = 0
    const press = async (name: RegExp | string, role: 'button' | 'radio' = 'button') => {
      presses++
      const target = page.getByRole(role, { name })
      if (role === 'radio') await target.check({ force: true })
      else await target.click()
    }
    await press('Sweep')
    const knob = page.getByRole('slider')
    await page.getByRole('radio', { name: '10', exact: true }).waitFor({ state: 'attached' })
    if (count === 10) await press('10', 'radio')
    else {
      await knob.focus()
      await knob.press('Home')
      for (let at = 1; at < count; at++) await knob.press('ArrowRight')
    }
    await press(new RegExp(`^Buy ${count} for`))
    await press(/^Pay /)
    await page.locator('demo-wallet dialog[data-kind="transaction"]').waitFor()
    return presses
  }

  it('[CART-05][CART-07] sweeps 8 of which two are sold meanwhile: six are bought, two are not paid', async () => {
    const path = singlesOn(LOCAL_CHAIN_ID)
    const dan = await visit('Dan', path)
    await sweep(dan.page, 8)
    const eve = await visit('Eve', path)
    await sweep(eve.page, 2)
    await approve(eve.page, 'transaction')
    await drawerOf(eve.page).getByText('2 bought', { exact: true }).waitFor({ timeout: BOUGHT_MS })
    await approve(dan.page, 'transaction')
    await drawerOf(dan.page).getByText('6 bought, 2 not bought').waitFor({ timeout: BOUGHT_MS })
    expect(
      await drawerOf(dan.page)
        .getByText(/^Sold, so it is left out/)
        .count(),
    ).toBe(2)
    expect([...dan.complaints, ...eve.complaints]).toEqual([])
  })

  it('[CART-07] buys 10 works with five presses and one transaction', async () => {
    const { page } = await visit('Carol', singlesOn(LOCAL_CHAIN_ID))
    const presses = await sweep(page, 10)
    await approve(page, 'transaction')
    await drawerOf(page).getByText('10 bought', { exact: true }).waitFor({ timeout: BOUGHT_MS })
    expect(presses + 1).toBeLessThanOrEqual(5)
    expect(await page.locator('demo-wallet dialog').count()).toBe(0)
  })

  it('[CART-02][CART-06] pays two networks; a refusal and a reload while mining lose no line and buy none twice', async () => {
    const { page, complaints } = await visit('Dan', '/')
    const other = Number(Object.keys(market.rpcUrls).find((id) => Number(id) !== LOCAL_CHAIN_ID))
    await addFrom(page, singlesOn(LOCAL_CHAIN_ID), 2)
    await addFrom(page, singlesOn(other), 2)
    await page.getByRole('button', { name: 'Cart, 4 works' }).click()
    await paysIn(page).first().click()
    await reject(page, 'transaction')
    await drawerOf(page).getByText('You declined in the wallet. Nothing was sent.').waitFor()
    await holdBlocks(market.rpcUrl)
    try {
      await paysIn(page).first().click()
      await approve(page, 'transaction')
      await drawerOf(page).getByText('You can close this.').first().waitFor()
      await page.reload()
      await page.getByRole('button', { name: 'Cart, 4 works' }).click()
      // The other network's alone can be paid.
      await expect.poll(() => paysIn(page).count()).toBe(1)
    } finally {
      await releaseBlocks(market.rpcUrl)
    }
    await drawerOf(page).getByText('2 bought', { exact: true }).waitFor({ timeout: BOUGHT_MS })
    await paysIn(page).click()
    await page
      .getByRole('button', { name: /^Switch/ })
      .last()
      .click()
    await approve(page, 'network')
    await approve(page, 'transaction')
    await expect.poll(() => drawerOf(page).getByText('2 bought', { exact: true }).count(), { timeout: BOUGHT_MS }).toBe(2)
    await drawerOf(page).getByRole('button', { name: 'Close' }).first().click()
    await page.getByRole('button', { name: 'Cart', exact: true }).waitFor()
    expect(complaints).toEqual([])
  })

  it('[CART-01] a finger puts a work into the cart from its card, and takes it out again', async () => {
    const { page, complaints, close } = await openBrowser(market.url, { hasTouch: true, isMobile: true, viewport: PHONE })
    try {
      await page.goto('/explore?status=onSale')
      const cards = page.locator('.card', { has: page.locator('.cart-act') })
      const act = cards.first().locator('.cart-act')
      await act.tap()
      await page.getByRole('button', { name: 'Cart, 1 work' }).waitFor()
      const { width = 0, height = 0 } = (await act.boundingBox()) ?? {}
      expect(Math.min(width, height)).toBeGreaterThanOrEqual(40)
      // The other acts of a card are on the page of the work.
      expect(await cards.first().getByRole('button', { name: 'Buy', exact: true }).count()).toBe(0)
      await act.tap()
      await page.getByRole('button', { name: 'Cart', exact: true }).waitFor()
      expect(new URL(page.url()).pathname).toBe('/explore')
      expect(complaints).toEqual([])
    } finally {
      await close()
    }
  })

  it('[CART-01] works by keyboard on a phone, in Chinese, without a fault that axe finds', async () => {
    const { page } = await visit('Eve', '/')
    await page.setViewportSize(PHONE)
    await page.evaluate(() => localStorage.setItem('locale', 'zh'))
    const { list } = await market.api.home.list({ page: 1, limit: 20, sort: 'price', order: 'asc', chainId: LOCAL_CHAIN_ID })
    const item = list.find(({ standard, listings: [sale] }) => standard === 3 && sale !== undefined)
    await page.goto(`/detail/${item?.collection}:${item?.tokenId}?chain=${LOCAL_CHAIN_ID}`)
    await page.getByRole('button', { name: /加入购物车$/ }).press('Enter')
    await page.getByRole('button', { name: '购物车，1 件作品' }).press('Enter')
    await drawerOf(page)
      .getByText(/重新核对$/)
      .waitFor()
    expect(await findViolations(page, '.cart-drawer')).toEqual([])
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0)
    await page.keyboard.press('Tab')
    expect(await drawerOf(page).locator(':focus').count()).toBe(1)
    await page.keyboard.press('Escape')
    await drawerOf(page).waitFor({ state: 'detached' })
    // The focus is back on the button that opened the drawer.
    expect(await page.locator(':focus').getAttribute('aria-label')).toBe('购物车，1 件作品')
  })
})
