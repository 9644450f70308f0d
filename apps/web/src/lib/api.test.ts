import { describe, expect, it } from 'vitest'
import { hashKey, nextPage } from './api.ts'

const page = (rows: number, at: number, pages: number) => ({ list: Array.from({ length: rows }), page: at, pages, limit: 20 })

describe('nextPage', () => {
  it('goes on while pages are full', () => expect(nextPage(page(20, 1, 3))).toBe(2))
  it('[HOME-16] is over when a page returns fewer rows than the limit', () => expect(nextPage(page(19, 1, 3))).toBeUndefined())
  it('[HOME-17] is over when the next page exceeds the total pages', () => expect(nextPage(page(20, 3, 3))).toBeUndefined())
})

describe('hashKey', () => {
  it('tells a bigint from its text, and forgets the order of fields', () => {
    expect(hashKey(['a', { x: 1n, y: 2 }])).toBe(hashKey(['a', { y: 2, x: 1n }]))
    expect(hashKey(['a', 1n])).not.toBe(hashKey(['a', 1]))
  })
})
