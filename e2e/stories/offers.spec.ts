import { LOCAL_CHAIN_ID } from '@plinth/protocol'
import type { Locator, Page } from 'playwright-core'
import { parseEther } from 'viem'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { openBrowser, PHONE, type Visitor } from '../support/browser.ts'
import { sayYes } from '../support/buying.ts'
import { demoMarket } from '../support/demo-market.ts'
import { pictureOnFailure } from '../support/failure.ts'
import { addressOf } from '../support/money.ts'
import { signInAs } from '../support/wallet.ts'

/** A page of works has some hundred controls before a dialog is opened. */
const MOST_TABS = 120

/** By Tab alone, from the present focus. */
async function tabTo(page: Page, to: Locator): Promise<void> {
  for (let at = 0; at < MOST_TABS; at++) {
    if (await to.evaluate((element) => element === document.activeElement)) return
    await page.keyboard.press('Tab')
  }
  throw new Error('Tab does not reach it')
}

describe('an offer for works with a trait', { tags: 'more' }, () => {
  const market = demoMarket()
  let eves: Visitor

  beforeAll(async () => {
    eves = await openBrowser(market.url, { viewport: PHONE })
    await eves.page.addInitScript(() => localStorage.setItem('locale', 'zh'))
  })
  beforeEach(() => pictureOnFailure(eves))
  afterAll(() => eves?.close())

  it('[COFF-01][COFF-02][COFF-04] is made for 5 works on a phone, in Chinese, by keyboard', async () => {
    const { page, complaints } = eves
    const { list } = await market.api.offer.list({ page: 1, limit: 100, chainId: LOCAL_CHAIN_ID })
    const theirs = list.find(({ kind, maker }) => kind === 'attributes' && maker !== addressOf('Eve'))
    if (!theirs?.attributes?.[0]) throw new Error('The demo has trait offers of others')
    const { collection } = theirs
    const [{ key, values }] = theirs.attributes
    const path = `/collection/${collection}?chain=${LOCAL_CHAIN_ID}&trait=${encodeURIComponent(`${key}:${values[0]}`)}`
    await signInAs(page, 'Eve', path)
    const make = page.getByRole('button', { name: '合集出价', exact: true }).first()
    await make.waitFor()
    await tabTo(page, make)
    await page.keyboard.press('Enter')
    const dialog = page.getByRole('dialog')
    await dialog.getByText(/件作品符合。这 \d+ 件作品现已固定/).waitFor()
    expect(await dialog.getByLabel('属性值').inputValue()).toBe(values[0])
    await tabTo(page, dialog.getByLabel('单件价格'))
    await page.keyboard.type('0.02')
    await tabTo(page, dialog.getByLabel('数量'))
    await page.keyboard.press('ControlOrMeta+A')
    await page.keyboard.type('5')
    await dialog.getByText('5 件作品，单价 0.02 WETH').waitFor()
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(PHONE.width)
    await tabTo(page, dialog.getByRole('button', { name: '签署出价，最多 5 件作品' }))
    await page.keyboard.press('Enter')
    await sayYes(page, async () => (await dialog.count()) === 0)
    await page.getByText('出价已生效').waitFor()
    const own = async () =>
      (await market.api.offer.list({ page: 1, limit: 100, owner: addressOf('Eve'), chainId: LOCAL_CHAIN_ID })).list.find(
        ({ unitPrice }) => unitPrice === parseEther('0.02'),
      )
    await vi.waitUntil(own, { timeout: 30_000, interval: 300 })
    expect(await own()).toMatchObject({ kind: 'attributes', attributes: [{ key, values: [values[0]] }], quantity: 5n, left: 5n })
    await page.goto(`/collection/${collection}?chain=${LOCAL_CHAIN_ID}&tab=offers`)
    await page.getByRole('row').filter({ hasText: '0.02 WETH' }).getByRole('button', { name: '撤回' }).waitFor()
    expect(complaints).toEqual([])
  })
})
