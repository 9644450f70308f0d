import type { Category } from '@plinth/api'

export type LeafCategory = { id: bigint; path: readonly string[] }

/** The last level of the tree, each with the names that lead to it: only these can be chosen (document B §5). */
export function leafCategories(tree: readonly Category[], above: readonly string[] = []): LeafCategory[] {
  return tree.flatMap(({ id, name, children }) =>
    children.length === 0 ? [{ id, path: [...above, name] }] : leafCategories(children, [...above, name]),
  )
}
