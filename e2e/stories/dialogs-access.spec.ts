/** @module-tag more */
import { type ItemRecord, readMetadata } from '@plinth/api'
import { bidAtAuction, bidFor, buyItem, type Item, listItem, mined, type Person, startAuction } from '@plinth/devnet'
import { type Address, LOCAL_CHAIN_ID, toAddress } from '@plinth/protocol'
import { collection721Abi } from '@plinth/protocol/abi'
import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { DESKTOP, openBrowser, PHONE, type Visitor } from '../support/browser.ts'
import { actAs, demoMarket, itemPath, itemsOnSale } from '../support/demo-market.ts'
import { expectFitsPhone, expectNothingAgainst, leave, primaryOf, tabTo } from '../support/dialog-access.ts'
import { pictureOnFailure } from '../support/failure.ts'
import { makeItem, untilRead } from '../support/items.ts'
import { addressOf } from '../support/money.ts'
import { goWithin, turnTo } from '../support/pages.ts'
import { signInAs } from '../support/wallet.ts'

type Row = {
  dialog: string
  /** Eve sells and Bob buys. */
  who: 'Eve' | 'Bob'
  state: 'held' | 'offered' | 'soon' | 'running' | 'led' | 'ended' | 'box' | 'edition' | 'prints' | 'resting'
  /** Where its button is on the page: among the actions by default. */
  place?: 'bids' | 'menu' | 'foot'
  opens: string | RegExp
  /** In the dialog that opens first and leads to this one. */
  next?: string | RegExp
  /** The target of Tab, where that is not the primary button at its foot. */
  reaches?: string | RegExp
}

/** A new dialog of the item's page is a new row; what each asks of the wallet is shown by dialogs-access.component.test.tsx. */
const ROWS: readonly Row[] = [
  { dialog: 'how to sell', who: 'Eve', state: 'held', opens: '出售', reaches: /^拍卖/ },
  { dialog: 'sale', who: 'Eve', state: 'held', opens: '出售', next: /^一口价/ },
  { dialog: 'auction', who: 'Eve', state: 'held', opens: '出售', next: /^拍卖/ },
  { dialog: 'an auction that runs', who: 'Bob', state: 'running', opens: '出价 0.40 WETH 起' },
  { dialog: 'an auction with the viewer’s bid on it', who: 'Bob', state: 'led', opens: '查看拍卖', reaches: '撤回出价' },
  { dialog: 'edit auction', who: 'Eve', state: 'soon', opens: '修改拍卖' },
  { dialog: 'cancel auction', who: 'Eve', state: 'running', opens: '取消拍卖' },
  { dialog: 'auction bid', who: 'Bob', state: 'running', opens: '出价 0.40 WETH 起', next: '出价 0.40 WETH 起' },
  { dialog: 'take back a bid', who: 'Bob', state: 'led', opens: '查看拍卖', next: '撤回出价' },
  { dialog: 'open a box', who: 'Bob', state: 'box', place: 'foot', opens: /开 1 盒$/ },
  { dialog: 'edit sale', who: 'Eve', state: 'offered', opens: '修改价格' },
  { dialog: 'cancel sale', who: 'Eve', state: 'offered', opens: '下架' },
  { dialog: 'buy', who: 'Bob', state: 'offered', opens: /购买$/ },
  { dialog: 'bid', who: 'Bob', state: 'offered', opens: '出价' },
  { dialog: 'edit bid', who: 'Bob', state: 'held', opens: '修改出价' },
  { dialog: 'cancel bid', who: 'Bob', state: 'held', place: 'bids', opens: '撤回出价' },
  { dialog: 'accept bid', who: 'Eve', state: 'held', place: 'bids', opens: '接受' },
  { dialog: 'transfer', who: 'Eve', state: 'held', place: 'menu', opens: '转移' },
  { dialog: 'burn', who: 'Eve', state: 'held', place: 'menu', opens: '销毁' },
  { dialog: 'sale of an edition', who: 'Eve', state: 'edition', opens: '出售', next: /^一口价/ },
  { dialog: 'purchase of some of an edition', who: 'Bob', state: 'prints', opens: /^购买/ },
  { dialog: 'bid for some of an edition', who: 'Bob', state: 'prints', opens: '出价' },
  { dialog: 'sale at rest that is brought back', who: 'Eve', state: 'resting', opens: '恢复上架' },
  // Last, for they wait until the market has read a block after its end.
  { dialog: 'an auction that waits for its settlement', who: 'Eve', state: 'ended', opens: '接受 0.40 WETH' },
  { dialog: 'auction accept', who: 'Eve', state: 'ended', opens: '接受 0.40 WETH', next: '接受 0.40 WETH' },
  { dialog: 'auction buy', who: 'Bob', state: 'ended', opens: '立即支付 0.40 WETH', next: '立即支付 0.40 WETH' },
]
const PLACES = { acts: '.price-block .acts', bids: '.bid-row', foot: '.box-foot' } as const

/** The dialogs of one person on one page. */
const PAGES = [...Map.groupBy(ROWS, ({ who, state }) => `${who} ${state}`).values()].flatMap((rows) =>
  rows.slice(0, 1).map(({ who, state }) => ({ who, state, rows })),
)

/** One load for each page, in Chinese: each dialog by keyboard on a desk in both themes, then on a phone. */
describe('every trade dialog on the screen', () => {
  const market = demoMarket()
  const people = new Map<Row['who'], Visitor>()
  const items = new Map<Row['state'], ItemRecord>()
  let boxPath: string

  beforeAll(async () => {
    // The highest-priced item without a bid of Bob.
    const isFree = ({ bids }: ItemRecord) => !bids.some(({ maker }) => maker === addressOf('Bob'))
    const dear = (await itemsOnSale(market, 'Eve', 'Bob')).filter(isFree).slice(-2)
    const eve = await actAs('Eve', market)
    for (const [at, item] of dear.entries()) {
      await buyItem(eve, keyOf(item), toAddress(item.onlyOwner))
      items.set(at === 0 ? 'held' : 'offered', item)
    }
    const [held, offered] = [itemIn('held'), itemIn('offered')]
    const isEves = async (item: ItemRecord) => (await market.api.nft.detail(keyOf(item)))?.onlyOwner === addressOf('Eve')
    await vi.waitUntil(async () => (await isEves(held)) && (await isEves(offered)), { timeout: 15_000, interval: 200 })
    await listItem(eve, keyOf(offered), '3')
    const bob = await actAs('Bob', market)
    await bidFor(bob, keyOf(held), '2.5')
    await putAtAuction(eve, bob)
    await makeEditions(eve)
    await bringBack(eve)
    const { list } = await market.api.blind['box.list']({ page: 1, limit: 20, chainId: LOCAL_CHAIN_ID })
    const box = list.find(({ name }) => name === 'Postcards from the opening')
    if (!box) throw new Error('there is no box')
    boxPath = `/blindbox/detail/${box.id}?chain=${box.chainId}`
    for (const who of ['Eve', 'Bob'] as const) {
      const visitor = await openBrowser(market.url)
      people.set(who, visitor)
      await signInAs(visitor.page, who, '/items')
      await turnTo(visitor.page, 'zh')
    }
  })

  beforeEach(() => pictureOnFailure(...people.values()))

  afterAll(async () => {
    await Promise.all([...people.values()].map((visitor) => visitor.close()))
  })

  it.each(PAGES)('[SALE-01] $who, $state: each dialog is reached and left by keyboard, fits a phone, axe has nothing', async (at) => {
    const { page } = personOf(at)
    await come(page, at.state)
    for (const row of at.rows)
      await expectAccess(page, row).catch((cause: unknown) => {
        throw new Error(`${row.dialog}: ${String(cause)}`, { cause })
      })
  })

  async function expectAccess(page: Page, row: Row): Promise<void> {
    const opener = openerOf(page, row)
    const dialog = page.getByRole('dialog')
    await press(page, opener)
    if (row.place === 'menu') await press(page, page.locator('.stage-tools').getByRole('button', { name: row.opens, exact: true }))
    if (row.next) await press(page, dialog.getByRole('button', { name: row.next }))
    const target = row.reaches ? dialog.getByRole('button', { name: row.reaches }) : primaryOf(dialog)
    await target.waitFor()
    // Disabled while the terms load: Tab would skip it.
    await expect.poll(() => target.evaluate((button) => (button as HTMLButtonElement).disabled)).toBe(false)
    await tabTo(page, target)
    await expectNothingAgainst(page)
    await page.setViewportSize(PHONE)
    try {
      const primary = primaryOf(dialog)
      await expectFitsPhone(page, (await primary.count()) > 0 ? primary : target)
      await leave(page, opener)
    } finally {
      await page.setViewportSize(DESKTOP)
    }
  }

  it('[F-76] a wrong price looks unlike the field in focus, with the focus and without', async () => {
    const { page } = personOf({ who: 'Bob' })
    await come(page, 'held')
    const opener = page.locator(PLACES.acts).getByRole('button', { name: '修改出价', exact: true })
    await press(page, opener)
    const dialog = page.getByRole('dialog')
    const price = dialog.locator('.field.big input')
    const shadow = () => dialog.locator('.field.big').evaluate((field) => getComputedStyle(field).boxShadow)
    await expect.poll(() => price.evaluate((field) => field === document.activeElement)).toBe(true)
    // Red is a fault, never the focus.
    const isRingOfInk = () =>
      dialog.locator('.field.big').evaluate((field) => getComputedStyle(field).borderColor === getComputedStyle(document.body).color)
    await expect.poll(isRingOfInk).toBe(true)
    const focused = await shadow()
    await price.fill('0')
    await press(page, primaryOf(dialog))
    await dialog.locator('.field.big.invalid').waitFor()
    await expect.poll(() => price.evaluate((field) => field === document.activeElement)).toBe(true)
    const wrong = await shadow()
    await expect.poll(isRingOfInk).toBe(true)
    await price.blur()
    expect(new Set([focused, wrong, await shadow(), 'none']).size).toBe(4)
    await leave(page, opener)
  })

  it('[SALE-01] turning wrapped coin back over a bid: fits a phone, and the bid stays as it was typed', async () => {
    const { page } = personOf({ who: 'Bob' })
    await come(page, 'prints')
    const opener = page.locator(PLACES.acts).getByRole('button', { name: '出价', exact: true })
    await press(page, opener)
    const dialog = page.getByRole('dialog')
    const offer = dialog.getByRole('button', { name: '把闲置的 WETH 换回 ETH' })
    await offer.waitFor()
    const price = dialog.locator('.field.big input')
    await expect.poll(() => price.evaluate((field) => field === document.activeElement)).toBe(true)
    await page.keyboard.type('0.1')
    await tabTo(page, offer)
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: '把 WETH 换回 ETH' }).waitFor()
    await expectNothingAgainst(page)
    await page.setViewportSize(PHONE)
    try {
      await expectFitsPhone(page, primaryOf(dialog))
    } finally {
      await page.setViewportSize(DESKTOP)
    }
    await page.keyboard.press('Escape')
    await expect.poll(() => offer.evaluate((button) => button === document.activeElement)).toBe(true)
    expect(await price.inputValue()).toBe('0.1')
    await leave(page, opener)
    expect([...people.values()].flatMap(({ complaints }) => complaints)).toEqual([])
  })

  const keyOf = ({ collection, tokenId }: Pick<ItemRecord, 'collection' | 'tokenId'>) => ({ collection, tokenId })
  /** Where the focus is before and after: a menu's own button. */
  const openerOf = (page: Page, { place, opens }: Row) =>
    place === 'menu'
      ? page.locator('.stage-tools').getByRole('button', { name: '更多' })
      : page.locator(PLACES[place ?? 'acts']).getByRole('button', { name: opens, exact: true })

  /** Without a load, unless the test before left something open. */
  async function come(page: Page, to: Row['state']): Promise<void> {
    const isOpen = (await page.getByRole('dialog').count()) > 0
    const path = to === 'box' ? boxPath : itemPath(itemIn(to))
    await (isOpen ? page.goto(path) : goWithin(page, path))
    if (to !== 'box')
      await page
        .locator('.item-title')
        .filter({ hasText: readMetadata(itemIn(to).metadata).name })
        .waitFor()
  }

  async function press(page: Page, button: Locator): Promise<void> {
    await button.waitFor()
    await button.focus()
    await page.keyboard.press('Enter')
  }

  function itemIn(name: Row['state']): ItemRecord {
    const item = items.get(name)
    if (!item) throw new Error(`no item is ${name}`)
    return item
  }

  function personOf({ who }: Pick<Row, 'who'>): Visitor {
    const visitor = people.get(who)
    if (!visitor) throw new Error(`${who} is not here`)
    return visitor
  }

  /** Eve's auctions: one that has not begun, one that runs, one that waits for its settlement. */
  async function putAtAuction(eve: Person, bob: Person): Promise<void> {
    const now = Number((await market.chain.getBlock()).timestamp)
    const terms = { startPrice: '0.4', lowest: '0.4', step: '0.1', dividendPercent: 5 } as const
    const times = {
      soon: [now + 3_600, now + 7_200],
      running: [now, now + 7_200],
      led: [now, now + 7_200],
      ended: [now, now + 30],
    } as const
    for (const name of ['soon', 'running', 'led', 'ended'] as const) {
      const made = await makeItem(eve, { name: `Auction, ${name}` })
      const [startTime, endTime] = times[name]
      const auction = await startAuction(eve, made, { ...terms, startTime, endTime })
      if (name === 'led' || name === 'ended') await bidAtAuction(bob, auction, '0.4')
      const item = await market.api.nft.detail(keyOf(made))
      if (item) items.set(name, item)
    }
  }

  /** Ten that Eve holds, and ten of which five are on sale. */
  async function makeEditions(eve: Person): Promise<void> {
    const held = await makeItem(eve, { name: 'Ten prints', supply: 10 })
    const offered = await makeItem(eve, { name: 'Ten more prints', supply: 10 })
    await listItem(eve, offered, '0.2', { quantity: 5n })
    for (const [name, made] of [
      ['edition', held],
      ['prints', offered],
    ] as const)
      items.set(name, await detailOf(made))
  }

  /** On sale, given to Dan, and given back. */
  async function bringBack(eve: Person): Promise<void> {
    const made = await makeItem(eve, { name: 'There and back' })
    await listItem(eve, made, '0.4')
    await give(eve, made, addressOf('Dan'))
    await give(await actAs('Dan', market), made, eve.address)
    items.set('resting', await detailOf(made))
  }

  async function give(person: Person, { collection, tokenId }: Item, to: Address): Promise<void> {
    const call = { address: collection, abi: collection721Abi, functionName: 'safeTransferFrom' } as const
    await mined(person, await person.wallet.writeContract({ ...call, args: [person.address, to, tokenId] }))
    await untilRead(person, { collection, tokenId }, (item) => item?.onlyOwner === to)
  }

  async function detailOf(item: Item): Promise<ItemRecord> {
    const found = await market.api.nft.detail(keyOf(item))
    if (!found) throw new Error('The market has not read it')
    return found
  }
})
