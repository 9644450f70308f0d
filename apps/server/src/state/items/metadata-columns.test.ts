import { describe, expect, it } from 'vitest'
import { metadataColumns } from './metadata-columns.ts'

const columnsOf = (fields: Record<string, unknown>) => {
  const { name, image } = metadataColumns(JSON.stringify(fields))
  return { name, image }
}

describe('columns of an item’s metadata', () => {
  it('[READ-05] hold a name of 200 characters and an image of 2,048, and no longer image', () => {
    expect(columnsOf({ name: 'n'.repeat(201), image: 'i'.repeat(2_048) })).toEqual({ name: 'n'.repeat(200), image: 'i'.repeat(2_048) })
    expect(columnsOf({ name: 'Heron', image: 'i'.repeat(2_049) })).toEqual({ name: 'Heron', image: '' })
  })

  it('[READ-05] hold what PostgreSQL takes: no NUL, no half of a character', () => {
    expect(columnsOf({ name: 'a\u0000b\ud800', image: 'ipfs://a\u0000b\udc00' })).toEqual({ name: 'ab\ufffd', image: 'ipfs://ab\ufffd' })
  })

  it.each(['', 'hello', '[1]', 'null', '{"name":1,"image":{}}'])('[READ-05] are empty for %s', (metadata) => {
    expect(metadataColumns(metadata)).toEqual({ metadata, name: '', image: '' })
  })
})
