/** @module-tag more */
import type { ItemRecord, LiveEvent } from '@plinth/api'
import { screen, within } from '@testing-library/react'
import { parseEther } from 'viem'
import { describe, expect, it } from 'vitest'
import { ALICE, BOB, CHAIN, EVE } from '../../../test/addresses.ts'
import { FakeMarket } from '../../../test/fake/fake-market.ts'
import { aHolding, anItem, aSale, itemPath, person } from '../../../test/fake/records.ts'
import { waitForEvents } from '../../../test/live.ts'
import { findDialog, openPage } from '../../../test/page.tsx'
import { expectActs, wordsOf } from '../../../test/trade.ts'

const nameOf = (tokenId: bigint) => `Field ${tokenId}`
const itemNumbered = (tokenId: bigint) => anItem({ tokenId, name: nameOf(tokenId) })
const onSale = (item: ItemRecord, price = parseEther('0.3')): Partial<ItemRecord> => ({
  isOnSale: true,
  listings: [aSale(item, ALICE, { price })],
})
const heldBy = (item: ItemRecord, owner: typeof ALICE): Partial<ItemRecord> => ({
  onlyOwner: owner,
  owner: person(owner),
  holdings: [aHolding({ ...item, owner })],
})
const unsold = { isOnSale: false, listings: [], resting: [] } satisfies Partial<ItemRecord>

/** What the market says of an item's sale, and of the item itself. */
const orderEvent = ({ collection, tokenId }: ItemRecord): LiveEvent => ({
  topic: 'order',
  chainId: CHAIN,
  orderId: 1n,
  collection,
  tokenId,
  maker: ALICE,
})
const itemEvent = ({ collection, tokenId }: ItemRecord): LiveEvent => ({ topic: 'item', chainId: CHAIN, collection, tokenId })

const cards = () => [...document.querySelectorAll('#market .card .caption-name')].map(({ textContent }) => textContent)

describe('what others do, on an open page', () => {
  it('shows a new sale on the market behind a chip only, and puts it first when that is pressed', async () => {
    const market = new FakeMarket()
    for (const tokenId of [1n, 2n]) market.hang({ ...itemNumbered(tokenId), ...onSale(itemNumbered(tokenId)) })
    const { user } = await openPage('/', { market })
    await expect.poll(cards).toEqual([nameOf(1n), nameOf(2n)])
    await waitForEvents(market, 'home.list')
    market.items.unshift({ ...itemNumbered(3n), ...onSale(itemNumbered(3n)) })
    market.emit(orderEvent(itemNumbered(3n)))
    const chip = await screen.findByRole('button', { name: '1 new work' })
    expect(cards()).toEqual([nameOf(1n), nameOf(2n)])
    const answer = market.hold('home.list')
    await user.click(chip)
    await expect.poll(() => chip.matches(':disabled')).toBe(true)
    answer()
    await expect.poll(cards).toEqual([nameOf(3n), nameOf(1n), nameOf(2n)])
    expect(screen.queryByRole('button', { name: '1 new work' })).toBeNull()
  })

  it('says on the card of an item that is sold that it is, with the red dot, where it stands', async () => {
    const market = new FakeMarket()
    for (const tokenId of [1n, 2n, 3n]) market.hang({ ...itemNumbered(tokenId), ...onSale(itemNumbered(tokenId)) })
    await openPage('/', { market })
    await expect.poll(cards).toEqual([1n, 2n, 3n].map(nameOf))
    await waitForEvents(market, 'home.list')
    market.change(itemNumbered(2n), { ...unsold, ...heldBy(itemNumbered(2n), BOB) })
    market.emit(orderEvent(itemNumbered(2n)), itemEvent(itemNumbered(2n)))
    const card = () => [...document.querySelectorAll('#market .card')].find(({ textContent }) => textContent?.includes(nameOf(2n)))
    await expect.poll(() => wordsOf(card()?.querySelector('.price-line'))).toBe('Sold')
    expect(card()?.querySelectorAll('.price-line .dot')).toHaveLength(1)
    expect(cards()).toEqual([1n, 2n, 3n].map(nameOf))
  })

  it('shows on the page of an item its sale as soon as it is signed, and its new holder as soon as it is sold', async () => {
    const market = new FakeMarket()
    const item = market.hang(itemNumbered(1n))
    await openPage(itemPath(item), { market, as: EVE })
    await screen.findByText('Not on sale')
    await waitForEvents(market, 'nft.detail')
    market.change(item, onSale(item, parseEther('0.32')))
    market.emit(orderEvent(item))
    await expect.poll(() => wordsOf(document.querySelector('.price-block'))).toContain('0.32 ETH')
    await expectActs(/^Buy for/, 'Bid')
    market.change(item, { ...unsold, ...heldBy(item, BOB) })
    market.emit(orderEvent(item), itemEvent(item))
    await screen.findByText('Not on sale')
    await expect.poll(() => wordsOf(document.querySelector('.item-people'))).toMatch(/Held by ?Bob/)
    await expectActs('Bid')
  })

  it('[ITEM-43] takes a sale off at once whose item was given away, and shows it as inactive to its owner alone when it is back', async () => {
    const market = new FakeMarket()
    const item = market.hang({ ...itemNumbered(1n), ...onSale(itemNumbered(1n)) })
    const { user, wallet } = await openPage(itemPath(item), { market, as: ALICE })
    await expectActs('Edit the price', 'Cancel the listing')
    await waitForEvents(market, 'nft.detail')
    const [listing] = item.listings
    if (!listing) throw new Error('not on sale')
    market.change(item, { ...unsold, ...heldBy(item, BOB) })
    market.emit(itemEvent(item), orderEvent(item))
    await screen.findByText('Not on sale')
    await expectActs('Bid')

    const resting = [{ ...listing, isReturned: true, isFundable: false }]
    market.change(item, { ...unsold, ...heldBy(item, ALICE), resting })
    market.emit(itemEvent(item), orderEvent(item))
    await screen.findByText('Inactive listing')
    wallet.isApproved = true
    market.answer('order.add', () => {
      market.change(item, { isOnSale: true, listings: [listing], resting: [] })
      return {}
    })
    await user.click(screen.getByRole('button', { name: 'List it again' }))
    await user.click(within(await findDialog()).getByRole('button', { name: 'Sign it again' }))
    await expectActs('Edit the price', 'Cancel the listing')
    expect(wallet.log).toEqual(['sign'])
    expect(market.inputsOf('order.add')).toMatchObject([{ salt: listing.salt, buying: listing.buying }])
  })

  it('[ITEM-43] lets the owner of an inactive listing cancel it instead', async () => {
    const market = new FakeMarket()
    const item = itemNumbered(1n)
    market.hang({ ...item, resting: [aSale(item, ALICE, { isReturned: true, isFundable: false })] })
    const { user, wallet } = await openPage(itemPath(item), { market, as: ALICE })
    wallet.onMined = () => market.change(item, unsold)
    market.answer('order.get', () => aSale(item, ALICE))
    await user.click(await screen.findByRole('button', { name: 'Cancel the listing' }))
    await user.click(within(await findDialog()).getByRole('button', { name: 'Cancel the listing' }))
    await screen.findByText('Cancel success')
    expect(wallet.sent.map(({ functionName }) => functionName)).toEqual(['cancel'])
    await expectActs('Sell')
  })
})
