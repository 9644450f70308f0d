import { describe, expect, it } from 'vitest'
import { findCategory, idsUnder, keepTree, keptTree } from './category-tree.ts'

const etchings = { id: 12n, name: 'etchings', children: [] }
const prints = { id: 7n, name: 'prints', children: [{ id: 11n, name: 'woodcuts', children: [] }, etchings] }
const tree = [{ id: 1n, name: 'paintings', children: [] }, prints]

describe('the tree of categories', () => {
  it('[CAT-01] is searched to its leaves, and a branch means all its leaves', () => {
    expect(findCategory(tree, 12n)).toBe(etchings)
    expect(findCategory(tree, 99n)).toBeUndefined()
    expect(idsUnder(prints)).toEqual([7n, 11n, 12n])
    expect(idsUnder(etchings)).toEqual([12n])
  })

  it('[CAT-04, CFG-09] is kept by its id, and not believed when it was tampered with', () => {
    const kept = new Map<string, string>()
    const store = { getItem: (key: string) => kept.get(key) ?? null, setItem: (key: string, value: string) => void kept.set(key, value) }
    keepTree(store, prints)
    expect(keptTree(store, 7n)).toEqual(prints)
    expect(keptTree(store, 8n)).toBeUndefined()
    for (const nonsense of ['', '{', '{}', '{"id":"x","name":"y","children":[]}', '{"id":"7","name":3,"children":[]}', '[]']) {
      kept.set('category.7', nonsense)
      expect(keptTree(store, 7n), nonsense).toBeUndefined()
    }
  })
})
