import type { ItemRecord } from '@plinth/api'
import { buyItem, type Item, listItem, mined, type Person } from '@plinth/devnet'
import { type Address, toAddress } from '@plinth/protocol'
import { collection721Abi } from '@plinth/protocol/abi'
import type { Locator, Page } from 'playwright-core'
import { formatEther, parseEther } from 'viem'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { DESKTOP, openBrowser, PHONE, type Visitor } from '../support/browser.ts'
import { actAs, demoMarket, itemPath, workFrom } from '../support/demo-market.ts'
import {
  expectFitsPhone,
  expectForEverybody,
  expectNothingAgainst,
  type Language,
  leave,
  primaryOf,
  speak,
  tabTo,
} from '../support/dialog-access.ts'
import { pictureOnFailure } from '../support/failure.ts'
import { addressOf } from '../support/money.ts'
import { reject, signInAs } from '../support/wallet.ts'
import { makeWork, untilRead } from '../support/works.ts'

type Words = Record<Language, string | RegExp>

const SELL: Words = { en: 'Sell', zh: '出售' }
const BID: Words = { en: 'Bid', zh: '出价' }
const UNWRAP: Words = { en: 'Turn idle WETH back into ETH', zh: '把闲置的 WETH 换回 ETH' }
const MANY: Words = { en: 'How many', zh: '数量' }
const MORE: Words = { en: 'One more', zh: '加一' }
const LESS: Words = { en: 'One less', zh: '减一' }

/**
 * Eve holds ten of an edition, has five of another on sale for which Bob may bid, has a sale at rest, and bought a work that she
 * is about to sell for a tenth. Bob has wrapped coin that no bid needs.
 */
describe('the dialogs of editions, of a far price, of a sale at rest and of wrapped coin, for everybody', () => {
  const market = demoMarket()
  const [eve, dan] = [addressOf('Eve'), addressOf('Dan')]
  let seller: Visitor
  let buyer: Visitor
  let held: Item
  let offered: Item
  let resting: Item
  let bought: ItemRecord

  beforeAll(async () => {
    const person = await actAs('Eve', market)
    held = await makeWork(person, { name: 'Ten prints', supply: 10 })
    offered = await makeWork(person, { name: 'Ten more prints', supply: 10 })
    await listItem(person, offered, '0.2', { quantity: 5n })
    resting = await makeWork(person, { name: 'There and back' })
    await listItem(person, resting, '0.4')
    await give(person, dan)
    await give(await actAs('Dan', market), eve)
    bought = await workFrom(parseEther('0.5'), market, 'Eve')
    await buyItem(person, keyOf(bought), toAddress(bought.onlyOwner))
    await untilRead(person, keyOf(bought), (item) => item?.onlyOwner === eve)
    seller = await openBrowser(market.url)
    buyer = await openBrowser(market.url)
    await signInAs(seller.page, 'Eve', '/items')
    await signInAs(buyer.page, 'Bob', '/items')
  })

  beforeEach(() => pictureOnFailure(seller, buyer))

  afterAll(async () => {
    await Promise.all([seller?.close(), buyer?.close()])
  })

  it('[SALE-01, SALE-06] an edition is put on sale, and how many is stepped', async () => {
    const { page } = seller
    await page.goto(itemPath(held))
    await expectForEverybody(page, actOf(page, SELL), {
      asksWallet: true,
      fill: async (language) => {
        await chooseFixedPrice(page)
        await page.keyboard.type('0.5')
        await step(page, LESS[language])
        expect(await page.getByRole('dialog').getByLabel(MANY[language]).inputValue()).toBe('9')
      },
    })
  })

  it('[SALE-01, SALE-06] some of an edition are bought', async () => {
    const { page } = buyer
    await page.goto(itemPath(offered))
    await expectForEverybody(page, actOf(page, { en: /^Buy, /, zh: /^购买/ }), {
      asksWallet: true,
      fill: (language) => stepToTwo(page, language),
    })
  })

  it('[SALE-01, SALE-06] some of an edition are bid for', async () => {
    const { page } = buyer
    await page.goto(itemPath(offered))
    await expectForEverybody(page, actOf(page, BID), {
      asksWallet: true,
      fill: async (language) => {
        await page.keyboard.type('0.1')
        await stepToTwo(page, language)
      },
    })
  })

  it('[SALE-01] a sale at rest is brought back', async () => {
    const { page } = seller
    await page.goto(itemPath(resting))
    await expectForEverybody(page, actOf(page, { en: 'Put it back on sale', zh: '恢复上架' }), { asksWallet: true })
  })

  it('[SALE-01] a price far from the last one is typed again, and the warning is told to whoever can’t see it', async () => {
    const { page } = seller
    await page.goto(itemPath(bought))
    const tenth = formatEther((bought.listings[0]?.buying ?? 0n) / 10n)
    const asked: Words = { en: `Type ${tenth} if you mean it`, zh: `如确认无误，请输入 ${tenth}` }
    await expectForEverybody(page, actOf(page, SELL), {
      asksWallet: true,
      fill: async (language) => {
        await chooseFixedPrice(page)
        await page.keyboard.type(tenth)
        await page.getByRole('dialog').getByRole('status').getByText(tenth).waitFor()
        await tabTo(page, page.getByLabel(asked[language]))
        await page.keyboard.type(tenth)
      },
    })
  })

  it('[SALE-01] wrapped coin is turned back over the bid, which stays as it was typed', async () => {
    const { page } = buyer
    await page.goto(itemPath(offered))
    const bid = await openUnwrap(page, 'en')
    await expectNothingAgainst(page)
    const dialog = page.getByRole('dialog')
    await tabTo(page, primaryOf(dialog))
    await page.keyboard.press('Enter')
    await reject(page, 'transaction')
    await dialog.getByText('You declined in the wallet. Nothing was sent.').waitFor()
    await page.keyboard.press('Escape')
    await expect.poll(() => bid.offer.evaluate((button) => button === document.activeElement)).toBe(true)
    expect(await bid.price.inputValue()).toBe('0.1')
    await leave(page, bid.opener)
    await speak(page, 'zh')
    await page.setViewportSize(PHONE)
    try {
      await page.reload()
      await openUnwrap(page, 'zh')
      await expectFitsPhone(page, primaryOf(page.getByRole('dialog')))
      await page.setViewportSize(DESKTOP)
      await expectNothingAgainst(page)
    } finally {
      await speak(page, 'en')
      await page.setViewportSize(DESKTOP)
    }
  })

  it('shows nobody a broken page on the way', () => {
    expect([...seller.complaints, ...buyer.complaints]).toEqual([])
  })

  const keyOf = ({ collection, tokenId }: Pick<Item, 'collection' | 'tokenId'>) => ({ collection, tokenId })
  const actOf = (page: Page, names: Words) => (language: Language) =>
    page.locator('.price-block .acts').getByRole('button', { name: names[language], exact: true })

  async function give(person: Person, to: Address): Promise<void> {
    const call = { address: resting.collection, abi: collection721Abi, functionName: 'safeTransferFrom' } as const
    await mined(person, await person.wallet.writeContract({ ...call, args: [person.address, to, resting.tokenId] }))
    await untilRead(person, resting, (item) => item?.onlyOwner === to)
  }

  /** By keyboard, in the dialog that asks how to sell. */
  async function chooseFixedPrice(page: Page): Promise<void> {
    await tabTo(page, page.getByRole('dialog').getByRole('button', { name: /^(Fixed price|一口价)/ }))
    await page.keyboard.press('Enter')
    await expect.poll(() => page.evaluate(() => document.activeElement?.matches('.dialog .field.big input'))).toBe(true)
  }

  async function step(page: Page, name: string | RegExp): Promise<void> {
    await tabTo(page, page.getByRole('dialog').getByRole('button', { name }))
    await page.keyboard.press('Enter')
  }

  async function stepToTwo(page: Page, language: Language): Promise<void> {
    const many = page.getByRole('dialog').getByLabel(MANY[language])
    await step(page, MORE[language])
    expect(await many.inputValue()).toBe('2')
  }

  /** By keyboard: the bid with a price, and over it the dialog that it offers. */
  async function openUnwrap(page: Page, language: Language): Promise<Record<'opener' | 'offer' | 'price', Locator>> {
    const [opener, dialog] = [actOf(page, BID)(language), page.getByRole('dialog')]
    const offer = dialog.getByRole('button', { name: UNWRAP[language] })
    await opener.waitFor()
    await opener.focus()
    await page.keyboard.press('Enter')
    await offer.waitFor()
    await page.keyboard.type('0.1')
    await tabTo(page, offer)
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: { en: 'WETH back into ETH', zh: '把 WETH 换回 ETH' }[language] }).waitFor()
    return { opener, offer, price: dialog.locator('.field.big input') }
  }
})
