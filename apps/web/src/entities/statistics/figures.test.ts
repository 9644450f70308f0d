import type { PeriodFigures } from '@plinth/api'
import { toAddress, ZERO_ADDRESS } from '@plinth/protocol'
import { describe, expect, it } from 'vitest'
import { bpsText, changeText, shareText, shortAmount, sumOf } from './figures.ts'

const DOLLARS = toAddress(`0x${'8'.repeat(40)}`)
const period = (over: Partial<PeriodFigures>): PeriodFigures => ({
  hours: 24,
  money: ZERO_ADDRESS,
  sales: 1,
  units: 1n,
  volume: 0n,
  worth: 0n,
  withoutWorth: 0,
  leftOut: 0,
  leftOutVolume: 0n,
  salesBefore: 0,
  volumeBefore: 0n,
  ...over,
})

describe('figures for the eye', () => {
  it('[COLP-02] are rounded to four digits, and lose none of large amounts', () => {
    expect(shortAmount(38_900_000_000_000_000_001n, 18, 'en')).toBe('38.9')
    expect(shortAmount(123_456_789n, 6, 'en')).toBe('123.5')
    expect(shortAmount(1n, 18, 'en')).toBe('0.000000000000000001')
    expect(shortAmount(12_345n * 10n ** 18n, 18, 'en')).toBe('12,350')
  })

  it('[PORT-10] are counted by 万 and 亿 in Chinese', () => {
    const texts = [9_999n, 19_840n, 123_456_789n].map((units) => shortAmount(units * 10n ** 18n, 18, 'zh-CN'))
    expect(texts).toEqual(['9,999', '1.984万', '1.235亿'])
  })

  it('[RANK-01] say how much more or less than before, and nothing against nothing', () => {
    expect([changeText(1_124n, 1_000n, 'en'), changeText(969n, 1_000n, 'en'), changeText(5n, 5n, 'en')]).toEqual([
      '+12.4%',
      '−3.1%',
      '0.0%',
    ])
    expect(changeText(5n, 0n, 'en')).toBeUndefined()
    expect(bpsText(-6_000, 'en')).toBe('−60.0%')
    expect([shareText(58n, 512, 'en'), shareText(2, 3, 'en'), shareText(0, 0, 'en')]).toEqual(['11.3%', '66.7%', undefined])
  })

  it('[COLP-04] add sales and worths of a period, and keep the volumes of two moneys apart', () => {
    const sum = sumOf(
      {
        periods: [
          period({ money: DOLLARS, sales: 5, volume: 90n, worth: 90n, leftOut: 1, leftOutVolume: 7n }),
          period({ sales: 2, volume: 40n, worth: 100n, withoutWorth: 1 }),
          period({ hours: 168, sales: 99, volume: 99n }),
        ],
      },
      24,
    )
    expect(sum).toEqual({
      sales: 7,
      worth: 190n,
      withoutWorth: 1,
      leftOut: 1,
      volumes: [
        { money: ZERO_ADDRESS, volume: 40n },
        { money: DOLLARS, volume: 90n },
      ],
      leftOutVolumes: [{ money: DOLLARS, volume: 7n }],
    })
  })
})
