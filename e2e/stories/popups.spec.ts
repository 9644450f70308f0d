import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { findViolations } from '../support/axe.ts'
import { DESKTOP, openBrowser, PHONE, type Visitor } from '../support/browser.ts'
import { demoMarket } from '../support/demo-market.ts'
import { speak } from '../support/dialog-access.ts'
import { pictureOnFailure } from '../support/failure.ts'
import { addressOf } from '../support/money.ts'
import { settled, showTheme, stands } from '../support/pages.ts'
import { signInAs } from '../support/wallet.ts'

type Row = {
  popup: string
  at?: string
  size?: { width: number; height: number }
  /** What is pressed, by keyboard; a second one inside what the first opened. */
  opens: (page: Page, words: Words) => Locator
  next?: (page: Page, words: Words) => Locator
  shows: (page: Page) => Locator
}

const WORDS = {
  en: {
    ...{ explore: 'Explore', tutorial: 'Tutorial', network: /^Network: /, menu: 'Menu', search: 'Search with suggestions' },
    ...{ chat: 'Chat with us', following: 'Following', create: /^New/ },
  },
  zh: {
    ...{ explore: '探索', tutorial: '使用教程', network: /^网络：/, menu: '菜单', search: '边输入边搜索' },
    ...{ chat: '在线交流', following: '我的关注', create: /^新建/ },
  },
} as const
type Words = (typeof WORDS)['en' | 'zh']

const header = (page: Page) => page.locator('header')
const dialog = (page: Page) => page.getByRole('dialog')
/** Under its button, in the order of the page. */
const under = (page: Page) => page.locator('header .popup')

/** A new popup of the shell is a new row. */
const ROWS: readonly Row[] = [
  { popup: 'the categories', opens: (page, { explore }) => header(page).getByRole('button', { name: explore }), shows: under },
  { popup: 'the tutorial', opens: (page, { tutorial }) => header(page).getByRole('button', { name: tutorial }), shows: under },
  { popup: 'the networks', opens: (page, { network }) => header(page).getByRole('button', { name: network }), shows: under },
  { popup: 'one’s account', opens: (page) => header(page).locator('.profile-chip'), shows: under },
  {
    popup: 'those one follows',
    opens: (page) => header(page).locator('.profile-chip'),
    next: (page, { following }) => under(page).getByRole('button', { name: following, exact: true }),
    shows: (page) => page.locator('.dialog'),
  },
  { popup: 'the chat', opens: (page, { chat }) => page.getByRole('button', { name: chat }).first(), shows: dialog },
  {
    popup: 'the menu of phones',
    size: PHONE,
    opens: (page, { menu: name }) => page.getByRole('button', { name, exact: true }),
    shows: dialog,
  },
  {
    popup: 'the search of phones',
    size: PHONE,
    opens: (page, { search }) => header(page).getByRole('button', { name: search }),
    shows: dialog,
  },
  {
    popup: 'those whom somebody follows, on a phone',
    ...{ at: `/account/${addressOf('Bob')}`, size: PHONE },
    opens: (page) => page.locator('.account-follow button').last(),
    shows: dialog,
  },
  {
    popup: 'a new collection',
    at: '/create/erc721',
    opens: (page, { create }) => page.getByRole('button', { name: create }),
    shows: dialog,
  },
]

/** One load serves all that open over the same page. */
const PAGES = [...Map.groupBy(ROWS, ({ at = '/', size = DESKTOP }) => `${at} ${size.width}`).values()].map((rows) => {
  const [{ at = '/', size = DESKTOP } = {}] = rows
  return { popups: rows.map(({ popup }) => popup).join(', '), at, size, rows }
})

describe('what opens over a page', () => {
  const market = demoMarket()
  let eve: Visitor

  beforeAll(async () => {
    eve = await openBrowser(market.url)
    await signInAs(eve.page, 'Eve')
  })
  beforeEach(() => pictureOnFailure(eve))
  afterAll(() => eve?.close())

  it.each(PAGES)(
    '$popups: opened and left by keyboard, and nothing against them in either theme and language',
    async ({ at, size, rows }) => {
      const { page } = eve
      try {
        for (const language of ['en', 'zh'] as const) {
          await speak(page, language)
          await page.setViewportSize(size)
          await page.goto(at)
          await settled(page)
          for (const row of rows) await tryOne(page, row, language)
        }
        expect(eve.complaints).toEqual([])
      } finally {
        await speak(page, 'en')
        await page.setViewportSize(DESKTOP)
      }
    },
  )

  async function tryOne(page: Page, row: Row, language: keyof typeof WORDS): Promise<void> {
    const opener = row.opens(page, WORDS[language])
    await press(opener)
    const inner = row.next?.(page, WORDS[language])
    if (inner) await press(inner)
    await row.shows(page).first().waitFor()
    await stands(page)
    for (const theme of ['dark', 'light'] as const) {
      await showTheme(page, theme)
      const violations = await findViolations(page, 'body', theme === 'light' ? 'all' : 'colours')
      expect(violations, `${row.popup}, ${language}, ${theme}`).toEqual([])
    }
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true)
    await page.keyboard.press('Escape')
    await row.shows(page).first().waitFor({ state: 'detached' })
    if (!inner) await expect.poll(() => opener.evaluate((button) => button === document.activeElement)).toBe(true)
  }

  async function press(button: Locator): Promise<void> {
    await button.waitFor()
    await button.focus()
    await button.press('Enter')
  }
})
