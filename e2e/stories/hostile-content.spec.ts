import type { Page } from 'playwright-core'
import { afterEach, describe, expect, it } from 'vitest'
import { changeAnswers } from '../support/answers.ts'
import { DESKTOP } from '../support/browser.ts'
import { demoMarket, itemPath, worksOnSale } from '../support/demo-market.ts'
import { addressOf } from '../support/money.ts'
import { watchRequests } from '../support/pages.ts'
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
/** What the server lets through at most, of what has a bound. */
const BOUNDS: Readonly<Record<string, number>> = { nickname: 50, brief: 200, name: 100, symbol: 30, description: 2_000 }
const LISTS =
  /\/api\/(home\/list|home\/search\w*|user\/onsales|contract\/listitems|auction\/newlist|notices\/list|follow\/\w+|nft\/(detail|history|bids|owners))$/
const HEADS = /\/api\/(user|contract)\/info$/
/** Where cards stand side by side, and must be of one height. */
const CARDS = 'main [role="feed"] .card'
/** Each name, and what is no text of a work at all. */
const TEXTS = NAMES.length + 1

/** What strangers call their works and themselves, as far as the server lets it through and further. */
describe('content of strangers', () => {
  const market = demoMarket()
  const story = visitEach(market)
  afterEach(() => story.page.unrouteAll({ behavior: 'ignoreErrors' }))

  it('harms nothing and looks decent: cards of one height, nothing wider than the screen, no page without end', async () => {
    const { page } = story
    const requests = watchRequests(page)
    const work = await workOnSale()
    await signInAs(page, 'Bob')
    await changeAnswers(page, LISTS, ({ data }) => spoil(data, { at: 0 }))
    await changeAnswers(page, HEADS, ({ data }) => spoil(data, { at: 2 }))
    const pages = [
      { path: '/', hasCards: true },
      { path: `/account/${addressOf('Alice')}`, hasCards: true },
      { path: `/collection/${work.collection}`, hasCards: true },
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

  it('nor does any of them on the page of a work, in all its tabs, nor at the head of an account', async () => {
    const { page } = story
    const requests = watchRequests(page)
    const work = await workOnSale()
    let at = 0
    await changeAnswers(page, LISTS, ({ data }) => spoil(data, { at, isBroken: at === NAMES.length }))
    await changeAnswers(page, HEADS, ({ data }) => spoil(data, { at }))
    for (at = 0; at < TEXTS; at++) {
      await page.setViewportSize(DESKTOP)
      await page.goto(itemPath(work))
      await requests.settled()
      await page.getByRole('tab').nth(2).waitFor()
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

  async function workOnSale() {
    const [work] = await worksOnSale(market, 'Bob')
    if (!work) throw new Error('nothing is on sale')
    return work
  }

  async function looksDecent(page: Page, what: string, size: { width: number; height: number }): Promise<void> {
    await page.setViewportSize(size)
    await page
      .waitForFunction(() => document.documentElement.scrollWidth <= innerWidth)
      .catch(async () => expect.fail(`${what} is wider than ${size.width} px: ${await page.evaluate(widest)}`))
    expect(await page.evaluate(() => document.body.scrollHeight), what).toBeLessThan(16_000)
    expect(await page.locator('main script, main iframe, main [onerror]').count(), what).toBe(0)
    await page.locator('h1, h2').first().waitFor()
  }
})

/** Runs in the page: where words stick out. */
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

/** Every name in it, and of the works metadata too; every eighth has some that is none at all. */
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
