/** @module-tag more */
import { copyFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { BoxHistoryRecord, BoxRecord } from '@plinth/api'
import { callRpc, mined } from '@plinth/devnet'
import { type Address, LOCAL_CHAIN_ID, LOCAL_DEPLOYMENTS } from '@plinth/protocol'
import { collection1155Abi, dollarTokenAbi } from '@plinth/protocol/abi'
import type { Page } from 'playwright-core'
import { createPublicClient, type Hex, http, numberToHex, parseEther, parseUnits } from 'viem'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { findViolations } from '../support/axe.ts'
import { DESKTOP, openBrowser, PHONE, type Visitor } from '../support/browser.ts'
import { closeBought, sayYes } from '../support/buying.ts'
import { actAs, demoMarket } from '../support/demo-market.ts'
import { expectFitsPhone, expectNothingAgainst, layersStand, leave, speak, tabTo } from '../support/dialog-access.ts'
import { pictureOnFailure } from '../support/failure.ts'
import { addressOf, gasPaid } from '../support/money.ts'
import { askToOpen, holdDraws } from '../support/open-box.ts'
import { operate } from '../support/operate.ts'
import { settled, showTheme } from '../support/pages.ts'
import { paintPng } from '../support/picture.ts'
import { approve, signInAs } from '../support/wallet.ts'

const OTHER_CHAIN = 31_338
/** Code whose every call reverts. */
const REFUSES_ALL: Hex = '0x5f5ffd'

const FILMS = { anim1: 'slow-swell.webm', anim2: 'campfire.gif' }
const SERIES = {
  chainId: LOCAL_CHAIN_ID,
  name: 'Evening tide',
  image: 'cover.png',
  price: '0.1',
  prizesPerBox: 2,
  repeats: true,
  starts: '2020-01-01T00:00:00Z',
  ends: '2100-01-01T00:00:00Z',
  prizes: [
    { name: 'Near', image: 'near.png', amount: 11 },
    { name: 'Far', image: 'far.png', amount: 1 },
  ],
  ...FILMS,
}

/** Payments, draws, refunds and collections on the chain. Alice opens boxes on the default network, Carol on the other. */
describe('blind boxes', () => {
  const market = demoMarket()
  const alice = addressOf('Alice')
  let boxes: readonly BoxRecord[]
  let buyer: Visitor
  let other: Visitor

  beforeAll(async () => {
    boxes = (await market.api.blind['box.list']({ page: 1, limit: 20, chainId: -1 })).list
    buyer = await openBrowser(market.url, { reducedMotion: 'no-preference' })
    other = await openBrowser(market.url)
  })
  beforeEach(() => pictureOnFailure(buyer, other))
  afterAll(async () => {
    await Promise.all([buyer?.close(), other?.close()])
  })

  const rpc = (method: string, ...params: unknown[]) => callRpc(market.rpcUrl, method, params)
  const foot = (page: Page) => page.locator('.box-foot')
  const items = (page: Page) => page.locator('.drawn-work')
  const yours = (page: Page) => page.locator('.box-yours')
  const stand = (page: Page) => page.locator('.reveal-stand')

  function boxOf(name: string): BoxRecord {
    const box = boxes.find((one) => one.name === name)
    if (!box) throw new Error(`there is no box ${name}`)
    return box
  }
  const postcards = () => boxOf('Postcards from the opening')
  const pathOf = ({ id, chainId }: Pick<BoxRecord, 'id' | 'chainId'>) => `/blindbox/detail/${id}?chain=${chainId}`

  /** Alice's newest opening. */
  async function latest({ id }: Pick<BoxRecord, 'id'>): Promise<BoxHistoryRecord> {
    const ref = { boxId: id, chainId: LOCAL_CHAIN_ID, buyer: alice, page: 1, limit: 1 }
    const [opening] = (await market.api.blind['box.history'](ref)).list
    if (!opening) throw new Error('Alice has opened none')
    return opening
  }
  const countOf = async ({ id }: Pick<BoxRecord, 'id'>) =>
    (await market.api.blind['box.history']({ boxId: id, chainId: LOCAL_CHAIN_ID, buyer: alice, page: 1, limit: 1 })).total

  /** From the box's page to its drawn items; returns the wallet's requests. */
  async function open(page: Page, label?: string | RegExp): Promise<string[]> {
    await askToOpen(page, label)
    const asked = await sayYes(page, async () => (await stand(page).count()) > 0)
    await page.locator('.reveal.shown').waitFor({ timeout: 60_000 })
    return asked
  }

  /** One paid box whose owner can't draw it. Returns a function that lets the draw continue. */
  async function openUndrawn(page: Page, box: BoxRecord): Promise<() => Promise<unknown>> {
    await page.goto(pathOf(box))
    const before = await countOf(box)
    const resume = await holdDraws(market, box)
    await askToOpen(page)
    await approve(page, 'transaction')
    await expect.poll(() => countOf(box)).toBe(before + 1)
    await stand(page).waitFor()
    await layersStand(page, 1)
    return resume
  }

  /** Each drawn item is shown with name and image, and belongs to its buyer on chain. */
  async function expectDrawn(page: Page, box: Pick<BoxRecord, 'id'>, owner: Address): Promise<void> {
    const { nfts } = await latest(box)
    expect(nfts.map(({ name }) => name)).toEqual(await items(page).locator('.drawn-name').allInnerTexts())
    expect(new Set(nfts.map(({ tokenId }) => tokenId)).size).toBe(nfts.length)
    for (const picture of await items(page).locator('img').all())
      await expect.poll(() => picture.evaluate((image) => (image as HTMLImageElement).naturalWidth)).toBeGreaterThan(0)
    for (const { collection, tokenId, chainId } of nfts)
      await expect.poll(async () => (await market.api.nft.detail({ collection, tokenId: BigInt(tokenId), chainId }))?.onlyOwner).toBe(owner)
  }

  async function passDrawTime(box: BoxRecord): Promise<void> {
    await rpc('evm_increaseTime', 1_801)
    await rpc('anvil_mine', '0x1')
    const { refundableAt } = await latest(box)
    await expect.poll(async () => (await market.api.config.fetch({ chainId: LOCAL_CHAIN_ID })).now).toBeGreaterThan(refundableAt)
  }

  /** Balance change of Alice's account by one transaction, without gas. */
  async function incomeOf(act: () => Promise<unknown>): Promise<bigint> {
    const block = await market.chain.getBlockNumber()
    const had = await market.chain.getBalance({ address: alice, blockNumber: block })
    await act()
    const now = await market.chain.getBlockNumber()
    const has = await market.chain.getBalance({ address: alice, blockNumber: now })
    return has - had + (await gasPaid(market, alice, block, now))
  }

  async function confirmDue(page: Page): Promise<void> {
    await expectNothingAgainst(page)
    await page.getByRole('dialog').locator('.dialog-foot .button.primary').click()
    await approve(page, 'transaction')
    await page.getByRole('dialog').getByText('Done', { exact: true }).waitFor()
  }

  it('[BOX-23, BOX-29, BOX-30, BOX-33] ten at once are paid, drawn in one drawing, checked in the browser, and the buyer’s', async () => {
    const { page } = buyer
    await signInAs(page, 'Alice', pathOf(postcards()))
    for (let count = 1; count < 10; count++) await foot(page).getByRole('button', { name: 'One more' }).click()
    await foot(page).getByRole('button', { name: 'Open 10 boxes for 0.205 ETH' }).click()
    await expectNothingAgainst(page)
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    expect(await open(page, 'Open 10 boxes for 0.205 ETH')).toEqual(['transaction'])
    await page.getByRole('heading', { name: 'Your boxes are open' }).waitFor()
    expect(await items(page).count()).toBe(10)
    await page.getByText(/^Checked in your browser/).waitFor()
    await expectDrawn(page, postcards(), alice)
    expect(await findViolations(page, '.reveal')).toEqual([])
    await page.getByRole('button', { name: 'Back to the box' }).click()
    await page.getByRole('heading', { name: 'Your openings' }).waitFor()
    await layersStand(page)
  })

  it('one whose page is closed while it is paid is found again under “Your openings”', async () => {
    const { page } = buyer
    const paying = await buyer.context.newPage()
    await paying.goto(pathOf(postcards()))
    const before = await countOf(postcards())
    const sent = () =>
      paying.evaluate(
        () => (JSON.parse(localStorage.getItem('transactions') ?? '[]') as object[]).filter((entry) => 'hash' in entry).length,
      )
    const sentBefore = await sent()
    await askToOpen(paying)
    await approve(paying, 'transaction')
    // The wallet lives in the page: closed before it has sent the transaction, it pays nothing.
    await expect.poll(sent).toBe(sentBefore + 1)
    await paying.close()
    await page.goto(pathOf(postcards()))
    await expect.poll(() => countOf(postcards())).toBe(before + 1)
    const checks = yours(page).locator('li').getByRole('button', { name: 'Check the draw' })
    await expect.poll(() => checks.count(), { timeout: 60_000 }).toBe(before + 1)
    await checks.first().click()
    await page
      .getByRole('dialog')
      .getByText(/^Checked in your browser/)
      .waitFor()
    await expectNothingAgainst(page)
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await layersStand(page)
  })

  it('[BOX-26, BOX-28] a series from a file plays its film in Chinese on a phone, then shows two alike in one box', async () => {
    const { page } = buyer
    const folder = mkdtempSync(join(tmpdir(), 'plinth-series-'))
    try {
      for (const [at, name] of ['cover.png', 'near.png', 'far.png'].entries()) writeFileSync(join(folder, name), paintPng(50 + at))
      for (const name of Object.values(FILMS))
        copyFileSync(new URL(`../../packages/devnet/media/${name}`, import.meta.url), join(folder, name))
      writeFileSync(join(folder, 'series.json'), JSON.stringify(SERIES))
      const said = await operate(market, 'box', 'create', '--file', join(folder, 'series.json'), '--why', 'asked for')
      const id = BigInt(/^Box (\d+), Evening tide, is stored/.exec(said)?.[1] ?? '')
      await operate(market, 'box', 'fill', '--box', String(id), '--requests', '5', '--why', 'asked for')
      await operate(market, 'box', 'deposit', '--box', String(id), '--amount', '0.5', '--why', 'asked for')
      const box = await market.api.blind['box.detail']({ boxId: id, chainId: LOCAL_CHAIN_ID })
      if (!box) throw new Error(`there is no box ${id}`)
      await page.setViewportSize(PHONE)
      await speak(page, 'zh')
      // The list, and one that is paid with coin: sweep.spec.ts.
      await page.goto(pathOf(boxOf('窗花之约')))
      await settled(page)
      await showTheme(page, 'dark')
      await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBe(0)
      expect(await findViolations(page, 'main')).toEqual([])
      await page.goto('/blindbox')
      await page.getByRole('region', { name: '正在发售' }).getByRole('link', { name: 'Evening tide' }).click()
      await showTheme(page, 'dark')
      await foot(page).getByText('剩余 6 / 6').waitFor()
      await foot(page).getByRole('button', { name: '加一' }).click()
      const draw = await holdDraws(market, box)
      const opener = foot(page).getByRole('button', { name: /开 2 盒$/ })
      await askToOpen(page, /开 2 盒$/)
      await approve(page, 'transaction')
      const film = page.locator('.reveal.waiting .reveal-stand video')
      await film.waitFor({ timeout: 30_000 })
      expect(await film.getAttribute('src')).toBe(box.anim1)
      await expect.poll(() => film.evaluate((element) => (element as HTMLVideoElement).currentTime)).toBeGreaterThan(0)
      expect(await film.evaluate((element) => (element as HTMLVideoElement).muted)).toBe(true)
      await page.evaluate(recordSkip)
      await draw()
      await page.locator('.reveal.shown').waitFor({ timeout: 60_000 })
      // Kept in the page by `recordSkip`, under a name that no type knows.
      const { height, right } = await page.evaluate(() => (globalThis as unknown as { skip: { height: number; right: number } }).skip)
      // 44 with touch, 40 with the mouse of this browser.
      expect(height).toBeGreaterThanOrEqual(40)
      expect(right).toBeLessThan(PHONE.width)
      const picture = stand(page).locator('img')
      await expect.poll(() => picture.evaluate((element) => (element as HTMLImageElement).naturalWidth)).toBeGreaterThan(0)
      expect(await picture.getAttribute('src')).toBe(box.anim2)
      const drawn = await items(page).locator('.drawn-name').allInnerTexts()
      expect(drawn).toHaveLength(4)
      // There is one Far: at least one of the two boxes holds the same item twice, and each copy is shown.
      expect([drawn.slice(0, 2), drawn.slice(2)]).toContainEqual(['Near', 'Near'])
      await page.getByText(/^已由你的浏览器核验/).waitFor()
      await expectDrawn(page, { id }, alice)
      const back = page.getByRole('button', { name: '返回盲盒' })
      await expectFitsPhone(page, back, '.reveal')
      await tabTo(page, back)
      await leave(page, opener)
      await page.setViewportSize(DESKTOP)
      await speak(page, 'en')
    } finally {
      rmSync(folder, { recursive: true, force: true })
    }
  })

  it('[BOX-19, BOX-20] with dollars, allowed to the unit, and with a ticket, which is burnt: paid on another network', async () => {
    const { page } = other
    const carol = addressOf('Carol')
    const chain = createPublicClient({ transport: http(market.rpcUrls[OTHER_CHAIN]), cacheTime: 0 })
    const { dollar, transferProxy } = LOCAL_DEPLOYMENTS[OTHER_CHAIN]
    // Dollars enough on that network, and nothing allowed yet.
    const person = await actAs('Carol', market, OTHER_CHAIN)
    const token = { address: dollar, abi: dollarTokenAbi } as const
    await mined(person, await person.wallet.writeContract({ ...token, functionName: 'mint', args: [carol, parseUnits('1000', 6)] }))
    await mined(person, await person.wallet.writeContract({ ...token, functionName: 'approve', args: [transferProxy, 0n] }))
    const { committed } = await person.api.paytoken.committed({ token: dollar, chainId: OTHER_CHAIN })
    await signInAs(page, 'Carol', pathOf(boxOf('Garden tin')))
    expect(await open(page)).toEqual(['transaction', 'transaction'])
    expect(await chain.readContract({ ...token, functionName: 'allowance', args: [carol, transferProxy] })).toBe(committed)
    const ticket = boxOf('窗花之约')
    const args = [carol, ticket.payTokenTokenId] as const
    const tickets = { address: ticket.payTokenAddress, abi: collection1155Abi, functionName: 'balanceOf', args } as const
    const before = await chain.readContract(tickets)
    await page.goto(pathOf(ticket))
    expect(await open(page)).toEqual(['transaction', 'transaction'])
    expect(await chain.readContract(tickets)).toBe(before - 1n)
  })

  it('what a wallet could not take waits in the contract, and is collected when it can', async () => {
    const { page } = buyer
    const box = postcards()
    const draw = await openUndrawn(page, box)
    // Drawn only once her account refuses everything.
    await rpc('anvil_setCode', alice, REFUSES_ALL)
    await draw()
    const kept = async () => (await market.api.blind['box.kept']({ boxId: box.id, account: alice })).list
    await expect.poll(async () => (await kept()).length, { timeout: 60_000 }).toBe(1)
    await rpc('anvil_setCode', alice, '0x')
    await page.goto(pathOf(box))
    const [waiting] = await kept()
    await yours(page).getByText(`${waiting?.name} waits for you: your wallet could not take it at the draw.`).waitFor()
    expect((await latest(box)).nfts.map(({ tokenId }) => tokenId)).toEqual([''])
    const holds = async () => (await market.api.user.collections({ address: alice, chainId: LOCAL_CHAIN_ID, page: 1, limit: 1 })).total
    const had = await holds()
    await yours(page).getByRole('button', { name: 'Collect it' }).click()
    await confirmDue(page)
    expect(await closeBought(page)).toBe(true)
    await expect.poll(holds).toBe(had + 1)
    expect(await kept()).toEqual([])
  })

  it('of a draw that is not shown in time all that was paid comes back, and the bond, to the wei', async () => {
    const { page } = buyer
    const box = postcards()
    const draw = await openUndrawn(page, box)
    await page.reload()
    await yours(page).getByText('The draw is under way.', { exact: false }).waitFor()
    await passDrawTime(box)
    await page.reload()
    await yours(page).getByRole('button', { name: 'Take your money back' }).click()
    const dialog = page.getByRole('dialog')
    const amountDue = (await latest(box)).paid + box.bondEach
    expect(parseEther(/[\d.]+/.exec(await dialog.locator('.total dd').innerText())?.[0] ?? '')).toBe(amountDue)
    expect(await incomeOf(() => confirmDue(page))).toBe(amountDue)
    expect(await closeBought(page)).toBe(true)
    await yours(page).getByText('The draw was missed.', { exact: false }).first().waitFor()
    await draw()
  })

  it('money that could not reach its account waits in the contract too, and comes to the wei', async () => {
    const { page } = buyer
    const box = boxOf('Snow box')
    await rpc('evm_setNextBlockTimestamp', numberToHex(box.startTime + 1))
    await rpc('anvil_mine', '0x1')
    await expect.poll(async () => (await market.api.config.fetch({ chainId: LOCAL_CHAIN_ID })).now).toBeGreaterThan(box.startTime)
    const draw = await openUndrawn(page, box)
    await passDrawTime(box)
    // Her account refuses everything when the owner of the series refunds it.
    await rpc('anvil_setCode', alice, REFUSES_ALL)
    await draw()
    const credits = async () => (await market.api.blind['box.kept']({ boxId: box.id, account: alice })).credits
    await expect.poll(async () => (await credits()).length, { timeout: 60_000 }).toBe(1)
    await rpc('anvil_setCode', alice, '0x')
    const amountDue = (await latest(box)).paid + box.bondEach
    await page.reload()
    await yours(page)
      .getByRole('button', { name: /^Take back / })
      .click()
    expect(await incomeOf(() => confirmDue(page))).toBe(amountDue)
    expect(await closeBought(page)).toBe(true)
    expect(await credits()).toEqual([])
    expect([...buyer.complaints, ...other.complaints]).toEqual([])
  })
})

/** Runs in the page: measures “Skip” as soon as it appears, for it stays no longer than the light. */
function recordSkip(): void {
  new MutationObserver((_, observer) => {
    const place = document.querySelector('.reveal.burst .reveal-bar .button')?.getBoundingClientRect()
    if (!place) return
    observer.disconnect()
    Object.assign(globalThis, { skip: { height: place.height, right: place.right } })
  }).observe(document, { subtree: true, childList: true, attributeFilter: ['class'] })
}
