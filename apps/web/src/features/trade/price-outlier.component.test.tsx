import type { ItemRecord } from '@plinth/api'
import { HISTORY_TYPE } from '@plinth/protocol'
import { within } from '@testing-library/react'
import { formatEther, parseEther } from 'viem'
import { describe, expect, it } from 'vitest'
import { ALICE, BOB, CHAIN, EVE, FACTORY } from '../../../test/addresses.ts'
import { FakeMarket } from '../../../test/fake/fake-market.ts'
import { aBid, aHolding, anEvent, anItem, aSale, COIN, type ItemOf, itemPath, WETH } from '../../../test/fake/records.ts'
import { findDialog, openPage } from '../../../test/page.tsx'
import { dialogCloses, reads, wordsOf } from '../../../test/trade.ts'

/** Alice bought it of Bob for so much. */
function soldFor(item: ItemRecord, price: string, payToken = COIN) {
  const content = {
    maker: BOB,
    sellToken: '',
    buyToken: '',
    sellValue: 1n,
    buyValue: parseEther(price),
    filled: 1n,
    unitPrice: price,
    quantity: 1n,
  }
  const money = { payTokenSymbol: payToken.symbol, payTokenDecimals: payToken.decimals, payTokenAddress: payToken.address }
  return anEvent(item, { type: HISTORY_TYPE.BUY, from: BOB, to: ALICE, content: { ...content, ...money }, payToken })
}

type OutlierSetup = { over?: (item: ItemRecord) => Partial<ItemRecord>; item?: ItemOf; sold?: string; soldIn?: typeof COIN }

/** Alice looks at an item that was sold for 1 ETH. */
async function openItem({ over = () => ({}), item = {}, sold = '1', soldIn = COIN }: OutlierSetup = {}) {
  const market = new FakeMarket()
  const bare = anItem(item)
  const record = market.hang({ ...bare, ...over(bare) })
  if (sold !== '') market.answer('nft.history', () => [soldFor(record, sold, soldIn)])
  const opened = await openPage(itemPath(record), { market, as: ALICE })
  const { user, screen, wallet } = opened
  wallet.isApproved = true
  Object.assign(wallet, { tokens: parseEther('1000'), allowance: parseEther('1000') })
  const press = async (name: string | RegExp) => user.click(await screen.findByRole('button', { name }))
  const dialogOf = async () => within(await findDialog('Wheat field'))
  const type = async (field: HTMLElement, text: string) => {
    await user.clear(field)
    await user.type(field, text)
  }
  /** Pressed with nothing typed, the dialog asks for the price, and nothing is asked of the wallet. */
  const expectAsked = async (button: string | RegExp, price: string) => {
    const dialog = await dialogOf()
    await user.click(dialog.getByRole('button', { name: button }))
    await reads(dialog, `Type ${price} to go on, or change the price`)
    expect([wallet.log, market.inputsOf('order.prepare')]).toEqual([[], []])
    await type(dialog.getByLabelText(`Type ${price} if you mean it`), price)
  }
  return { ...opened, market, item: record, press, dialogOf, type, expectAsked }
}

const warning = () => wordsOf(document.querySelector('.far-price [role="status"]'))
const SIGN = 'Sign the listing'

async function openSale({ press, dialogOf }: Awaited<ReturnType<typeof openItem>>) {
  await press('Sell')
  await press(/^Fixed price/)
  return dialogOf()
}

/** On sale by its holder at that price. */
const onSale = (maker: typeof ALICE, price: string) => (item: ItemRecord) => ({
  listings: [aSale(item, maker, { price: parseEther(price) })],
  isOnSale: true,
  onlyOwner: maker,
  holdings: [aHolding({ collection: item.collection, tokenId: item.tokenId, owner: maker })],
})

describe('a price far from what was paid before', () => {
  it('[SALE-25] at a tenth is said with both numbers and signed only once it is typed again; half is not asked about', async () => {
    const opened = await openItem()
    const { user, type, wallet, market } = opened
    const dialog = await openSale(opened)
    const price = dialog.getByRole('textbox', { name: 'Price' })
    await type(price, '0.1')
    await expect.poll(warning).toMatch(/^0\.10* ETH is 10% of what it last sold for, 1(\.0+)? ETH\.$/)
    await opened.expectAsked(SIGN, '0.1')
    await type(dialog.getByLabelText('Type 0.1 if you mean it'), '1')
    await user.click(dialog.getByRole('button', { name: SIGN }))
    await reads(dialog, 'Type 0.1 to go on, or change the price')
    expect([wallet.log, market.inputsOf('order.prepare')]).toEqual([[], []])
    await type(price, '0.5')
    await expect.poll(warning).toBe('')
    await user.click(dialog.getByRole('button', { name: SIGN }))
    await dialogCloses()
    expect(market.inputsOf('order.add')).toMatchObject([{ buying: parseEther('0.5') }])
  })

  it('[SALE-25] below half of what a sale asks is confirmed too, and then stands for exactly that', async () => {
    const opened = await openItem({ over: onSale(ALICE, '0.5'), sold: '' })
    await opened.press('Edit the price')
    const dialog = await opened.dialogOf()
    await opened.type(dialog.getByRole('textbox', { name: 'Price' }), '0.1')
    await opened.expectAsked(SIGN, '0.1')
    await opened.user.click(dialog.getByRole('button', { name: SIGN }))
    await dialogCloses()
    expect(opened.market.inputsOf('order.add')).toMatchObject([{ buying: parseEther('0.1') }])
  })

  it('[SALE-16] at twelve times is asked of a buyer, who pays to the wei what was said', async () => {
    const opened = await openItem({ over: onSale(BOB, '12') })
    await opened.press(/^Buy for/)
    await expect.poll(warning).toMatch(/^12(\.0+)? ETH is 12 times what it last sold for, 1(\.0+)? ETH\.$/)
    await opened.expectAsked(/^Pay /, '12')
    await opened.press(/^Pay /)
    await expect.poll(() => opened.wallet.sent.map(({ value }) => value)).toEqual([parseEther('12.3')])
  })

  it('at a tenth in wrapped coin of what was paid in coin is asked of who accepts a bid', async () => {
    const opened = await openItem({ over: (item) => ({ bids: [aBid(item, EVE, { price: parseEther('0.1') })] }) })
    await opened.press('Accept')
    await expect.poll(warning).toMatch(/^0\.10* WETH is 10% of what it last sold for, 1(\.0+)? WETH\.$/)
    await opened.expectAsked(/^Sell for /, '0.1')
    await opened.press(/^Sell for /)
    await expect
      .poll(() => opened.wallet.sent.map(({ functionName, args }) => [functionName, args[4]]))
      .toEqual([['acceptBid', parseEther('0.1')]])
  })

  it('is not asked again of who accepted a bid already and whose transaction was cancelled in the wallet', async () => {
    const opened = await openItem({ over: (item) => ({ bids: [aBid(item, EVE, { price: parseEther('0.1') })] }) })
    const { wallet, item: record } = opened
    const hash = wallet.sendElsewhere({ functionName: 'acceptBid', args: [] })
    wallet.statuses.push('cancelled')
    const item = { collection: record.collection, tokenId: record.tokenId.toString() }
    const subject = `${EVE} ${record.bids[0]?.salt} 1`
    const entry = { id: 'earlier', hash, chainId: CHAIN, account: ALICE, act: 'acceptBid', title: 'Wheat field', item, subject }
    const pending = { ...entry, status: 'pending', isStuck: false, isFinal: false, sentAt: Date.now() }
    localStorage.setItem('transactions', JSON.stringify([pending]))
    await opened.press('Accept')
    await opened.dialogOf()
    await expect.poll(() => document.querySelector('.dialog .step.failed')).not.toBeNull()
    await opened.user.click(document.querySelector('.dialog .flow-act button') as HTMLElement)
    await expect.poll(() => wallet.log).toContain('send acceptBid')
  })

  it('at ten times is asked of a bidder, and the bid stands for exactly that', async () => {
    const opened = await openItem({ item: { owner721: BOB } })
    await opened.press('Bid')
    const dialog = await opened.dialogOf()
    await opened.type(dialog.getByLabelText('Your bid'), '10')
    await expect.poll(warning).toMatch(/^10(\.0+)? WETH is 10 times what it last sold for, 1(\.0+)? WETH\.$/)
    await opened.expectAsked('Sign the bid', '10')
    await opened.press('Sign the bid')
    await dialogCloses()
    expect(opened.market.inputsOf('order.add')).toMatchObject([{ selling: parseEther('10') }])
  })

  it('far below what was paid in wrapped coin since is asked of who puts a sale back', async () => {
    const over = (item: ItemRecord) => ({
      resting: [aSale(item, ALICE, { price: parseEther('0.1'), isReturned: true, isFundable: false })],
    })
    const opened = await openItem({ over, soldIn: WETH })
    await opened.press('List it again')
    await expect.poll(warning).toMatch(/^0\.10* ETH is 10% of what it last sold for, 1(\.0+)? ETH\.$/)
    await opened.expectAsked('Sign it again', '0.1')
    await opened.press('Sign it again')
    await dialogCloses()
    expect(opened.market.inputsOf('order.add')).toMatchObject([{ buying: parseEther('0.1') }])
  })

  it('is measured by the collection’s lowest price, asked in coin, where an item never changed hands', async () => {
    const floor = parseEther('0.2')
    const opened = await openItem({ item: { owner721: BOB, collection: FACTORY }, sold: '' })
    opened.market.answer('contract.floor', () => [{ payToken: COIN.address, unitPrice: floor }])
    await opened.press('Bid')
    const dialog = await opened.dialogOf()
    const price = dialog.getByLabelText('Your bid')
    await opened.type(price, formatEther(floor * 5n))
    await reads(dialog, 'Service fee, 2.50%')
    expect(warning()).toBe('')
    await opened.type(price, '1.2')
    await expect.poll(warning).toMatch(/^1\.20* WETH is 6 times the lowest price in this collection now, 0\.20* WETH\.$/)
    await opened.expectAsked('Sign the bid', '1.2')
    await opened.press('Sign the bid')
    await dialogCloses()
    expect(opened.market.inputsOf('order.add')).toMatchObject([{ selling: parseEther('1.2') }])
  })
})
