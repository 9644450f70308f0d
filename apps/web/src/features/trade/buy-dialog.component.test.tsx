import type { ItemRecord, OrderRecord } from '@plinth/api'
import { ORDER_STATUS, TOKEN_STANDARD } from '@plinth/protocol'
import { within } from '@testing-library/react'
import { parseEther } from 'viem'
import { describe, expect, it } from 'vitest'
import { ALICE, BOB, CHAIN, EVE } from '../../../test/addresses.ts'
import { FakeMarket } from '../../../test/fake/fake-market.ts'
import { aHolding, anAuction, anEvent, anItem, aSale, COIN, type ItemOf, itemPath, NOW, type OrderOf } from '../../../test/fake/records.ts'
import { findDialog, type Opened, openPage, type PageOptions } from '../../../test/page.tsx'
import { declined } from '../../../test/scripted-market.ts'
import { ScriptedWallet } from '../../../test/scripted-wallet.ts'
import { dialogCloses, expectActs, pressReady, reads, wordsOf } from '../../../test/trade.ts'

const PAY = { name: /^Pay / } as const

type Hung = { market: FakeMarket; item: ItemRecord; sale: OrderRecord }

/** Bob sells an item for 1 ETH. */
function hang(over: ItemOf = {}, terms: OrderOf = {}): Hung {
  const market = new FakeMarket()
  const bare = anItem({ owner721: BOB, ...over })
  const sale = aSale(bare, BOB, terms)
  return { market, sale, item: market.hang({ ...bare, listings: [sale], isOnSale: true }) }
}

/** The market's book says that the account holds it, once the chain has taken the purchase. */
const book = ({ market, item }: Hung, owner = ALICE) => {
  const { collection, tokenId } = item
  market.change(item, { listings: [], isOnSale: false, onlyOwner: owner, holdings: [aHolding({ collection, tokenId, owner })] })
}

const open = ({ market, item }: Hung, options: Partial<PageOptions> = {}): Promise<Opened> =>
  openPage(itemPath(item), { market, as: ALICE, ...options })

async function openBuy(
  hung: Hung,
  options: Partial<PageOptions> = {},
  names: { buy: RegExp; pay: RegExp } = { buy: /^Buy/, pay: PAY.name },
) {
  const opened = await open(hung, options)
  const { user, screen, wallet } = opened
  wallet.onMined = ({ functionName }) => functionName === 'exchange' && book(hung)
  await user.click(await screen.findByRole('button', { name: names.buy }))
  const dialog = within(await findDialog('Wheat field'))
  const button = () => dialog.getByRole<HTMLButtonElement>('button', { name: names.pay })
  return { opened, dialog, wallet, user, button, pay: () => pressReady(user, button) }
}

const stored = (key: string): object[] => JSON.parse(localStorage.getItem(key) ?? '[]')
const sends = ({ log }: ScriptedWallet) => log.filter((asked) => asked.startsWith('send'))

describe('the dialog of a purchase', () => {
  it('[SALE-08, ERR-26, ERR-27] says under the step that the wallet declined, and the same button tries again', async () => {
    const hung = hang()
    const { dialog, wallet, pay } = await openBuy(hung)
    wallet.refusals.push(declined())
    await pay()
    await reads(dialog, 'You declined in the wallet. Nothing was sent.')
    expect([wallet.sent, hung.market.itemOf(hung.item)?.onlyOwner]).toEqual([[], BOB])
    await pay()
    await expect.poll(() => dialog.getAllByText('Done')).toHaveLength(2)
    expect(wallet.sent.map(({ functionName, value }) => [functionName, value])).toEqual([['exchange', parseEther('1.025')]])
  })

  it('[F-134] names the network fee in coin and currency before the press', async () => {
    const hung = hang()
    const { dialog } = await openBuy(hung)
    await reads(dialog, 'Network fee, about 0.000125 ETH')
    hung.market.rates = {
      currency: 'USD',
      rates: [{ chainId: CHAIN, token: COIN.address, answer: 312_000_000_000n, decimals: 8, source: 'feed', updatedAt: NOW }],
    }
    const rated = await openBuy(hung)
    await reads(rated.dialog, 'Network fee, about 0.000125 ETH ≈ $0.39')
  })

  it('[F-74] leads its new holder to the item, to a sale of it, and to others', async () => {
    const { dialog, user, pay } = await openBuy(hang())
    await pay()
    await dialog.findByRole('button', { name: 'See it' })
    await user.click(dialog.getByRole('button', { name: 'Share' }))
    await dialog.findByRole('button', { name: 'Copy the link' })
    await user.click(dialog.getByRole('button', { name: 'List it' }))
    const how = within(await findDialog('Wheat field'))
    await how.findByRole('button', { name: /^Fixed price/ })
    expect(location.search).not.toContain('act=')
    await user.click(how.getByRole('button', { name: 'Close' }))
    await dialogCloses()
  })

  it('[F-74] offers the terms of a sale that ended with its contracts to who holds the item again', async () => {
    const hung = hang()
    const moved = { ...aSale(hung.item, ALICE), status: ORDER_STATUS.CANCELLED, isMoved: true }
    hung.market.change(hung.item, { resting: [moved] })
    const { dialog, user, pay } = await openBuy(hung)
    await pay()
    await user.click(await dialog.findByRole('button', { name: 'List it' }))
    await within(await findDialog('Wheat field')).findByText(/^The market moved to new contracts/)
    expect(location.search).not.toContain('act=')
  })

  it.each([
    ['sale', (item: ItemRecord) => ({ listings: [...item.listings, aSale(item, ALICE, { selling: 1n })] })],
    ['auction', (item: ItemRecord) => ({ auctions: [anAuction(item, { owner: ALICE })] })],
  ])('[F-74] offers no second sale to who has an open %s of it', async (_, own) => {
    const hung = hang({ standard: TOKEN_STANDARD.ERC1155, supply: 5n })
    const { collection, tokenId } = hung.item
    const holdings = [BOB, ALICE].map((owner) => aHolding({ collection, tokenId, owner, quantity: 2n }))
    hung.market.change(hung.item, { holdings, ...own(hung.item) })
    const { market, item } = hung
    const { user, screen, wallet } = await open(hung)
    wallet.onMined = (_call, hash) => market.answer('nft.history', () => [anEvent(item, { txHash: hash })])
    await user.click(await screen.findByRole('button', { name: /^Buy/ }))
    const dialog = within(await findDialog('Wheat field'))
    await pressReady(user, () => dialog.getByRole('button', PAY))
    await dialog.findByRole('button', { name: 'See it' })
    expect(dialog.queryByRole('button', { name: 'List it' })).toBeNull()
  })

  it('[F-74] drops the wish to sell from the address of an item that its holder sells already', async () => {
    const market = new FakeMarket()
    const item = anItem()
    market.hang({ ...item, listings: [aSale(item, ALICE)], isOnSale: true })
    await openPage(`${itemPath(item)}&act=sell`, { market, as: ALICE })
    await expectActs('Edit the price', 'Cancel the listing')
    await expect.poll(() => location.search).not.toContain('act=')
  })

  it('[F-74] closes over the item that one wants to see', async () => {
    const { dialog, opened, user, pay } = await openBuy(hang())
    await pay()
    await user.click(await dialog.findByRole('button', { name: 'See it' }))
    await dialogCloses()
    expect(opened.screen.getByRole('heading', { level: 1, name: 'Wheat field' })).toBeTruthy()
  })

  it('[BUY-06, I18N-08] is off and says why where the funds do not suffice, in both languages', async () => {
    const wallet = new ScriptedWallet()
    wallet.coin = parseEther('0.01')
    const { dialog, button, user } = await openBuy(hang(), { wallet })
    await reads(dialog, 'Not enough ETH for this')
    expect(button().disabled).toBe(true)
    await user.click(button())
    expect(wallet.log).toEqual([])
    const zh = await openBuy(hang(), { wallet, locale: 'zh' }, { buy: /购买$/, pay: /^支付/ })
    await reads(zh.dialog, 'ETH 余额不足')
    expect(zh.dialog.getByRole<HTMLButtonElement>('button', { name: /^支付/ }).disabled).toBe(true)
  })

  it('[BUY-06] can’t be pressed while what the account has is read, which moves the button', async () => {
    const wallet = new ScriptedWallet()
    const { balance } = wallet.wallet
    const { promise, resolve } = Promise.withResolvers<void>()
    wallet.wallet.balance = (...args) => promise.then(() => balance(...args))
    const { button } = await openBuy(hang(), { wallet })
    expect(button().disabled).toBe(true)
    resolve()
    await expect.poll(() => button().disabled).toBe(false)
  })

  it('[BUY-12, SALE-09, ERR-25] says that another account has bought it, and asks nothing of the wallet', async () => {
    const hung = hang()
    const { dialog, wallet, pay } = await openBuy(hung)
    book(hung, EVE)
    hung.market.refuse('order.buyerFee', 'ORDER_FILLED')
    await pay()
    await reads(dialog, 'Somebody else has bought it. Your money has not moved.')
    expect([wallet.log, stored('transactions')]).toEqual([[], []])
  })

  it('[SALE-09, ERR-25] says that the sale has expired since, and asks nothing of the wallet', async () => {
    const hung = hang()
    const { dialog, wallet, pay } = await openBuy(hung)
    hung.market.change(hung.item, { listings: [{ ...hung.sale, isExpired: true }] })
    await pay()
    await reads(dialog, 'The order has expired.')
    expect([wallet.log, stored('transactions')]).toEqual([[], []])
  })

  it('[SALE-15, SALE-31, ERR-15] says that the sale was cancelled since, and asks nothing of the wallet', async () => {
    const hung = hang()
    const { dialog, wallet, pay } = await openBuy(hung)
    hung.market.change(hung.item, { listings: [] })
    hung.market.refuse('order.buyerFee', 'ORDER_CANCELLED')
    await pay()
    await reads(dialog, 'The order was cancelled. Your money has not moved.')
    expect([wallet.log, stored('transactions')]).toEqual([[], []])
  })

  it('[SALE-09, BUY-12] says that the price has changed since, pays nothing, and shows the new one', async () => {
    const hung = hang()
    const { dialog, wallet, pay, user } = await openBuy(hung)
    const { salt } = hung.sale
    hung.market.change(hung.item, { listings: [aSale(hung.item, BOB, { price: parseEther('0.4'), salt })] })
    await pay()
    await reads(dialog, 'The price has changed since. Look at it again before you pay.')
    expect(wallet.log).toEqual([])
    await user.click(dialog.getByRole('button', { name: 'Look at it again' }))
    await expectActs(/^Buy for 0\.41 ETH$/, 'Bid')
  })

  it('[BUY-10, BUY-11, CFG-08] asks for the lock once bought, and without it this browser shows the sale as pending', async () => {
    const hung = hang()
    const { opened, wallet, pay, user } = await openBuy(hung)
    const { market, item } = hung
    wallet.onMined = () => {}
    market.refuse('nft.locknft', 'INTERNAL')
    const key = `${item.collection}:${item.tokenId}`
    await pay()
    await expect.poll(() => stored('pending')).toEqual([key])
    await expect.poll(() => market.inputsOf('nft.locknft')).toHaveLength(1)
    const [{ hash }] = stored('transactions') as [{ hash: `0x${string}` }]
    expect(market.inputsOf('nft.locknft')).toMatchObject([{ collection: item.collection, tokenId: item.tokenId, txHash: hash }])
    await user.keyboard('{Escape}')
    await user.click(await opened.screen.findByRole('tab', { name: /Owners/ }))
    const rows = within(opened.screen.getByRole('tabpanel'))
    await expect.poll(() => rows.getByRole<HTMLButtonElement>('button', { name: 'Buy' }).disabled).toBe(true)
    book(hung)
    market.answer('nft.history', () => [anEvent(item, { txHash: hash })])
    market.emit({ topic: 'item', chainId: CHAIN, collection: item.collection, tokenId: item.tokenId })
    await expect.poll(() => wordsOf(opened.screen.getByRole('main')), { timeout: 5_000 }).toContain('Held by you')
    await expect.poll(() => stored('pending'), { timeout: 10_000 }).toEqual([])
  })

  it('[ITEM-29] can’t be opened by others while a purchase waits for its block', async () => {
    const { screen, user } = await open(hang({ isLocked: true }), { as: EVE })
    const button = await screen.findByRole<HTMLButtonElement>('button', { name: 'Sale pending' })
    expect(button.disabled).toBe(true)
    await user.click(screen.getByRole('tab', { name: /Owners/ }))
    expect(within(screen.getByRole('tabpanel')).getByRole<HTMLButtonElement>('button', { name: 'Buy' }).disabled).toBe(true)
  })

  it('names a network that does not answer, asks nothing of the wallet, and the same button tries again', async () => {
    const { dialog, wallet, pay } = await openBuy(hang())
    wallet.isUnreachable = true
    await pay()
    await reads(dialog, 'The network can’t be reached right now.')
    expect([sends(wallet), stored('transactions')]).toEqual([[], []])
    wallet.isUnreachable = false
    await pay()
    await expect.poll(() => dialog.getAllByText('Done')).toHaveLength(2)
    expect(sends(wallet)).toEqual(['send exchange'])
  })

  it('[ERR-27] says that it was mined and failed, among the transactions too, and another look at it pays once', async () => {
    const hung = hang()
    const { opened, dialog, wallet, pay, user } = await openBuy(hung)
    wallet.statuses.push('reverted')
    await pay()
    await reads(dialog, 'The transaction failed on the chain and moved nothing but its network fee.')
    expect(stored('transactions')).toMatchObject([{ act: 'buy', status: 'failed', code: 'TX_REVERTED' }])
    expect([hung.market.inputsOf('nft.locknft'), stored('pending')]).toEqual([[], []])
    await user.click(dialog.getByRole('button', { name: 'Look at it again' }))
    await dialogCloses()
    await user.click(await opened.screen.findByRole('button', { name: /^Buy/ }))
    const again = within(await findDialog('Wheat field'))
    await pressReady(user, () => again.getByRole('button', PAY))
    await expect.poll(() => again.getAllByText('Done')).toHaveLength(2)
    expect(sends(wallet)).toEqual(['send exchange', 'send exchange'])
  })

  it('[SOL-23, API-11] charges nothing on top of the price of an official sender', async () => {
    const { dialog, wallet, pay } = await openBuy(hang({}, { buyerFee: 0 }))
    await expect.poll(async () => wordsOf((await findDialog()).querySelector('.sums .total dd'))).toMatch(/^1(\.00)? ETH$/)
    expect(dialog.queryByText(/^Service fee/)).toBeNull()
    await pay()
    await expect.poll(() => wallet.sent.map(({ value }) => value)).toEqual([parseEther('1')])
  })
})
