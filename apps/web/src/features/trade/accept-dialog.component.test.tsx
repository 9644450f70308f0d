import type { ItemRecord, OrderRecord } from '@plinth/api'
import { TOKEN_STANDARD } from '@plinth/protocol'
import { cleanup, within } from '@testing-library/react'
import { parseEther, parseUnits } from 'viem'
import { describe, expect, it } from 'vitest'
import { ALICE, BOB, EVE, EXCHANGE } from '../../../test/addresses.ts'
import { FakeMarket } from '../../../test/fake/fake-market.ts'
import { aBid, aHolding, anEvent, anItem, aSale, itemPath, PUSD, person } from '../../../test/fake/records.ts'
import { findDialog, openPage } from '../../../test/page.tsx'
import { declined } from '../../../test/scripted-market.ts'
import { dialogCloses, reads, wordsOf } from '../../../test/trade.ts'

const dollars = (text: string) => parseUnits(text, 6)
const bidRow = () => wordsOf(document.querySelector('.bid-row'))
const sums = () => wordsOf(document.querySelector('[role=dialog] .sums'))

type Hung = { market: FakeMarket; item: ItemRecord; bid: OrderRecord }

/** Alice holds what Bob made, with 5 % royalty; Eve bids 2 WETH. */
function hang(over: Partial<OrderRecord> = {}): Hung {
  const market = new FakeMarket()
  const item = anItem({ creator: person(BOB), royalties: [500] })
  const bid = aBid(item, EVE, { price: parseEther('2'), ...over })
  return { market, bid, item: market.hang({ ...item, bids: [bid] }) }
}

/** Of ten pieces Alice has four and Bob six; Eve bids 3 PUSD for each of six. */
function hangEdition(): Hung {
  const market = new FakeMarket()
  const of = anItem({ standard: TOKEN_STANDARD.ERC1155, supply: 10n, creator: person(BOB), royalties: [500], onlyOwner: '' })
  const bid = aBid(of, EVE, { payToken: PUSD, selling: dollars('18'), buying: 6n })
  const { collection, tokenId } = of
  const holdings = [
    aHolding({ collection, tokenId, owner: BOB, quantity: 6n }),
    aHolding({ collection, tokenId, owner: ALICE, quantity: 4n }),
  ]
  return { market, bid, item: market.hang({ ...of, holdings, bids: [bid] }) }
}

async function openAccept(hung: Hung) {
  const { market, item } = hung
  const opened = await openPage(itemPath(item), { market, as: ALICE })
  const { user, screen, wallet } = opened
  wallet.onMined = ({ functionName }, hash) => {
    if (functionName === 'acceptBid') market.answer('nft.history', () => [anEvent(item, { txHash: hash, type: 8 })])
  }
  const accept = async () => {
    await user.click(await screen.findByRole('button', { name: 'Accept' }))
    return within(await findDialog('Wheat field'))
  }
  const dialog = await accept()
  const type = async (text: string) => {
    await user.clear(dialog.getByLabelText('How many'))
    if (text !== '') await user.type(dialog.getByLabelText('How many'), text)
  }
  return { ...opened, dialog, type, accept }
}

describe('accepting a bid', () => {
  it('[ACCEPT-01, ITEM-50, ITEM-33, ITEM-42] is offered to the holder; not to the bidder, and not to others', async () => {
    const { market, item } = hang()
    const { screen } = await openPage(itemPath(item), { market, as: ALICE })
    await expect.poll(bidRow).toContain('Eve bids 2.00 WETH')
    expect(bidRow()).toContain('You would receive 1.85 WETH.')
    await screen.findByRole('button', { name: 'Accept' })
    await openPage(itemPath(item), { market, as: BOB })
    await expect.poll(bidRow).toContain('Eve bids 2.00 WETH')
    expect(screen.queryByRole('button', { name: 'Accept' })).toBeNull()
    await openPage(itemPath(item), { market, as: EVE })
    await screen.findByRole('button', { name: 'Edit bid' })
    expect(screen.queryByRole('button', { name: 'Accept' })).toBeNull()
  })

  it('[ACCEPT-07, ACCEPT-08, ITEM-35] says what leaves, the price, the seller fee, the royalty and what comes, exactly', async () => {
    const { dialog } = await openAccept(hang())
    for (const said of [
      'Eve pays you2.00 WETH',
      'Service fee, 2.50%− 0.05 WETH',
      'Royalty to Bob, 5.00%− 0.10 WETH',
      'You receive1.85 WETH',
    ])
      expect(sums()).toContain(said)
    await reads(dialog, 'The bid is good until')
    await reads(dialog, 'It can’t be undone.')
    expect(dialog.queryByLabelText('How many')).toBeNull()
  })

  it('[ACCEPT-08] deducts the seller fee that the bid was signed with, not the buyer fee on top of it', async () => {
    const hung = hang({ sellerFee: 100 })
    await openAccept(hung)
    expect(bidRow()).toContain('You would receive 1.88 WETH.')
    for (const said of ['Service fee, 1.00%− 0.02 WETH', 'You receive1.88 WETH']) expect(sums()).toContain(said)
  })

  it('[F-69] warns of nothing that pauses: what is sold to its last piece has no sale that goes on', async () => {
    const one = hang()
    one.market.change(one.item, { listings: [aSale(one.item, ALICE)] })
    const { dialog } = await openAccept(one)
    await reads(dialog, 'The bid is good until')
    expect(document.querySelector('[role=dialog] .warn-note')).toBeNull()
    cleanup()
    const some = hangEdition()
    some.market.change(some.item, { listings: [aSale(some.item, ALICE, { selling: 4n, buying: parseEther('4') })] })
    const { dialog: second, user } = await openAccept(some)
    await user.click(second.getByRole('switch'))
    await reads(second, 'It stays signed and becomes inactive.')
  })

  it('[ERR-25] says that the bidder can’t pay any more before it asks the wallet for anything', async () => {
    const hung = hang()
    const { dialog, user, wallet } = await openAccept(hung)
    wallet.isApproved = true
    hung.market.refuse('order.buyerFee', 'ORDER_NOT_FUNDABLE')
    await user.click(dialog.getByRole('button', { name: 'Sell for 1.85 WETH' }))
    await reads(dialog, 'The bidder can’t pay this right now: the balance or its allowance is too low.')
    expect(wallet.log).toEqual([])
  })

  it('[ACCEPT-05, ACCEPT-06, ERR-27, ITEM-37] approves the collection, is declined once, and sells for at least what was shown', async () => {
    const hung = hang()
    const { dialog, user, wallet, screen } = await openAccept(hung)
    wallet.refusals.push(undefined, declined())
    await user.click(dialog.getByRole('button', { name: 'Sell for 1.85 WETH' }))
    await reads(dialog, 'You declined in the wallet. Nothing was sent.')
    const { market, item } = hung
    const { collection, tokenId } = item
    const booked = wallet.onMined
    wallet.onMined = (call, hash) => {
      booked(call, hash)
      market.change(item, { bids: [], onlyOwner: EVE, holdings: [aHolding({ collection, tokenId, owner: EVE })] })
    }
    await user.click(dialog.getByRole('button', { name: 'Sell for 1.85 WETH' }))
    await user.click(await dialog.findByText('Close'))
    expect(wallet.log.filter((asked) => asked.startsWith('send'))).toEqual(['send setApprovalForAll', 'send acceptBid', 'send acceptBid'])
    expect(wallet.sent.map(({ functionName, address }) => [functionName, address])).toEqual([
      ['setApprovalForAll', collection],
      ['acceptBid', EXCHANGE],
    ])
    const [order, , fee, , amount, , least] = wallet.sent[1]?.args ?? []
    expect(order).toMatchObject({ key: { owner: EVE, salt: hung.bid.salt }, selling: parseEther('2') })
    expect([fee, amount, least]).toEqual([250n, parseEther('2'), parseEther('1.85')])
    await expect.poll(() => wordsOf(screen.getByRole('main'))).toContain('Held by Eve')
    expect(screen.queryByRole('button', { name: 'Accept' })).toBeNull()
    await reads(within(await screen.findByRole('table', { name: 'History' })), 'Bid accepted')
  })

  it('[ACCEPT-02, ACCEPT-03, ACCEPT-04] of an edition asks how many, at most what is owned and what the bid still wants', async () => {
    const { dialog, user, wallet, type } = await openAccept(hangEdition())
    await reads(dialog, 'Up to 4')
    expect((dialog.getByLabelText('How many') as HTMLInputElement).value).toBe('4')
    await type('')
    await user.click(dialog.getByRole('button', { name: /^Sell for/ }))
    await dialog.findByText('Enter how many')
    await type('5')
    await dialog.findByText('That is more than there are')
    expect(wallet.log).toEqual([])
    await type('3')
    await reads(dialog, 'Eve pays you, 3 × 3.00 PUSD')
    await user.click(dialog.getByRole('button', { name: 'Sell for 8.325 PUSD' }))
    await dialog.findByText('Close')
    const [, , , , amount, , least] = wallet.sent[1]?.args ?? []
    expect([amount, least]).toEqual([dollars('9'), dollars('8.325')])
  })

  it('[ACCEPT-04] offers what is left of the two, and refuses a bid that was raised meanwhile', async () => {
    const hung = hangEdition()
    const { market, item, bid } = hung
    const { collection, tokenId } = item
    const part = { ...bid, filled: dollars('9') }
    market.change(item, {
      bids: [part],
      holdings: [aHolding({ collection, tokenId, owner: BOB, quantity: 6n }), aHolding({ collection, tokenId, owner: ALICE })],
    })
    const { dialog, user, wallet } = await openAccept(hung)
    wallet.isApproved = true
    expect(bidRow()).toContain('Eve bids 3 × 3.00 PUSD')
    await reads(dialog, 'Up to 1')
    market.change(item, {
      bids: [aBid(item, EVE, { ...part, selling: dollars('36'), filled: dollars('18'), price: dollars('36'), unitPrice: '6' })],
    })
    await user.click(dialog.getByRole('button', { name: /^Sell for/ }))
    await reads(dialog, 'The bid has changed since. Look at it again before you accept.')
    expect(wallet.log).toEqual([])
    await user.click(dialog.getByRole('button', { name: 'Look at it again' }))
    await dialogCloses()
    await expect.poll(bidRow).toContain('Eve bids 3 × 6.00 PUSD')
  })
})
