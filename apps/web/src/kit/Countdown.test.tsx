import { renderToStaticMarkup } from 'react-dom/server'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import { en } from '../i18n/en/index.ts'
import { showTexts, t } from '../i18n/translate.ts'
import { Countdown } from './Countdown.tsx'

// Rendered as text, where no later language can be waited for.
vi.mock('../i18n/translate.ts', async (original) => ({ ...(await original<object>()), useTranslation: () => ({ t }) }))

const NOW = 1_000
const textOf = (until: number) => renderToStaticMarkup(<Countdown until={until} now={() => NOW} />).replaceAll(/<[^>]+>/g, '')

describe('a countdown', () => {
  beforeAll(() => showTexts('en', en))

  it('[WIDG-08] says time.expired once it has run out, from its last second on', () => {
    expect([NOW - 1, NOW, NOW + 1].map(textOf)).toEqual([en.time.expired, en.time.expired, '00:00:01'])
    expect(textOf(NOW + 86_400 + 1)).toBe('1 d 00:00:01')
  })
})
