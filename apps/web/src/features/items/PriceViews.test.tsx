import { renderToStaticMarkup } from 'react-dom/server'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { en } from '../../i18n/en/index.ts'
import { shownLocale, showTexts, t } from '../../i18n/translate.ts'
import { zh } from '../../i18n/zh/index.ts'
import { Unlisted } from './PriceViews.tsx'

// Rendered as text, where no later language can be waited for.
vi.mock('../../i18n/translate.ts', async (original) => ({
  ...(await original<object>()),
  useTranslation: () => ({ t, locale: shownLocale() }),
}))

/** The text of each element, in order. */
const words = (isHeld: boolean, lastSale: string | undefined) =>
  renderToStaticMarkup(<Unlisted isHeld={isHeld} lastSale={lastSale} />)
    .split(/<[^>]+>/)
    .filter((part) => part.trim() !== '')

beforeEach(() => showTexts('en', en))

describe('the price block of an item without a sale', () => {
  it('[F-61] names the last sale, to a visitor as to the owner', () => {
    expect(words(false, '0.42 ETH')).toEqual(['Not on sale', 'Last sale 0.42 ETH', 'Its holder does not sell it at the moment.'])
    expect(words(true, '0.42 ETH')).toEqual(['Not on sale', 'Yours', 'Last sale 0.42 ETH'])
    showTexts('zh', zh)
    expect(words(false, '0.42 ETH')[1]).toBe('上次成交 0.42 ETH')
  })

  it('[F-61] shows no price where there was no sale', () => {
    expect(words(false, undefined)).toEqual(['Not on sale', 'Not for sale', 'Its holder does not sell it at the moment.'])
  })
})
