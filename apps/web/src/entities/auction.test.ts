import type { AuctionBidRecord, AuctionRecord } from '@plinth/api'
import { AUCTION_END, toAddress } from '@plinth/protocol'
import { describe, expect, it } from 'vitest'
import { en } from '../i18n/en/index.ts'
import { zh } from '../i18n/zh/index.ts'
import { activeBids, auctionLabel, isLiveAuction, PHASE_TEXT, sharersOf } from './auction.ts'
import { auctionActOf, isSettleable } from './auction-acts.ts'
import { cardAuction } from './cards/item-view.ts'

const [owner, bob, carol, dan] = ['a', 'b', 'c', 'd'].map((digit) => toAddress(`0x${digit.repeat(40)}`)) as [
  ReturnType<typeof toAddress>,
  ReturnType<typeof toAddress>,
  ReturnType<typeof toAddress>,
  ReturnType<typeof toAddress>,
]
const [start, end, expired] = [1_000, 2_000, 3_000]
const PHASES = { begin: start - 1, end: start, expired: end, final: expired }

const auction = (part: Partial<AuctionRecord> = {}) =>
  ({
    owner,
    status: 0,
    end: 0,
    quantity: 2n,
    held: 2n,
    isFundable: true,
    asOfBlock: 0,
    buying: 100n,
    highestPrice: 100n,
    highestBidder: bob,
    startTime: start,
    endTime: end,
    expiredTime: expired,
    ...part,
  }) as AuctionRecord
const actsOf = (me: typeof owner | undefined, part: Partial<AuctionRecord> = {}) =>
  Object.fromEntries(Object.entries(PHASES).map(([phase, now]) => [phase, auctionActOf(auction(part), me, now)]))

describe('auctionActOf', () => {
  it('[AUC-24, AUC-30] others bid while bidding is open, and at no other time; visitors are asked to', () => {
    for (const me of [carol, undefined])
      expect(actsOf(me)).toEqual({ begin: undefined, end: 'bidAuction', expired: undefined, final: undefined })
  })

  it('[AUC-28, AUC-25] its owner never bids, and may accept after the end', () => {
    expect(actsOf(owner)).toEqual({ begin: undefined, end: undefined, expired: 'acceptAuction', final: undefined })
  })

  it('[AUC-29, AUC-26] the highest bidder does not bid again, and may buy after the end', () => {
    expect(actsOf(bob)).toEqual({ begin: undefined, end: undefined, expired: 'buyAuction', final: undefined })
  })

  it('[SNIPE-05] a bid at the buy-now total lets its bidder buy and the owner accept before the end, and no other account bid', () => {
    const part = { isTaken: true }
    expect([owner, bob, carol, undefined].map((me) => actsOf(me, part).end)).toEqual(['acceptAuction', 'buyAuction', undefined, undefined])
  })

  it('[SNIPE-03] anybody settles between the end and the expiry, where a party could', () => {
    const of = (part: Partial<AuctionRecord> = {}) => Object.values(PHASES).map((now) => isSettleable(auction(part), now))
    expect(of()).toEqual([false, false, true, false])
    for (const part of [{ highestPrice: 99n }, { held: 1n }, { status: 1 as const }]) expect(of(part)).not.toContain(true)
  })

  it('[AUC-25, AUC-26] no party settles below the lowest accepted price, or without a bid', () => {
    for (const part of [{ highestPrice: 99n }, { highestPrice: 0n, highestBidder: '' as const }])
      for (const me of [owner, bob]) expect(actsOf(me, part).expired).toBeUndefined()
  })

  it('[AUC-27, AUC-34] nothing is done at one with a status', () => {
    for (const me of [owner, bob, carol]) expect(Object.values(actsOf(me, { status: 1 })).filter(Boolean)).toEqual([])
    expect([isLiveAuction(auction()), isLiveAuction(auction({ status: 1 }))]).toEqual([true, false])
  })

  it('[AUC-31] nothing is done while its owner holds fewer than it offers', () => {
    for (const part of [{ held: 1n }, { isFundable: false }])
      for (const me of [owner, bob, carol]) expect(Object.values(actsOf(me, part)).filter(Boolean)).toEqual([])
  })
})

describe('what is said of an auction', () => {
  it('[AUC-35] is cancel, finished, expired or live', () => {
    const said = [AUCTION_END.CANCEL, AUCTION_END.FINISHED, AUCTION_END.EXPIRED, AUCTION_END.NONE].map((code) =>
      auctionLabel({ end: code }),
    )
    const words = said.map((key) => en.auction[key.split('.')[1] as 'live'])
    expect(words).toEqual(['cancel', 'finished', 'expired', 'live'])
  })

  it('[WIDG-06, I18N-10] has words before each countdown, and time.expired for none', () => {
    const textOf = (texts: typeof en | typeof zh) =>
      Object.values(PHASE_TEXT).map((key) => key.split('.').reduce<unknown>((at, part) => (at as Record<string, unknown>)[part], texts))
    expect(textOf(en)).toEqual(['Starts in', 'Ends in', 'Ended, to be paid within', 'Expired'])
    expect(textOf(zh)).toEqual(['距开始', '距结束', '已结束，付款剩余', '已过期'])
  })
})

describe('who shares', () => {
  const bid = (bidder: typeof owner, part: Partial<AuctionBidRecord> = {}) =>
    ({ bidder, status: 0, isFunded: true, wasFundedAtEnd: true, ...part }) as AuctionBidRecord

  it('[AUC-43] a bid counts while its status is 0', () => {
    const bids = [bid(carol), bid(dan, { status: 1 }), bid(bob, { status: 2 })]
    expect(activeBids(bids).map(({ bidder }) => bidder)).toEqual([carol])
  })

  it('each losing bidder once, without owner and leader', () => {
    expect(sharersOf([bid(carol), bid(carol), bid(bob), bid(owner), bid(dan)], auction())).toEqual([carol, dan])
  })

  it('goes by who can pay, and after the end by who could then', () => {
    const bids = [bid(carol, { isFunded: false }), bid(dan, { wasFundedAtEnd: false })]
    expect(sharersOf(bids, auction())).toEqual([dan])
    expect(sharersOf(bids, auction({ asOfBlock: 7 }))).toEqual([carol])
  })
})

describe('cardAuction', () => {
  it('[ITEM-51, ITEM-21] is one that can still be settled', () => {
    const of = (...auctions: AuctionRecord[]) => cardAuction({ auctions }, start)
    expect(of(auction({ status: 1 }), auction({ held: 0n }), auction({ expiredTime: start }))).toBeUndefined()
    const live = auction()
    expect(of(auction({ status: 1 }), live)).toBe(live)
  })
})
