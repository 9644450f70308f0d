import type { Locator, Page } from 'playwright-core'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { beforeEach, describe, expect, it } from 'vitest'
import { PHONE } from '../support/browser.ts'
import { demoMarket, itemPath, worksOnSale } from '../support/demo-market.ts'
import { addressOf } from '../support/money.ts'
import { settled } from '../support/pages.ts'
import { chooseScripted, installWallet, WalletRefusal } from '../support/scripted-wallet.ts'
import { visitEach } from '../support/visits.ts'
import { signInAs } from '../support/wallet.ts'

const CHUNK_MS = 120_000
const TOAST_MS = 2_000
const SLIDE_MS = 6_000
/** Real time, in which a slide that moves has come over. */
const COME_OVER_MS = 1_500

/** What stands round every page, and the way from page to page. */
describe('the shell', () => {
  const market = demoMarket()
  const story = visitEach(market)
  let page: Page
  beforeEach(() => {
    page = story.page
  })

  const header = () => page.locator('header.header')
  const path = () => new URL(page.url()).pathname

  it('[SHELL-29, SHELL-30, SHELL-31, SHELL-32] shows a loading screen until what every page stands on is there, then what is unread, then the app', async () => {
    await page.addInitScript(() => localStorage.setItem('Authorization', 'of a session long gone'))
    const asked: string[] = []
    const held = Promise.withResolvers<void>()
    page.on('request', (request) => request.url().includes('/api/') && asked.push(request.url().replace(/.*\/api\//, '')))
    // The last of the four is waited for as the others are.
    await page.route('**/api/blind/paytoken/list', async (route) => {
      await held.promise
      await route.continue()
    })
    await page.goto('/')
    await page.getByRole('status', { name: 'Opening the market' }).waitFor()
    await expect
      .poll(() => asked)
      .toEqual(expect.arrayContaining(['config/fetch', 'category/list', 'paytoken/list', 'blind/paytoken/list']))
    expect(await header().count()).toBe(0)
    expect(asked).not.toContain('notices/count')
    held.resolve()
    await header().waitFor()
    // What was asked for before the code was there is not asked for again.
    for (const call of ['config/fetch', 'category/list', 'paytoken/list', 'blind/paytoken/list'])
      expect(asked.slice(0, asked.indexOf('notices/count')).filter((one) => one === call)).toEqual([call])
    expect(asked.indexOf('notices/count')).toBeGreaterThan(asked.indexOf('blind/paytoken/list'))
    expect(asked.indexOf('notices/count')).toBeLessThan(asked.indexOf('home/list'))
  })

  it('says that the market does not answer, asks again by itself, and opens when it does', async () => {
    await page.route('**/api/category/list', (route) => route.abort())
    await page.goto('/')
    await page.getByRole('heading', { level: 1, name: 'The market did not open' }).waitFor()
    await page.unroute('**/api/category/list')
    await header().waitFor()
  })

  it('[SHELL-01, SHELL-34, SHELL-37, SHELL-38, SHELL-39, SHELL-42, SHELL-44, SHELL-72] offers a visitor the logo, his way to the wallet and the chain’s data, and nothing of an account', async () => {
    await page.goto('/404')
    await header().getByRole('link', { name: 'Connect wallet' }).waitFor()
    expect(await header().getByRole('link', { name: 'My items' }).getAttribute('href')).toBe('/connect?redirect=%2Fitems')
    const analytics = header().getByRole('link', { name: /On-chain data/ })
    expect([await analytics.getAttribute('href'), await analytics.getAttribute('target')]).toEqual([
      expect.stringMatching(/^https:\/\//),
      '_blank',
    ])
    for (const name of [/^News/, 'Create']) expect(await header().getByRole('link', { name }).count()).toBe(0)
    expect(await page.locator('.profile-chip').count()).toBe(0)
    await header().locator('.logo').click()
    await page.waitForURL(`${market.url}/`)
    await page.getByRole('heading', { name: 'The market' }).waitFor()
  })

  it('[WIDG-04, SHELL-41] the tutorial shows a picture in the reader’s language and leads to the guide', async () => {
    await page.goto('/')
    for (const [language, word] of [
      ['en', 'Tutorial'],
      ['zh', '使用教程'],
    ] as const) {
      await header().locator(`.language [lang=${language}]`).click()
      await header().getByRole('button', { name: word }).click()
      const card = header().locator('.tutorial')
      const picture = card.getByRole('img', { name: word })
      expect(await picture.getAttribute('src')).toBe(`/tutorial-${language}.webp`)
      await expect.poll(() => picture.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBeGreaterThan(0)
      expect([await card.getAttribute('href'), await card.getAttribute('target')]).toEqual(['/doc', '_blank'])
      await page.keyboard.press('Escape')
    }
  })

  it('[SHELL-46, SHELL-47] the header is fixed and 112 high on a desk, and goes with the page on a phone', async () => {
    await page.goto('/')
    await settled(page)
    const look = () =>
      page.evaluate(() => {
        scrollTo(0, 500)
        const { position } = getComputedStyle(document.querySelector('.header') as Element)
        return [position, getComputedStyle(document.body).paddingTop, document.querySelector('.header')?.getBoundingClientRect().top]
      })
    expect(await look()).toEqual(['fixed', '112px', 0])
    await page.setViewportSize(PHONE)
    expect(await look()).toEqual(['relative', '0px', -500])
  })

  it('[SHELL-22, SHELL-23, SHELL-28] whatever is not there leads to the page that says so, and back to the market', async () => {
    await page.goto('/no/such/page?x=1')
    await page.waitForURL('**/404')
    await page.getByRole('heading', { level: 1, name: 'Nothing stands here' }).waitFor()
    await page.getByText('The page was moved, or the address has a slip in it.').waitFor()
    await page.getByRole('main').getByRole('link', { name: 'Back to the market' }).click()
    await page.waitForURL(`${market.url}/`)
  })

  it('[SHELL-27] a new page starts at its top, and the way back ends where it began', async () => {
    await page.goto('/')
    await settled(page)
    const card = page.locator('#market .card-link').nth(7)
    await card.scrollIntoViewIfNeeded()
    const left = await page.evaluate(() => scrollY)
    expect(left).toBeGreaterThan(500)
    await card.click()
    await page.waitForURL('**/detail/**')
    await expect.poll(() => page.evaluate(() => scrollY)).toBe(0)
    await page.goBack()
    await expect.poll(() => page.evaluate(() => scrollY)).toBe(left)
  })

  it('[SHELL-62, SHELL-63] the foot has logo, languages, search, categories and contact; the chat shows a code and a link', async () => {
    await page.goto('/404')
    const footer = page.getByRole('contentinfo')
    await footer.locator('.logo').waitFor()
    expect(
      await footer
        .getByRole('radiogroup', { name: 'Language' })
        .or(footer.getByRole('group', { name: 'Language' }))
        .count(),
    ).toBe(1)
    const categories = await market.api.category.list({})
    for (const { id } of categories) expect(await footer.locator(`a[href="/salelist/${id}"]`).count()).toBe(1)
    expect(await footer.getByRole('link', { name: 'operator@localhost' }).getAttribute('href')).toBe('mailto:operator@localhost')
    const { config } = await page.evaluate(async () => {
      const answer = await fetch('/api/config/fetch', { method: 'POST' })
      return { config: (await answer.json()).data as { site: { chat: string } } }
    })
    const chat = page.getByRole('button', { name: 'Chat with us' })
    const place = () => chat.evaluate((button) => [getComputedStyle(button).position, Math.round(button.getBoundingClientRect().bottom)])
    const floating = await place()
    expect(floating[0]).toBe('fixed')
    await footer.scrollIntoViewIfNeeded()
    expect(await place()).toEqual(floating)
    await chat.click()
    const dialog = page.getByRole('dialog', { name: 'Chat with us' })
    await dialog.getByRole('img', { name: `Code that opens ${config.site.chat}` }).waitFor()
    expect(await dialog.getByRole('link', { name: 'Open the chat' }).getAttribute('href')).toBe(config.site.chat)
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'hidden' })
    await footer.getByRole('searchbox').fill('moon')
    await page.keyboard.press('Enter')
    await page.waitForURL('**/search?keyword=moon')
  })

  it('[SHELL-11, SHELL-15, SHELL-73] a visitor may look at everything that is open', async () => {
    const [work] = await worksOnSale(market)
    const [category] = await market.api.category.list({})
    if (!work || !category) throw new Error('nothing is on sale')
    const open = ['/', `/salelist/${category.id}`, '/search?keyword=moon', `/collection/${work.collection}?tab=collectibles`]
    for (const each of [...open, `/account/${addressOf('Bob')}?tab=created`, itemPath(work)]) {
      await page.goto(each)
      await settled(page)
      expect(page.url()).toBe(market.url + each)
      expect(await page.locator('main img').count(), each).toBeGreaterThan(0)
    }
    expect(story.visitor.complaints).toEqual([])
  })

  it('[SHELL-05] what needs a wallet sends a visitor to connect, and back afterwards', async () => {
    for (const each of ['/create', '/create/erc721', '/create/erc1155', '/items?tab=created', '/message?tab=all']) {
      await page.goto(each)
      await page.waitForURL(`**/connect?redirect=${encodeURIComponent(each)}`)
    }
    await expect.poll(() => page.locator('.header, .footer').count()).toBe(0)
    await signInAs(page, 'Eve', '/create/erc1155')
    await page.getByRole('heading', { level: 1 }).waitFor()
    for (const each of ['/create', '/create/erc721']) {
      await page.goto(each)
      await page.getByRole('main').waitFor()
      expect(path()).toBe(each)
    }
  })

  it('[SHELL-19, SHELL-39, SHELL-40, SHELL-42, SHELL-44, SHELL-64, SHELL-65, SHELL-45] shows who has signed in his news, his account and whom he follows', async () => {
    await signInAs(page, 'Eve')
    const news = header().getByRole('link', { name: /^News/ })
    expect(await news.getAttribute('href')).toBe('/message?tab=unread')
    expect(await header().getByRole('link', { name: 'Create' }).getAttribute('href')).toBe('/create')
    expect(await header().getByRole('link', { name: 'My items' }).getAttribute('href')).toBe('/items')
    await page.locator('.profile-chip').click()
    const card = page.getByRole('region', { name: 'Your account' })
    await card.getByText('Eve', { exact: true }).waitFor()
    const eve = addressOf('Eve')
    await card.getByText(`${eve.slice(0, 11)}…${eve.slice(-4)}`).waitFor()
    await card.getByRole('button', { name: 'Copy address' }).waitFor()
    expect(await card.getByRole('link', { name: 'Edit profile' }).getAttribute('href')).toBe('/profile')
    expect(await card.getByRole('link', { name: 'Give yourself a name' }).count()).toBe(0)
    await card.getByRole('button', { name: 'Following' }).click()
    const followed = page.getByRole('dialog', { name: 'Following' })
    await followed.getByText('This account follows nobody yet.').or(followed.locator('.list-row').first()).waitFor()
    await page.keyboard.press('Escape')
    await followed.waitFor({ state: 'hidden' })
    await news.click()
    await page.getByRole('heading', { level: 1, name: 'News' }).waitFor()
  })

  it('[SHELL-67, SHELL-75] a wallet that has not signed in yet, of somebody without a name, has its account too', async () => {
    const stranger = privateKeyToAccount(generatePrivateKey())
    const settings = { rpcUrl: market.rpcUrl, rpcUrls: market.rpcUrls, chainId: 31_337, accounts: [stranger] }
    const wallet = await installWallet(story.visitor.context, settings)
    wallet.answers.set('personal_sign', () => {
      throw new WalletRefusal(4001, 'User rejected the request.')
    })
    await page.goto('/connect')
    await chooseScripted(page)
    await page.getByText('You declined in the wallet.').first().waitFor()
    await page.goto('/')
    await page.locator('.profile-chip').click()
    const card = page.getByRole('region', { name: 'Your account' })
    expect(await card.getByRole('link', { name: 'Give yourself a name' }).getAttribute('href')).toBe('/profile')
    for (const name of [/^News/, 'Create', 'My items']) expect(await header().getByRole('link', { name }).count()).toBeGreaterThan(0)
    await card.getByRole('button', { name: 'Following' }).click()
    await page.getByRole('dialog', { name: 'Following' }).getByText('This account follows nobody yet.').waitFor()
  })

  it('[ERR-04] a part whose code does not come within two minutes is left out, with one offer to load anew', async () => {
    await page.setViewportSize(PHONE)
    await page.clock.install()
    await page.route(/\/assets\/(MobileMenu|SearchOverlay)-/, () => undefined)
    await page.goto('/404')
    await page.getByRole('button', { name: 'Menu' }).click()
    await page.getByRole('button', { name: 'Search with suggestions' }).click()
    const offer = page.getByRole('alert')
    await page.clock.runFor(CHUNK_MS - 10_000)
    expect(await offer.count()).toBe(0)
    await page.clock.runFor(10_500)
    await offer.getByText('A part of this page did not arrive.').waitFor()
    expect(await offer.count()).toBe(1)
    await page.getByRole('heading', { name: 'Nothing stands here' }).waitFor()
    await page.unroute(/\/assets\/(MobileMenu|SearchOverlay)-/)
    await offer.getByRole('button', { name: 'Load the page again' }).click()
    await page.getByRole('button', { name: 'Menu' }).click()
    await page.getByRole('dialog', { name: 'Menu' }).waitFor()
    story.visitor.complaints.length = 0
  })

  it('[ERR-04] a page whose code does not come says so, keeps the shell, and loads anew', async () => {
    await page.goto('/404')
    await page.route(/\/assets\/home-/, (route) => route.abort())
    await page.getByRole('main').getByRole('link', { name: 'Back to the market' }).click()
    await page.getByRole('heading', { level: 1, name: 'This page did not arrive' }).waitFor()
    await header().waitFor()
    await page.unroute(/\/assets\/home-/)
    await page.getByRole('button', { name: 'Load the page again' }).click()
    await page.getByRole('heading', { name: 'The market' }).waitFor()
  })

  it('a page that breaks says so, with a trace that stands in the browser’s log, and the next page is whole', async () => {
    await page.goto('/404')
    const body = 'export function Component() { throw new Error("broken on purpose") }'
    await page.route(/\/assets\/home-.*\.js/, (route) => route.fulfill({ contentType: 'text/javascript', body }))
    await page.getByRole('main').getByRole('link', { name: 'Back to the market' }).click()
    const broken = page.getByRole('alert')
    await broken.getByRole('heading', { level: 1, name: 'This page broke' }).waitFor()
    const [, trace] = /Trace ([0-9a-f]{8})\./.exec(await broken.innerText()) ?? []
    expect(story.visitor.complaints.filter((line) => line.includes(`trace ${trace} Error: broken on purpose`))).toHaveLength(1)
    await header().getByRole('link', { name: 'Auctions' }).click()
    await page.getByRole('heading', { level: 1, name: 'Auctions' }).waitFor()
    expect(await broken.count()).toBe(0)
    await page.unroute(/\/assets\/home-.*\.js/)
    story.visitor.complaints.length = 0
  })

  it('[HOME-01, HOME-04] banner and strip rest while they are pointed at or focused, and never move where motion is unwelcome', async () => {
    const slide = page.locator('.banner-count')
    const notice = page.locator('.announcement-next')
    const shown = async () => [(await slide.innerText())[0], (await notice.innerText())[0]]
    await page.clock.install()
    const open = async (reducedMotion: 'reduce' | 'no-preference') => {
      await page.emulateMedia({ reducedMotion })
      await page.goto('/')
      await settled(page)
      expect(await shown()).toEqual(['1', '1'])
    }
    await open('reduce')
    await page.clock.runFor(3 * SLIDE_MS)
    await page.waitForTimeout(COME_OVER_MS)
    expect(await shown()).toEqual(['1', '1'])
    await open('no-preference')
    for (const [part, counter, button] of [
      ['.banner', slide, '.banner-pager button'],
      ['.announcement-row', notice, '.announcement-next'],
    ] as const) {
      const focus = (isOn: boolean) =>
        page
          .locator(button)
          .first()
          .evaluate((element: HTMLElement, on) => (on ? element.focus() : element.blur()), isOn)
      const point = (isOn: boolean) => (isOn ? page.locator(part).hover() : page.mouse.move(720, 20))
      for (const hold of [point, focus]) {
        await hold(true)
        const before = (await counter.innerText())[0]
        await page.clock.runFor(SLIDE_MS + 500)
        await page.waitForTimeout(COME_OVER_MS)
        expect((await counter.innerText())[0]).toBe(before)
        await hold(false)
        await page.clock.runFor(SLIDE_MS + 500)
        await expect.poll(async () => (await counter.innerText())[0]).not.toBe(before)
      }
    }
  })

  /** A button that ends in a toast. From here on time passes when it is told to; a real click would wait for frames. */
  async function copyInStoppedTime(): Promise<Locator> {
    await story.visitor.context.grantPermissions(['clipboard-read', 'clipboard-write'])
    await page.goto(`/account/${addressOf('Bob')}`)
    const copy = page.locator('.account-side').getByRole('button', { name: /^Copy/ })
    await copy.waitFor()
    await page.clock.install()
    await page.clock.pauseAt(Date.now() + 60_000)
    return copy
  }

  it('[ERR-23] a toast waits while it is pointed at or focused', async () => {
    const copy = await copyInStoppedTime()
    const toast = page.locator('button.toast')
    const pointer = (type: string) => () => toast.dispatchEvent(type)
    const holds = [
      [pointer('pointerover'), pointer('pointerout')],
      [() => toast.evaluate((on) => on.focus()), () => toast.evaluate((on) => on.blur())],
    ] as const
    for (const [hold, release] of holds) {
      await copy.dispatchEvent('click')
      await toast.waitFor()
      await hold()
      await page.clock.runFor(5 * TOAST_MS)
      expect(await toast.count()).toBe(1)
      await release()
      await page.clock.runFor(TOAST_MS + 100)
      expect(await toast.count()).toBe(0)
    }
  })

  it('[ERR-23, ERR-24] a toast stands 40 px from the top for two seconds, and the next takes its place', async () => {
    const copy = await copyInStoppedTime()
    const toast = page.locator('.toast')
    await copy.dispatchEvent('click')
    await toast.waitFor()
    expect((await toast.boundingBox())?.y).toBe(40)
    await page.clock.runFor(TOAST_MS - 500)
    await page.evaluate(() => {
      navigator.clipboard.writeText = () => Promise.reject(new Error('denied'))
    })
    await copy.dispatchEvent('click')
    await toast.getByText('Copy error').waitFor()
    expect(await toast.count()).toBe(1)
    await page.clock.runFor(TOAST_MS - 100)
    expect(await toast.count()).toBe(1)
    await page.clock.runFor(200)
    expect(await toast.count()).toBe(0)
  })
})
