import { within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { ALICE, BOB, CHAIN } from '../../../test/addresses.ts'
import { FakeMarket } from '../../../test/fake/fake-market.ts'
import { anItem, aSale, person } from '../../../test/fake/records.ts'
import { openPage } from '../../../test/page.tsx'
import { wordsOf } from '../../../test/trade.ts'

const wall = () => document.querySelector<HTMLElement>('.connect-wall')
const [chosen, listed] = [anItem({ tokenId: 1n, creator: person(BOB) }), anItem({ tokenId: 2n, name: 'Buy my coin' })]

/** Another account's item was put on sale last. */
function aMarket(): FakeMarket {
  const market = new FakeMarket()
  market.config.mailLogin = true
  market.answer('user.kaptcha', () => 'data:image/png;base64,AAAA')
  market.hang({ ...listed, listings: [aSale(listed, ALICE)], isOnSale: true }, chosen)
  return market
}

describe('the wall beside the door', () => {
  it.each(['/connect', '/login', '/regist'])(
    '[F-67] shows on %s the first item that the operator has chosen, in the reader’s language',
    async (path) => {
      const market = aMarket()
      const texts = { title: { en: 'Still lives', zh: '静物' }, text: { en: '', zh: '' } }
      market.config.site.banners = [{ chainId: CHAIN, address: chosen.collection, tokenId: '1', image: '/ipfs/chosen.png', ...texts }]
      for (const [locale, title] of [
        ['en', 'Still lives'],
        ['zh', '静物'],
      ] as const) {
        await openPage(path, { market, locale })
        await expect.poll(() => wordsOf(wall()?.querySelector('.plinth'))).toBe(`${title}Bob`)
        expect(
          within(wall() as HTMLElement)
            .getByAltText(title)
            .getAttribute('src'),
        ).toContain('/ipfs/chosen.png')
      }
      expect(market.inputsOf('home.list')).toEqual([])
    },
  )

  it('[F-67] is an empty plinth while the operator has chosen none, never the newest listing', async () => {
    const market = aMarket()
    const { screen } = await openPage('/connect', { market })
    await screen.findByRole('heading', { level: 1 })
    await expect.poll(() => wall()?.querySelector('.plinth')).not.toBeNull()
    expect([wordsOf(wall()?.querySelector('.plinth')), wall()?.querySelector('img:not(.logo img)')]).toEqual(['', null])
    expect(market.inputsOf('home.list')).toEqual([])
  })
})
