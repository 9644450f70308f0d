/** @module-tag more */
import type { AuctionRecord, HistoryRecord, ItemRecord } from '@plinth/api'
import type { Address } from '@plinth/protocol'
import { HISTORY_TYPE } from '@plinth/protocol'
import { within } from '@testing-library/react'
import { parseEther } from 'viem'
import { describe, expect, it } from 'vitest'
import { ALICE, AUCTIONS, BOB, EVE, EXCHANGE } from '../../../test/addresses.ts'
import { FakeMarket } from '../../../test/fake/fake-market.ts'
import { pageOf } from '../../../test/fake/page-of.ts'
import { anAuction, anEvent, anItem, aSale, type ItemOf, itemPath, NOW, WETH } from '../../../test/fake/records.ts'
import { allDrawn, findDialog, type Opened, openPage } from '../../../test/page.tsx'
import { expectActs, reads, wordsOf } from '../../../test/trade.ts'

const DAY = 86_400

/** Alice accepted Bob's bid of 0.5 WETH. */
const accepted = (item: Pick<ItemRecord, 'collection' | 'tokenId'>, over: Partial<HistoryRecord> = {}) =>
  anEvent(item, {
    type: HISTORY_TYPE.ACCEPT,
    from: ALICE,
    to: BOB,
    payToken: WETH,
    content: {
      maker: BOB,
      sellToken: '',
      buyToken: '',
      sellValue: 1n,
      buyValue: 1n,
      filled: 1n,
      quantity: 1n,
      payTokenSymbol: WETH.symbol,
      payTokenDecimals: WETH.decimals,
      payTokenAddress: WETH.address,
      unitPrice: '0.5',
    },
    ...over,
  })

/** Bob's since Alice accepted a bid; her listing at 0.7 was never ended. The server gives it to her alone. */
function soldByBid(over: ItemOf = {}) {
  const market = new FakeMarket()
  const item = anItem({ owner721: BOB, ...over })
  const listing = aSale(item, ALICE, { price: parseEther('0.7'), isFundable: false, validUntil: NOW + 5 * DAY })
  market.hang(item)
  market.answer('nft.detail', (of, { token }) => {
    const found = market.itemOf(of)
    return found && token === FakeMarket.tokenOf(ALICE) ? found : found && { ...found, resting: [] }
  })
  market.answer('nft.history', () => [accepted(item)])
  market.change(item, { resting: [listing] })
  return { market, item, listing }
}

const block = () => wordsOf(document.querySelector('.price-block'))
const rows = () => [...document.querySelectorAll('.bid-row')].map(wordsOf)
const open = ({ market, item }: { market: FakeMarket; item: ItemRecord }, as: Address) => openPage(itemPath(item), { market, as })
const pressEnd = async ({ user, screen }: Opened) => {
  await user.click(await screen.findByRole('button', { name: 'Cancel it' }))
  return within(await findDialog('Wheat field'))
}

describe('the page of a work that its seller had listed too', () => {
  it('[F-120] is headed by what it was sold for, to its seller as to others', async () => {
    const hung = soldByBid()
    for (const viewer of [ALICE, EVE]) {
      await open(hung, viewer)
      await expect.poll(block).toMatch(/^Not on sale ?Sold for 0\.50 WETH/)
      expect(block()).not.toContain('0.70')
      await expectActs('Bid')
    }
  })

  it('[F-120] shows the old listing to its maker alone, as a small line with its end', async () => {
    const hung = soldByBid()
    await open(hung, ALICE)
    await expect.poll(rows).toContainEqual(expect.stringMatching(/^Your listing at 0\.70 ETH is still signed ?Inactive\. .* by 23 Nov/))
    await open(hung, BOB)
    await allDrawn()
    expect(rows().join()).not.toContain('still signed')
  })

  it('[F-120] ends it by a press, and the line is gone', async () => {
    const hung = soldByBid()
    const opened = await open(hung, ALICE)
    hung.market.answer('order.get', () => hung.listing)
    const dialog = await pressEnd(opened)
    await reads(dialog, 'You no longer hold this work')
    opened.wallet.onMined = () => {
      hung.market.change(hung.item, { resting: [] })
      hung.market.refuseAll('order.get', 'ORDER_NOT_FOUND')
    }
    await opened.user.click(dialog.getByRole('button', { name: 'Cancel the listing' }))
    await opened.screen.findByText('Cancel success')
    expect(opened.wallet.sent).toMatchObject([
      { functionName: 'cancel', address: EXCHANGE, args: [{ owner: ALICE, salt: hung.listing.salt }] },
    ])
    await expect.poll(() => rows().join()).not.toContain('still signed')
  })

  it('[F-120] is headed by the new holder’s listing or auction', async () => {
    const listed = soldByBid()
    listed.market.change(listed.item, { isOnSale: true, listings: [aSale(listed.item, BOB, { price: parseEther('0.9') })] })
    await open(listed, ALICE)
    await expect.poll(block).toMatch(/^On sale, fixed price.*0\.90 ETH/)
    await expectActs(/^Buy for/, 'Bid')
    const atAuction = soldByBid()
    atAuction.market.change(atAuction.item, { auctions: [anAuction(atAuction.item, { owner: BOB })] })
    await open(atAuction, ALICE)
    await expect.poll(block).toMatch(/^At auction/)
    expect(block()).not.toContain('0.70')
    await expect.poll(rows).toContainEqual(expect.stringContaining('Your listing at 0.70 ETH is still signed'))
  })

  it('[F-120] names the last sale as such once the work was given away since', async () => {
    const hung = soldByBid()
    hung.market.answer('nft.history', () => [
      anEvent(hung.item, { id: '2', type: HISTORY_TYPE.TRANSFER, from: BOB, to: EVE }),
      accepted(hung.item),
    ])
    await open(hung, ALICE)
    await expect.poll(block).toMatch(/^Not on sale ?Last sale 0\.50 WETH/)
  })

  it('[F-120] says of a listing whose approval was taken back that it is inactive, not on sale', async () => {
    const market = new FakeMarket()
    const item = anItem()
    market.hang({ ...item, resting: [aSale(item, ALICE, { price: parseEther('0.7'), isFundable: false })] })
    await open({ market, item }, ALICE)
    await expect.poll(block).toMatch(/^Inactive listing/)
    await expectActs('Cancel the listing')
  })
})

describe('an auction whose lot has left its owner', () => {
  function givenAway(over: Partial<AuctionRecord> = {}) {
    const market = new FakeMarket()
    const item = anItem({ owner721: BOB })
    let auction = anAuction(item, { held: 0n, isFundable: false, ...over })
    market.hang(item)
    market.answer('auction.list', (at) => pageOf(at.isFinished === false && auction.status !== 0 ? [] : [auction], at))
    market.answer('auction.get', () => auction)
    const end = () => {
      auction = { ...auction, status: 1, end: 1 }
    }
    return { market, item, auction, end }
  }

  it('[F-120] stays as a small line to its owner, who ends it by a press', async () => {
    const hung = givenAway()
    const opened = await open(hung, ALICE)
    await expect
      .poll(rows)
      .toContainEqual(expect.stringMatching(/^Your auction from 0\.10 WETH is still signed ?Inactive\. If the work comes back/))
    expect(block()).not.toContain('At auction')
    const dialog = await pressEnd(opened)
    await reads(dialog, 'You no longer hold what you auction')
    opened.wallet.onMined = hung.end
    await opened.user.click(dialog.getByRole('button', { name: 'Cancel the auction' }))
    await opened.screen.findByText('Cancel success')
    expect(opened.wallet.sent).toMatchObject([{ functionName: 'cancel', address: AUCTIONS }])
    await expect.poll(() => rows().join()).not.toContain('still signed')
    await open(hung, BOB)
    await allDrawn()
    expect(rows().join()).not.toContain('still signed')
  })

  it('[F-120] is inactive in the Auctions tab, where it can be ended and not edited', async () => {
    const hung = givenAway({ startTime: NOW + 3_600, endTime: NOW + 7_200 })
    const { screen } = await openPage(`${itemPath(hung.item)}&tab=auctions`, { market: hung.market, as: ALICE })
    const panel = within(await screen.findByRole('tabpanel'))
    await panel.findByText('Inactive')
    expect(panel.getAllByRole('button').map(wordsOf)).toEqual(['See the auction', 'Cancel the auction'])
  })
})
