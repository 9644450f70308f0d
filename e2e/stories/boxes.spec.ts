import type { BoxRecord } from '@plinth/api'
import { callRpc, mined } from '@plinth/devnet'
import { LOCAL_CHAIN_ID, LOCAL_DEPLOYMENTS } from '@plinth/protocol'
import { collection1155Abi, dollarTokenAbi } from '@plinth/protocol/abi'
import type { Page } from 'playwright-core'
import { createPublicClient, type Hex, http, parseEther, parseUnits } from 'viem'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { changeAnswers } from '../support/answers.ts'
import { findViolations } from '../support/axe.ts'
import { DESKTOP, openBrowser, PHONE, type Visitor } from '../support/browser.ts'
import { closeBought, sayYes } from '../support/buying.ts'
import { actAs, demoMarket } from '../support/demo-market.ts'
import { pictureOnFailure } from '../support/failure.ts'
import { addressOf, gasPaid } from '../support/money.ts'
import { askToOpen } from '../support/opening.ts'
import { settled, showTheme } from '../support/pages.ts'
import { approve, reject, signInAs } from '../support/wallet.ts'

const OTHER_CHAIN = 31_338

/** The demo's series: before, during and after their sale, one sold out, one for tickets. A visitor looks, Alice opens. */
describe('blind boxes', () => {
  const market = demoMarket()
  const alice = addressOf('Alice')
  let visitor: Visitor
  let buyer: Visitor
  let boxes: readonly BoxRecord[]

  beforeAll(async () => {
    boxes = (await market.api.blind['box.list']({ page: 1, limit: 20, chainId: -1 })).list
    visitor = await openBrowser(market.url)
    buyer = await openBrowser(market.url, { reducedMotion: 'no-preference' })
  })
  beforeEach(() => pictureOnFailure(visitor, buyer))
  afterAll(async () => {
    await Promise.all([visitor?.close(), buyer?.close()])
  })

  const pathOf = (name: string): string => {
    const box = boxes.find((one) => one.name === name)
    if (!box) throw new Error(`there is no box ${name}`)
    return `/blindbox/detail/${box.id}?chain=${box.chainId}`
  }
  const foot = (page: Page) => page.locator('.box-foot')
  const chances = (page: Page) => page.locator('.box-prize .box-chance')

  /** Of each kind, by what the history says was drawn. */
  async function leftOf(name: string, amounts: readonly bigint[]): Promise<bigint[]> {
    const box = boxes.find((one) => one.name === name)
    const { list } = await market.api.blind['box.history']({ boxId: box?.id ?? 0n, page: 1, limit: 100 })
    const drawn = list.flatMap(({ indexes }) => indexes)
    return amounts.map((amount, kind) => amount - BigInt(drawn.filter((index) => index === kind).length))
  }

  /** Of boxes with one work each. */
  const percentOf = (pieces: bigint, all: bigint) => `${((Number(pieces) / Number(all)) * 100).toFixed(2)}%`

  describe('for a visitor', () => {
    it('[HOME-13, HOME-14] home asks for five of them and shows four', async () => {
      const { page } = visitor
      const asked = page.waitForRequest((request) => request.url().endsWith('/blind/box/list'))
      await page.goto('/')
      expect(new URLSearchParams((await asked).postData() ?? '').get('limit')).toBe('5')
      await page.locator('.home-boxes .box-card').first().waitFor()
      expect(await page.locator('.home-boxes .box-card').count()).toBe(4)
      await page.getByRole('link', { name: 'All boxes' }).click()
      await page.waitForURL((url) => url.pathname === '/blindbox')
    })

    it('[SHELL-13, BOX-01] the list grows as its end comes near, in parts by what can be opened', async () => {
      const { page } = visitor
      const pages: string[] = []
      // Smaller pages of the real list: the demo has fewer series than one page holds.
      await page.route('**/blind/box/list', async (route) => {
        const sent = new URLSearchParams(route.request().postData() ?? '')
        sent.set('limit', '3')
        pages.push(sent.get('page') ?? '')
        await route.continue({ postData: sent.toString() })
      })
      await page.goto('/blindbox')
      await page.getByRole('heading', { name: 'Blind boxes', level: 1 }).waitFor()
      await page.locator('.box-card').first().waitFor()
      await page.locator('.list-end').scrollIntoViewIfNeeded()
      await expect.poll(() => page.locator('article.box-card').count()).toBe(boxes.length)
      expect(pages).toEqual(expect.arrayContaining(['1', '2']))
      for (const part of ['Open now', 'Opens soon', 'Over']) await page.getByRole('region', { name: part }).waitFor()
      await page.getByRole('region', { name: 'Opens soon' }).getByRole('link', { name: 'Snow box' }).waitFor()
      await page.unrouteAll({ behavior: 'ignoreErrors' })
    })

    it('[SHELL-14, BOX-02, BOX-03, BOX-04, BOX-05, BOX-07, BOX-16] one that is sold out says what it was', async () => {
      const { page } = visitor
      await page.goto(pathOf('First night'))
      await page.getByRole('heading', { name: 'First night', level: 1 }).waitFor()
      expect(await page.locator('.box-background').getAttribute('src')).toMatch(/\/static\//)
      expect(await page.locator('.box-price').innerText()).toContain('0.05 ETH')
      await foot(page).getByText('0 of 4 left').waitFor()
      await page.getByText('Four boxes with two different prints each', { exact: false }).waitFor()
      const maker = boxes.find(({ name }) => name === 'First night')?.order.owner
      expect(await page.locator('.box-maker a').getAttribute('href')).toBe(`/account/${maker}`)
      expect((await page.locator('.box-tags').innerText()).split('\n')).toEqual(
        expect.arrayContaining(['One box holds 2 works', 'No repeats in a box']),
      )
      expect(await foot(page).getByRole('button', { name: 'Sold out' }).isDisabled()).toBe(true)
    })

    it('[BOX-10] its history says who opened how many for how much, and a draw is checked by whoever asks', async () => {
      const { page } = visitor
      await page.getByRole('tab', { name: /History\s*3/ }).click()
      const rows = page.getByRole('tabpanel').getByRole('row')
      const dans = rows.filter({ hasText: 'Dan' })
      await dans.getByText('0.10 ETH', { exact: true }).waitFor()
      expect((await dans.getByRole('cell').allInnerTexts())[1]).toBe('2')
      await dans.getByRole('button', { name: 'Check the draw' }).click()
      const dialog = page.getByRole('dialog')
      await dialog.getByText(/^Checked in your browser/).waitFor()
      expect(await dialog.locator('.proof-mark').count()).toBe(4)
      expect(await dialog.locator('.proof-mark.wrong').count()).toBe(0)
      expect(await findViolations(page, '.dialog')).toEqual([])
      await page.keyboard.press('Escape')
    })

    it('[BOX-09, BOX-11, BOX-14] one to come counts down and has no history; one on sale tells when it closes; one that is over has no clock', async () => {
      const { page } = visitor
      await page.goto(pathOf('Snow box'))
      await foot(page).getByRole('timer').getByText('Starts in').waitFor()
      expect(await foot(page).getByRole('button', { name: 'Open', exact: true }).isDisabled()).toBe(true)
      await page.getByRole('tab', { name: /Info\s*4/ }).waitFor()
      await page.getByText('Winter print: Plum').waitFor()
      expect(await page.getByRole('tab').count()).toBe(1)
      await page.goto(pathOf('Postcards from the opening'))
      await foot(page).getByRole('timer').getByText('Closes in').waitFor()
      expect(
        await foot(page)
          .getByRole('button', { name: /^Open 1 box for/ })
          .isEnabled(),
      ).toBe(true)
      await page.goto(pathOf('Dress rehearsal'))
      expect(await foot(page).getByRole('button', { name: 'Finished' }).isDisabled()).toBe(true)
      expect(await foot(page).getByRole('timer').count()).toBe(0)
    })

    it('[BOX-14] each kind has the chance that was published, and that of the next box by what is left', async () => {
      const { page } = visitor
      const left = await leftOf('Postcards from the opening', [18n, 12n, 7n, 2n, 1n])
      const now = left.map((pieces) => percentOf(pieces, 36n))
      await page.goto(pathOf('Postcards from the opening'))
      await expect.poll(() => chances(page).first().locator('small').innerText()).toBe(`Now ${now[0]}`)
      expect(await chances(page).locator('b').allInnerTexts()).toEqual(['45.00%', '30.00%', '17.50%', '5.00%', '2.50%'])
      expect(await chances(page).locator('small').allInnerTexts()).toEqual(now.map((chance) => `Now ${chance}`))
      // Four were drawn: no chance is what it was, or not all of them.
      expect(now).not.toEqual(['45.00%', '30.00%', '17.50%', '5.00%', '2.50%'])
    })

    it('[BOX-14] of a sealed series only the kinds that were drawn are named and shown; the chances are known of all', async () => {
      const { page } = visitor
      const left = await leftOf('窗花之约', [6n, 10n, 4n])
      const drawn = left.findIndex((pieces, at) => pieces !== [6n, 10n, 4n][at])
      const names = ['雪莲', '秋雁·笺', '九曲之月·笺'].map((name, at) => (at === drawn ? name : 'Secret until it is drawn'))
      await page.goto(pathOf('窗花之约'))
      const prizes = page.locator('.box-prize')
      await expect.poll(() => prizes.locator('.box-prize-name').allInnerTexts()).toEqual(names)
      for (const [at, prize] of (await prizes.all()).entries()) {
        expect(await prize.locator('.box-secret').count()).toBe(at === drawn ? 0 : 1)
        expect(await prize.locator('img').count()).toBe(at === drawn ? 1 : 0)
      }
      expect(await chances(page).locator('b').allInnerTexts()).toEqual(['30.00%', '50.00%', '20.00%'])
      expect(await chances(page).locator('small').allInnerTexts()).toEqual(left.map((pieces) => `Now ${percentOf(pieces, 19n)}`))
    })

    it('[BOX-04, BOX-12] says so where nobody described it, and where there is none', async () => {
      const { page } = visitor
      await changeAnswers(page, '**/blind/box/detail', ({ data }) => {
        data.describe = ''
      })
      await page.goto(pathOf('Snow box'))
      await page.getByText('Its maker has not described it.').waitFor()
      await page.unrouteAll({ behavior: 'ignoreErrors' })
      await page.goto('/blindbox/detail/999999')
      await page.getByRole('heading', { name: 'No such box' }).waitFor()
    })

    it('[BOX-18] nobody pays before he has signed in', async () => {
      const { page } = visitor
      await page.goto(pathOf('Postcards from the opening'))
      await foot(page)
        .getByRole('button', { name: /^Open 1 box for/ })
        .click()
      await page.waitForURL((url) => url.pathname === '/connect')
    })
  })

  describe('for a buyer', () => {
    it('[BOX-22, BOX-32] says what is paid and how it is drawn; a no in the wallet sends nothing', async () => {
      const { page } = buyer
      await signInAs(page, 'Alice', pathOf('Postcards from the opening'))
      await foot(page).getByRole('button', { name: 'One more' }).click()
      await foot(page).getByRole('button', { name: 'Open 2 boxes for 0.041 ETH' }).click()
      const dialog = page.getByRole('dialog')
      await dialog.getByText('Opening may take a few minutes', { exact: false }).first().waitFor()
      await dialog.getByText('If the draw is not shown within 30 minutes', { exact: false }).waitFor()
      for (const theme of ['light', 'dark'] as const) {
        await showTheme(page, theme)
        expect(await findViolations(page, '.dialog', theme === 'light' ? 'all' : 'colours'), theme).toEqual([])
      }
      await dialog.getByRole('button', { name: 'Open 2 boxes for 0.041 ETH' }).click()
      await page.locator('demo-wallet dialog[data-kind="transaction"]').waitFor()
      await reject(page, 'transaction')
      await dialog.getByText('You declined in the wallet. Nothing was sent.').waitFor()
    })

    it('[BOX-30, BOX-33, SHELL-76] two boxes: paid, drawn with the market’s own pictures, shown with name and image, and checked in the browser', async () => {
      const { page } = buyer
      const dialog = page.getByRole('dialog')
      await dialog.locator('.dialog-foot .button.primary').click()
      const drawn = page.getByRole('heading', { name: 'Your boxes are open' })
      const stand = page.locator('.reveal-stand svg').first()
      expect(await sayYes(page, async () => (await stand.count()) > 0)).toEqual(['transaction'])
      await drawn.waitFor({ timeout: 60_000 })
      await page.locator('.reveal.shown').waitFor()
      const works = page.locator('.drawn-work')
      expect(await works.count()).toBe(2)
      for (const work of await works.all()) {
        expect(await work.locator('.drawn-name').innerText()).toMatch(/^Postcard: /)
        await expect.poll(() => work.locator('img').evaluate((image) => (image as HTMLImageElement).naturalWidth)).toBeGreaterThan(0)
      }
      await page.getByText(/^Checked in your browser/).waitFor()
      const { nfts } = await latest()
      expect(nfts.map(({ name }) => name)).toEqual(await works.locator('.drawn-name').allInnerTexts())
      for (const { collection, tokenId, chainId } of nfts)
        await expect
          .poll(async () => (await market.api.nft.detail({ collection, tokenId: BigInt(tokenId), chainId }))?.onlyOwner)
          .toBe(alice)
      await page.getByRole('button', { name: 'Back to the box' }).click()
      await page.getByRole('heading', { name: 'Your openings' }).waitFor()
    })

    it('one whose page is closed while it is paid is found again under “Your openings”', async () => {
      const { page } = buyer
      const before = (await latest()).request
      await page.goto(pathOf('Postcards from the opening'))
      const sent = () =>
        page.evaluate(
          () => (JSON.parse(localStorage.getItem('transactions') ?? '[]') as object[]).filter((entry) => 'hash' in entry).length,
        )
      const sentBefore = await sent()
      await askToOpen(page)
      await approve(page, 'transaction')
      // The wallet lives in the page: gone with it before it has sent anything, nothing was paid.
      await expect.poll(sent).toBe(sentBefore + 1)
      await page.reload()
      await expect.poll(async () => (await latest()).request).toBeGreaterThan(before)
      const mine = page.locator('.box-yours li')
      await expect.poll(() => mine.getByRole('button', { name: 'Check the draw' }).count(), { timeout: 60_000 }).toBe(2)
    })

    it('[BOX-19, BOX-20, BOX-06] with dollars, allowed to the unit, and with a ticket, which is burnt: paid on another network, and drawn', async () => {
      const { page } = visitor
      const carol = addressOf('Carol')
      const chain = createPublicClient({ transport: http(market.rpcUrls[OTHER_CHAIN]), cacheTime: 0 })
      const { dollar, transferProxy } = LOCAL_DEPLOYMENTS[OTHER_CHAIN]
      // Dollars enough on that network, and nothing allowed yet.
      const person = await actAs('Carol', market, OTHER_CHAIN)
      const token = { address: dollar, abi: dollarTokenAbi } as const
      await mined(person, await person.wallet.writeContract({ ...token, functionName: 'mint', args: [carol, parseUnits('1000', 6)] }))
      await mined(person, await person.wallet.writeContract({ ...token, functionName: 'approve', args: [transferProxy, 0n] }))
      const { committed } = await person.api.paytoken.committed({ token: dollar, chainId: OTHER_CHAIN })
      await signInAs(page, 'Carol', pathOf('Garden tin'))
      expect(await openOne(page)).toEqual(['transaction', 'transaction'])
      expect(await chain.readContract({ ...token, functionName: 'allowance', args: [carol, transferProxy] })).toBe(committed)
      const ticket = boxes.find(({ name }) => name === '窗花之约')
      if (!ticket) throw new Error('there is no box for tickets')
      const args = [carol, ticket.payTokenTokenId] as const
      const tickets = { address: ticket.payTokenAddress, abi: collection1155Abi, functionName: 'balanceOf', args } as const
      const before = await chain.readContract(tickets)
      await page.goto(pathOf('窗花之约'))
      await page.locator(`a[href^="/detail/${ticket.payTokenAddress}"]`).first().waitFor()
      expect(await openOne(page)).toEqual(['transaction', 'transaction'])
      expect(await chain.readContract(tickets)).toBe(before - 1n)
    })

    it('is at home on a phone in Chinese, in the dark, with nothing to scroll sideways', async () => {
      const { page } = buyer
      await page.setViewportSize(PHONE)
      await page.evaluate(() => localStorage.setItem('locale', 'zh'))
      for (const path of ['/blindbox', pathOf('窗花之约'), pathOf('Postcards from the opening')]) {
        await page.goto(path)
        await settled(page)
        await showTheme(page, 'dark')
        await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth - innerWidth), { message: path }).toBe(0)
        expect(await findViolations(page, 'main'), path).toEqual([])
      }
      await page.setViewportSize(DESKTOP)
      await page.evaluate(() => localStorage.setItem('locale', 'en'))
    })

    it('of a draw that nobody shows in time takes back all that was paid, and the bond, to the wei', async () => {
      const { page } = buyer
      const box = boxes.find(({ name }) => name === 'Postcards from the opening')
      if (!box) throw new Error('there are no postcards')
      const keeperHas = (wei: Hex) => callRpc(market.rpcUrl, 'anvil_setBalance', [box.order.owner, wei])
      // A keeper without a purse shows nothing, and sends nothing back.
      await keeperHas('0x0')
      const before = (await latest()).request
      await page.goto(pathOf(box.name))
      const dialog = page.getByRole('dialog')
      await askToOpen(page)
      await approve(page, 'transaction')
      await expect.poll(async () => (await latest()).request).toBeGreaterThan(before)
      await page.reload()
      const yours = page.locator('.box-yours')
      await yours.getByText('The draw is under way.', { exact: false }).waitFor()
      await callRpc(market.rpcUrl, 'evm_increaseTime', [1_801])
      await callRpc(market.rpcUrl, 'anvil_mine', ['0x1'])
      const { refundableAt } = await latest()
      await expect.poll(async () => (await market.api.config.fetch({ chainId: LOCAL_CHAIN_ID })).now).toBeGreaterThan(refundableAt)
      await page.reload()
      await yours.getByRole('button', { name: 'Take your money back' }).click()
      await dialog.getByText('The draw was not shown within 30 minutes.', { exact: false }).waitFor()
      const opening = await latest()
      const due = opening.paid + box.bondEach
      expect(parseEther(/[\d.]+/.exec(await dialog.locator('.total dd').innerText())?.[0] ?? '')).toBe(due)
      expect(await findViolations(page, '.dialog')).toEqual([])
      const takeBack = dialog.getByRole('button', { name: /^Take back/ })
      await takeBack.click()
      await reject(page, 'transaction')
      await dialog.getByText('You declined in the wallet. Nothing was sent.').waitFor()
      const block = await market.chain.getBlockNumber()
      const had = await market.chain.getBalance({ address: alice, blockNumber: block })
      await takeBack.click()
      await approve(page, 'transaction')
      await dialog.getByText('Done', { exact: true }).waitFor()
      const now = await market.chain.getBlockNumber()
      const has = await market.chain.getBalance({ address: alice, blockNumber: now })
      expect(has - had + (await gasPaid(market, alice, block, now))).toBe(due)
      expect(await closeBought(page)).toBe(true)
      await yours.getByText('The draw was missed.', { exact: false }).waitFor()
    })
  })

  it('shows nobody a broken page on the way', () => {
    expect([...visitor.complaints, ...buyer.complaints]).toEqual([])
  })

  /** To the drawn work; answers what the wallet was asked. */
  async function openOne(page: Page): Promise<string[]> {
    await askToOpen(page)
    const stand = page.locator('.reveal-stand svg').first()
    const asked = await sayYes(page, async () => (await stand.count()) > 0)
    await page.getByRole('heading', { name: 'Your box is open' }).waitFor({ timeout: 60_000 })
    await page.locator('.reveal.shown').waitFor()
    await page.locator('.drawn-work').waitFor()
    await page.getByRole('button', { name: 'Back to the box' }).click()
    return asked
  }

  /** Alice's newest opening of the postcards. */
  async function latest() {
    const box = boxes.find(({ name }) => name === 'Postcards from the opening')
    if (!box) throw new Error('there are no postcards')
    const ref = { boxId: box.id, chainId: LOCAL_CHAIN_ID, buyer: alice, page: 1, limit: 1 }
    const [opening] = (await market.api.blind['box.history'](ref)).list
    return opening ?? { request: -1, nfts: [], paid: 0n, refundableAt: 0 }
  }
})
