import type { Category } from '@plinth/api'

export type LeafCategory = { id: bigint; path: readonly Category[] }

/** The last level of the tree, each with what leads to it: only these can be chosen (document B §5). */
export function leafCategories(tree: readonly Category[], above: readonly Category[] = []): LeafCategory[] {
  return tree.flatMap((category) =>
    category.children.length === 0
      ? [{ id: category.id, path: [...above, category] }]
      : leafCategories(category.children, [...above, category]),
  )
}
