import { formatUnits } from '@plinth/protocol'
import { describe, expect, it } from 'vitest'
import { en } from '../../../i18n/en/index.ts'
import { zh } from '../../../i18n/zh/index.ts'
import {
  type AuctionForm,
  auctionFigures,
  EMPTY_AUCTION,
  encourageOf,
  endTimeOf,
  filledAuction,
  findAuctionErrors,
  startTimeOf,
} from './auction-form.ts'

const now = 1_800_000_000
const facts = { owned: 5n, decimals: 6, now }
const whole: AuctionForm = filledAuction({ ...EMPTY_AUCTION, startPrice: '1', lowest: '2', step: '0.1', dividend: '5' }, 6)
const errorsOf = (part: Partial<AuctionForm>, more: Partial<typeof facts> = {}) =>
  findAuctionErrors({ ...whole, ...part }, { ...facts, ...more })
const localAt = (seconds: number) => {
  const at = new Date(seconds * 1_000)
  return new Date(at.getTime() - at.getTimezoneOffset() * 60_000).toISOString().slice(0, 16)
}

describe('filledAuction', () => {
  const typed = (part: Partial<AuctionForm>, decimals = 6) => {
    const { lowest, step } = filledAuction({ ...EMPTY_AUCTION, ...part }, decimals)
    return { lowest, step }
  }

  it('[F-128] needs a start price alone: the reserve is the same, and a step 5 % of it', () => {
    expect(typed({ startPrice: '1' })).toEqual({ lowest: '1', step: '0.05' })
    expect(typed({ startPrice: '0.000002' })).toEqual({ lowest: '0.000002', step: '0.000001' })
    expect(typed({ startPrice: '0.01' }, 18)).toEqual({ lowest: '0.01', step: '0.0005' })
    expect(errorsOf(filledAuction({ ...EMPTY_AUCTION, startPrice: '3' }, 6))).toEqual({})
    expect(EMPTY_AUCTION.dividend).toBe('0')
  })

  it('[F-128] leaves what is typed, and what is emptied', () => {
    expect(typed({ startPrice: '1', lowest: '2', step: '' })).toEqual({ lowest: '2', step: '' })
    expect(typed({ startPrice: '', lowest: '2' })).toEqual({ lowest: '2', step: '' })
    expect(typed({ startPrice: 'x' })).toEqual({ lowest: 'x', step: '' })
  })
})

describe('findAuctionErrors', () => {
  it('has nothing against an auction that begins at once', () => expect(errorsOf({})).toEqual({}))

  it('[SNIPE-05] takes no buy-now price, or one that is not below the lowest accepted price and has room in the salt', () => {
    expect(['', '2', '1.999999', '0', 'x'].map((buyNow) => errorsOf({ buyNow }).buyNow)).toEqual([
      undefined,
      undefined,
      'auction.buyNowLow',
      'form.noPrice',
      'form.noPrice',
    ])
    const most = formatUnits(2n ** 88n - 1n, 6)
    expect(errorsOf({ buyNow: most })).toEqual({})
    expect(errorsOf({ buyNow: most, quantity: '2' })).toEqual({ buyNow: 'auction.buyNowHigh' })
  })

  it('[AUC-02] wants a start time', () => {
    expect(errorsOf({ start: 'pick', startPick: '' })).toEqual({ start: 'form.noStartTime' })
    expect(errorsOf({ start: 'pick', startPick: localAt(now + 3_600) })).toEqual({})
    expect(errorsOf({ start: 'pick', startPick: localAt(now - 3_600) })).toEqual({ start: 'trade.badTime' })
  })

  it('[AUC-03] wants an end time, after the start and in the future', () => {
    expect(errorsOf({ length: 'pick', endPick: '' })).toEqual({ end: 'form.noEndTime' })
    expect(errorsOf({ length: 'pick', endPick: localAt(now - 60) })).toEqual({ end: 'trade.badTime' })
    const later = { start: 'pick', startPick: localAt(now + 7_200), length: 'pick' } as const
    expect(errorsOf({ ...later, endPick: localAt(now + 3_600) })).toEqual({ end: 'form.endBeforeStart' })
    expect(errorsOf({ ...later, endPick: localAt(now + 7_200) })).toEqual({ end: 'form.endBeforeStart' })
    expect(errorsOf({ ...later, endPick: localAt(now + 10_800) })).toEqual({})
  })

  it('[AUC-04] wants a start price above zero that can be paid out', () => {
    for (const startPrice of ['', '0', '0.0', 'x']) expect(errorsOf({ startPrice })).toEqual({ startPrice: 'form.noStartPrice' })
    expect(errorsOf({ startPrice: '0.0000001' })).toEqual({ startPrice: 'form.lowPrice' })
    expect(errorsOf({ startPrice: '0.000001' })).toEqual({ startPrice: 'form.lowPrice' })
    expect(errorsOf({ startPrice: '0.000002' })).toEqual({})
  })

  it('[AUC-05, AUC-06] wants a lowest price, and none below the start price', () => {
    for (const lowest of ['', '0']) expect(errorsOf({ lowest })).toEqual({ lowest: 'form.noLowestAcceptPrice' })
    expect(errorsOf({ lowest: '0.999999' })).toEqual({ lowest: 'form.limitLowestAcceptPrice' })
    expect(errorsOf({ lowest: '1' })).toEqual({})
    // Of a start price that can't be read nothing is said twice.
    expect(errorsOf({ startPrice: '', lowest: '1' })).toEqual({ startPrice: 'form.noStartPrice' })
  })

  it('[AUC-07, AUC-08] wants a quantity, within what is owned', () => {
    for (const quantity of ['', '0']) expect(errorsOf({ quantity })).toEqual({ quantity: 'form.noQuantity' })
    expect(errorsOf({ quantity: '6' })).toEqual({ quantity: 'form.exceedValue' })
    expect(errorsOf({ quantity: '5' })).toEqual({})
  })

  it('[AUC-09] wants a smallest step', () => {
    for (const step of ['', '0']) expect(errorsOf({ step })).toEqual({ step: 'form.noMinBidIncrement' })
    expect(errorsOf({ step: '0.000001' })).toEqual({})
  })

  it('[AUC-10, AUC-11] wants a dividend rate from 0 to 100 percent', () => {
    expect(errorsOf({ dividend: '' })).toEqual({ dividend: 'form.noDividend' })
    for (const dividend of ['100.01', '-1', '5.123', 'x', '1000'])
      expect(errorsOf({ dividend })).toEqual({ dividend: 'form.dividendRange' })
    for (const dividend of ['0', '100', '12.34']) expect(errorsOf({ dividend })).toEqual({})
  })

  it('[I18N-07] says each of it in both languages', () => {
    const empty = { ...filledAuction(EMPTY_AUCTION, 6), start: 'pick', length: 'pick' } as const
    const keys = [...Object.values(findAuctionErrors(empty, facts)), errorsOf({ lowest: '0.5' }).lowest]
    const named = [
      'noStartTime',
      'noEndTime',
      'noStartPrice',
      'noLowestAcceptPrice',
      'limitLowestAcceptPrice',
      'noMinBidIncrement',
    ] as const
    for (const name of named) {
      expect(keys).toContain(`form.${name}`)
      expect([en.form[name], zh.form[name]].every((text) => text.length > 3)).toBe(true)
    }
  })
})

describe('encourageOf', () => {
  it('[AUC-11] is stored in hundredths of a percent', () => {
    expect([encourageOf('5'), encourageOf('0.01'), encourageOf('100'), encourageOf('100.01')]).toEqual([500n, 1n, 10_000n, undefined])
  })
})

describe('times', () => {
  it('count from the chain’s clock, a length from the start', () => {
    expect(startTimeOf(whole, now)).toBe(now)
    expect(endTimeOf(whole, now)).toBe(now + 3 * 86_400)
    const picked = { ...whole, start: 'pick', startPick: localAt(now + 3_600), length: 'day' } as const
    expect(endTimeOf(picked, now)).toBe(now + 3_600 + 86_400)
  })
})

describe('auctionFigures', () => {
  it('counts totals for the lot', () => {
    expect(auctionFigures({ ...whole, quantity: '3', dividend: '12.5', late: '10', buyNow: '4' }, 6)).toEqual({
      quantity: 3n,
      startPrice: 3_000_000n,
      lowest: 6_000_000n,
      step: 300_000n,
      encourage: 1_250n,
      extension: 600,
      buyNow: 12_000_000n,
    })
  })

  it('is nothing while nothing readable is typed', () => {
    expect(auctionFigures({ ...whole, startPrice: 'x', quantity: '' }, 6)).toMatchObject({ quantity: 0n, startPrice: 0n, lowest: 0n })
  })
})
