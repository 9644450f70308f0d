import type { HistoryRecord, ItemRecord, OrderRecord } from '@plinth/api'
import { toAddress, ZERO_ADDRESS } from '@plinth/protocol'
import { describe, expect, it } from 'vitest'
import { en } from '../../i18n/en/index.ts'
import { historyRows, lastSaleOf, soldForOf } from './history-view.ts'
import { bidActOf, orderOf, roleOf as roleAt, rowActOf } from './item-role.ts'

const alice = toAddress(`0x${'a'.repeat(40)}`)
const bob = toAddress(`0x${'b'.repeat(40)}`)
const carol = toAddress(`0x${'c'.repeat(40)}`)

const sale = (maker: typeof alice, part: Partial<OrderRecord> = {}) =>
  ({ maker, status: 0, isExpired: false, isFundable: true, unitPrice: '0.5', ...part }) as OrderRecord
const holding = (owner: typeof alice) => ({ owner, quantity: 1n }) as ItemRecord['holdings'][number]
const NONE: OrderRecord[] = []
const item = (listings: OrderRecord[], standard = 3) => ({
  holdings: [holding(alice)],
  listings,
  standard,
  resting: NONE,
  bids: NONE,
  restingBids: NONE,
  auctions: [],
})
const resting = (order: OrderRecord) => ({ ...item([]), resting: [order] })

const roleOf = (facts: Parameters<typeof roleAt>[0], me: Parameters<typeof roleAt>[1]) => roleAt(facts, me, 0)

describe('roleOf', () => {
  it('[ITEM-24, ITEM-44] lets a holder sell what is not on sale', () => {
    expect(roleOf(item([]), alice).acts).toEqual(['sell'])
  })

  it('[ITEM-25, ITEM-45] lets a holder edit or cancel a fixed price', () => {
    expect(roleOf(item([sale(alice)]), alice).acts).toEqual(['editSale', 'cancelSale'])
  })

  it('[ITEM-28, ITEM-36] lets others buy the lowest sale', () => {
    const role = roleOf(item([sale(alice)]), bob)
    expect(role.acts).toEqual(['buy', 'bid'])
    expect(role.offer?.maker).toBe(alice)
    expect(roleOf(item([sale(alice)]), undefined).acts).toEqual(['buy', 'bid'])
  })

  it('[ITEM-52] never offers an account its own sale', () => {
    expect(roleOf(item([sale(alice)]), alice).offer).toBeUndefined()
  })

  it('[ITEM-43] hides what its seller can’t deliver, except from the seller, who can cancel it', () => {
    const stale = sale(alice, { isFundable: false })
    expect(roleOf(item([stale]), bob).acts).toEqual(['bid'])
    expect(roleOf(resting(stale), alice).acts).toEqual(['cancelSale'])
  })

  it('leaves expired and filled sales alone', () => {
    expect(roleOf(item([sale(alice, { isExpired: true })]), bob).acts).toEqual(['bid'])
    expect(roleOf(item([sale(alice, { status: 1 })]), bob).acts).toEqual(['bid'])
  })
})

describe('roleOf an edition', () => {
  it('lets a holder buy more of it, and sell what it holds', () => {
    expect(roleOf(item([sale(bob)], 2), alice).acts).toEqual(['buy', 'sell'])
    expect(roleOf(item([sale(bob)]), alice).acts).toEqual(['sell'])
  })

  it('keeps all sales of others, cheapest first as they came', () => {
    const role = roleOf(item([sale(bob, { unitPrice: '1' }), sale(alice), sale(bob, { unitPrice: '2' })], 2), alice)
    expect(role.offers.map(({ unitPrice }) => unitPrice)).toEqual(['1', '2'])
    expect(role.acts).toEqual(['editSale', 'cancelSale', 'buy'])
  })
})

describe('a sale whose item had left', () => {
  const returned = sale(alice, { isFundable: false, isReturned: true })

  it('is brought back or cancelled by its owner', () => {
    expect(roleOf(resting(returned), alice).acts).toEqual(['reviveSale', 'cancelSale'])
  })

  it('is nothing to others', () => expect(roleOf(item([]), bob).acts).toEqual(['bid']))

  it('[F-120] is apart from what the page is about while the item is away', () => {
    const stale = sale(alice, { isFundable: false })
    const away = { ...item([sale(bob)]), holdings: [holding(bob)], resting: [stale] }
    const role = roleOf(away, alice)
    expect(role.acts).toEqual(['buy', 'bid'])
    expect([role.own, role.lost]).toEqual([undefined, stale])
    expect(orderOf('cancelSale', role)).toBe(stale)
  })
})

describe('who holds some', () => {
  const bid = (maker: typeof alice, part: Partial<OrderRecord> = {}) => sale(maker, { ...part })
  const wanted = (...bids: OrderRecord[]) => ({ ...item([]), bids })

  it('[ITEM-06, XFER-01, BURN-01] transfers and burns, and no other account does', () => {
    expect(roleOf(item([]), alice).holds).toEqual(['transfer', 'burn'])
    expect(roleOf(item([sale(alice)]), alice).holds).toEqual(['transfer', 'burn'])
    for (const other of [bob, undefined]) expect(roleOf(item([sale(alice)]), other).holds).toEqual([])
  })

  it('[ITEM-50, ITEM-33, ACCEPT-01] accepts the dearest bid that is not its own', () => {
    const role = roleOf(wanted(bid(alice, { unitPrice: '3' }), bid(bob, { unitPrice: '2' }), bid(carol, { unitPrice: '1' })), alice)
    expect(role.highest?.maker).toBe(bob)
    expect(role.holds).toContain('acceptBid')
    expect(roleOf(wanted(bid(alice)), alice)).toMatchObject({ highest: undefined, holds: ['transfer', 'burn'] })
    expect(roleOf(wanted(bid(carol)), bob).holds).toEqual([])
  })

  it('[ITEM-41] leaves bids alone that are over, or can’t be paid', () => {
    for (const part of [{ isExpired: true }, { status: 1 }, { status: 2 }])
      expect(roleOf(wanted(bid(bob, part)), alice).holds).not.toContain('acceptBid')
    expect(bidActOf(bid(bob, { isFundable: false }), alice, 1n)).toBeUndefined()
    expect(bidActOf(bid(bob), alice, 1n)).toBe('acceptBid')
  })
})

describe('rowActOf', () => {
  it('[ITEM-34] cancels on one’s own row and buys on another’s', () => {
    const listed = item([sale(alice)])
    expect(rowActOf(listed, alice, alice)?.act).toBe('cancelSale')
    expect(rowActOf(listed, alice, bob)?.act).toBe('buy')
    expect(rowActOf(item([]), alice, bob)).toBeUndefined()
  })
})

const person = (address: typeof alice) => ({ address, nickname: '', avatar: '' })
const record = (type: number, part: Partial<HistoryRecord> = {}) =>
  ({
    id: `${type}`,
    type,
    from: alice,
    to: bob,
    fromUser: person(alice),
    toUser: person(bob),
    content: { unitPrice: '0.5', payTokenSymbol: 'ETH' },
    quantity: 1n,
    txHash: '',
    createdAt: 1,
    ...part,
  }) as HistoryRecord

describe('historyRows', () => {
  it('[ITEM-37] shows the recipient as actor of 4 and 8, else the sender', () => {
    const rows = historyRows([record(4), record(8), record(1), record(15)])
    expect(rows.map(({ actor }) => actor.address)).toEqual([bob, bob, alice, alice])
    expect(rows.map(({ other }) => other?.is)).toEqual(['from', 'from', undefined, 'to'])
  })

  it('[ITEM-38] hides what the zero address sent and shows a mint by its minter', () => {
    const rows = historyRows([record(15, { from: ZERO_ADDRESS }), record(9, { content: undefined })])
    expect(rows.map(({ event, price }) => [event, price])).toEqual([['work.events.mint', undefined]])
  })

  it('[ENUM-08] has a word for each documented type', () => {
    const rows = historyRows([1, 2, 3, 4, 5, 6, 7, 8, 9, 14, 15].map((type) => record(type)))
    expect(rows.map(({ event }) => en.work.events[event.replace('work.events.', '') as keyof typeof en.work.events])).toEqual([
      'Listed',
      'Price edited',
      'Listing cancelled',
      'Bought',
      'Bid',
      'Bid edited',
      'Bid cancelled',
      'Bid accepted',
      'Minted',
      'Burnt',
      'Transferred',
    ])
  })

  it('[F-120] finds what the newest change of hands was paid with', () => {
    expect(soldForOf(historyRows([record(1), record(8), record(15)]))).toBe('0.50 ETH')
    expect(soldForOf(historyRows([record(15), record(8)]))).toBeUndefined()
    expect(soldForOf(historyRows([record(1), record(9)]))).toBeUndefined()
  })

  it('[F-118] passes over sales that the published rule leaves out, for headline, fact and chart', () => {
    const rows = historyRows([record(4, { isLeftOut: true }), record(8), record(1)])
    expect(soldForOf(rows)).toBeUndefined()
    expect(lastSaleOf(rows)).toBe('0.50 ETH')
    expect(lastSaleOf(rows.slice(0, 1))).toBeUndefined()
    expect(rows.map(({ sold, price }) => [sold?.unitPrice, price])).toEqual([
      [undefined, '0.50 ETH'],
      ['0.5', '0.50 ETH'],
      [undefined, '0.50 ETH'],
    ])
  })

  it('finds the last sale', () => {
    expect(lastSaleOf(historyRows([record(1), record(4)]))).toBe('0.50 ETH')
    expect(lastSaleOf(historyRows([record(1)]))).toBeUndefined()
  })
})
