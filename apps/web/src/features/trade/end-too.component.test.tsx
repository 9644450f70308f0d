/** @module-tag more */
import type { ItemRecord } from '@plinth/api'
import { HISTORY_TYPE, TOKEN_STANDARD } from '@plinth/protocol'
import { fireEvent, within } from '@testing-library/react'
import { parseEther } from 'viem'
import { describe, expect, it } from 'vitest'
import { ALICE, AUCTIONS, BOB, CHAIN, EVE, EXCHANGE } from '../../../test/addresses.ts'
import { FakeMarket } from '../../../test/fake/fake-market.ts'
import { aBid, aHolding, anAuction, anEvent, anItem, aSale, type ItemOf, itemPath, NOW } from '../../../test/fake/records.ts'
import { findDialog, openPage } from '../../../test/page.tsx'
import { declined } from '../../../test/scripted-market.ts'
import { dialogCloses, reads, wordsOf } from '../../../test/trade.ts'

const DAY = 86_400
const END_LISTING = 'Cancel your listing at 0.70 ETH too'
const price = parseEther('0.7')

/** Alice holds it and has it on sale at 0.7; Eve bids 0.5. */
function onSale(over: ItemOf = {}): { market: FakeMarket; item: ItemRecord } {
  const market = new FakeMarket()
  const bare = anItem(over)
  const listing = aSale(bare, ALICE, { price, validUntil: NOW + 5 * DAY })
  const bid = aBid(bare, EVE, { price: parseEther('0.5') })
  return { market, item: market.hang({ ...bare, isOnSale: true, listings: [listing], bids: [bid], ...over }) }
}

/** Ten pieces, all of them Alice's, `selling` of them on sale at 0.7 each. */
function edition(selling: bigint, supply = 10n) {
  const of: ItemOf = { standard: TOKEN_STANDARD.ERC1155, supply }
  const { collection, tokenId, standard } = anItem(of)
  const listing = aSale({ collection, tokenId, standard }, ALICE, { selling, buying: price * selling, unitPrice: '0.7' })
  return onSale({ ...of, listings: [listing], holdings: [aHolding({ collection, tokenId, owner: ALICE, quantity: 10n }, listing)] })
}

/** The market books what leaves, and forgets a listing that is cancelled. */
async function openItem(hung: { market: FakeMarket; item: ItemRecord }) {
  const { market, item } = hung
  const opened = await openPage(itemPath(item), { market, as: ALICE })
  const { user, screen, wallet } = opened
  wallet.isApproved = true
  wallet.onMined = ({ functionName, address }, hash) => {
    if (functionName !== 'cancel') {
      market.answer('nft.history', () => [anEvent(item, { txHash: hash, type: HISTORY_TYPE.TRANSFER })])
      const { listings } = market.itemOf(item) ?? item
      market.answer('order.get', () => listings[0] ?? aSale(item, ALICE))
    } else if (address === EXCHANGE) market.refuseAll('order.get', 'ORDER_NOT_FOUND')
  }
  const accept = async () => {
    await user.click(await screen.findByRole('button', { name: 'Accept' }))
    return within(await findDialog('Wheat field'))
  }
  const choose = async (name: string) => {
    await user.click(await screen.findByRole('button', { name: 'More' }))
    await user.click(await screen.findByRole('button', { name }))
    return within(await findDialog('Wheat field'))
  }
  const sends = () => wallet.log.filter((asked) => asked.startsWith('send'))
  return { ...opened, accept, choose, sends }
}

describe('accepting a bid for what one has on sale', () => {
  it('[F-120] ends the listing in the same dialog, after the sale', async () => {
    const hung = onSale()
    const { user, accept, sends, wallet } = await openItem(hung)
    const dialog = await accept()
    const toggle = dialog.getByRole<HTMLInputElement>('switch', { name: new RegExp(END_LISTING) })
    expect(toggle.checked).toBe(true)
    await reads(dialog, 'It is still signed.')
    expect([...document.querySelectorAll('.flow-steps li')].map(wordsOf)).toEqual([
      expect.stringContaining('Allow sales'),
      expect.stringMatching(/^.*Sell to Eve/),
      expect.stringMatching(/Cancel the listing on the chain.*Network fee/),
    ])
    await user.click(dialog.getByRole('button', { name: /^Sell for/ }))
    await user.click(await dialog.findByText('Close'))
    expect(sends()).toEqual(['send acceptBid', 'send cancel'])
    expect(wallet.sent[1]).toMatchObject({ address: EXCHANGE, args: [{ owner: ALICE, salt: hung.item.listings[0]?.salt }] })
  })

  it('[F-120] sells and ends the listing in one transaction where the wallet sends several calls as one', async () => {
    const hung = onSale()
    const { user, accept, wallet } = await openItem(hung)
    wallet.batches = true
    const dialog = await accept()
    await reads(dialog, 'The same transaction cancels it on the chain.')
    await user.click(dialog.getByRole('button', { name: /^Sell for/ }))
    const panel = within(await dialog.findByRole('region', { name: 'What this lets happen' }))
    await reads(panel, 'You give #7 of')
    await reads(panel, 'can’t be bought from any more')
    await user.click(await dialog.findByText('Close'))
    expect(wallet.log.filter((asked) => !asked.startsWith('dry'))).toEqual(['batch acceptBid+cancel'])
    expect(wallet.sent[1]).toMatchObject({ address: EXCHANGE, args: [{ owner: ALICE, salt: hung.item.listings[0]?.salt }] })
  })

  it('[F-120] does both one after the other once its owner declines that the wallet sends them as one', async () => {
    const { user, accept, sends, wallet } = await openItem(onSale())
    wallet.batches = true
    const dialog = await accept()
    wallet.refusals.push(Object.assign(new Error('User rejected the upgrade.'), { code: 5750 }))
    await user.click(dialog.getByRole('button', { name: /^Sell for/ }))
    await reads(dialog, 'You declined in the wallet.')
    await reads(dialog, 'A second transaction cancels it on the chain')
    await user.click(dialog.getByRole('button', { name: /^Sell for/ }))
    await dialog.findByText('Close')
    expect(sends()).toEqual(['send acceptBid', 'send cancel'])
  })

  it('[F-120] sells once where the end is declined in the wallet, and asks for the end alone again', async () => {
    const { user, accept, sends, wallet } = await openItem(onSale())
    const dialog = await accept()
    wallet.refusals.push(undefined, declined())
    await user.click(dialog.getByRole('button', { name: /^Sell for/ }))
    await reads(dialog, 'You declined in the wallet.')
    await reads(dialog, 'What you signed for it counts until this last step is done')
    expect(dialog.getByRole<HTMLInputElement>('switch').disabled).toBe(true)
    await user.click(dialog.getByRole('button', { name: 'Cancel the listing' }))
    await dialog.findByText('Close')
    expect(sends()).toEqual(['send acceptBid', 'send cancel', 'send cancel'])
  })

  it('[F-120] says what a listing that stays signed lets happen, and leaves it', async () => {
    const { user, accept, sends } = await openItem(onSale())
    const dialog = await accept()
    expect(document.querySelector('[role=dialog] .warn-note')).toBeNull()
    await user.click(dialog.getByRole('switch', { name: new RegExp(END_LISTING) }))
    await reads(dialog, 'If the work comes back to you by 23 Nov')
    await reads(dialog, 'sell the work for 0.70 ETH')
    expect(dialog.queryByText(/Cancel the listing on the chain/)).toBeNull()
    await user.click(dialog.getByRole('button', { name: /^Sell for/ }))
    await dialog.findByText('Close')
    expect(sends()).toEqual(['send acceptBid'])
  })

  it('[F-120] ends an auction of it as well', async () => {
    const market = new FakeMarket()
    const bare = anItem()
    const auction = anAuction(bare)
    const item = market.hang({ ...bare, auctions: [auction], bids: [aBid(bare, EVE, { price: parseEther('0.5') })] })
    const { user, accept, wallet } = await openItem({ market, item })
    let hasEnded = false
    market.answer('auction.get', () => ({ ...auction, status: hasEnded ? (1 as const) : (0 as const) }))
    const booked = wallet.onMined
    wallet.onMined = (call, hash) => {
      booked(call, hash)
      if (call.address === AUCTIONS) hasEnded = true
    }
    const dialog = await accept()
    dialog.getByRole('switch', { name: /Cancel your auction from 0\.10 WETH too/ })
    await user.click(dialog.getByRole('button', { name: /^Sell for/ }))
    await dialog.findByText('Close')
    expect(wallet.sent.map(({ functionName, address }) => [functionName, address])).toEqual([
      ['acceptBid', EXCHANGE],
      ['cancel', AUCTIONS],
    ])
  })

  it('[F-120] asks nothing of an account that has signed no offer of it', async () => {
    const { accept } = await openItem(onSale({ listings: [], isOnSale: false }))
    expect((await accept()).queryByRole('switch')).toBeNull()
  })
})

describe('transferring what one has on sale', () => {
  it('[F-120] ends the listing after the transfer, of an edition only where too few stay for it', async () => {
    const { user, choose, sends } = await openItem(edition(8n))
    const dialog = await choose('Transfer')
    await user.type(dialog.getByLabelText('Receiver’s address'), BOB)
    expect(dialog.queryByRole('switch')).toBeNull()
    fireEvent.change(dialog.getByLabelText('How many'), { target: { value: '3' } })
    await dialog.findByRole('switch', { name: new RegExp(END_LISTING) })
    await user.click(dialog.getByRole('button', { name: 'Send 3' }))
    await dialogCloses()
    expect(sends()).toEqual(['send safeTransferFrom', 'send cancel'])
  })

  it('[F-120] ends one that was inactive before, too', async () => {
    const bare = anItem()
    const returned = aSale(bare, ALICE, { price, isFundable: false, isReturned: true })
    const { choose } = await openItem(onSale({ listings: [], isOnSale: false, resting: [returned] }))
    await (await choose('Transfer')).findByRole('switch', { name: new RegExp(END_LISTING) })
  })

  it('[F-120] only follows a transfer of an earlier opening: the wallet is asked for nothing', async () => {
    const hung = onSale()
    const { choose, wallet } = await openItem(hung)
    const { collection, tokenId } = hung.item
    const hash = wallet.sendElsewhere({ functionName: 'safeTransferFrom', args: [ALICE, BOB, tokenId] })
    const item = { collection, tokenId: tokenId.toString() }
    const entry = { id: 'earlier', hash, chainId: CHAIN, account: ALICE, act: 'transfer', title: 'Wheat field', item, subject: `${BOB} 1` }
    const state = { status: 'pending', isStuck: false, isFinal: false, sentAt: Date.now() }
    localStorage.setItem('transactions', JSON.stringify([{ ...entry, ...state }]))
    await choose('Transfer')
    await dialogCloses()
    expect(wallet.log).toEqual([])
  })
})

describe('burning what one has on sale', () => {
  it('[F-120] ends a listing that pieces may come back for, and none of what is gone for good', async () => {
    const { choose } = await openItem(edition(10n, 12n))
    await (await choose('Burn')).findByRole('switch', { name: new RegExp(END_LISTING) })
    const single = await openItem(onSale())
    const dialog = await single.choose('Burn')
    await reads(dialog, 'You have listed it')
    expect(dialog.queryByRole('switch')).toBeNull()
  })
})

describe('an auction of what one has on sale', () => {
  it('[F-120] ends the listing in the same dialog before it is signed', async () => {
    const hung = onSale()
    const { user, choose, wallet } = await openItem(hung)
    hung.market.answer('order.get', () => hung.item.listings[0] ?? aSale(hung.item, ALICE))
    const dialog = await choose('Auction it instead')
    await reads(dialog, 'Your listing at 0.70 ETH is cancelled first')
    fireEvent.change(dialog.getByLabelText('Start price', { exact: true }), { target: { value: '1' } })
    fireEvent.change(dialog.getByLabelText('Lowest price you accept'), { target: { value: '2' } })
    fireEvent.change(dialog.getByLabelText('Smallest step between bids'), { target: { value: '0.1' } })
    fireEvent.change(dialog.getByLabelText('Shared by those who are outbid'), { target: { value: '10' } })
    await user.click(dialog.getByRole('button', { name: 'Sign the auction' }))
    await dialogCloses()
    expect(wallet.log).toEqual(['dry cancel', 'send cancel', 'sign'])
    expect(hung.market.inputsOf('auction.add')).toHaveLength(1)
  })

  it('[F-120] is offered in the menu of what is on sale only', async () => {
    const { user, screen } = await openItem(onSale({ listings: [], isOnSale: false }))
    await user.click(await screen.findByRole('button', { name: 'More' }))
    await screen.findByRole('button', { name: 'Transfer' })
    expect(screen.queryByRole('button', { name: 'Auction it instead' })).toBeNull()
  })
})
