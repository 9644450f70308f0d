import { describe, expect, it } from 'vitest'
import { readFilters, writeFilters } from './filters.ts'

describe('market filters', () => {
  it('[HOME-07] all networks are chain -1', () => expect(readFilters(new URLSearchParams()).chainId).toBe(-1))

  it('[HOME-09] the order turns', () => {
    const first = readFilters(new URLSearchParams())
    expect(first.order).toBe('desc')
    expect(writeFilters(new URLSearchParams(), { ...first, order: 'asc' }).toString()).toBe('order=asc')
  })

  it('come back from the address as they went in, beside foreign parameters', () => {
    const filters = { chainId: 31337, category: 3n, order: 'asc' } as const
    const written = writeFilters(new URLSearchParams('ref=x'), filters)
    expect(readFilters(written)).toEqual(filters)
    expect(written.get('ref')).toBe('x')
  })

  it('malformed ones count as absent', () => {
    expect(readFilters(new URLSearchParams('chain=abc&category=-1&order=up'))).toEqual({ chainId: -1, category: undefined, order: 'desc' })
  })
})
