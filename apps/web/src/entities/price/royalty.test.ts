import type { ItemRecord } from '@plinth/api'
import { toAddress } from '@plinth/protocol'
import { describe, expect, it } from 'vitest'
import { royaltiesOf, royaltyLeaving } from './royalty.ts'

const [maker, owner] = [toAddress(`0x${'1'.repeat(40)}`), toAddress(`0x${'2'.repeat(40)}`)]
const item = { royalties: [500, 100], creator: { address: maker, nickname: '', avatar: '' } } as Pick<ItemRecord, 'royalties' | 'creator'>

describe('royaltiesOf', () => {
  it('[SALE-27] gives the first value to the maker, and any other to an unknown receiver', () => {
    expect(royaltiesOf(item)).toEqual([
      { bps: 500n, recipient: maker },
      { bps: 100n, recipient: undefined },
    ])
  })
})

describe('royaltyLeaving', () => {
  it('is all that the chain pays out, for a seller of another maker’s item', () => {
    expect(royaltyLeaving(item, owner)).toBe(600n)
    expect(royaltyLeaving(item, undefined)).toBe(600n)
    expect(royaltyLeaving({ ...item, royalties: [] }, owner)).toBe(0n)
  })

  it('is nothing for the maker, who would pay himself', () => {
    expect(royaltyLeaving({ ...item, royalties: [500] }, maker)).toBe(0n)
    expect(royaltyLeaving(item, maker)).toBe(100n)
  })
})
