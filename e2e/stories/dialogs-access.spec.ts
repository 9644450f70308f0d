import type { ItemRecord } from '@plinth/api'
import { bidAtAuction, bidFor, buyItem, listItem, type Person, startAuction } from '@plinth/devnet'
import { LOCAL_CHAIN_ID, toAddress } from '@plinth/protocol'
import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { DESKTOP, openBrowser, PHONE, type Visitor } from '../support/browser.ts'
import { actAs, demoMarket, itemPath, worksOnSale } from '../support/demo-market.ts'
import {
  declineAndLeave,
  expectFitsPhone,
  expectNothingAgainst,
  type Language,
  leave,
  primaryOf,
  speak,
  tabTo,
} from '../support/dialog-access.ts'
import { pictureOnFailure } from '../support/failure.ts'
import { addressOf } from '../support/money.ts'
import { signInAs } from '../support/wallet.ts'
import { makeWork } from '../support/works.ts'

type Row = {
  dialog: string
  /** Eve holds one work, for which Bob bids, and offers another; four more are hers at auction, and Bob bids; a box is on sale. */
  who: 'Eve' | 'Bob'
  work: 'held' | 'offered' | 'soon' | 'running' | 'led' | 'ended' | 'box'
  /** Where its button is on the page: among the acts, if nothing else is said. */
  place?: 'bids' | 'menu' | 'foot'
  opens: Record<Language, string | RegExp>
  /** In the dialog that opens first and hands on to this one. */
  next?: Record<Language, string | RegExp>
  /** What is typed into the field that has the focus when it opens. */
  types?: string
  /** What is typed into further fields, by their label: each is reached by Tab. */
  more?: Readonly<Record<string, string>>
  /** What one comes to by Tab, where that is another button than the primary one at its foot. */
  reaches?: Record<Language, string | RegExp>
  /** Asks no wallet, and is done or leads on as soon as its button is pressed: it is left unpressed. */
  isFree?: boolean
}

/** A new dialog of the item's page is a new row. */
const ROWS: readonly Row[] = [
  {
    dialog: 'how to sell',
    ...{ who: 'Eve', work: 'held', opens: { en: 'Sell', zh: '出售' } },
    reaches: { en: /^Auction/, zh: /^拍卖/ },
    isFree: true,
  },
  { dialog: 'sale', who: 'Eve', work: 'held', opens: { en: 'Sell', zh: '出售' }, next: { en: /^Fixed price/, zh: /^一口价/ }, types: '5' },
  {
    dialog: 'auction',
    who: 'Eve',
    work: 'held',
    opens: { en: 'Sell', zh: '出售' },
    next: { en: /^Auction/, zh: /^拍卖/ },
    types: '4',
    more: { 'Lowest price you accept': '5', 'Smallest step between bids': '0.1' },
  },
  {
    dialog: 'an auction that runs',
    ...{ who: 'Bob', work: 'running', opens: { en: 'Bid 0.40 WETH or more', zh: '出价 0.40 WETH 起' } },
    isFree: true,
  },
  {
    dialog: 'an auction with his bid on it',
    ...{ who: 'Bob', work: 'led', opens: { en: 'See the auction', zh: '查看拍卖' } },
    reaches: { en: 'Take the bid back', zh: '撤回出价' },
    isFree: true,
  },
  {
    dialog: 'an auction that waits for its settlement',
    ...{ who: 'Eve', work: 'ended', opens: { en: 'Accept 0.40 WETH', zh: '接受 0.40 WETH' } },
    isFree: true,
  },
  { dialog: 'edit auction', who: 'Eve', work: 'soon', opens: { en: 'Edit auction', zh: '修改拍卖' } },
  { dialog: 'cancel auction', who: 'Eve', work: 'running', opens: { en: 'Cancel the auction', zh: '取消拍卖' } },
  {
    dialog: 'auction bid',
    who: 'Bob',
    work: 'running',
    opens: { en: 'Bid 0.40 WETH or more', zh: '出价 0.40 WETH 起' },
    next: { en: 'Bid 0.40 WETH or more', zh: '出价 0.40 WETH 起' },
    types: '0.5',
  },
  {
    dialog: 'auction accept',
    who: 'Eve',
    work: 'ended',
    opens: { en: 'Accept 0.40 WETH', zh: '接受 0.40 WETH' },
    next: { en: 'Accept 0.40 WETH', zh: '接受 0.40 WETH' },
  },
  {
    dialog: 'auction buy',
    who: 'Bob',
    work: 'ended',
    opens: { en: 'Pay your bid of 0.40 WETH', zh: '支付你的出价 0.40 WETH' },
    next: { en: 'Pay your bid of 0.40 WETH', zh: '支付你的出价 0.40 WETH' },
  },
  {
    dialog: 'take back a bid',
    who: 'Bob',
    work: 'led',
    opens: { en: 'See the auction', zh: '查看拍卖' },
    next: { en: 'Take the bid back', zh: '撤回出价' },
    isFree: true,
  },
  { dialog: 'open a box', who: 'Bob', work: 'box', place: 'foot', opens: { en: /^Open 1 box for/, zh: /开 1 盒$/ } },
  { dialog: 'edit sale', who: 'Eve', work: 'offered', opens: { en: 'Edit the price', zh: '修改价格' }, types: '2.5' },
  { dialog: 'cancel sale', who: 'Eve', work: 'offered', opens: { en: 'Cancel the sale', zh: '下架' } },
  { dialog: 'buy', who: 'Bob', work: 'offered', opens: { en: /^Buy for/, zh: /购买$/ } },
  { dialog: 'bid', who: 'Bob', work: 'offered', opens: { en: 'Bid', zh: '出价' }, types: '0.1' },
  { dialog: 'edit bid', who: 'Bob', work: 'held', opens: { en: 'Edit bid', zh: '修改出价' }, types: '2.6' },
  { dialog: 'cancel bid', who: 'Bob', work: 'held', place: 'bids', opens: { en: 'Cancel bid', zh: '撤回出价' } },
  { dialog: 'accept bid', who: 'Eve', work: 'held', place: 'bids', opens: { en: 'Accept', zh: '接受' } },
  { dialog: 'transfer', who: 'Eve', work: 'held', place: 'menu', opens: { en: 'Transfer', zh: '转移' }, types: addressOf('Carol') },
  { dialog: 'burn', who: 'Eve', work: 'held', place: 'menu', opens: { en: 'Burn', zh: '销毁' }, types: 'burn' },
]
const PLACES = { acts: '.price-block .acts', bids: '.bid-row', foot: '.box-foot' } as const

describe('every trade dialog, for everybody', () => {
  const market = demoMarket()
  const people = new Map<Row['who'], Visitor>()
  const works = new Map<Row['work'], ItemRecord>()
  let boxPath: string

  beforeAll(async () => {
    // The dearest that Bob does not bid for yet.
    const isFree = ({ bids }: ItemRecord) => !bids.some(({ maker }) => maker === addressOf('Bob'))
    const dear = (await worksOnSale(market, 'Eve', 'Bob')).filter(isFree).slice(-2)
    const eve = await actAs('Eve', market)
    for (const [at, work] of dear.entries()) {
      await buyItem(eve, keyOf(work), toAddress(work.onlyOwner))
      works.set(at === 0 ? 'held' : 'offered', work)
    }
    const [held, offered] = [workOf('held'), workOf('offered')]
    const isEves = async (work: ItemRecord) => (await market.api.nft.detail(keyOf(work)))?.onlyOwner === addressOf('Eve')
    await vi.waitUntil(async () => (await isEves(held)) && (await isEves(offered)), { timeout: 15_000, interval: 200 })
    await listItem(eve, keyOf(offered), '3')
    const bob = await actAs('Bob', market)
    await bidFor(bob, keyOf(held), '2.5')
    await putAtAuction(eve, bob)
    const { list } = await market.api.blind['box.list']({ page: 1, limit: 20, chainId: LOCAL_CHAIN_ID })
    const box = list.find(({ name }) => name === 'Postcards from the opening')
    if (!box) throw new Error('there is no box')
    boxPath = `/blindbox/detail/${box.id}?chain=${box.chainId}`
    for (const who of ['Eve', 'Bob'] as const) {
      const visitor = await openBrowser(market.url)
      people.set(who, visitor)
      await signInAs(visitor.page, who, '/items')
    }
  })

  beforeEach(() => pictureOnFailure(...people.values()))

  afterAll(async () => {
    await Promise.all([...people.values()].map((visitor) => visitor.close()))
  })

  describe.each(ROWS)('$dialog', (row) => {
    it('[SALE-01] is worked by keyboard alone: opened, filled, sent to the wallet, and left; axe has nothing against it', async () => {
      const page = await pageOf(row, 'en')
      const opener = openerOf(page, row, 'en')
      await opener.waitFor()
      await opener.focus()
      await page.keyboard.press('Enter')
      if (row.place === 'menu') {
        await page.locator('.stage-tools').getByRole('button', { name: row.opens.en, exact: true }).focus()
        await page.keyboard.press('Enter')
      }
      const dialog = page.getByRole('dialog')
      await dialog.waitFor()
      if (row.next) {
        await dialog.getByRole('button', { name: row.next.en }).focus()
        await page.keyboard.press('Enter')
      }
      const target = targetOf(page, row, 'en')
      await target.waitFor()
      await expectNothingAgainst(page)
      if (row.types) await page.keyboard.type(row.types)
      for (const [label, text] of Object.entries(row.more ?? {})) {
        await tabTo(page, dialog.getByLabel(label))
        await page.keyboard.type(text)
      }
      await tabTo(page, target)
      if (row.isFree) return leave(page, opener)
      await page.keyboard.press('Enter')
      await declineAndLeave(page, opener)
    })

    it('fits a phone in Chinese, with its button in reach and nothing to scroll sideways, and axe has nothing against it', async () => {
      const { page } = personOf(row)
      await page.setViewportSize(PHONE)
      try {
        await opened(row, 'zh')
        const primary = primaryOf(page.getByRole('dialog'))
        await expectFitsPhone(page, (await primary.count()) > 0 ? primary : targetOf(page, row, 'zh'))
        await page.setViewportSize(DESKTOP)
        await expectNothingAgainst(page)
        await page.keyboard.press('Escape')
      } finally {
        await page.setViewportSize(DESKTOP)
      }
    })
  })

  it('shows nobody a broken page on the way', () => {
    expect([...people.values()].flatMap(({ complaints }) => complaints)).toEqual([])
  })

  const keyOf = ({ collection, tokenId }: Pick<ItemRecord, 'collection' | 'tokenId'>) => ({ collection, tokenId })
  /** Where the focus is before and after: a menu's own button. */
  const openerOf = (page: Page, { place, opens }: Row, language: Language) =>
    place === 'menu'
      ? page.locator('.stage-tools').getByRole('button', { name: language === 'en' ? 'More' : '更多' })
      : page.locator(PLACES[place ?? 'acts']).getByRole('button', { name: opens[language] })

  function targetOf(page: Page, { reaches }: Row, language: Language): Locator {
    const dialog = page.getByRole('dialog')
    return reaches ? dialog.getByRole('button', { name: reaches[language] }) : primaryOf(dialog)
  }

  function workOf(name: Row['work']): ItemRecord {
    const work = works.get(name)
    if (!work) throw new Error(`no work is ${name}`)
    return work
  }

  function personOf({ who }: Row): Visitor {
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
      const made = await makeWork(eve, { name: `Auction, ${name}` })
      const [startTime, endTime] = times[name]
      const auction = await startAuction(eve, made, { ...terms, startTime, endTime })
      if (name === 'led' || name === 'ended') await bidAtAuction(bob, auction, '0.4')
      const work = await market.api.nft.detail(keyOf(made))
      if (work) works.set(name, work)
    }
  }

  /** The item's page in the reader's language. */
  async function pageOf(row: Row, language: Language): Promise<Page> {
    const { page } = personOf(row)
    await speak(page, language)
    await page.goto(row.work === 'box' ? boxPath : itemPath(workOf(row.work)))
    return page
  }

  /** With the dialog open, and everything read that it shows. */
  async function opened(row: Row, language: Language): Promise<Page> {
    const page = await pageOf(row, language)
    await openerOf(page, row, language).click()
    if (row.place === 'menu') await page.locator('.stage-tools').getByRole('button', { name: row.opens[language], exact: true }).click()
    if (row.next) await page.getByRole('dialog').getByRole('button', { name: row.next[language] }).click()
    await targetOf(page, row, language).waitFor()
    return page
  }
})
