import type { Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { openBrowser, PHONE, type Visitor } from '../support/browser.ts'
import { demoMarket, itemPath, worksOnSale } from '../support/demo-market.ts'
import { pictureOnFailure } from '../support/failure.ts'
import { settled } from '../support/pages.ts'
import { signInAs } from '../support/wallet.ts'

/** A window as low as a phone's across: what is wrong stands far from the button. */
const LOW = { width: 1_024, height: 480 }

type Places = { offered: string }
type Row = {
  form: string
  at: (places: Places) => string
  /** Left out where it stands in one. */
  isDialog?: false
  /** From the page to the form, and what is typed wrong in it. */
  fill?: (page: Page) => Promise<void>
}

/** One on a long page, one that is refused over a warning in its dialog; the other forms' focus is first-fault.component.test.tsx. */
const ROWS: readonly Row[] = [
  {
    form: 'a bid far above the price',
    at: ({ offered }) => offered,
    fill: async (page) => {
      await page.locator('.price-block .acts').getByRole('button', { name: 'Bid' }).click()
      await page.getByRole('dialog').locator('input').first().fill('900')
    },
  },
  { form: 'a work', isDialog: false, at: () => '/create/erc721' },
]

describe('a form that is refused', () => {
  const market = demoMarket()
  let bob: Visitor
  let page: Page
  let places: Places

  beforeAll(async () => {
    bob = await openBrowser(market.url)
    page = bob.page
    const [offered] = await worksOnSale(market, 'Bob')
    if (!offered) throw new Error('the market is empty')
    places = { offered: itemPath(offered) }
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
