import { describe, expect, it } from 'vitest'
import { shareText } from './attribute-share.ts'

describe('the share of an attribute', () => {
  it('is shown in whole percent, never as none and never as all', () => {
    const shares = [
      [1, 3],
      [3, 50],
      [1, 10_000],
      [9_999, 10_000],
      [50, 50],
    ] as const
    expect(shares.map(([count, total]) => shareText(count, total, 'en'))).toEqual(['33%', '6%', '<1%', '99%', '100%'])
  })

  it('is not shown of an item that stands alone, or of one that is not counted yet', () => {
    expect(shareText(1, 1, 'en')).toBeUndefined()
    expect(shareText(0, 7, 'zh')).toBeUndefined()
  })
})
