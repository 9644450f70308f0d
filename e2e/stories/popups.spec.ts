/** @module-tag more */
import type { Locator, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { findViolations } from '../support/axe.ts'
import { DESKTOP, openBrowser, PHONE, type Visitor } from '../support/browser.ts'
import { demoMarket, itemPath, itemsOnSale } from '../support/demo-market.ts'
import { pictureOnFailure } from '../support/failure.ts'
import { addressOf } from '../support/money.ts'
import { settled, showTheme, stands } from '../support/pages.ts'
import { signInAs } from '../support/wallet.ts'

type Row = {
  popup: string
  at?: string
  size?: { width: number; height: number }
  /** The keyboard target; a second one inside what the first opened. */
  opens: (page: Page, words: Words) => Locator
  next?: (page: Page, words: Words) => Locator
  part?: string
}

/** One on a long page, one refused after a warning in its dialog. */
type Form = { form: string; at: () => string; fill?: () => Promise<void>; leave: () => Promise<void> }

const WORDS = {
  en: {
    explore: 'Explore',
    tutorial: 'Tutorial',
    network: /^Network: /,
    menu: 'Menu',
    search: 'Search with suggestions',
    chat: 'Chat with us',
    following: 'Following',
    create: /^New/,
  },
  zh: {
    explore: '探索',
    tutorial: '使用教程',
    network: /^网络：/,
    menu: '菜单',
    search: '边输入边搜索',
    chat: '在线交流',
    following: '我的关注',
    create: /^新建/,
  },
} as const
type Words = (typeof WORDS)['en' | 'zh']

const header = (page: Page) => page.locator('header')
const dialog = (page: Page) => page.getByRole('dialog')
/** Under its button, in the order of the page. */
const UNDER = 'header .popup'
const DIALOG = '[role="dialog"]'
/**
 * Of the shell alone: the reading order of a popup does not depend on the page below it, and takes longer the more
 * there is.
 */
const BARE = '/404'
/** A window as low as a phone in landscape: the error is far from the button. */
const LOW = { width: 1_024, height: 480 }

/** A new popup of the shell is a new row, here and in popups.component.test.tsx. */
const ROWS: readonly Row[] = [
  { popup: 'the categories', opens: (page, { explore }) => header(page).getByRole('button', { name: explore }), part: UNDER },
  { popup: 'the tutorial', opens: (page, { tutorial }) => header(page).getByRole('button', { name: tutorial }), part: UNDER },
  { popup: 'the networks', opens: (page, { network }) => header(page).getByRole('button', { name: network }), part: UNDER },
  { popup: 'one’s account', opens: (page) => header(page).locator('.profile-chip'), part: UNDER },
  {
    popup: 'those one follows',
    opens: (page) => header(page).locator('.profile-chip'),
    next: (page, { following }) => page.locator(UNDER).getByRole('button', { name: following, exact: true }),
    part: '.dialog',
  },
  { popup: 'the chat', opens: (page, { chat }) => page.getByRole('button', { name: chat }).first() },
  {
    popup: 'the menu of phones',
    size: PHONE,
    opens: (page, { menu: name }) => page.getByRole('button', { name, exact: true }),
  },
  {
    popup: 'the search of phones',
    size: PHONE,
    opens: (page, { search }) => header(page).getByRole('button', { name: search }),
  },
  {
    popup: 'those whom somebody follows, on a phone',
    at: `/account/${addressOf('Bob')}`,
    size: PHONE,
    opens: (page) => page.locator('.account-follow button').last(),
  },
  {
    popup: 'a new collection',
    at: '/create/erc721',
    opens: (page, { create }) => page.getByRole('button', { name: create }),
  },
]

/** One load serves all that open over the same page. */
const PAGES = [...Map.groupBy(ROWS, ({ at = BARE }) => at)].map(([at, rows]) => ({
  at,
  rows,
  popups: rows.map(({ popup }) => popup).join(', '),
}))

/** Leaves the page in one step: an overlay on it has no history entry any more. */
const placeInHistory = (page: Page) =>
  page.evaluate(() => ({ layers: (history.state?.layers ?? 0) as number, entry: navigation.currentEntry?.index }))

/**
 * popups.component.test.tsx, history.component.test.tsx and first-fault.component.test.tsx cover reading and keyboard
 * order without a screen.
 */
describe('what opens over a page', () => {
  const market = demoMarket()
  let eve: Visitor
  let page: Page
  let path: string

  beforeAll(async () => {
    eve = await openBrowser(market.url)
    page = eve.page
    const [item] = await itemsOnSale(market, 'Eve')
    if (!item) throw new Error('nothing is on sale')
    path = itemPath(item)
    await signInAs(page, 'Eve')
  })
  beforeEach(() => pictureOnFailure(eve))
  afterEach(async () => {
    await page.unrouteAll({ behavior: 'ignoreErrors' })
    await page.setViewportSize(DESKTOP)
  })
  afterAll(() => eve?.close())

  it.each(PAGES)('$popups: left by keyboard, as wide as the window, and legible in either theme and language', async ({ at, rows }) => {
    await page.goto(at)
    await settled(page)
    for (const language of ['en', 'zh'] as const) {
      await choose(language)
      for (const row of rows) await tryOne(row, language)
    }
    await choose('en')
    expect(eve.complaints).toEqual([])
  })

  const forms: readonly Form[] = [
    {
      form: 'a bid far above the price',
      at: () => path,
      fill: async () => {
        await acts().getByRole('button', { name: 'Bid', exact: true }).click()
        await dialog(page).locator('input').first().fill('900')
        await page.locator('.dialog-foot').waitFor()
      },
      leave: async () => {
        await page.keyboard.press('Escape')
        await gone(dialog(page))
      },
    },
    { form: 'a work', at: () => '/create/erc721', leave: () => page.evaluate(() => scrollTo(0, document.body.scrollHeight)) },
  ]

  it.each(forms)(
    '[F-62] $form that is refused: the first field that is wrong gets the focus and is in view',
    async ({ at, fill, leave }) => {
      await page.setViewportSize(LOW)
      await page.goto(at())
      await settled(page)
      for (const size of [LOW, PHONE]) {
        await page.setViewportSize(size)
        await fill?.()
        await page.locator(':is(.dialog-foot, main) .button.primary').last().click()
        await expect.poll(() => page.evaluate(firstFault)).toEqual({ hasFocus: true, isInView: true })
        await leave()
      }
    },
  )

  it('[F-63] Back closes a dialog, Forward and a reload open none again, and each way back is one step', async () => {
    await page.goto('/404')
    await page.setViewportSize(PHONE)
    await page.goto(path)
    await settled(page)
    const before = await placeInHistory(page)
    for (const size of [PHONE, DESKTOP]) {
      await page.setViewportSize(size)
      await openBid()
      await page.goBack()
      await gone(dialog(page))
      expect(at()).toBe(path.split('?')[0])
      await acts().getByRole('button').first().waitFor()
      expect(await placeInHistory(page)).toEqual(before)
    }
    await page.goForward()
    await expect.poll(() => placeInHistory(page)).toEqual(before)
    expect(await dialog(page).count()).toBe(0)
    await openBid()
    await page.reload()
    await settled(page)
    await expect.poll(() => placeInHistory(page)).toEqual(before)
    expect(await dialog(page).count()).toBe(0)
    await page.goBack()
    await page.waitForURL('**/404')
  })

  it('[F-63] a page that takes the place of the one below while its menu closes is shown', async () => {
    await page.goto('/items')
    try {
      // The step back from the menu's entry ends while the next page's code is still on its way.
      await page.route('**/assets/connect-*.js', async (route) => {
        await layersAre(0)
        await route.continue()
      })
      await page.locator('.profile-chip').click()
      await layersAre(1)
      await page.getByRole('button', { name: 'Disconnect' }).click()
      await page.waitForURL('**/connect?redirect=%2Fitems')
      await page.getByRole('button', { name: /Demo wallet/ }).waitFor()
      await layersAre(0)
      expect(at()).toBe('/connect')
    } finally {
      await signInAs(page, 'Eve')
    }
  })

  const acts = () => page.locator('.price-block .acts')
  const at = () => new URL(page.url()).pathname
  const gone = (part: Locator) => part.waitFor({ state: 'detached' })
  const layersAre = (count: number) => expect.poll(async () => (await placeInHistory(page)).layers).toBe(count)

  async function openBid(): Promise<void> {
    await acts().getByRole('button', { name: 'Bid', exact: true }).click()
    await dialog(page).locator('input').first().fill('0.01')
    await layersAre(1)
  }

  /** By the switch at the page's foot, which is not scrolled to. */
  async function choose(language: 'en' | 'zh'): Promise<void> {
    await page.locator(`footer label:has([lang="${language}"])`).evaluate((label: HTMLLabelElement) => label.click())
    await expect.poll(() => page.evaluate(() => document.documentElement.lang.slice(0, 2))).toBe(language)
  }

  async function tryOne({ popup, size = DESKTOP, part = DIALOG, ...row }: Row, language: keyof typeof WORDS): Promise<void> {
    await page.setViewportSize(size)
    const opener = row.opens(page, WORDS[language])
    await press(opener)
    const inner = row.next?.(page, WORDS[language])
    if (inner) await press(inner)
    await page.locator(part).first().waitFor()
    await stands(page)
    for (const theme of ['dark', 'light'] as const) {
      await showTheme(page, theme)
      const violations = await findViolations(page, part, theme === 'light' ? 'all' : 'colours')
      expect(violations, `${popup}, ${language}, ${theme}`).toEqual([])
    }
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true)
    await page.keyboard.press('Escape')
    await gone(page.locator(part).first())
    if (!inner) await expect.poll(() => opener.evaluate((button) => button === document.activeElement)).toBe(true)
  }

  async function press(button: Locator): Promise<void> {
    await button.waitFor()
    await button.focus()
    await button.press('Enter')
  }
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
