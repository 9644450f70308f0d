import type { ItemRecord } from '@plinth/api'
import { LOCAL_CHAIN_ID, TOKEN_STANDARD } from '@plinth/protocol'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { openBrowser, PHONE, type Visitor } from '../support/browser.ts'
import { demoMarket, itemPath, worksOnSale } from '../support/demo-market.ts'
import { pictureOnFailure } from '../support/failure.ts'
import { addressOf } from '../support/money.ts'
import { settled } from '../support/pages.ts'
import { signInAs } from '../support/wallet.ts'

/** A window as low as a phone's across: what is wrong stands far from the button. */
const LOW = { width: 1_024, height: 480 }

type Places = Record<'unsold' | 'offered' | 'auctioned', string>
type Row = {
  form: string
  at: (places: Places) => string
  /** Left out where it stands in one. */
  isDialog?: false
  /** From the page to the form, and what is typed wrong in it. */
  fill?: (page: Page) => Promise<void>
}

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: typeof name === 'string' })
const act = (page: Page, name: string | RegExp) => page.locator('.price-block .acts').getByRole('button', { name })
const fromMenu = async (page: Page, name: string) => {
  await button(page, 'More').click()
  await page.locator('.menu').getByRole('button', { name, exact: true }).click()
}
const sell = async (page: Page, way: RegExp) => {
  await act(page, 'Sell').click()
  await page.getByRole('dialog').getByRole('button', { name: way }).click()
}

/** Every form of the market that can be refused before the server hears of it. A new one is a new row. */
const ROWS: readonly Row[] = [
  { form: 'a sale', at: ({ unsold }) => unsold, fill: (page) => sell(page, /^Fixed price/) },
  { form: 'an auction', at: ({ unsold }) => unsold, fill: (page) => sell(page, /^Auction/) },
  { form: 'a transfer', at: ({ unsold }) => unsold, fill: (page) => fromMenu(page, 'Transfer') },
  { form: 'a bid', at: ({ offered }) => offered, fill: (page) => act(page, 'Bid').click() },
  {
    form: 'a bid far above the price',
    at: ({ offered }) => offered,
    fill: async (page) => {
      await act(page, 'Bid').click()
      await page.getByRole('dialog').locator('input').first().fill('900')
    },
  },
  {
    form: 'an auction bid',
    at: ({ auctioned }) => auctioned,
    fill: async (page) => {
      await act(page, /or more$/)
        .first()
        .click()
      await page.getByRole('dialog').locator('.dialog-foot .button.primary').click()
      await page.getByRole('dialog').locator('input').first().fill('0.000001')
    },
  },
  { form: 'a report', at: ({ offered }) => offered, fill: (page) => fromMenu(page, 'Report this work') },
  { form: 'a work', isDialog: false, at: () => '/create/erc721' },
  { form: 'an edition', isDialog: false, at: () => '/create/erc1155' },
  {
    form: 'a collection',
    at: () => '/create/erc721',
    fill: (page) => button(page, /^New/).click(),
  },
  {
    form: 'a profile',
    isDialog: false,
    at: () => '/profile',
    fill: (page) => page.getByRole('textbox', { name: 'Short link' }).fill('-'),
  },
  { form: 'a registration', isDialog: false, at: () => '/regist' },
  { form: 'a log-in', isDialog: false, at: () => '/login' },
  { form: 'a new password', isDialog: false, at: () => '/setpwd' },
]

describe('a form that is refused', () => {
  const market = demoMarket()
  let bob: Visitor
  let page: Page
  let places: Places

  beforeAll(async () => {
    bob = await openBrowser(market.url)
    page = bob.page
    const { list } = await market.api.user.collections({ address: addressOf('Bob'), page: 1, limit: 100, chainId: LOCAL_CHAIN_ID })
    const unsold = list.find(({ isOnSale, auctions, standard }) => !isOnSale && auctions.length === 0 && standard === TOKEN_STANDARD.ERC721)
    const [offered] = await worksOnSale(market, 'Bob')
    const { list: auctioned } = await market.api.auction.newlist({ page: 1, limit: 20, chainId: LOCAL_CHAIN_ID })
    const open = auctioned.find(({ auctions }) =>
      auctions.some(
        ({ owner, highestPrice, startTime }) => owner !== addressOf('Bob') && highestPrice === 0n && startTime * 1_000 < Date.now(),
      ),
    )
    if (!unsold || !offered || !open) throw new Error('the market is empty')
    const pathOf = (work: ItemRecord) => itemPath(work)
    places = { unsold: pathOf(unsold), offered: pathOf(offered), auctioned: pathOf(open) }
    await signInAs(page, 'Bob', '/items')
  })
  beforeEach(() => pictureOnFailure(bob))
  afterAll(() => bob?.close())

  it.each(ROWS)('[F-62] $form: the first field that is wrong gets the focus and is in view', async ({ at, isDialog = true, fill }) => {
    for (const size of [LOW, PHONE]) {
      await page.setViewportSize(size)
      await page.goto(at(places))
      await settled(page)
      await fill?.(page)
      if (isDialog) await page.locator('.dialog-foot').waitFor()
      await page.locator(':is(.dialog-foot, main) .button.primary').last().click()
      await expect.poll(() => page.evaluate(firstFault)).toEqual({ hasFocus: true, isInView: true })
    }
  })
})

/** Runs in the page: of the first field that says what is wrong, in the dialog on top or on the page. */
function firstFault(): { hasFocus: boolean; isInView: boolean } | undefined {
  const form = [...document.querySelectorAll('.dialog')].at(-1) ?? document.querySelector('main')
  const field = form?.querySelector('.field-error')?.closest('.field-set, .file')
  if (!field) return undefined
  const { left, top, width, height } = field.getBoundingClientRect()
  const [x, y] = [left + width / 2, top + height / 2]
  const shown = document.elementFromPoint(x, y)
  return {
    hasFocus: field.contains(document.activeElement),
    isInView: top >= 0 && top + height <= innerHeight && shown !== null && (field.contains(shown) || shown.contains(field)),
  }
}
