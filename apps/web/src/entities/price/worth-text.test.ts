import { describe, expect, it } from 'vitest'
import { worthText } from './worth-text.ts'

const rate = (answer: bigint, decimals = 8) => ({ answer, decimals })
const ETHER = rate(312_000_000_000n)
const at = (currency: 'USD' | 'EUR' | 'CNY' | 'JPY' | 'GBP', intl = 'en-GB') => ({ currency, intl })
const ether = (text: string) => BigInt(text.replace('.', '')) * 10n ** BigInt(18 - (text.split('.')[1]?.length ?? 0))

describe('worthText', () => {
  it.each([
    ['1.927', '≈ $6,012'],
    ['0.42', '≈ $1,310'],
    ['0.01', '≈ $31.20'],
    ['0.032', '≈ $99.84'],
    ['0.0001', '≈ $0.31'],
    ['0.0000016', '< $0.01'],
    ['0.00000160257', '≈ $0.01'],
  ])('[MONEY-05] of %s ETH at 3,120 is %s, in both languages', (amount, text) => {
    expect(worthText(ether(amount), 18, ETHER, at('USD'))).toBe(text)
    expect(worthText(ether(amount), 18, ETHER, at('USD', 'zh-CN'))).toBe(text)
  })

  it.each([
    ['EUR', '≈ €1,310'],
    ['GBP', '≈ £1,310'],
    ['CNY', '≈ CN¥1,310'],
    ['JPY', '≈ JP¥1,310'],
  ] as const)('[MONEY-02] writes %s so that no two currencies look alike: %s', (currency, text) => {
    expect(worthText(ether('0.42'), 18, ETHER, at(currency))).toBe(text)
    expect(worthText(ether('0.42'), 18, ETHER, at(currency, 'zh-CN'))).toBe(text)
  })

  it.each([
    ['3.2', '≈ $9,984', '≈ $9,984'],
    ['19.84', '≈ $61,901', '≈ $6.19万'],
    ['400000', '≈ $1,248,000,000', '≈ $12.48亿'],
  ])('[PORT-10] rounds %s ETH as the reader counts: %s, %s', (amount, en, zh) => {
    expect(worthText(ether(amount), 18, ETHER, at('USD'))).toBe(en)
    expect(worthText(ether(amount), 18, ETHER, at('USD', 'zh-CN'))).toBe(zh)
  })

  it('[MONEY-05] has no cents where the currency has none', () => {
    expect(worthText(ether('0.01'), 18, rate(100_000_000n), at('JPY'))).toBe('< JP¥1')
    expect(worthText(ether('3.6'), 18, rate(100_000_000n), at('JPY'))).toBe('≈ JP¥4')
  })

  it('[MONEY-05] loses no digit of what a floating number can’t hold', () => {
    expect(worthText(90_071_992_547_409_931n * 10n ** 18n, 18, rate(100_000_000n), at('USD'))).toBe('≈ $90,071,992,547,409,931')
  })

  it('takes a token without decimals and a rate without decimals', () => {
    expect(worthText(3n, 0, rate(7n, 0), at('USD'))).toBe('≈ $21.00')
  })
})
