import { describe, expect, it } from 'vitest'
import { shareText } from './attribute-share.ts'

describe('the share of an attribute', () => {
  it('is a whole percent, never 0 % and never 100 %', () => {
    const shares = [
      [1, 3],
      [3, 50],
      [1, 10_000],
      [9_999, 10_000],
      [50, 50],
    ] as const
    expect(shares.map(([count, total]) => shareText(count, total, 'en'))).toEqual(['33%', '6%', '<1%', '99%', '100%'])
  })

  it('is absent where the item is the only one, or is not counted yet', () => {
    expect(shareText(1, 1, 'en')).toBeUndefined()
    expect(shareText(0, 7, 'zh')).toBeUndefined()
  })
})
