import type { ItemRecord } from '@plinth/api'
import { ASSET_TYPE } from '@plinth/protocol'
import { describe, expect, it } from 'vitest'
import { editions, itemFace } from './item-view.ts'

const faceOf = (metadata: string) => itemFace({ metadata, width: 0, height: 0 } as ItemRecord, 'Untitled #7')
const named = (name: string) => faceOf(JSON.stringify({ name })).name

describe('the face of a work', () => {
  it('has its name, and is untitled where nothing of it can be seen', () => {
    expect(named(' 赤兔 ')).toBe('赤兔')
    expect(named('🜂')).toBe('🜂')
    for (const unseen of ['', '   ', '\u200b\u2060\ufeff', '\u202e\u202c', '\u0301\u0301', '\u3164'.slice(1)])
      expect(named(unseen)).toBe('Untitled #7')
  })

  it('shows none of a picture that is no file of anybody: scripts, pages, dead metadata', () => {
    const html = 'data:text/html,<script>window.harmed = true</script>'
    for (const image of ['javascript:window.harmed = true', html, 'file:///etc/passwd', ''])
      expect(faceOf(JSON.stringify({ name: 'x', image })).picture).toBeUndefined()
    for (const dead of ['{', 'null', '[]', '7']) expect(faceOf(dead)).toEqual({ name: 'Untitled #7', picture: undefined })
  })
})

describe('editions', () => {
  // What it reads of a holding and of a sale.
  const holding = (quantity: bigint, onSaleQuantity: bigint) => ({ quantity, onSaleQuantity }) as ItemRecord['holdings'][number]
  const sale = (sellType: number, selling: bigint, filled: bigint) => ({ sellType, selling, filled }) as ItemRecord['listings'][number]

  it('are the units on sale, of all', () => {
    const holdings = [holding(6n, 4n), holding(4n, 0n)]
    expect(editions({ supply: 10n, holdings, listings: [sale(ASSET_TYPE.ERC1155, 5n, 1n)] })).toEqual({ left: 4n, total: 10n })
    expect(editions({ supply: 10n, holdings: [holding(10n, 0n)], listings: [] })).toEqual({ left: 0n, total: 10n })
    expect(editions({ supply: 1n, holdings: [holding(1n, 1n)], listings: [] })).toBeUndefined()
  })

  it('that are not minted are all that are offered', () => {
    const listings = [sale(ASSET_TYPE.MINTED, 1_200n, 0n)]
    expect(editions({ supply: 1_200n, holdings: [], listings })).toEqual({ left: 1_200n, total: 1_200n })
    expect(editions({ supply: 1_200n, holdings: [holding(1_198n, 1_198n), holding(2n, 0n)], listings })?.left).toBe(1_198n)
  })
})
