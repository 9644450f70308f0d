import type { StoredFile } from '@plinth/api'
import { describe, expect, it } from 'vitest'
import { EMPTY_FORM } from './create-form.ts'
import { type Draft, EMPTY_DRAFT, isBlank, parseDraft, stringifyDrafts } from './drafts.ts'

const sent: StoredFile = {
  id: 9n,
  url: '/static/upload/bafkabc.mp3',
  cid: 'bafkabc',
  name: 'bell.mp3',
  type: 'audio/mpeg',
  size: 12,
  ipfsUrl: 'ipfs://bafkabc',
  width: 0,
  height: 0,
}
const unsent = new File(['x'], 'dusk.png', { type: 'image/png' })
const form = {
  ...EMPTY_FORM,
  name: '钟与潮',
  description: 'b',
  category: '3',
  royalty: 'other' as const,
  royaltyOther: '7.5',
  collection: '0xabc',
  onSale: false,
  isMintedLater: true,
  price: '1.5',
  payToken: '0xdef',
  quantity: '10',
  properties: [
    { key: 'Time', value: 'Dusk' },
    { key: '', value: '' },
  ],
}
const made = { work: '[]', voucher: { tokenId: 2n ** 200n, v: '27', r: '0x1a', s: '0x2b' } as const, metadataUrl: 'ipfs://bafymeta' }
const draft: Draft = { form: { ...form, file: sent, cover: unsent }, made, lost: [], isBrought: false }

const brought = (text: string | undefined) => parseDraft(text, 'alice:3')

describe('drafts', () => {
  it('come back with every word and choice, sent files by their address, the others by their name', () => {
    const back = brought(stringifyDrafts(undefined, 'alice:3', draft))
    expect(back).toEqual({ form: { ...form, file: sent, cover: undefined }, made, lost: ['dusk.png'], isBrought: true })
  })

  it('stand beside those of other accounts and the other form, and go without a trace', () => {
    const both = stringifyDrafts(stringifyDrafts(undefined, 'bob:2', draft), 'alice:3', draft)
    expect(parseDraft(both, 'bob:2').form.name).toBe('钟与潮')
    expect(parseDraft(both, 'bob:3')).toBe(EMPTY_DRAFT)
    const one = stringifyDrafts(both, 'alice:3', EMPTY_DRAFT)
    expect(brought(one)).toBe(EMPTY_DRAFT)
    expect(stringifyDrafts(one, 'bob:2', EMPTY_DRAFT)).toBeUndefined()
  })

  it('are nothing as long as nothing was written', () => {
    expect(isBlank(EMPTY_DRAFT)).toBe(true)
    const one = { ...EMPTY_DRAFT, form: { ...EMPTY_FORM, file: unsent } }
    expect(isBlank(one)).toBe(false)
    expect(isBlank({ ...EMPTY_DRAFT, form: { ...EMPTY_FORM, price: '1' } })).toBe(false)
  })

  it.each([
    undefined,
    '',
    'null',
    '[]',
    '{"alice:3":7}',
    '{"alice:3":{}}',
    '{"alice:3":{"form":{"name":5,"properties":[null,{"key":1}],"file":{"id":"x"},"royalty":"99","onSale":"yes","category":"-1"},"made":{"work":1}}}',
  ])('written by somebody else become an empty form: %s', (text) => {
    expect(brought(text)).toMatchObject({ form: EMPTY_FORM, made: undefined, lost: [] })
  })

  it('show no picture from anywhere but the market’s own store', () => {
    for (const url of ['https://elsewhere.example/a.png', '//elsewhere.example/a.png', 'javascript:alert(1)', '/static/upload/../../a']) {
      const text = JSON.stringify({ 'alice:3': { form: { file: { ...sent, id: '9', url } } } })
      expect(brought(text).form.file, url).toBeUndefined()
    }
  })
})
