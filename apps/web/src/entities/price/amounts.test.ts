import { describe, expect, it } from 'vitest'
import { columnTexts, exactText, paysText, receivesText } from './amounts.ts'

const ether = { decimals: 18, symbol: 'ETH' }
const dollar = { decimals: 6, symbol: 'PUSD' }

describe('what a dialog says of money', () => {
  it('[BUY-14] rounds what is paid at six digits, and cuts what is received', () => {
    expect(paysText(1_234_567_500_000_000_000n, ether)).toBe('1.234568 ETH')
    expect(paysText(1_234_567_499_999_999_999n, ether)).toBe('1.234567 ETH')
    expect(receivesText(1_234_567_999_999_999_999n, ether)).toBe('1.234567 ETH')
  })

  it('keeps every unit where it has to be exact', () => {
    expect(exactText(1n, ether)).toBe('0.000000000000000001 ETH')
    expect(exactText(1_234_567_890n, dollar)).toBe('1,234.56789 PUSD')
  })

  it('writes a column with as many digits as its longest line, unless that is too long', () => {
    expect(columnTexts([2_400_000n, 60_000n, 5n], dollar)).toEqual(['2.400000 PUSD', '0.060000 PUSD', '0.000005 PUSD'])
    expect(columnTexts([10n ** 18n, 1n], ether)).toEqual(['1.00 ETH', '0.000000000000000001 ETH'])
  })
})
