import { describe, expect, it } from 'vitest'
import { mergeFirstPage, patchRows, rowsOf } from './lists.ts'

const item = (tokenId: bigint, price: string) => ({ chainId: 31_337, collection: '0xc0', tokenId, price })
const list = (...pages: unknown[][]) => ({
  pages: pages.map((rows, at) => ({ list: rows, total: 4, page: at + 1 })),
  pageParams: pages.map((_, at) => at + 1),
})

describe('cached lists', () => {
  const before = list([item(1n, '1'), item(2n, '1')], [item(3n, '1')])

  it('take a newer record where the older one stands, on any page', () => {
    const after = patchRows(before, [item(3n, '2')])
    expect(rowsOf(after)).toEqual([item(1n, '1'), item(2n, '1'), item(3n, '2')])
    expect(after.pages[0]).toBe(before.pages[0])
  })

  it('stay the very same where nothing of theirs has changed', () => {
    expect(patchRows(before, [item(9n, '2')])).toBe(before)
    expect(patchRows({ list: [item(1n, '1')] }, [item(1n, '3')])).toEqual({ list: [item(1n, '3')] })
    expect(patchRows(undefined, [item(1n, '3')])).toBe(undefined)
  })

  it('keep what came apart, once, with the new count', () => {
    const fresh = { list: [item(4n, '1'), item(1n, '5')], total: 5 }
    const after = mergeFirstPage(mergeFirstPage(before, fresh), fresh)
    expect(rowsOf(after)).toEqual([item(1n, '5'), item(2n, '1'), item(3n, '1')])
    expect(after.pages[0]).toMatchObject({ arrivals: [item(4n, '1')], total: 5 })
  })

  it('take what has only moved up from a page that is not fetched for nothing new, unless every page is', () => {
    const moved = { list: [item(2n, '1'), item(5n, '1')], total: 3 }
    expect(mergeFirstPage(before, moved).pages[0]).toMatchObject({ arrivals: [], total: 3 })
    const whole = { ...before, pages: before.pages.map((page) => ({ ...page, total: 3 })) }
    expect(mergeFirstPage(whole, moved).pages[0]).toMatchObject({ arrivals: [item(5n, '1')] })
  })

  it('take over the counts of a fresh first page, and keep theirs where it has none', () => {
    const counted = { ...before, pages: before.pages.map((page) => ({ ...page, counts: 'old' })) }
    expect(mergeFirstPage(counted, { list: [], counts: 'new' }).pages.map(({ counts }) => counts)).toEqual(['new', 'old'])
    expect(mergeFirstPage(counted, { list: [] }).pages[0]).toMatchObject({ counts: 'old' })
  })
})
