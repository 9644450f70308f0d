import type { ItemRecord } from '@plinth/api'
import { toAddress } from '@plinth/protocol'
import { describe, expect, it } from 'vitest'
import { royaltyLeaving } from './royalty.ts'

const [maker, owner] = [toAddress(`0x${'1'.repeat(40)}`), toAddress(`0x${'2'.repeat(40)}`)]
const item = { royalties: [500, 100], creator: { address: maker, nickname: '', avatar: '' } } as Pick<ItemRecord, 'royalties' | 'creator'>

describe('royaltyLeaving', () => {
  it('is the first entry, for whoever sells the work of another', () => {
    expect(royaltyLeaving(item, owner)).toBe(500n)
    expect(royaltyLeaving(item, undefined)).toBe(500n)
    expect(royaltyLeaving({ ...item, royalties: [] }, owner)).toBe(0n)
  })

  it('is nothing for the maker, who would pay himself', () => {
    expect(royaltyLeaving(item, maker)).toBe(0n)
  })
})
