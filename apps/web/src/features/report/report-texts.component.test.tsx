import { within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { ALICE, BOB } from '../../../test/addresses.ts'
import { FakeMarket } from '../../../test/fake/fake-market.ts'
import { anItem, itemPath } from '../../../test/fake/records.ts'
import { findDialog, openPage } from '../../../test/page.tsx'

describe('the report dialog', () => {
  it.each([
    ['en', 'More', 'Report this work', 'Tell the curators', 'We answer within a day.'],
    ['zh', '更多', '举报此作品', '告诉策展人', '我们一天内回复。'],
  ] as const)('[WIDG-02, F-48] has the operator’s own title and text in %s', async (locale, more, report, title, text) => {
    const market = new FakeMarket()
    market.config.site.report = {
      title: { en: 'Tell the curators', zh: '告诉策展人' },
      text: { en: 'We answer within a day.', zh: '我们一天内回复。' },
    }
    const work = market.hang(anItem({ owner721: BOB }))
    const { user, screen } = await openPage(itemPath(work), { market, as: ALICE, locale })
    await expect.poll(() => document.querySelector('.stage-tools')).not.toBeNull()
    await user.click(within(document.querySelector<HTMLElement>('.stage-tools') as HTMLElement).getByRole('button', { name: more }))
    await user.click(await screen.findByText(report))
    const dialog = within(await findDialog(title))
    dialog.getByText(text)
  })
})
