/** @module-tag more */
import { readMetadata } from '@plinth/api'
import { LOCAL_CHAIN_ID } from '@plinth/protocol'
import type { Page } from 'playwright-core'
import { afterEach, describe, expect, it } from 'vitest'
import { changeAnswers } from '../support/answers.ts'
import { findViolations } from '../support/axe.ts'
import { DESKTOP, openBrowser, PHONE } from '../support/browser.ts'
import { readAlong } from '../support/chinese.ts'
import { actAs, demoMarket, itemPath, itemsOnSale } from '../support/demo-market.ts'
import { addressOf } from '../support/money.ts'
import { showTheme, watchRequests } from '../support/pages.ts'
import { visitEach } from '../support/visits.ts'
import { signInAs } from '../support/wallet.ts'

const NARROW = { width: 320, height: 640 }
const HARM = '<img src=x onerror="window.harmed = true"><script>window.harmed = true</script>'
const LONG = 'M'.repeat(10_000)
const NAMES = [
  HARM,
  '\u202egnikcatta si tfel ot thgir\u202c and back',
  LONG,
  '\u200b\u200b\u200b\u2060\ufeff',
  'Z\u0351\u036b\u0343a\u0329\u0353l\u0326\u034eg\u0321o\u0316\u0324'.repeat(40),
]
const PICTURES = ['/ipfs/nothing', 'javascript:window.harmed=true', `data:text/html,${HARM}`, '']
/** The longest values that the server accepts, for bounded fields. */
const BOUNDS: Readonly<Record<string, number>> = { nickname: 50, brief: 200, name: 100, symbol: 30, description: 2_000 }
const LISTS =
  /\/api\/(explore\/items|home\/list|home\/search\w*|user\/onsales|contract\/listitems|auction\/newlist|notices\/list|follow\/\w+|nft\/(detail|history|bids|owners))$/
const HEADS = /\/api\/(user|contract)\/info$/
/** Where cards are in rows, and must be of one height; what is folded is no card. */
const CARDS = 'main [role="feed"] .card:not(.fold-card)'
/** Each name, and a text that is not an item's at all. */
const TEXTS = NAMES.length + 1

/** A reader's language and theme, and untrusted names of items and accounts, up to the server's limits and beyond. */
describe('the pages of a reader', () => {
  const market = demoMarket()
  const story = visitEach(market)
  afterEach(() => story.page.unrouteAll({ behavior: 'ignoreErrors' }))

  it('[SHELL-71, CFG-06, I18N-03, I18N-05] turns to Chinese in every tab, to another theme, and keeps both', async () => {
    const { page } = story
    const shown = () => page.evaluate(() => document.documentElement.dataset.theme)
    const background = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor)
    const header = page.locator('header')
    await page.goto('/')
    const other = await story.visitor.context.newPage()
    await other.goto('/login')
    await other.getByRole('heading', { level: 1, name: 'Log in by e-mail' }).waitFor()
    await header.getByRole('button', { name: '中文' }).click()
    await page.getByRole('link', { name: '连接钱包' }).waitFor()
    await other.getByRole('heading', { level: 1, name: '邮箱登录' }).waitFor()
    await other.close()
    expect(await page.evaluate(() => localStorage.getItem('locale'))).toBe('zh')

    expect(await shown()).toBe('light')
    await header.getByRole('button', { name: '切换到深色' }).click()
    expect(await shown()).toBe('dark')
    const dark = await background()
    // The theme is painted before the app runs.
    await page.reload({ waitUntil: 'commit' })
    await expect.poll(shown).toBe('dark')
    await page.getByRole('link', { name: '连接钱包' }).waitFor()
    expect(await page.evaluate(() => document.documentElement.lang)).toBe('zh')
    await header.getByRole('button', { name: 'English' }).click()
    await header.getByRole('button', { name: 'Light theme' }).waitFor()
    expect(await background()).toBe(dark)
    await header.getByRole('button', { name: 'Light theme' }).click()
    expect(await background()).not.toBe(dark)
    await page.reload()
    await header.getByRole('button', { name: 'Dark theme' }).waitFor()
    expect(await shown()).toBe('light')
    expect(story.visitor.complaints).toEqual([])
  })

  it('[I18N-01, ERR-26, SHELL-12, SHELL-24, SHELL-25, SHELL-51, ACC-15, ACC-19, ITEM-02, MSG-01] goes by thumb on a phone from home to an item and the news, declines to buy, likes and follows', async () => {
    const [dan, eve] = [await actAs('Dan', market), await actAs('Eve', market)]
    const made = await eve.api.user.created({ page: 1, limit: 100, address: addressOf('Carol'), chainId: LOCAL_CHAIN_ID })
    const item = made.list.find(({ isOnSale, mediaKind, isLiked }) => isOnSale && mediaKind === 'image' && !isLiked)
    if (!item) throw new Error('Eve likes all that Carol has made and sells')
    const { name } = readMetadata(item.metadata)
    await dan.api.follow.add({ address: eve.address })
    const handheld = await openBrowser(market.url, { viewport: PHONE, locale: 'zh-CN', hasTouch: true, isMobile: true })
    try {
      const phone = handheld.page
      const requests = watchRequests(phone)
      const reader = readAlong(phone)
      /** All in Chinese, no horizontal scrolling, no axe findings in either theme. */
      const isSound = async (place: string): Promise<void> => {
        await requests.settled()
        expect(await reader.englishIn(phone.locator('body')), place).toEqual([])
        expect(await phone.evaluate(() => document.documentElement.scrollWidth), place).toBeLessThanOrEqual(PHONE.width)
        expect(await phone.evaluate(cutAmounts), place).toEqual([])
        for (const theme of ['dark', 'light'] as const) {
          await showTheme(phone, theme)
          expect(await findViolations(phone, 'body', theme === 'light' ? 'all' : 'colours'), `${place}, ${theme}`).toEqual([])
        }
      }
      await phone.addInitScript(() => localStorage.setItem('locale', 'zh'))
      await phone.goto('/')
      await isSound('home')
      await phone.locator('header').getByRole('button', { name: '边输入边搜索' }).tap()
      const search = phone.getByRole('dialog', { name: '搜索' })
      await search.getByRole('searchbox').fill(name)
      await search.locator(`a[href^="/detail/${item.collection}:${item.tokenId}"]`).tap()
      await phone.locator('.item-title').waitFor()
      await isSound('item')
      await phone.locator('.item-people a').first().tap()
      await phone.getByRole('heading', { level: 1, name: 'Carol' }).waitFor()
      await isSound('account')

      // Following as a visitor leads to connect, and so do notices.
      await phone.locator('.account-side').getByRole('button', { name: '关注', exact: true }).tap()
      await phone.waitForURL(/\/connect\?redirect=%2Faccount/)
      await phone.goto('/message?tab=unread')
      await phone.waitForURL(`**/connect?redirect=${encodeURIComponent('/message?tab=unread')}`)
      await isSound('connect')
      await signInAs(phone, 'Eve', '/message?tab=unread')
      await phone
        .locator('.notice')
        .filter({ hasText: /Dan\s*关注了你/ })
        .waitFor()
      await isSound('news')
      await phone.getByRole('link', { name: /Dan\s*关注了你/ }).tap()
      await phone.waitForURL(`**/account/${addressOf('Dan')}`)

      await phone.goto(itemPath(item))
      await phone.locator('.price-block .acts').getByRole('button').first().tap()
      const dialog = phone.getByRole('dialog')
      await dialog.locator('.dialog-foot').getByRole('button').last().tap()
      const wallet = phone.locator('demo-wallet dialog')
      await wallet.waitFor()
      expect(reader.english(await wallet.innerText())).toEqual([])
      await wallet.locator('[data-act="reject"]').tap()
      await dialog.getByText('你已在钱包中拒绝，未发送任何内容。').waitFor()
      expect(reader.english(await dialog.innerText())).toEqual([])
      await phone.keyboard.press('Escape')
      await dialog.waitFor({ state: 'detached' })

      const heart = phone.locator('.stage-tools .like')
      await heart.tap()
      await expect.poll(() => heart.getAttribute('aria-pressed')).toBe('true')
      await phone.locator('.item-people a').first().tap()
      const side = phone.locator('.account-side')
      await side.getByRole('button', { name: '关注', exact: true }).tap()
      await side.getByRole('button', { name: '已关注', exact: true }).waitFor()
      await isSound('followed')
      await phone.getByRole('button', { name: '菜单' }).tap()
      await isSound('menu')
      await phone.getByRole('dialog').getByRole('link', { name: '我的藏品' }).tap()
      await phone.waitForURL(/\/items/)
      await isSound('items')
      await phone.goto('/message?tab=all')
      for (const own of ['你关注了Carol', `你喜欢《${name}》`]) await phone.locator('.notice').filter({ hasText: own }).waitFor()
      await isSound('all')
      expect(handheld.complaints).toEqual([])
    } finally {
      await handheld.close()
    }
  })

  it('hostile content harms nothing and looks decent: cards of one height, nothing too wide or endless', async () => {
    const { page } = story
    const requests = watchRequests(page)
    const item = await itemOnSale()
    await signInAs(page, 'Bob')
    await changeAnswers(page, LISTS, ({ data }) => spoil(data, { at: 0 }))
    await changeAnswers(page, HEADS, ({ data }) => spoil(data, { at: 2 }))
    const pages = [
      { path: '/', hasCards: true },
      { path: `/account/${addressOf('Alice')}`, hasCards: true },
      { path: `/collection/${item.collection}`, hasCards: true },
      { path: '/search?keyword=a', hasCards: true },
      { path: '/message?tab=all' },
    ]
    for (const { path, hasCards = false } of pages) {
      await page.setViewportSize(DESKTOP)
      await page.goto(path)
      await requests.settled()
      for (const size of [DESKTOP, NARROW]) {
        await looksDecent(page, path, size)
        if (hasCards) await page.locator(CARDS).first().waitFor()
        const heights = await page.locator(CARDS).evaluateAll((all) => all.map((card) => Math.round(card.getBoundingClientRect().height)))
        expect(new Set(heights).size, path).toBe(hasCards ? 1 : 0)
      }
    }
    expect(await page.evaluate(() => 'harmed' in window)).toBe(false)
  })

  it('hostile content harms nothing on the page of an item, in all its tabs, nor at the head of an account', async () => {
    const { page } = story
    const requests = watchRequests(page)
    const item = await itemOnSale()
    let at = 0
    await changeAnswers(page, LISTS, ({ data }) => spoil(data, { at, isBroken: at === NAMES.length }))
    await changeAnswers(page, HEADS, ({ data }) => spoil(data, { at }))
    for (at = 0; at < TEXTS; at++) {
      await page.setViewportSize(DESKTOP)
      await page.goto(itemPath(item))
      await requests.settled()
      await page.getByRole('tab').nth(1).waitFor()
      for (const tab of await page.getByRole('tab').all()) {
        await tab.click()
        for (const size of [DESKTOP, NARROW]) await looksDecent(page, `text ${at}, ${await tab.innerText()}`, size)
      }
      await page.setViewportSize(DESKTOP)
      await page.locator('.item-people a').first().click()
      await page.waitForURL('**/account/**')
      await page.locator('.account-side').waitFor()
      await requests.settled()
      for (const size of [DESKTOP, NARROW]) await looksDecent(page, `account ${at}`, size)
    }
    expect(await page.evaluate(() => 'harmed' in window)).toBe(false)
  })

  async function itemOnSale() {
    const [item] = await itemsOnSale(market, 'Bob')
    if (!item) throw new Error('nothing is on sale')
    return item
  }

  async function looksDecent(page: Page, what: string, size: { width: number; height: number }): Promise<void> {
    await page.setViewportSize(size)
    await page
      .waitForFunction(() => document.documentElement.scrollWidth <= innerWidth)
      .catch(async () => expect.fail(`${what} is wider than ${size.width} px: ${await page.evaluate(widest)}`))
    expect(await page.evaluate(lowestOf, 16_000), what).toEqual([])
    expect(await page.locator('main script, main iframe, main [onerror]').count(), what).toBe(0)
    await page.locator('h1, h2').first().waitFor()
  }
})

/** Runs in the page: what lies below this, without the room for cards still to come, and what it is in; nothing where the page ends above. */
function lowestOf(most: number): string[] {
  const room = [...document.querySelectorAll<HTMLElement>('.room')].reduce((sum, { offsetHeight }) => sum + offsetHeight, 0)
  if (document.body.scrollHeight - room < most) return []
  const low = [...document.querySelectorAll('body *')].filter((element) => element.getBoundingClientRect().bottom + scrollY > most + room)
  return [...low.slice(-3).map(({ outerHTML }) => outerHTML.slice(0, 300)), `${document.body.scrollHeight} px`]
}

/** Runs in the page: prices and bids of cards that are cut with an ellipsis. */
function cutAmounts(): string[] {
  const parts = [...document.querySelectorAll<HTMLElement>('.price-line > :is(em, b, i)')]
  return parts.filter((part) => part.scrollWidth > part.clientWidth + 1 && part.clientWidth > 1).map((part) => part.innerText)
}

/** Runs in the page: texts that overflow. */
function widest(): string {
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  const out: string[] = []
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const range = document.createRange()
    range.selectNodeContents(node)
    if (range.getBoundingClientRect().right <= innerWidth + 1) continue
    const parts: string[] = []
    for (let part = node.parentElement; part && parts.length < 4; part = part.parentElement) parts.push(`${part.tagName}.${part.className}`)
    out.push(`${node.textContent?.slice(0, 20)} in ${parts.join(' ')}`)
  }
  return out.join('; ')
}

/** Every name in the response, and metadata of items too; every eighth has malformed metadata. */
function spoil(data: unknown, count: { at: number; isBroken?: boolean }): void {
  if (Array.isArray(data)) for (const each of data) spoil(each, count)
  if (typeof data !== 'object' || data === null || Array.isArray(data)) return
  const record = data as Record<string, unknown>
  for (const [field, value] of Object.entries(record)) {
    const name = NAMES[count.at % NAMES.length] ?? ''
    if (field in BOUNDS && typeof value === 'string') record[field] = name.slice(0, BOUNDS[field])
    else if (field === 'metadataContent') record[field] = count.isBroken ? '{' : metadataOf(count.at++)
    else spoil(value, count)
  }
}

function metadataOf(at: number): string {
  const name = NAMES[at % NAMES.length]
  const image = PICTURES[at % PICTURES.length]
  return at % 8 === 7 ? '{' : JSON.stringify({ name, description: LONG, image, attributes: [{ key: name, value: name }] })
}
