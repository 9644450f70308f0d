import { describe, expect, it } from 'vitest'
import { begin, follow } from './keep-list-stable.ts'

type Row = { id: string; price?: number }
const rows = (...ids: string[]): Row[] => ids.map((id) => ({ id }))
const read = (list: readonly Row[], rest: { arrivals?: readonly Row[]; hasMore?: boolean } = {}) => ({
  rows: list,
  arrivals: rest.arrivals ?? [],
  hasMore: rest.hasMore ?? false,
})

describe('a list that does not move', () => {
  const held = begin(read(rows('a', 'b', 'c')))

  it('changes rows where they stand', () => {
    const next = follow(held, read([{ id: 'c' }, { id: 'b', price: 2 }, { id: 'a' }]))
    expect(next.order).toBe(held.order)
    expect([next.rows.get('b')?.price, next.first.get('b')?.price]).toEqual([2, undefined])
  })

  it('lets new rows wait above, whether they came with the list or by an event', () => {
    const next = follow(held, read(rows('x', 'a', 'b', 'c'), { arrivals: rows('x', 'y') }))
    expect(next.order).toEqual(['a', 'b', 'c'])
    expect(next.waiting).toEqual(['x', 'y'])
  })

  it('takes the next page at its end', () => {
    const next = follow(held, read(rows('a', 'b', 'c', 'd', 'e')))
    expect(next.order).toEqual(['a', 'b', 'c', 'd', 'e'])
    expect(next.waiting).toEqual([])
  })

  it('keeps what has left, marked, in its place', () => {
    const next = follow(held, read(rows('a', 'c')))
    expect(next.order).toEqual(['a', 'b', 'c'])
    expect([...next.gone]).toEqual(['b'])
    expect(next.rows.get('b')).toEqual({ id: 'b' })
  })

  it('does not take for gone what was only pushed to the next page', () => {
    const next = follow(held, read(rows('x', 'a', 'b'), { hasMore: true }))
    expect([...next.gone]).toEqual([])
    expect(next.waiting).toEqual(['x'])
    expect(follow(next, read(rows('x', 'a', 'b', 'c', 'd'))).order).toEqual(['a', 'b', 'c', 'd'])
  })

  it('takes back what returns', () => {
    const gone = follow(held, read(rows('a', 'c')))
    expect([...follow(gone, read(rows('a', 'b', 'c'))).gone]).toEqual([])
  })
})
