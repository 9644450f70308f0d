import { type Client, type ItemRecord, type NoticeRecord, readMetadata } from '@plinth/api'
import { LOCAL_CHAIN_ID, NOTICE_SUBTYPE } from '@plinth/protocol'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { changeAnswers, refuseUntilRetried } from '../support/answers.ts'
import { openBrowser, type Visitor } from '../support/browser.ts'
import { actAs, demoMarket } from '../support/demo-market.ts'
import { pictureOnFailure } from '../support/failure.ts'
import { addressOf } from '../support/money.ts'
import { settled } from '../support/pages.ts'
import { signInAs } from '../support/wallet.ts'

const EXPLORER = 'https://explorer.test'

/** What there is to read: Carol's news, an announcement of somebody else's, and the document. */
describe('reading', () => {
  const market = demoMarket()
  let carol: Visitor
  let page: Page
  let dan: Client
  let liked: ItemRecord[] = []

  beforeAll(async () => {
    carol = await openBrowser(market.url)
    page = carol.page
    dan = (await actAs('Dan', market)).api
    await withExplorer(page)
  })
  beforeEach(() => pictureOnFailure(carol))
  afterAll(async () => {
    await dan?.follow.delete({ address: addressOf('Carol') })
    for (const work of liked) await dan.like.remove(keyOf(work))
    await carol?.close()
  })

  const tab = (name: RegExp) => page.locator('.news-bar').getByRole('button', { name })
  const counts = async () => (await actAs('Carol', market)).api.notices.count({})
  const unread = () => page.locator('.notice.unread')
  /** Of the collection that Carol made last: her newest notice of one is of it. */
  const coverOf = async () => {
    const { api } = await actAs('Carol', market)
    const isOfOne = ({ subType }: NoticeRecord) => subType === NOTICE_SUBTYPE.CREATE_CONTRACT
    let told: NoticeRecord | undefined
    for (let page = 1, rest = 1; !told && rest > 0; page++) {
      const { list } = await api.notices.list({ page, limit: 100 })
      told = list.find(isOfOne)
      rest = list.length
    }
    const made = told?.content.collection?.address
    const own = await market.api.user.listcontract({ address: addressOf('Carol') })
    const [, cid] = /(baf\w+)/.exec(own.find(({ address }) => address === made)?.cover ?? '') ?? []
    if (!cid) throw new Error('Carol has been told of no collection with a cover')
    return cid
  }

  it('[SHELL-12] news are for the owner of a wallet, who is led to connect and back to the tab he wanted', async () => {
    await page.goto('/message?tab=unread')
    await page.waitForURL(`**/connect?redirect=${encodeURIComponent('/message?tab=unread')}`)
    await signInAs(page, 'Carol', '/message?tab=unread')
    await page.getByRole('heading', { level: 1, name: 'News' }).waitFor()
  })

  it('[MSG-01][MSG-02] each tab says how many, and hears of new ones while one reads', async () => {
    const before = await counts()
    await settled(page)
    await tab(new RegExp(`^All\\s*${before.total || ''}`)).waitFor()
    await dan.follow.add({ address: addressOf('Carol') })
    await expect.poll(async () => (await tab(/^Unread/).innerText()).replace(/\D/g, '')).toBe(String(before.unread + 1))
    await expect.poll(async () => (await tab(/^All/).innerText()).replace(/\D/g, '')).toBe(String(before.total + 1))
    await page.reload()
    await unread().first().waitFor()
    expect(await unread().first().innerText()).toMatch(/Dan follows you/)
  })

  it('[MSG-05][MSG-06] each shows who did what, more of it, its kind and when, beside the work, the collection or the person', async () => {
    const shortDan = `${addressOf('Dan').slice(0, 11)}…${addressOf('Dan').slice(-4)}`
    const told = (words: RegExp) => page.locator('.notice').filter({ hasText: words }).first()
    const wordsOf = async (words: RegExp) => (await told(words).innerText()).replaceAll(/\s+/g, ' ')
    expect(await wordsOf(/Dan follows you/)).toMatch(new RegExp(`^Dan follows you ${shortDan} Follow .*ago$`))
    expect(
      await told(/Dan follows you/)
        .locator('.avatar')
        .count(),
    ).toBe(1)
    await changeAnswers(page, '**/api/notices/list', ({ data }) => {
      data.list[0].operator.nickname = ''
    })
    await page.goto('/message?tab=all')
    expect(await wordsOf(/follows you/)).toMatch(new RegExp(`^${shortDan} follows you`))
    await page.unroute('**/api/notices/list')
    const made = told(/^\s*You created/)
    await expect
      .poll(async () => {
        await page.evaluate(() => scrollTo({ top: document.body.scrollHeight, behavior: 'instant' }))
        return made.count()
      })
      .toBe(1)
    const minted = told(/You minted/)
    for (const image of [made.locator('img'), minted.locator('img')]) {
      await image.scrollIntoViewIfNeeded()
      await expect.poll(() => image.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBeGreaterThan(0)
    }
    expect(await made.locator('img').getAttribute('src')).toContain(await coverOf())
    expect(await minted.locator('img').getAttribute('src')).not.toContain(await coverOf())
  })

  it('[ERR-19] tells in a toast and in its place what the server said of news and of a box that did not come', async () => {
    const { list } = await market.api.blind['box.list']({ page: 1, limit: 1, chainId: -1 })
    for (const [path, call] of [
      ['/message?tab=all', 'notices/list'],
      [`/blindbox/detail/${list[0]?.id}`, 'blind/box/detail'],
    ] as const) {
      await refuseUntilRetried(page, call, 'The market is tired')
      await page.goto(path)
      await page.locator('.toast').getByText('The market is tired').waitFor()
      await page.getByRole('main').getByRole('alert').getByText('The market is tired').waitFor()
      await page.getByRole('button', { name: 'Try again' }).click()
      await page.locator('.notice-words, .box-title').first().waitFor()
      await page.unroute(`**/api/${call}`)
    }
  })

  it('[MSG-08][MSG-09][SHELL-76] pressing one marks it read and leads to whom it is about', async () => {
    const before = await counts()
    await page.goto('/message?tab=unread')
    await page.getByRole('link', { name: /Dan follows you/ }).click()
    await page.waitForURL(`**/account/${addressOf('Dan')}*`)
    await expect.poll(async () => (await counts()).unread).toBe(before.unread - 1)
    await page.goBack()
    await settled(page)
    expect(await page.getByText('Dan follows you').count()).toBe(0)
  })

  it('[MSG-03][MSG-04][MSG-10] read-all empties the list and the counts at once', async () => {
    const made = await dan.user.created({ page: 1, limit: 20, address: addressOf('Carol') })
    liked = made.list.filter(({ isLiked }) => !isLiked).slice(0, 2)
    expect(liked).toHaveLength(2)
    for (const work of liked) await dan.like.add(keyOf(work))
    await page.goto('/message?tab=unread')
    await page.getByText(`likes ${readMetadata(liked[0]?.metadata ?? '').name}`).waitFor()
    await page.getByRole('button', { name: 'Mark all as read' }).click()
    await page.getByRole('heading', { name: 'No Message' }).waitFor()
    expect(await counts()).toMatchObject({ unread: 0 })
    await expect.poll(async () => (await tab(/^Unread/).innerText()).replace(/\D/g, '')).toMatch(/^0?$/)
    expect(await page.getByRole('button', { name: 'Mark all as read' }).count()).toBe(0)
  })

  it('[MSG-07] what happened on a chain leads to its transaction', async () => {
    await page.goto('/message?tab=all')
    const link = page.getByRole('link', { name: 'See on chain' }).first()
    // Likes and bids have none.
    await expect
      .poll(async () => {
        await page.evaluate(() => scrollTo({ top: document.body.scrollHeight, behavior: 'instant' }))
        return link.count()
      })
      .toBe(1)
    expect(await link.getAttribute('href')).toMatch(/^https:\/\/explorer\.test\/tx\/0x[0-9a-f]{64}$/)
  })

  it('[SHELL-18] what is none of the market’s is said to be none, and does nothing', async () => {
    await page.goto(linkWith({ tittle: '<img src=x onerror=alert(1)>', content: `\u202e<script>alert(1)</script> ${'M'.repeat(9_000)}` }))
    await page.getByRole('heading', { name: 'Not an announcement of ours' }).waitFor()
    await page.getByText('<img src=x onerror=alert(1)>').waitFor()
    expect(await page.locator('main img, main script').count()).toBe(0)
    await page.setViewportSize({ width: 320, height: 700 })
    await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0)
    await page.setViewportSize({ width: 1440, height: 900 })
    for (const broken of ['', '{', '%7B%7D', '[]'])
      await page.goto(`/noticeDetail?announce=${broken}`).then(() => page.getByRole('heading', { name: 'No announcement here' }).waitFor())
  })

  it('[SHELL-20] the document stands in a frame of its own, within the policy', async () => {
    await page.goto('/')
    await page.getByRole('link', { name: 'How it works' }).click()
    await page.waitForURL('**/doc')
    await page.getByRole('heading', { level: 1, name: 'How the market works' }).waitFor()
    expect(await page.locator('.header, .footer').count()).toBe(0)
    // Without a viewer of its own the browser would show an empty frame, so the page offers the document instead.
    if (await page.evaluate(() => navigator.pdfViewerEnabled)) {
      await page.locator('iframe[title="How the market works"]').waitFor()
      await expect.poll(() => page.frames().some((frame) => frame.url().startsWith('chrome-extension://'))).toBe(true)
    } else await page.getByText('Your browser shows no PDF inside a page').waitFor()
    const { body, status } = await page.evaluate(async () => {
      const answer = await fetch('/guide.pdf')
      return { status: answer.status, body: (await answer.text()).slice(0, 5) }
    })
    expect([status, body]).toEqual([200, '%PDF-'])
  })

  it('breaks nothing on the way', () => expect(carol.complaints).toEqual([]))
})

const keyOf = ({ collection, tokenId, chainId }: ItemRecord) => ({ collection, tokenId, chainId })

const linkWith = (announcement: object) => `/noticeDetail?announce=${encodeURIComponent(JSON.stringify({ lang: 'en', ...announcement }))}`

/** The local chain has no explorer; this one leads nowhere. */
async function withExplorer(page: Page): Promise<void> {
  await changeAnswers(page, '**/api/config/fetch', ({ data }) => {
    for (const network of [data.network, ...data.networks]) if (network.chainId === LOCAL_CHAIN_ID) network.explorer = EXPLORER
  })
}
