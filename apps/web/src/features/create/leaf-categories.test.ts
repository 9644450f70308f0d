import { describe, expect, it } from 'vitest'
import { leafCategories } from './leaf-categories.ts'

const leaf = (id: bigint, name: string) => ({ id, name, children: [] })

describe('leafCategories', () => {
  it('[MINT-31] offers the last level alone, each with the way to it', () => {
    const tree = [
      { id: 1n, name: 'western', children: [leaf(2n, 'landscape'), { id: 3n, name: 'portrait', children: [leaf(4n, 'self')] }] },
      leaf(5n, 'modern'),
    ]
    const named = leafCategories(tree).map(({ id, path }) => ({ id, path: path.map(({ name }) => name) }))
    expect(named).toEqual([
      { id: 2n, path: ['western', 'landscape'] },
      { id: 4n, path: ['western', 'portrait', 'self'] },
      { id: 5n, path: ['modern'] },
    ])
    expect(leafCategories([])).toEqual([])
  })
})
