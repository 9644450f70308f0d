import { describe, expect, it } from 'vitest'
import {
  acceptOf,
  type CreateForm,
  EMPTY_FORM,
  fileError,
  findCreateErrors,
  quantityOf,
  royaltyBpsOf,
  sentProperties,
  withBlankRow,
} from './create-form.ts'

const file = new File(['x'], 'a.png', { type: 'image/png' })
const sound = new File(['x'], 'a.mp3', { type: 'audio/mpeg' })
const good: CreateForm = { ...EMPTY_FORM, file, name: 'Harbour', category: '2', collection: '0xabc', price: '1.15' }

describe('EMPTY_FORM', () => {
  it('[MINT-07, MINT-08, MINT-10, DATA-45] starts with the sale on, a royalty of 2, none of many and one blank property', () => {
    expect(EMPTY_FORM).toEqual({
      file: undefined,
      cover: undefined,
      name: '',
      description: '',
      category: '',
      collection: '',
      royalty: '2',
      royaltyOther: '',
      properties: [{ key: '', value: '' }],
      onSale: true,
      isMintedLater: false,
      price: '',
      payToken: '',
      quantity: '0',
    })
  })
})

const ether = { decimals: 18, least: 1n }
const dollar = { decimals: 6, least: 2n }

describe('findCreateErrors', () => {
  it('finds nothing against a complete item', () => {
    expect(findCreateErrors(good, ether, 3)).toEqual({})
  })

  it.each([
    ['[MINT-27] file', { file: undefined }, { file: 'form.noFile' }],
    ['[MINT-28] price', { price: '' }, { price: 'form.noPrice' }],
    ['[MINT-28] zero price', { price: '0.000' }, { price: 'form.noPrice' }],
    ['[MINT-30] name', { name: '  ' }, { name: 'form.noName' }],
    ['[MINT-31] category', { category: '' }, { category: 'form.noCategory' }],
    ['[MINT-34] collection', { collection: '' }, { collection: 'form.noContract' }],
    ['[MINT-25] cover of a sound', { file: sound }, { cover: 'create.noCover' }],
    ['[MINT-15] royalty within 10 %', { royalty: 'other', royaltyOther: '10.01' }, { royalty: 'form.royaltiesLimit' }],
  ] as const)('wants a %s', (_, part, errors) => {
    expect(findCreateErrors({ ...good, ...part }, ether, 3)).toEqual(errors)
  })

  it('[MINT-25] wants a cover beside sound and video, of the kinds that are pictures', () => {
    const film = new File(['x'], 'a.mp4', { type: 'video/mp4' })
    for (const alone of [sound, film]) {
      expect(findCreateErrors({ ...good, file: alone }, ether, 3)).toEqual({ cover: 'create.noCover' })
      expect(findCreateErrors({ ...good, file: alone, cover: file }, ether, 3)).toEqual({})
    }
    for (const type of ['image/gif', 'image/png', 'image/jpeg', 'image/webp'])
      expect(fileError({ size: 1, type }, 'cover'), type).toBeUndefined()
    for (const type of ['audio/mpeg', 'video/mp4', 'image/svg+xml'])
      expect(fileError({ size: 1, type }, 'cover'), type).toBe('create.fileType')
  })

  it('[MINT-28, MINT-30] wants a price where it is listed, and a name', () => {
    expect(findCreateErrors({ ...good, price: '' }, ether, 3)).toEqual({ price: 'form.noPrice' })
    expect(findCreateErrors({ ...good, price: '0.0' }, ether, 3)).toEqual({ price: 'form.noPrice' })
    expect(findCreateErrors({ ...good, name: '' }, ether, 3)).toEqual({ name: 'form.noName' })
  })

  it('[MINT-29] refuses a price below one base unit of the pay token', () => {
    expect(findCreateErrors({ ...good, price: '0.0000001' }, dollar, 3)).toEqual({ price: 'form.lowPrice' })
    expect(findCreateErrors({ ...good, price: '0.0000000000000000009' }, ether, 3)).toEqual({ price: 'form.lowPrice' })
    expect(findCreateErrors({ ...good, price: '0.000000000000000001' }, ether, 3)).toEqual({})
  })

  it('[MINT-29, F-43] refuses a price of one base unit of a token, which the exchange never pays out', () => {
    expect(findCreateErrors({ ...good, price: '0.000001' }, dollar, 3)).toEqual({ price: 'form.lowPrice' })
    expect(findCreateErrors({ ...good, price: '0.000002' }, dollar, 3)).toEqual({})
  })

  it('wants a name that can be seen', () => {
    for (const name of ['', '   ', '\u200b\u200b', '\u202e\u2066', '\u00ad'])
      expect(findCreateErrors({ ...good, name }, ether, 3), JSON.stringify(name)).toEqual({ name: 'form.noName' })
    for (const name of ['शून्य', 'שלום', '𝄞', '🦊', '<b>', '.']) expect(findCreateErrors({ ...good, name }, ether, 3), name).toEqual({})
  })

  it('[MINT-35] says when there is nothing to be paid in', () => {
    expect(findCreateErrors(good, undefined, 3)).toEqual({ price: 'form.noPayToken' })
  })

  it('[MINT-37] asks no price of an item that is not put on sale', () => {
    expect(findCreateErrors({ ...good, onSale: false, price: '' }, ether, 3)).toEqual({})
  })
})

describe('royaltyBpsOf', () => {
  it('[MINT-14, MINT-17, F-48] sends percent times 100 of what it suggests and of what is typed', () => {
    const suggested = (['2', '5', '8'] as const).map((royalty) => royaltyBpsOf({ royalty, royaltyOther: '' }))
    expect(suggested).toEqual([200, 500, 800])
    expect(royaltyBpsOf({ royalty: 'other', royaltyOther: '7.5' })).toBe(750)
  })

  it('[MINT-16] takes blank for 0', () => {
    expect(royaltyBpsOf({ royalty: 'other', royaltyOther: '' })).toBe(0)
  })
})

describe('properties', () => {
  it('[MINT-10, DATA-45] always end with one blank row', () => {
    expect(withBlankRow([{ key: 'Time', value: 'Dusk' }])).toEqual([
      { key: 'Time', value: 'Dusk' },
      { key: '', value: '' },
    ])
    expect(
      withBlankRow([
        { key: '', value: '' },
        { key: '', value: '' },
      ]),
    ).toEqual([{ key: '', value: '' }])
  })

  it('[MINT-11] drop empty and half-filled rows when sent', () => {
    const rows = [
      { key: 'Time', value: ' Dusk ' },
      { key: 'Boats', value: '' },
      { key: '', value: 'Four' },
      { key: '', value: '' },
    ]
    expect(sentProperties(rows)).toEqual([{ key: 'Time', value: 'Dusk' }])
  })
})

describe('fileError', () => {
  const sized = (size: number, type = 'image/png') => ({ size, type })

  it('[MINT-18, MINT-20, MINT-21] takes 10 MB and not a byte more', () => {
    expect(fileError(sized(10_485_760), 'main')).toBeUndefined()
    expect(fileError(sized(10_485_761), 'main')).toBe('form.fileLimit')
  })

  it('[NEWC-07] takes covers of collections up to 30 MB', () => {
    expect(fileError(sized(31_457_280), 'collectionCover')).toBeUndefined()
    expect(fileError(sized(31_457_281), 'collectionCover')).toBe('form.fileLimit')
  })

  const PICTURES = ['image/gif', 'image/png', 'image/jpeg', 'image/webp']
  const SOUNDS = ['audio/midi', 'audio/mpeg', 'audio/webm', 'audio/mp4', 'audio/mp3']
  const FILMS = ['video/mp4', 'video/webm']
  const OTHERS = ['image/svg+xml', 'image/avif', 'text/html', 'application/pdf', '']

  it.each([
    ['[MINT-22, MINT-23, MINT-24] pictures, sound and video as a work', 'main', [...PICTURES, ...SOUNDS, ...FILMS], OTHERS],
    ['[MINT-22, MINT-23, MINT-24] the same as an edition', 'editionMain', [...PICTURES, ...SOUNDS, ...FILMS], OTHERS],
    ['pictures only as a cover', 'cover', PICTURES, [...SOUNDS, ...FILMS, ...OTHERS]],
    ['pictures only as a cover of an edition', 'editionCover', PICTURES, [...SOUNDS, ...FILMS, ...OTHERS]],
    ['[NEWC-08] pictures only as a cover of a collection', 'collectionCover', PICTURES, [...SOUNDS, ...FILMS, ...OTHERS]],
  ] as const)('takes %s, and the picker offers what is taken', (_, kind, taken, refused) => {
    for (const type of taken) expect(fileError(sized(1, type), kind), type).toBeUndefined()
    for (const type of refused) expect(fileError(sized(1, type), kind), type).toBe('create.fileType')
    const offered = acceptOf(kind).split(',')
    expect(offered).toEqual(expect.arrayContaining([...taken]))
    const notTaken: readonly string[] = refused
    expect(offered.filter((type) => notTaken.includes(type))).toEqual([])
  })
})

describe('the multiple form', () => {
  it('[MINT-32, DATA-45] wants a quantity of at least one, which no chain is too small for', () => {
    for (const quantity of ['', '0', '-1', '1.5', 'x', '9'.repeat(78)]) expect(quantityOf({ quantity }, 2), quantity).toBeUndefined()
    expect(quantityOf({ quantity: '10' }, 2)).toBe(10n)
    expect(findCreateErrors({ ...good, quantity: '0' }, ether, 2)).toEqual({ quantity: 'form.noQuantity' })
  })

  it('[DATA-45] asks for none on the single form', () => expect(quantityOf({ quantity: '0' }, 3)).toBe(1n))

  it('[MINT-19, FMT-09] takes files up to 30 MB', () => {
    const file = (size: number) => ({ size, type: 'image/png' })
    expect(fileError(file(31_457_280), 'editionMain')).toBeUndefined()
    expect(fileError(file(31_457_281), 'editionMain')).toBe('form.fileLimit')
    expect(fileError(file(10_485_761), 'main')).toBe('form.fileLimit')
  })
})
