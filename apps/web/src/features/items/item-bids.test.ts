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
const work = (part: Partial<ItemFacts> = {}) => ({
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
    expect(roleOf(work(), bob).acts).toEqual(['bid'])
    expect(roleOf(work(), undefined).acts).toEqual(['bid'])
    expect(roleOf(work(), alice).acts).toEqual(['sell'])
  })

  it('[ITEM-31, BID-01] of an edition a holder too, on what others hold', () => {
    const edition = work({ standard: 2, holdings: [holding(alice, 4n), holding(bob, 6n)] })
    expect(roleOf(edition, alice).acts).toEqual(['sell', 'bid'])
    expect(roleOf(edition, carol).acts).toEqual(['bid'])
    expect(roleOf(work({ standard: 2, holdings: [holding(alice, 10n)] }), alice).acts).toEqual(['sell'])
  })

  it('offers nothing where no account holds it', () => {
    expect(roleOf(work({ holdings: [] }), bob).acts).toEqual([])
  })

  it('[ITEM-32, ITEM-48, BID-16] a bidder edits or cancels its own bid, also one that cannot be accepted now', () => {
    const own = bid(bob)
    const role = roleOf(work({ bids: [own, bid(carol)] }), bob)
    expect([role.acts, role.bid]).toEqual([['editBid'], own])
    expect(orderOf('editBid', role)).toBe(own)
    expect(bidActOf(own, bob, 0n)).toBe('cancelBid')
    expect([bidActOf(own, carol, 0n), bidActOf(own, undefined, 0n)]).toEqual([undefined, undefined])
    const resting = roleOf(work({ restingBids: [bid(bob, '1', { isFundable: false })] }), bob)
    expect([resting.acts, resting.bid?.unitPrice]).toEqual([['editBid'], '1'])
  })

  it('who has got the work since can only cancel', () => {
    const role = roleOf(work({ holdings: [holding(bob)], bids: [bid(bob)] }), bob)
    expect([role.acts, role.bid?.maker]).toEqual([['sell'], bob])
  })
})

describe('the highest bid', () => {
  const bids = [bid(bob, '3'), bid(carol, '2'), bid(alice, '1')]

  it('[ITEM-40] is the dearest per unit, as the market sends them', () => {
    expect(roleOf(work({ bids }), undefined).highest?.unitPrice).toBe('3')
  })

  it('[ITEM-42, ITEM-33] is never the viewer’s own', () => {
    expect(roleOf(work({ bids }), bob).highest?.unitPrice).toBe('2')
    expect(roleOf(work({ bids: [bid(bob)] }), bob).highest).toBeUndefined()
  })

  it('[ITEM-41] leaves out what is accepted, cancelled or past its time', () => {
    const gone = [bid(bob, '9', { isExpired: true }), bid(bob, '8', { status: 1 }), bid(bob, '7', { status: 2 })]
    expect(roleOf(work({ bids: [...gone, bid(carol, '2')] }), undefined).highest?.unitPrice).toBe('2')
    expect(openBids(work({ bids: gone }))).toEqual([])
  })
})
