import { toAddress } from '@plinth/protocol'
import { describe, expect, it } from 'vitest'
import { shareText, traitPath } from './traits.ts'

describe('the share of an attribute', () => {
  it('[ITEMP-03] is a percentage with one decimal, in the reader’s way of writing', () => {
    expect([shareText(74, 512, 'en'), shareText(1, 4, 'en'), shareText(74, 512, 'de')]).toEqual(['14.5%', '25%', '14,5\u00a0%'])
  })

  it('[F-75] never calls nearly all all, nor something nothing, and says nothing of a single work', () => {
    expect([shareText(9_999, 10_000, 'en'), shareText(10, 10, 'en')]).toEqual(['99.9%', '100%'])
    expect([shareText(1, 100_000, 'en'), shareText(1, 1, 'en'), shareText(0, 10, 'en')]).toEqual(['<0.1%', undefined, undefined])
  })

  it('[ITEMP-03] leads to the works of the collection that have it, whatever signs stand in it', () => {
    const of = { chainId: 1, collection: toAddress(`0x${'ab'.repeat(20)}`) }
    const { searchParams, pathname } = new URL(traitPath(of, 'Wind: 50%', 'a:b & c'), 'http://x')
    expect([pathname, searchParams.get('collection'), searchParams.get('trait')]).toEqual([
      '/explore',
      `1:${of.collection}`,
      'Wind%3A 50%25:a:b & c',
    ])
  })
})
