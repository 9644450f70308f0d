import type { ItemRecord } from '@plinth/api'
import { HISTORY_TYPE, ORDER_STATUS, packSalt } from '@plinth/protocol'
import { within } from '@testing-library/react'
import { parseEther } from 'viem'
import { describe, expect, it } from 'vitest'
import { ALICE, BOB, CHAIN, EVE, WRAPPED } from '../../../test/addresses.ts'
import { FakeMarket } from '../../../test/fake/fake-market.ts'
import { aBid, anEvent, anItem, aSale, type ItemOf, itemPath, NOW } from '../../../test/fake/records.ts'
import { findDialog, type Opened, openPage, type PageOptions } from '../../../test/page.tsx'
import { narrowWindow } from '../../../test/phone.ts'
import { declined } from '../../../test/scripted-market.ts'
import { dialogCloses, expectActs, reads, wordsOf } from '../../../test/trade.ts'

const salt = packSalt({ sequence: 9n, validUntil: NOW + 86_400, validFrom: 0, maxBuyerFeeBps: 250 })
const bidRows = () => wordsOf(document.querySelector('.bid-rows'))

/** An item of Bob's, on sale for 1 ETH. */
function itemWith(over: ItemOf = {}): { market: FakeMarket; item: ItemRecord } {
  const market = new FakeMarket()
  const item = anItem({ owner721: BOB, ...over })
  return { market, item: market.hang({ ...item, listings: [aSale(item, BOB)], isOnSale: true }) }
}

const open = ({ market, item }: ReturnType<typeof itemWith>, options: PageOptions): Promise<Opened> =>
  openPage(itemPath(item), { market, ...options })

/** Alice's bid of 0.2 WETH. */
const aliceBids = (item: ItemRecord, over: Parameters<typeof aBid>[2] = {}) =>
  aBid(item, ALICE, { price: parseEther('0.2'), salt, ...over })

describe('bids on an item’s page', () => {
  it('[ITEM-15, ITEM-23, ITEM-30, ITEM-49, BID-01] without bids ask those who can bid to, and show no tab', async () => {
    const hung = itemWith()
    const { screen } = await open(hung, { as: ALICE })
    await reads(screen, 'Nobody bids for it yet. Name your price.')
    await expectActs(/^Buy for/, 'Bid')
    expect(screen.queryByRole('tab', { name: /Bids/ })).toBeNull()
    await open(hung, { as: BOB })
    await reads(screen, 'No bids yet.')
    await expectActs('Edit the price', 'Cancel the listing')
    expect(screen.queryByRole('button', { name: 'Bid' })).toBeNull()
  })

  it('[ITEM-15, F-48] show the tabs of bids and history from the first bid and the first event on', async () => {
    const hung = itemWith()
    const { market, item } = hung
    narrowWindow()
    const tabs = ({ screen }: Opened) => screen.getAllByRole('tab').map(({ textContent }) => textContent?.replace(/\d+$/, ''))
    const bare = await open(hung, { as: ALICE })
    await reads(bare.screen, 'Nobody bids for it yet. Name your price.')
    await expect.poll(() => market.inputsOf('nft.history').length).toBeGreaterThan(0)
    await expect.poll(() => tabs(bare)).toEqual(['Info', 'Owners'])
    market.answer('nft.history', () => [anEvent(item, { type: HISTORY_TYPE.MINT, from: BOB })])
    const opened = await open(hung, { as: ALICE })
    await expect.poll(() => tabs(opened)).toEqual(['Info', 'Owners', 'History'])
    market.change(item, { bids: [aliceBids(item)] })
    const bidden = await open(hung, { as: BOB })
    await expect.poll(() => tabs(bidden)).toEqual(['Info', 'Owners', 'History', 'Bids and offers'])
  })

  it('[ITEM-22, ITEM-32, ITEM-42, ITEM-48, BID-16] are edited and cancelled by their makers alone, and appear as soon as they are made', async () => {
    const hung = itemWith()
    const { market, item } = hung
    market.change(item, { bids: [aliceBids(item)] })
    const { screen, user } = await open(hung, { as: ALICE })
    await expect.poll(bidRows).toContain('You bid 0.20 WETH')
    expect(bidRows()).toContain('Nobody else bids for it.')
    await expectActs(/^Buy for/, 'Edit bid')
    await user.click(screen.getByRole('tab', { name: /Bids/ }))
    const rows = () => within(screen.getByRole('tabpanel')).getAllByRole('row')
    await expect.poll(() => wordsOf(rows()[1])).toMatch(/^0\.20 WETH ?This work ?You ?until .* ?1 ?Cancel bid$/)

    market.change(item, { bids: [] })
    const looked = market.inputsOf('nft.detail').length
    await open(hung, { as: BOB })
    await reads(screen, 'No bids yet.')
    // The page asks once more for everything when events begin to arrive.
    await expect.poll(() => market.inputsOf('nft.detail').length, { timeout: 5_000 }).toBe(looked + 2)
    market.change(item, { bids: [aliceBids(item)] })
    const { collection, tokenId } = item
    market.emit({ topic: 'item', chainId: CHAIN, collection, tokenId })
    await expect.poll(bidRows).toContain('Alice bids 0.20 WETH')
    expect(bidRows()).toContain('The only bid, until')
    expect(screen.queryByRole('button', { name: /Edit bid|Cancel bid/ })).toBeNull()
  })

  it('[BID-14, BID-15] are cancelled on the chain in all their versions, and idle coin is unwrapped to the wei', async () => {
    const hung = itemWith()
    const { market, item } = hung
    market.change(item, { bids: [aliceBids(item)] })
    const { screen, user, wallet } = await open(hung, { as: ALICE })
    wallet.tokens = parseEther('3')
    await user.click(await screen.findByRole('button', { name: 'Cancel bid' }))
    let dialog = within(await findDialog('Wheat field'))
    await reads(dialog, 'Cancel your bid of 0.20 WETH?')
    wallet.refusals.push(declined())
    await user.click(dialog.getByRole('button', { name: 'Cancel the bid' }))
    await reads(dialog, 'You declined in the wallet. Nothing was sent.')
    wallet.onMined = ({ functionName }) => functionName === 'cancel' && market.change(item, { bids: [] })
    await user.click(dialog.getByRole('button', { name: 'Cancel the bid' }))
    await reads(screen, 'Cancel success')
    expect(wallet.sent).toMatchObject([
      { functionName: 'cancel', args: [{ owner: ALICE, salt, sellAsset: { token: WRAPPED }, buyAsset: { token: item.collection } }] },
    ])

    dialog = within(await findDialog('WETH back into ETH'))
    const amount = dialog.getByLabelText('How much')
    const type = async (text: string) => {
      await user.clear(amount)
      await user.type(amount, text)
    }
    await type('1000000')
    await reads(dialog, 'Your bids need the rest')
    await type('1.5')
    await user.click(dialog.getByRole('button', { name: 'Unwrap 1.50 WETH' }))
    await reads(screen, '1.50 ETH is back')
    expect(wallet.sent.slice(1)).toMatchObject([{ functionName: 'withdraw', address: WRAPPED, args: [parseEther('1.5')] }])
    await dialogCloses()
    await reads(screen, 'Nobody bids for it yet.')
  })

  it('[ITEM-40, ITEM-41] whose money is gone stay with their makers, who can cancel them, and no one else sees them', async () => {
    const hung = itemWith()
    const { market, item } = hung
    market.change(item, { restingBids: [aliceBids(item, { isFundable: false })] })
    const { screen } = await open(hung, { as: ALICE })
    await reads(screen, 'Nobody can accept it: your WETH')
    await expect.poll(bidRows).toContain('Cancel bid')
    // To others the server sends no resting bids.
    market.change(item, { restingBids: [] })
    await open(hung, { as: EVE })
    await reads(screen, 'Nobody bids for it yet.')
  })

  it('that ended because the market moved to new contracts are offered to be signed again', async () => {
    const hung = itemWith()
    const ended = { ...aliceBids(hung.item, { price: parseEther('0.3') }), status: ORDER_STATUS.CANCELLED, isMoved: true }
    hung.market.change(hung.item, { restingBids: [ended] })
    const { user, screen } = await open(hung, { as: ALICE })
    await user.click(await screen.findByRole('button', { name: 'Sign your bid again' }))
    const dialog = within(await findDialog())
    expect(dialog.getByLabelText<HTMLInputElement>('Your bid', { exact: true }).value).toBe('0.3')
    await user.keyboard('{Escape}')
    await dialogCloses()
  })
})
