import type { AuctionRecord, ItemRecord, OrderRecord } from '@plinth/api'
import { AUCTION_END, toAddress } from '@plinth/protocol'
import { describe, expect, it } from 'vitest'
import { auctionRowActs } from './auction-row-acts.ts'
import { auctionRows } from './auction-rows.ts'
import { roleOf } from './item-role.ts'

const [alice, bob, carol] = ['a', 'b', 'c'].map((digit) => toAddress(`0x${digit.repeat(40)}`)) as [
  ReturnType<typeof toAddress>,
  ReturnType<typeof toAddress>,
  ReturnType<typeof toAddress>,
]
const [start, end, expired] = [1_000, 2_000, 3_000]

const auction = (part: Partial<AuctionRecord> = {}) =>
  ({
    owner: alice,
    status: 0,
    end: 0,
    quantity: 1n,
    held: 1n,
    isFundable: true,
    nextPrice: 10n,
    startTime: start,
    endTime: end,
    expiredTime: expired,
    ...part,
  }) as AuctionRecord
const NONE: OrderRecord[] = []
const item = (auctions: AuctionRecord[], part: Partial<ItemRecord> = {}) =>
  ({
    holdings: [{ owner: alice, quantity: 1n }],
    standard: 3,
    listings: NONE,
    resting: NONE,
    bids: NONE,
    restingBids: NONE,
    auctions,
    ...part,
  }) as ItemRecord

describe('roleOf an item at auction', () => {
  it('[ITEM-26, ITEM-46, ITEM-47, AUC-32] before the start its owner edits or cancels it', () => {
    expect(roleOf(item([auction()]), alice, start - 1).acts).toEqual(['editAuction', 'cancelAuction'])
  })

  it('[ITEM-27, ITEM-46, ITEM-47] once it has started its owner views or cancels it', () => {
    for (const now of [start, end, expired - 1])
      expect(roleOf(item([auction()]), alice, now).acts).toEqual(['viewAuction', 'cancelAuction'])
  })

  it('[ITEM-24, ITEM-21] sells it again once the auction is over, settled, or past its expiry', () => {
    expect(roleOf(item([auction()]), alice, expired).acts).toEqual(['sell'])
    expect(roleOf(item([auction({ status: 1 })]), alice, start).acts).toEqual(['sell'])
  })

  it('lets others look at it first, and bid for the item itself beside it', () => {
    for (const who of [bob, undefined]) expect(roleOf(item([auction()]), who, start).acts).toEqual(['viewAuction', 'bid'])
  })

  it('[ITEM-22] takes the one with the lowest price of a unit, and shows undeliverable ones to their owner alone', () => {
    const cheap = auction({ owner: bob, nextPrice: 30n, quantity: 5n, held: 5n })
    const stale = auction({ owner: bob, nextPrice: 1n, isFundable: false })
    const role = (me: typeof alice) => roleOf(item([auction(), stale, cheap], { standard: 2 }), me, start).auction
    expect(role(carol)).toBe(cheap)
    expect(role(bob)).toBe(stale)
    expect(role(alice)?.owner).toBe(alice)
  })
})

describe('the Auctions tab', () => {
  it('[ITEM-16, ITEM-21] shows a live auction only while its expiry is in the future', () => {
    expect(auctionRows([auction()], bob, expired - 1)).toHaveLength(1)
    expect(auctionRows([auction()], bob, expired)).toEqual([])
  })

  it('[F-119] keeps one that is over, also past its expiry', () => {
    expect(auctionRows([auction({ status: 1, end: AUCTION_END.EXPIRED })], bob, expired)).toHaveLength(1)
  })

  it('[ITEM-43, ITEM-16] hides what its owner can’t deliver, except from its owner', () => {
    const short = auction({ held: 0n })
    expect([auctionRows([short], bob, start), auctionRows([short], alice, start)]).toEqual([[], [short]])
    expect(auctionRows([auction({ held: 0n, status: 1 })], bob, start)).toHaveLength(1)
  })

  it('[ITEM-19, ITEM-20, AUC-33] its owner cancels only while it lives, and edits before the start only', () => {
    expect(auctionRowActs(auction(), alice, start - 1)).toEqual(['editAuction', 'cancelAuction'])
    expect(auctionRowActs(auction(), alice, start)).toEqual(['viewAuction', 'cancelAuction'])
    expect(auctionRowActs(auction({ status: 1 }), alice, start - 1)).toEqual(['viewAuction'])
    expect(auctionRowActs(auction(), bob, start - 1)).toEqual(['viewAuction'])
    expect(auctionRowActs(auction({ held: 0n }), alice, start - 1)).toEqual(['viewAuction', 'cancelAuction'])
  })
})
