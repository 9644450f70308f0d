import { describe, expect, it } from 'vitest'
import { LENGTHS, MAX_AUCTION_BIDDERS, MAX_BOXES_PER_OPEN, MAX_UINT256, PAGE, TIMERS_MS } from './limits.ts'

describe('limits', () => {
  it('[FMT-01] has the timers of document A', () => {
    expect(TIMERS_MS).toMatchObject({
      httpTimeout: 50_000,
      chunkLoad: 120_000,
      heartbeat: 20_000,
      walletCheck: 300,
      banner: 6_000,
      countdownTick: 1_000,
    })
  })

  it('[FMT-02] has the timers of document B', () => {
    expect(TIMERS_MS).toMatchObject({ stepDelay: 100, explosion: 1_500, countdownTick: 1_000 })
  })

  it('[FMT-03] [FMT-04] pages by 20', () => {
    expect(PAGE.default).toBe(20)
  })

  it('[FMT-05] has the list limits', () => {
    expect(PAGE).toMatchObject({ contractsMax: 1_000, homeAuctions: 4, homeBoxes: 5, suggestions: 5 })
  })

  it('[FMT-07] takes passwords of 6 to 20 characters', () => {
    expect(LENGTHS.password).toEqual({ min: 6, max: 20 })
  })

  it('[FMT-08] opens at most 10 boxes at once', () => {
    expect(MAX_BOXES_PER_OPEN).toBe(10)
    expect(MAX_AUCTION_BIDDERS).toBe(200)
  })

  it('[TX-37] approves without limit by the largest 256-bit number', () => {
    expect(MAX_UINT256).toBe(115792089237316195423570985008687907853269984665640564039457584007913129639935n)
  })
})
