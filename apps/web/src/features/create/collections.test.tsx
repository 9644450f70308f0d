import type { Collection } from '@plinth/api'
import { toAddress } from '@plinth/protocol'
import { renderToStaticMarkup } from 'react-dom/server'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import { en } from '../../i18n/en/index.ts'
import { showTexts, t } from '../../i18n/translate.ts'
import { CollectionPicker } from './CollectionPicker.tsx'
import { isMintable, shownCollections } from './collections.ts'

vi.mock('../../i18n/translate.ts', async (original) => ({ ...(await original<object>()), useTranslation: () => ({ t }) }))
beforeAll(() => showTexts('en', en))

const address = toAddress(`0x${'1'.repeat(40)}`)
const mine = { chainId: 31_337, standard: 3, isConfirmed: true, createdAt: 1_000, address }
const now = 10_000
const single = { chainId: 31_337, standard: 3, now } as const

describe('shownCollections', () => {
  it('[MINT-51] shows those of the chosen chain', () => {
    expect(shownCollections([mine, { ...mine, chainId: 1 }], single)).toEqual([mine])
  })

  it('[ENUM-02] leaves ERC1155 to the multiple form', () => {
    expect(shownCollections([{ ...mine, standard: 2 }], single)).toEqual([])
    expect(shownCollections([mine, { ...mine, standard: 2 }], { ...single, standard: 2 })).toEqual([{ ...mine, standard: 2 }])
  })

  it('[MINT-50] shows an unconfirmed one for an hour', () => {
    const young = { ...mine, isConfirmed: false, address: '' as const, createdAt: now - 3_600 }
    const old = { ...young, createdAt: now - 3_601 }
    expect(shownCollections([young, old], single)).toEqual([young])
  })
})

describe('CollectionPicker', () => {
  // The picker reads no more of them.
  const listed = (part: Partial<Collection>) => ({ ...mine, id: 1n, name: 'Harbour', cover: '', isOfficial: false, ...part }) as Collection
  const cardOf = (part: Partial<Collection>, chosen = '') => {
    const props = { chosen, onChoose: () => undefined, onNew: () => undefined, error: undefined }
    return /<label.*?<\/label>/.exec(renderToStaticMarkup(<CollectionPicker collections={[listed(part)]} {...props} />))?.[0]
  }

  it('[MINT-49] marks one that the chain has not confirmed, which cannot be chosen', () => {
    const waiting = { isConfirmed: false, address: '' as const }
    expect(isMintable(listed(waiting))).toBe(false)
    const card = cardOf(waiting)
    expect(card).toContain('pick-card waiting')
    expect(card).toContain('Being confirmed')
    expect(card).toMatch(/<input type="radio"[^>]* disabled=""/)
    expect(card).not.toContain('checked')
  })

  it.each([
    [true, 'Open to all'],
    [false, 'Yours'],
  ])('lets one that is confirmed be chosen: official %s', (isOfficial, note) => {
    expect(isMintable(listed({ isOfficial }))).toBe(true)
    const card = cardOf({ isOfficial }, address)
    expect(card).toContain(note)
    expect(card).toContain('checked')
    expect(card).not.toMatch(/disabled|waiting|Being confirmed/)
  })
})
