import { CATALOGUE } from '@plinth/api'
import { describe, expect, it } from 'vitest'
import { chooseExample } from './examples.ts'

const { owners } = CATALOGUE.nft
const asked = { token: `0x${'5e'.repeat(20)}`, tokenId: '1' }
const path = '/api/nft/owners'
const full = { path, request: asked, answer: { data: { list: [{ quantity: '1', nickname: 'Alice' }] } } }

describe('chooseExample', () => {
  it('takes the fuller answer, whatever the form says beside', () => {
    const empty = { path, request: { ...asked, chainId: '31337' }, answer: { data: { list: [] } } }
    expect(chooseExample(owners, [empty, full], undefined)).toEqual({ request: asked, answer: full.answer })
    const blank = { ...full, answer: { data: { list: [{ quantity: '1', nickname: '' }] } } }
    expect(chooseExample(owners, [blank, full], undefined)?.answer).toEqual(full.answer)
  })

  it('takes no form with fields of other calls, nor a refusal', () => {
    const overfull = { ...full, request: { ...asked, royalties: '[100]', isSell: 'true' } }
    expect(chooseExample(owners, [overfull], undefined)).toBeUndefined()
    expect(chooseExample(owners, [{ ...full, answer: { errno: 501, errmsg: 'no' } }], undefined)).toBeUndefined()
    expect(chooseExample(owners, [], overfull)).toBeUndefined()
  })

  it('keeps a fuller known example, and shows the row with most fields', () => {
    const empty = { path, request: asked, answer: { data: { list: [] } } }
    expect(chooseExample(owners, [empty], full)).toBe(full)
    const rows = [{ quantity: '1' }, { quantity: '2', nickname: 'Bob' }]
    const answer = chooseExample(owners, [{ ...full, answer: { data: { list: rows } } }], undefined)?.answer
    expect(answer).toEqual({ data: { list: [rows[1]] } })
  })
})
