import { describe, expect, it } from 'vitest'
import { collectionMetadata, itemMetadata } from './metadata.ts'

const collection = { name: 'Rivers', symbol: 'RIV', description: '', image: '', banner: '', externalLink: '' }
const item = { name: 'Koi', description: 'Ink', image: 'ipfs://bafkreia', animation: '', properties: [] }

describe('the metadata of a collection', () => {
  it('[F-93] has the fields of ERC-7572', () => {
    const said = {
      description: 'Water, in ink',
      image: 'ipfs://bafkreia',
      banner: 'ipfs://bafkreib',
      externalLink: 'https://rivers.example',
    }
    expect(JSON.parse(collectionMetadata({ ...collection, ...said }))).toEqual({
      name: 'Rivers',
      symbol: 'RIV',
      description: 'Water, in ink',
      image: 'ipfs://bafkreia',
      banner_image: 'ipfs://bafkreib',
      external_link: 'https://rivers.example',
    })
  })

  it('[F-93] leaves out what is empty', () => {
    expect(JSON.parse(collectionMetadata(collection))).toEqual({ name: 'Rivers', symbol: 'RIV' })
  })
})

describe('the metadata of an item', () => {
  const attributeOf = (value: string) =>
    JSON.parse(itemMetadata({ ...item, properties: [{ key: 'Size', value }] })).attributes[0] as Record<string, unknown>

  it('[F-93] has the documented fields, and no link to the market', () => {
    expect(JSON.parse(itemMetadata(item))).toEqual({
      name: 'Koi',
      description: 'Ink',
      image: 'ipfs://bafkreia',
      animation_url: '',
      external_url: '',
      attributes: [],
    })
  })

  it.each([
    ['0', 0],
    ['2026', 2026],
    ['-3', -3],
    ['0.5', 0.5],
    [' 12 ', 12],
  ])('[F-93] says that the attribute %j is a number', (value, number) => {
    expect(attributeOf(value)).toEqual({ key: 'Size', trait_type: 'Size', display_type: 'number', value: number })
  })

  it.each(['007', '1.50', '-0', '+1', '.5', '5.', '1e3', '0x10', '1,000', '12 cm', '９', 'Infinity', 'NaN', '9007199254740993'])(
    '[F-93] keeps the attribute %j as it was typed',
    (value) => {
      expect(attributeOf(value)).toEqual({ key: 'Size', trait_type: 'Size', value })
    },
  )

  it('drops blank and half-filled attributes', () => {
    const properties = [
      { key: ' ', value: '1' },
      { key: 'Size', value: ' ' },
    ]
    expect(JSON.parse(itemMetadata({ ...item, properties })).attributes).toEqual([])
  })
})
