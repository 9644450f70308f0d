import type { AuctionBidRecord, AuctionRecord } from '@plinth/api'
import { type Address, AUCTION_BID_STATUS } from '@plinth/protocol'
import { within } from '@testing-library/react'
import { formatEther, parseEther } from 'viem'
import { describe, expect, it } from 'vitest'
import { ALICE, AUCTIONS, BOB, CHAIN, EVE } from '../../../../test/addresses.ts'
import { putAtAuction } from '../../../../test/fake/auction-records.ts'
import { FakeMarket } from '../../../../test/fake/fake-market.ts'
import { anAuction, anItem, HASH, itemPath, NOW, person } from '../../../../test/fake/records.ts'
import { findDialog, openPage } from '../../../../test/page.tsx'
import { declined } from '../../../../test/scripted-market.ts'
import { dialogCloses, reads, wordsOf } from '../../../../test/trade.ts'

let bids = 0n

const auctionBid = (bidder: Address, price: string): AuctionBidRecord => ({
  id: ++bids,
  chainId: CHAIN,
  bidder,
  total: parseEther(price),
  unitPrice: price,
  buyerFee: 250,
  status: AUCTION_BID_STATUS.ACTIVE,
  isFunded: true,
  wasFundedAtEnd: false,
  isPublic: false,
  digest: HASH,
  signature: `0x${'6'.repeat(128)}1b`,
  proof: 'typed',
  nickname: '',
  user: person(bidder),
  createdAt: NOW - 60 + Number(bids),
})

/** Alice auctions an item; Bob has bid 1 and 1.2 WETH, Eve 1.1 and then `eves`. */
async function openAs(as: Address, eves: string) {
  const market = new FakeMarket()
  const item = anItem()
  let list = [auctionBid(BOB, '1'), auctionBid(EVE, '1.1'), auctionBid(BOB, '1.2'), auctionBid(EVE, eves)]
  const auctionNow = (): Partial<AuctionRecord> => {
    const [best] = list.filter(({ status }) => status === AUCTION_BID_STATUS.ACTIVE).toSorted((a, b) => (a.total > b.total ? -1 : 1))
    if (!best) throw new Error('no bid is left')
    const nextPrice = best.total + parseEther('0.1')
    return { highestPrice: best.total, highestBidder: best.bidder, highestUser: best.user, nextPrice, unitPrice: formatEther(best.total) }
  }
  const auction = anAuction(item, { startPrice: parseEther('1'), increment: parseEther('0.1'), ...auctionNow() })
  market.hang({ ...item, auctions: [auction] })
  market
    .answer('auction.bids', () => ({ list, users: [person(BOB), person(EVE)] }))
    .answer('auction.get', () => ({ ...auction, ...auctionNow() }))
    .answer('auction.cancel', ({ total }, { token }) => {
      const { address } = market.callerOf(token)
      list = list.map((bid) => (bid.bidder === address && bid.total <= total ? { ...bid, status: AUCTION_BID_STATUS.CANCELLED } : bid))
      market.change(item, { auctions: [{ ...auction, ...auctionNow() }] })
      return {}
    })
  const opened = await openPage(itemPath(item), { market, as })
  const { user, screen } = opened
  const askBack = async (name: string) => {
    await user.click(await screen.findByRole('button', { name }))
    await user.click(await within(await findDialog()).findByRole('button', { name: 'Cancel the bid' }))
    await screen.findByText(/^Cancel your bid of /)
    return within(await findDialog('Wheat field'))
  }
  const steps = () => document.querySelectorAll('[role=dialog] .steps .step').length
  return { ...opened, auction, askBack, steps }
}

describe('the dialog that takes bids at an auction back', () => {
  it('[API-107, AUC-43] takes all of one’s own at once, for free, and asks nothing of wallet or chain', async () => {
    const { screen, user, wallet, market, auction, askBack, steps } = await openAs(BOB, '1.5')
    const dialog = await askBack('Bid 1.60 WETH or more')
    await reads(dialog, 'Cancel your bid of 1.20 WETH, and every lower one of yours here?')
    await reads(dialog, 'You don’t win with it any more, and you don’t share in the price.')
    expect(steps()).toBe(1)
    await user.click(dialog.getByRole('button', { name: 'Cancel the bid' }))
    await reads(screen, 'Cancel success')
    await dialogCloses()
    expect(market.inputsOf('auction.cancel')).toMatchObject([{ owner: ALICE, salt: auction.salt, total: parseEther('1.2') }])
    expect(wallet.log).toEqual([])
    await user.click(await screen.findByRole('button', { name: 'Bid 1.60 WETH or more' }))
    const room = within(await findDialog())
    const rows = () => [...document.querySelectorAll('[role=dialog] .auction-bids li')].map(wordsOf)
    await expect.poll(() => rows().filter((said) => /you.*Bid cancelled/i.test(said))).toHaveLength(2)
    expect(room.queryByRole('button', { name: 'Cancel the bid' })).toBeNull()
  })

  it('ends them on the chain too, goes on after a no in the wallet, and lets the next one lead', async () => {
    const { screen, user, wallet, market, auction, askBack, steps } = await openAs(EVE, '1.5')
    let dialog = await askBack('See the auction')
    await user.click(dialog.getByRole('switch', { name: /^Cancel it on the chain too/ }))
    dialog = within(await findDialog('Wheat field'))
    expect(steps()).toBe(2)
    wallet.refusals.push(declined())
    await user.click(dialog.getByRole('button', { name: 'Cancel the bid' }))
    await reads(dialog, 'You declined in the wallet. Nothing was sent.')
    // The market has dropped the bid by now, and the page knows; the request stays on screen.
    const { id: auctionId, collection, tokenId, owner } = auction
    const looked = market.inputsOf('auction.bids').length
    const looksAgain = () => {
      market.emit({ topic: 'auction', chainId: CHAIN, auctionId, collection, tokenId, owner })
      return market.inputsOf('auction.bids').length
    }
    await expect.poll(looksAgain).toBeGreaterThan(looked)
    await reads(dialog, 'Cancel your bid of 1.50 WETH, and every lower one of yours here?')
    expect(dialog.queryByRole('switch')).toBeNull()
    expect(wallet.sent).toEqual([])
    await user.click(dialog.getByRole('button', { name: 'Cancel the bid' }))
    await reads(screen, 'Cancel success')
    expect(wallet.sent).toMatchObject([{ functionName: 'voidBids', address: AUCTIONS }])
    expect(wallet.sent[0]?.args[1]).toBe(parseEther('1.5'))
    expect(market.inputsOf('auction.cancel')).toMatchObject([{ total: parseEther('1.5') }])
    await screen.findByRole('button', { name: 'Bid 1.30 WETH or more' })
  })

  it('[SNIPE-03] ends one that anybody may settle with by now on the chain alone', async () => {
    const market = new FakeMarket()
    const item = anItem()
    const auction = anAuction(item, { startPrice: parseEther('1') })
    putAtAuction(market, item, auction, { ...auctionBid(EVE, '1.5'), isPublic: true })
    const { user, screen } = await openPage(itemPath(item), { market, as: EVE })
    await user.click(await screen.findByRole('button', { name: 'See the auction' }))
    await user.click(await within(await findDialog()).findByRole('button', { name: 'Cancel the bid' }))
    const dialog = within(await findDialog('Wheat field'))
    await dialog.findByText('Anybody may settle with this bid by now, so nothing else ends it. Costs a network fee.')
    const onChain = dialog.getByRole<HTMLButtonElement>('switch', { name: /^Cancel it on the chain too/ })
    expect([onChain.getAttribute('aria-checked'), onChain.disabled]).toEqual(['true', true])
    expect(document.querySelectorAll('.steps .step')).toHaveLength(2)
  })
})
