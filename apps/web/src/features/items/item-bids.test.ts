import type { ItemRecord, OrderRecord } from '@plinth/api'
import { toAddress } from '@plinth/protocol'
import { describe, expect, it } from 'vitest'
import { bidActOf, openBids, orderOf, roleOf as roleAt } from './item-role.ts'

const [alice, bob, carol] = ['a', 'b', 'c'].map((letter) => toAddress(`0x${letter.repeat(40)}`)) as [
  ReturnType<typeof toAddress>,
  ReturnType<typeof toAddress>,
  ReturnType<typeof toAddress>,
]

const bid = (maker: typeof alice, unitPrice = '0.5', part: Partial<OrderRecord> = {}) =>
  ({ maker, unitPrice, status: 0, isExpired: false, isFundable: true, ...part }) as OrderRecord
const holding = (owner: typeof alice, quantity = 1n) => ({ owner, quantity }) as ItemRecord['holdings'][number]
const NONE: OrderRecord[] = []
type ItemFacts = Parameters<typeof roleAt>[0]
const roleOf = (facts: ItemFacts, me: Parameters<typeof roleAt>[1]) => roleAt(facts, me, 0)
const item = (part: Partial<ItemFacts> = {}) => ({
  holdings: [holding(alice)],
  standard: 3,
  listings: NONE,
  resting: NONE,
  bids: NONE,
  restingBids: NONE,
  auctions: [],
  ...part,
})

describe('who bids', () => {
  it('[ITEM-30, ITEM-49, BID-01] those who do not hold it, visitors too; its holder never', () => {
    expect(roleOf(item(), bob).acts).toEqual(['bid'])
    expect(roleOf(item(), undefined).acts).toEqual(['bid'])
    expect(roleOf(item(), alice).acts).toEqual(['sell'])
  })

  it('[ITEM-31, BID-01] of an edition a holder too, on what others hold', () => {
    const edition = item({ standard: 2, holdings: [holding(alice, 4n), holding(bob, 6n)] })
    expect(roleOf(edition, alice).acts).toEqual(['sell', 'bid'])
    expect(roleOf(edition, carol).acts).toEqual(['bid'])
    expect(roleOf(item({ standard: 2, holdings: [holding(alice, 10n)] }), alice).acts).toEqual(['sell'])
  })

  it('no account where it has no holder', () => {
    expect(roleOf(item({ holdings: [] }), bob).acts).toEqual([])
  })

  it('[ITEM-32, ITEM-48, BID-16] a bidder edits or cancels its own bid, also one that no holder can accept now', () => {
    const own = bid(bob)
    const role = roleOf(item({ bids: [own, bid(carol)] }), bob)
    expect([role.acts, role.bid]).toEqual([['editBid'], own])
    expect(orderOf('editBid', role)).toBe(own)
    expect(bidActOf(own, bob, 0n)).toBe('cancelBid')
    expect([bidActOf(own, carol, 0n), bidActOf(own, undefined, 0n)]).toEqual([undefined, undefined])
    const resting = roleOf(item({ restingBids: [bid(bob, '1', { isFundable: false })] }), bob)
    expect([resting.acts, resting.bid?.unitPrice]).toEqual([['editBid'], '1'])
  })

  it('a bidder that has got the item since can only cancel', () => {
    const role = roleOf(item({ holdings: [holding(bob)], bids: [bid(bob)] }), bob)
    expect([role.acts, role.bid?.maker]).toEqual([['sell'], bob])
  })
})

describe('the highest bid', () => {
  const bids = [bid(bob, '3'), bid(carol, '2'), bid(alice, '1')]

  it('[ITEM-40] is the dearest per unit, as the market sends them', () => {
    expect(roleOf(item({ bids }), undefined).highest?.unitPrice).toBe('3')
  })

  it('[ITEM-42, ITEM-33] is never the viewer’s own', () => {
    expect(roleOf(item({ bids }), bob).highest?.unitPrice).toBe('2')
    expect(roleOf(item({ bids: [bid(bob)] }), bob).highest).toBeUndefined()
  })

  it('[ITEM-41] leaves out what is accepted, cancelled or past its time', () => {
    const gone = [bid(bob, '9', { isExpired: true }), bid(bob, '8', { status: 1 }), bid(bob, '7', { status: 2 })]
    expect(roleOf(item({ bids: [...gone, bid(carol, '2')] }), undefined).highest?.unitPrice).toBe('2')
    expect(openBids(item({ bids: gone }))).toEqual([])
  })
})
