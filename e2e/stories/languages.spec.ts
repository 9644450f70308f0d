import { readMetadata } from '@plinth/api'
import { LOCAL_CHAIN_ID } from '@plinth/protocol'
import type { Locator, Page, Response } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { findViolations } from '../support/axe.ts'
import { openBrowser, PHONE } from '../support/browser.ts'
import { actAs, demoMarket, itemPath } from '../support/demo-market.ts'
import { addressOf } from '../support/money.ts'
import { showTheme, watchRequests } from '../support/pages.ts'
import { visitEach } from '../support/visits.ts'
import { signInAs } from '../support/wallet.ts'

/** What is the same in every language: names, and what software calls things. */
const OWN_NAMES =
  /Plinth|Local (Ethereum|BSC)|English|localhost|ERC-?(721|1155)|IPFS|W?(ETH|BNB)\b|PUSD|gwei|Gas\b|Telegram|YouTube|Alice|Bob|Carol|Dan|Eve|gif|svg|png|jpe?g|webp|mp[34]|midi|wav|ogg|webm|MB\b|ID\b|NFT|0x[\da-f…]+|baf[\w…]+/gi

/** A reader's language and theme, on desktop and phone. */
describe('languages and themes', () => {
  const market = demoMarket()
  const story = visitEach(market)
  /** What people wrote stays in their language. */
  const written = new Set<string>()

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

  it('[I18N-01, ERR-26, SHELL-12, SHELL-24, SHELL-25, SHELL-51, ACC-15, ACC-19, ITEM-02, MSG-01] goes by thumb on a phone from home to a work and the news, declines to buy, likes and follows', async () => {
    const [dan, eve] = [await actAs('Dan', market), await actAs('Eve', market)]
    const made = await eve.api.user.created({ page: 1, limit: 100, address: addressOf('Carol'), chainId: LOCAL_CHAIN_ID })
    const work = made.list.find(({ isOnSale, mediaKind, isLiked }) => isOnSale && mediaKind === 'image' && !isLiked)
    if (!work) throw new Error('Eve likes all that Carol has made and sells')
    const { name } = readMetadata(work.metadata)
    await dan.api.follow.add({ address: eve.address })
    const handheld = await openBrowser(market.url, { viewport: PHONE, locale: 'zh-CN', hasTouch: true, isMobile: true })
    try {
      const phone = handheld.page
      const requests = watchRequests(phone)
      phone.on('response', (response) => void collect(response))
      await phone.addInitScript(() => localStorage.setItem('locale', 'zh'))
      await phone.goto('/')
      await isSound(phone, requests, 'home')
      await phone.locator('header').getByRole('button', { name: '边输入边搜索' }).tap()
      const search = phone.getByRole('dialog', { name: '搜索' })
      await search.getByRole('searchbox').fill(name)
      await search.locator(`a[href^="/detail/${work.collection}:${work.tokenId}"]`).tap()
      await phone.locator('.item-title').waitFor()
      await isSound(phone, requests, 'item')
      await phone.locator('.item-people a').first().tap()
      await phone.getByRole('heading', { level: 1, name: 'Carol' }).waitFor()
      await isSound(phone, requests, 'account')

      // A visitor who follows is led to connect, and so is one who asks for the news.
      await phone.locator('.account-side').getByRole('button', { name: '关注', exact: true }).tap()
      await phone.waitForURL(/\/connect\?redirect=%2Faccount/)
      await phone.goto('/message?tab=unread')
      await phone.waitForURL(`**/connect?redirect=${encodeURIComponent('/message?tab=unread')}`)
      await isSound(phone, requests, 'connect')
      await signInAs(phone, 'Eve', '/message?tab=unread')
      await phone
        .locator('.notice')
        .filter({ hasText: /Dan\s*关注了你/ })
        .waitFor()
      await isSound(phone, requests, 'news')
      await phone.getByRole('link', { name: /Dan\s*关注了你/ }).tap()
      await phone.waitForURL(`**/account/${addressOf('Dan')}`)

      await phone.goto(itemPath(work))
      await phone.locator('.price-block .acts').getByRole('button').first().tap()
      const dialog = phone.getByRole('dialog')
      await dialog.locator('.dialog-foot').getByRole('button').last().tap()
      const wallet = phone.locator('demo-wallet dialog')
      await wallet.waitFor()
      expect(english(await wallet.innerText())).toEqual([])
      await wallet.locator('[data-act="reject"]').tap()
      await dialog.getByText('你已在钱包中拒绝，未发送任何内容。').waitFor()
      expect(english(await dialog.innerText())).toEqual([])
      await phone.keyboard.press('Escape')
      await dialog.waitFor({ state: 'detached' })

      const heart = phone.locator('.stage-tools .like')
      await heart.tap()
      await expect.poll(() => heart.getAttribute('aria-pressed')).toBe('true')
      await phone.locator('.item-people a').first().tap()
      const side = phone.locator('.account-side')
      await side.getByRole('button', { name: '关注', exact: true }).tap()
      await side.getByRole('button', { name: '已关注', exact: true }).waitFor()
      await isSound(phone, requests, 'followed')
      await phone.getByRole('button', { name: '菜单' }).tap()
      await isSound(phone, requests, 'menu')
      await phone.getByRole('dialog').getByRole('link', { name: '我的藏品' }).tap()
      await phone.waitForURL(/\/items/)
      await isSound(phone, requests, 'items')
      await phone.goto('/message?tab=all')
      for (const own of ['你关注了Carol', `你喜欢《${name}》`]) await phone.locator('.notice').filter({ hasText: own }).waitFor()
      await isSound(phone, requests, 'all')
      expect(handheld.complaints).toEqual([])
    } finally {
      await handheld.close()
    }
  })

  /** Chinese throughout, nothing to scroll sideways, and nothing against it in either theme. */
  async function isSound(phone: Page, requests: ReturnType<typeof watchRequests>, place: string): Promise<void> {
    await requests.settled()
    expect(await englishIn(phone.locator('body')), place).toEqual([])
    expect(await phone.evaluate(() => document.documentElement.scrollWidth), place).toBeLessThanOrEqual(PHONE.width)
    expect(await phone.evaluate(cutAmounts), place).toEqual([])
    for (const theme of ['dark', 'light'] as const) {
      await showTheme(phone, theme)
      expect(await findViolations(phone, 'body', theme === 'light' ? 'all' : 'colours'), `${place}, ${theme}`).toEqual([])
    }
  }

  async function englishIn(part: Locator): Promise<string[]> {
    const texts = await part.evaluate((root) => {
      const found: string[] = []
      const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
      for (let node = walker.nextNode(); node; node = walker.nextNode()) {
        const parent = node.parentElement
        if (parent?.closest('script, style, noscript') || !parent?.getClientRects().length) continue
        found.push(node.textContent ?? '')
      }
      return found
    })
    return texts.flatMap(english)
  }

  /** Words in Latin letters that are nobody's own and no link's, and keys that lack their text. */
  function english(text: string): string[] {
    const theirs = [...written].filter((each) => text.includes(each)).toSorted((a, b) => b.length - a.length)
    const withoutLinks = text.replaceAll(/https?:\/\/\S+/g, '')
    const rest = theirs.reduce((left, each) => left.replaceAll(each, ''), withoutLinks).replaceAll(OWN_NAMES, '')
    return rest.match(/[A-Za-z]{3,}/g) ?? []
  }

  /** The market's own names (categories) and sentences (errors) are for the page to translate. */
  async function collect(response: Response): Promise<void> {
    const { pathname } = new URL(response.url())
    if (!pathname.startsWith('/api/') || pathname.startsWith('/api/category/')) return
    const envelope = (await response.json().catch(() => ({}))) as { data?: unknown }
    note(envelope.data)
  }

  function note(value: unknown): void {
    if (typeof value === 'object' && value !== null) {
      for (const [key, each] of Object.entries(value)) if (key !== 'loginMessage') note(each)
      // Metadata is JSON in a text.
    } else if (typeof value === 'string' && value.startsWith('{')) note(JSON.parse(value))
    else if (typeof value === 'string' && /[A-Za-z]{3}/.test(value)) written.add(value)
  }
})

/** Runs in the page: prices and bids of cards that end in dots. */
function cutAmounts(): string[] {
  const parts = [...document.querySelectorAll<HTMLElement>('.price-line > :is(em, b, i)')]
  return parts.filter((part) => part.scrollWidth > part.clientWidth + 1 && part.clientWidth > 1).map((part) => part.innerText)
}
