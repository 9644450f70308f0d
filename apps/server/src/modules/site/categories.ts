import type { Category } from '@plinth/api'
import type { Db } from '../../db/database.ts'

/** The whole tree, in its order. */
export async function listCategories(db: Db): Promise<Category[]> {
  const rows = await db.selectFrom('category').selectAll().orderBy('position').orderBy('id').execute()
  const nodes = new Map(rows.map((row) => [row.id, { id: BigInt(row.id), name: row.name, children: [] as Category[] }]))
  const roots: Category[] = []
  for (const row of rows) {
    const node = nodes.get(row.id)
    const parent = row.parent_id === null ? undefined : nodes.get(row.parent_id)
    if (node) (parent?.children ?? roots).push(node)
  }
  return roots
}

/** Every category by id, wherever it hangs in the tree; `children` filled. */
export async function categoriesById(db: Db): Promise<Map<number, Category>> {
  const found = new Map<number, Category>()
  const visit = (list: readonly Category[]): void => {
    for (const category of list) {
      found.set(Number(category.id), category)
      visit(category.children)
    }
  }
  visit(await listCategories(db))
  return found
}
