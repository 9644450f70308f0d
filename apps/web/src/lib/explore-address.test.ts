import { toAddress } from '@plinth/protocol'
import { describe, expect, it } from 'vitest'
import { explorePath, type ItemChoice, readChoice, writeChoice } from './explore-address.ts'

const COLLECTION = toAddress(`0x${'c'.repeat(40)}`)
const OTHER = toAddress(`0x${'d'.repeat(40)}`)
const COIN = toAddress(`0x${'0'.repeat(40)}`)
const known = { chains: [1, 56], categories: [3n, 7n] }
const read = (text: string) => readChoice(new URLSearchParams(text), known)
const written = (choice: ItemChoice) => writeChoice(new URLSearchParams(), choice).toString()

describe('the address of a list of works', () => {
  it('[EXPL-06] says every filter, the order and the density, and is read as it was written', () => {
    const choice: ItemChoice = {
      filters: {
        statuses: ['onSale', 'new24'],
        chains: [56],
        categories: [7n],
        collections: [{ chainId: 56, address: COLLECTION }],
        payTokens: [{ chainId: 56, address: COIN }],
        media: ['image', 'unknown'],
        standards: [3],
        creators: [OTHER],
        money: { chainId: 56, address: COIN },
        minPrice: '0.25',
        maxPrice: '20',
        words: '雪山 & 100%',
        attributes: [
          { key: 'Wind: north%', values: ['Steady', 'a:b,c'] },
          { key: 'Level', min: -1.5, max: 20 },
          { key: 'Age', max: 3 },
          { key: 'Depth', min: 0 },
        ],
      },
      sort: 'rarity',
      density: 'table',
    }
    const address = new URL(`http://plinth.test/explore?${written(choice)}`)
    expect(readChoice(address.searchParams, known)).toEqual({ ...choice, leftOut: [] })
  })

  it('leaves out what is not chosen, and the parameters of others as they are', () => {
    expect(written({ filters: {}, sort: undefined, density: undefined })).toBe('')
    const next = writeChoice(new URLSearchParams('tab=people&status=onSale&trait=Wind:Steady&utm=x'), read('chain=1'))
    expect(next.toString()).toBe('tab=people&utm=x&chain=1')
    expect(explorePath()).toBe('/explore')
    expect(explorePath({ statuses: ['offers'] }, 'ending')).toBe('/explore?status=offers&sort=ending')
  })

  it.each([
    ['status=onSale,broken', { statuses: ['onSale'] }, ['status']],
    ['chain=1,999,x', { chains: [1] }, ['chain']],
    ['category=7,12,-1', { categories: [7n] }, ['category']],
    [`collection=1:${COLLECTION},9:${OTHER},0x1`, { collections: [{ chainId: 1, address: COLLECTION }] }, ['collection']],
    ['creator=0x12', {}, ['creator']],
    ['media=hologram', {}, ['media']],
    ['standard=9', {}, ['standard']],
    ['min=1e5&max=2', { maxPrice: '2' }, ['min']],
    ['min=3&max=2', {}, ['min', 'max']],
    [`min=1&money=999:${COIN}`, {}, ['money']],
    ['trait=Wind:Steady', {}, ['trait']],
    [`collection=1:${COLLECTION}&trait=:x&range=Level:5..1`, { collections: [{ chainId: 1, address: COLLECTION }] }, ['trait', 'range']],
    ['sort=rarity', {}, ['sort']],
    ['sort=sideways&view=cinema', {}, ['sort', 'view']],
  ] as const)('[EXPL-16] leaves out of %s what is unknown or damaged, and says so', (text, filters, leftOut) => {
    expect(read(text)).toEqual({ filters, sort: undefined, density: undefined, leftOut })
  })

  it('takes the collection of a page as it is, whose network is no filter', () => {
    const fixed = { chainId: 56, address: COLLECTION }
    const params = new URLSearchParams(`chain=56&collection=1:${OTHER}&trait=Wind:Steady`)
    const choice = readChoice(params, known, fixed)
    expect(choice.filters).toEqual({ collections: [fixed], attributes: [{ key: 'Wind', values: ['Steady'] }] })
    expect(writeChoice(params, { ...choice, filters: { collections: [fixed] } }, fixed).toString()).toBe(`chain=56&collection=1%3A${OTHER}`)
  })
})
