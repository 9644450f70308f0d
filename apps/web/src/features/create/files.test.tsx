import { renderToStaticMarkup } from 'react-dom/server'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import { en } from '../../i18n/en/index.ts'
import { showTexts, t } from '../../i18n/translate.ts'
import { findCollectionErrors } from './CollectionDialog.tsx'
import { FileField } from './FileField.tsx'

// Rendered as text, where no later language can be waited for.
vi.mock('../../i18n/translate.ts', async (original) => ({ ...(await original<object>()), useTranslation: () => ({ t }) }))
beforeAll(() => showTexts('en', en))

const file = new File(['x'], 'cover.png', { type: 'image/png' })
const complete = { file, name: 'Evening Water', symbol: 'DUSK', introduction: '', website: '' }

describe('the collection form', () => {
  it('[NEWC-03, NEWC-04, NEWC-05] wants a file, a display name and a token name, in these words', () => {
    const errors = findCollectionErrors({ file: undefined, name: ' ', symbol: '', introduction: '', website: '' })
    expect(Object.entries(errors).map(([field, key]) => [field, t(key)])).toEqual([
      ['file', 'please choose a file'],
      ['name', 'display name cannot be empty'],
      ['symbol', 'token name cannot be empty'],
    ])
  })

  it('[F-93] takes a website where it is an https page', () => {
    for (const website of ['', ' https://dusks.example/about ']) expect(findCollectionErrors({ ...complete, website }), website).toEqual({})
    for (const website of ['dusks', 'http://dusks.example', 'javascript:alert(1)'])
      expect(findCollectionErrors({ ...complete, website }), website).toEqual({ website: 'create.noWebsite' })
  })

  it('[NEWC-06] does not want an introduction', () => expect(findCollectionErrors(complete)).toEqual({}))
})

describe('the field of a file', () => {
  it.each(['main', 'cover', 'editionMain', 'editionCover', 'collectionCover'] as const)('[MINT-26] takes one file only: %s', (kind) => {
    const shown = renderToStaticMarkup(<FileField kind={kind} label="Work" file={undefined} onChange={() => undefined} />)
    expect(shown).toMatch(/<input[^>]+type="file"/)
    expect(shown).not.toMatch(/\bmultiple\b/)
  })
})
