import type { ItemRecord } from '@plinth/api'
import { renderToStaticMarkup } from 'react-dom/server'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import { en } from '../../i18n/en/index.ts'
import { showTexts, t } from '../../i18n/translate.ts'
import { About } from './About.tsx'

// Rendered as text, where no later language can be waited for.
vi.mock('../../i18n/translate.ts', async (original) => ({ ...(await original<object>()), useTranslation: () => ({ t }) }))

const render = (description: string) => renderToStaticMarkup(<About item={{ metadata: JSON.stringify({ description }) } as ItemRecord} />)

describe('what its maker says of an item', () => {
  beforeAll(() => showTexts('en', en))

  it('is text, whatever stands in it', () => {
    expect(render('<img src=x onerror=alert(1)>')).toContain('&lt;img src=x onerror=alert(1)&gt;')
  })

  it('is folded where it would push the page away, and whole where it is short', () => {
    for (const long of ['x'.repeat(10_000), 'line\n'.repeat(20)]) expect(render(long)).toContain('about-text cut')
    for (const long of ['x'.repeat(10_000), 'line\n'.repeat(20)]) expect(render(long)).toContain('aria-expanded="false">Read on')
    expect(render('Oil on canvas')).not.toMatch(/cut|Read on/)
  })
})
