import { describe, expect, it } from 'vitest'
import { blankPrize, blankSeries, boxesOf, missingIn, type SeriesForm, seriesJson } from './series-form.ts'

const KOI = { ...blankPrize(0), name: 'Koi', image: '/static/upload/koi.png', amount: '3' }
const MOON = { ...blankPrize(1), name: 'Moon', image: '/static/upload/moon.png', amount: '1' }
const TYPED: SeriesForm = {
  ...blankSeries('31337'),
  name: 'Evening',
  image: '/static/upload/cover.png',
  price: '0.1',
  starts: '2026-12-24T18:00',
  ends: '2027-01-06T18:00',
  prizes: [KOI, MOON],
}
const written = (form: SeriesForm) => JSON.parse(seriesJson(form)) as Record<string, unknown>

describe('a series of the console', () => {
  it('is written as a file would have it, without what was left out', () => {
    expect(written(TYPED)).toEqual({
      chainId: 31_337,
      name: 'Evening',
      description: '',
      image: '/static/upload/cover.png',
      sealed: false,
      price: '0.1',
      money: 'coin',
      prizesPerBox: 1,
      repeats: true,
      starts: new Date('2026-12-24T18:00').toISOString(),
      ends: new Date('2027-01-06T18:00').toISOString(),
      prizes: [
        { name: 'Koi', description: '', image: '/static/upload/koi.png', amount: 3 },
        { name: 'Moon', description: '', image: '/static/upload/moon.png', amount: 1 },
      ],
    })
  })

  it('names a pay token, a ticket, films and items that the reveal operator holds', () => {
    const token = `0x${'5e'.repeat(20)}`
    expect(written({ ...TYPED, money: token }).money).toEqual({ token })
    const ticket = { ...TYPED, money: 'ticket', ticketCollection: ` ${token} `, ticketId: '7', ticketSymbol: 'PASS' }
    expect(written(ticket).money).toEqual({ ticket: { collection: token, tokenId: '7', symbol: 'PASS' } })
    expect(written({ ...TYPED, anim1: '/static/upload/wave.webm' }).anim1).toBe('/static/upload/wave.webm')
    const held = { ...KOI, from: 'held', collection: token, tokenId: '12' } as const
    expect(written({ ...TYPED, prizes: [held] }).prizes).toEqual([{ collection: token, tokenId: '12', amount: 3 }])
  })

  it('says what is missing by the names of the server’s fields', () => {
    expect(missingIn(TYPED)).toEqual([])
    expect(missingIn(blankSeries('1'))).toEqual(
      ['name', 'image', 'price', 'starts', 'ends'].concat(['name', 'image', 'amount'].map((field) => `prizes.0.${field}`)),
    )
    const ticket = { ...TYPED, money: 'ticket', prizes: [{ ...blankPrize(0), from: 'held' } as const] }
    expect(missingIn(ticket)).toEqual(
      ['collection', 'tokenId', 'symbol']
        .map((field) => `money.ticket.${field}`)
        .concat(['collection', 'tokenId', 'amount'].map((field) => `prizes.0.${field}`)),
    )
  })

  it('counts its boxes where the prizes fill them evenly', () => {
    expect(boxesOf({ opening: '2', prizes: [KOI, MOON] })).toEqual({ prizes: 4, boxes: 2 })
    for (const opening of ['3', '0', '', '1.5', 'two']) expect(boxesOf({ opening, prizes: [KOI, MOON] })).toBeUndefined()
    expect(boxesOf({ opening: '1', prizes: [{ ...KOI, amount: '' }] })).toBeUndefined()
  })

  it('says so where no time can be read out of what was typed', () => {
    expect(written({ ...TYPED, ends: 'soon' }).ends).toBe('soon')
  })
})
