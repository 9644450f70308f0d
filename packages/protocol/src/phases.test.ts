import { describe, expect, it } from 'vitest'
import {
  auctionExpiredTime,
  auctionPhase,
  auctionPhaseLeft,
  boxPhase,
  clockText,
  countdownParts,
  orderValidity,
  relativeTime,
  saltValidity,
} from './phases.ts'
import { packSalt } from './salts.ts'

const times = { startTime: 1_000, endTime: 2_000, expiredTime: 3_000 }

describe('auctionPhase', () => {
  it('[AUC-20] begins before the start', () => {
    expect(auctionPhase(times, 999)).toBe('begin')
    expect(auctionPhaseLeft(times, 400)).toBe(600)
  })

  it('[AUC-21] is open for bids from start to end', () => {
    expect(auctionPhase(times, 1_000)).toBe('end')
    expect(auctionPhase(times, 1_999)).toBe('end')
    expect(auctionPhaseLeft(times, 1_990)).toBe(10)
  })

  it('[AUC-22] waits for settlement from end to expiry', () => {
    expect(auctionPhase(times, 2_000)).toBe('expired')
    expect(auctionPhase(times, 2_999)).toBe('expired')
    expect(auctionPhaseLeft(times, 2_500)).toBe(500)
  })

  it('[AUC-23] is final after expiry', () => {
    expect(auctionPhase(times, 3_000)).toBe('final')
    expect(auctionPhaseLeft(times, 3_001)).toBe(0)
  })

  it('expires the configured hours after its end', () => {
    expect(auctionExpiredTime(2_000, 72)).toBe(261_200)
  })
})

describe('boxPhase', () => {
  it('[BOX-13] [BOX-17] begins, sells, and is over', () => {
    expect([999, 1_000, 1_999, 2_000].map((now) => boxPhase(times, now))).toEqual(['begin', 'end', 'end', 'expired'])
  })
})

describe('orderValidity', () => {
  it('holds both bounds', () => {
    const window = { validFrom: 1_000, validUntil: 2_000 }
    expect([999, 1_000, 2_000, 2_001].map((now) => orderValidity(window, now))).toEqual(['early', 'valid', 'valid', 'expired'])
  })

  it('has no bound at 0', () => {
    expect(orderValidity({ validFrom: 0, validUntil: 0 }, 9_999_999_999)).toBe('valid')
    expect(saltValidity(packSalt({ validFrom: 0, validUntil: 5, maxBuyerFeeBps: 0, sequence: 1n }), 6)).toBe('expired')
  })
})

describe('countdowns', () => {
  it('[FMT-19] show days plus hh:mm:ss', () => {
    const parts = countdownParts(2 * 86_400 + 3 * 3_600 + 4 * 60 + 5)
    expect(parts).toEqual({ days: 2, hours: 3, minutes: 4, seconds: 5 })
    expect(clockText(parts)).toBe('03:04:05')
    expect(clockText(countdownParts(86_399.9))).toBe('23:59:59')
    expect(countdownParts(-5)).toEqual({ days: 0, hours: 0, minutes: 0, seconds: 0 })
  })
})

describe('relativeTime', () => {
  it.each([
    [0, 'seconds', 0],
    [59, 'seconds', 59],
    [60, 'minutes', 1],
    [3_599, 'minutes', 59],
    [3_600, 'hours', 1],
    [86_400, 'days', 1],
    [400 * 86_400, 'days', 400],
    [-10, 'seconds', 0],
  ])('[FMT-17] says %d seconds in %s', (ago, unit, count) => {
    expect(relativeTime(1_000_000_000 - ago, 1_000_000_000)).toEqual({ unit, count })
  })

  it.each([
    [29 * 86_400, 'days', 29],
    [30 * 86_400, 'months', 1],
    [364 * 86_400, 'months', 12],
    [365 * 86_400, 'years', 1],
    [800 * 86_400, 'years', 2],
  ])('[FMT-18] goes up to months and years on the detail page: %d', (ago, unit, count) => {
    expect(relativeTime(1_000_000_000 - ago, 1_000_000_000, 'years')).toEqual({ unit, count })
  })
})
