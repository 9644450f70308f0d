import { afterEach, describe, expect, it } from 'vitest'
import { en } from './en/index.ts'
import { first } from './first/en.ts'
import { hasText, showTexts, t } from './translate.ts'
import { zh } from './zh/index.ts'

type Tree = { readonly [key: string]: string | Tree }

const flat = (texts: Tree, prefix = ''): [string, string][] =>
  Object.entries(texts).flatMap(([key, value]): [string, string][] =>
    typeof value === 'string' ? [[`${prefix}${key}`, value]] : flat(value, `${prefix}${key}.`),
  )
const english = flat(en)
const chinese = new Map(flat(zh))
const gaps = (text: string) => [...text.matchAll(/\{\{(\w+)\}\}/g)].map(([, name]) => name).sort()

afterEach(() => showTexts('en', en))

describe('texts', () => {
  it('[I18N-01] every key exists in both languages', () => {
    expect(english.map(([key]) => key).filter((key) => !key.endsWith('_one') && !chinese.has(key))).toEqual([])
    const known = new Set(english.map(([key]) => key))
    expect([...chinese.keys()].filter((key) => !known.has(key))).toEqual([])
  })

  it('fill the same gaps in both languages', () => {
    expect(english.filter(([key, text]) => chinese.has(key) && gaps(text).join() !== gaps(chinese.get(key) ?? '').join())).toEqual([])
  })

  it('none is empty, and Chinese is not left in English', () => {
    expect([...english, ...chinese].filter(([, text]) => text.trim() === '')).toEqual([])
    const words = [...chinese].filter(
      ([, text]) => !/[一-鿿]/.test(text.replace(/\{\{\w+\}\}/g, '')) && /[a-z]{4}/i.test(text.replace(/\{\{\w+\}\}/g, '')),
    )
    expect(words).toEqual([])
  })

  it('[I18N-03, I18N-04, I18N-05, I18N-06, I18N-07, I18N-08, I18N-09, I18N-10] the documented keys are there, in both languages', () => {
    const under = (part: string, names: string) => names.split(' ').map((name) => `${part}.${name}`)
    const documented = [
      ...under('category', 'eastern western ancient modern guangong'),
      ...under('form', 'noPrice granterPrice lessPrice noQuantity exceedValue noAddress own maxAmount10Limit'),
      ...under('form', 'noStartTime noEndTime noStartPrice noLowestAcceptPrice limitLowestAcceptPrice noMinBidIncrement'),
      ...under('request', 'saleSuccess bidSuccess cancelSuccess'),
      'global.errSignature',
      '404.title',
      '404.tip',
      'dialog.noBalance',
      'dialog.cancelTip',
      'time.expired',
    ]
    const known = new Set(english.map(([key]) => key))
    expect(documented.filter((key) => !known.has(key) || !chinese.has(key))).toEqual([])
  })

  it('[I18N-11] the documented form texts', () => {
    expect([en.form.noFile, en.form.noDisplayName, en.form.noTokenName, en.form.royaltiesLimit]).toEqual([
      'please choose a file',
      'display name cannot be empty',
      'token name cannot be empty',
      'royalties cannot greater than 10%',
    ])
  })

  it('[NET-43] the documented kinds of wallets have their words', () => {
    const kinds = ({ session }: typeof en | typeof zh) => [session.browserWallet, session.phoneNote, session.bscWallet]
    expect(kinds(en)).toEqual(['Browser wallet', expect.stringContaining('WalletConnect'), 'BSC chain wallet'])
    expect(kinds(zh)).toEqual(['浏览器钱包', expect.stringContaining('WalletConnect'), 'BSC 链钱包'])
  })

  it('[ERR-14] the documented texts of what went well, and of a copy that did not', () => {
    const { global, kit, request } = en
    expect([kit.copied, kit.copyFailed, request.cancelSuccess, global.loginSuccess, global.registSuccess]).toEqual([
      'Copy success',
      'Copy error',
      'Cancel success',
      'Login Success',
      'Regist Success',
    ])
  })

  it('[I18N-13] the price texts of the documented keys name their bound', () => {
    expect([en.form.granterPrice, en.form.lessPrice, en.form.lowPrice, en.form.limitLowestAcceptPrice]).toEqual([
      'Ask less than {{now}}. To ask more, cancel the listing first',
      'Bid more than {{now}}',
      'At least {{least}}',
      'At least the start price, {{start}}',
    ])
  })
})

describe('t', () => {
  it('fills gaps and chooses the plural', () => {
    expect(t('home.count', { count: 1, formatted: '1' })).toBe('1 work')
    expect(t('home.count', { count: 2, formatted: '2' })).toBe('2 works')
  })

  it('has one plural in Chinese', () => {
    showTexts('zh', zh)
    expect([1, 2].map((count) => t('home.count', { count, formatted: count }))).toEqual(['1 件作品', '2 件作品'])
  })

  it('says the first texts before the others are there', () => {
    showTexts('en', first)
    expect(t('state.toMarket')).toBe('Back to the market')
    expect([hasText('category.eastern'), hasText('category.ceramics')]).toEqual([true, false])
  })

  it('know what there is for who reads Chinese and never loaded the rest of the English ones', () => {
    showTexts('en', first)
    showTexts('zh', zh)
    expect([hasText('operator.group.networks.title'), t('operator.group.networks.title')]).toEqual([true, '网络'])
  })
})
