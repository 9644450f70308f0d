import type { Category } from '@plinth/api'

/** The category of this id, wherever it hangs. */
export function findCategory(list: readonly Category[], id: bigint): Category | undefined {
  for (const category of list) {
    const found = category.id === id ? category : findCategory(category.children, id)
    if (found) return found
  }
  return undefined
}

/** A category and everything below it: a filter by prints includes every kind of print. */
export function idsUnder({ id, children }: Category): bigint[] {
  return [id, ...children.flatMap(idsUnder)]
}

const KEY = 'category.'
type Store = Pick<Storage, 'getItem' | 'setItem'>

/** Keeps the tree below a category, as it last was (CAT-04). */
export function keepTree(store: Store, category: Category): void {
  store.setItem(
    `${KEY}${category.id}`,
    JSON.stringify(category, (_, value: unknown) => (typeof value === 'bigint' ? String(value) : value)),
  )
}

/** The tree that was kept; undefined when there is none, or when it is no tree. */
export function keptTree(store: Store, id: bigint): Category | undefined {
  try {
    return readNode(JSON.parse(store.getItem(`${KEY}${id}`) ?? 'null'))
  } catch {
    return undefined
  }
}

function readNode(node: unknown): Category {
  const { id, name, title, children } = node as { id: string; name: unknown; title?: { en: unknown; zh: unknown }; children: unknown[] }
  if (typeof name !== 'string') throw new TypeError('A category without a name')
  const words = title && { title: { en: String(title.en), zh: String(title.zh) } }
  return { id: BigInt(id), name, ...words, children: children.map(readNode) }
}
