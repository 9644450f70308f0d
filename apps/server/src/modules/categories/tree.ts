import type { Category } from '@plinth/api'
import type { Db, Tx } from '../../db/database.ts'

/** The whole tree, in its order. */
export async function listCategories(db: Db): Promise<Category[]> {
  const rows = await db.selectFrom('category').selectAll().orderBy('position').orderBy('id').execute()
  const nodes = new Map(rows.map((row) => [row.id, { ...presentCategory(row), children: [] as Category[] }]))
  const roots: Category[] = []
  for (const row of rows) {
    const node = nodes.get(row.id)
    const parent = row.parent_id === null ? undefined : nodes.get(row.parent_id)
    if (node) (parent?.children ?? roots).push(node)
  }
  return roots
}

/** Every category by id, at any depth of the tree; `children` filled. */
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

/** Locks the category against removal until the end of this transaction; false where it does not exist. */
export async function holdCategory(tx: Tx, id: number): Promise<boolean> {
  return (await tx.selectFrom('category').select('id').where('id', '=', id).forShare().executeTakeFirst()) !== undefined
}

/** The operator's titles; without them the web app has its own for the name. */
function presentCategory({ id, name, title_en: en, title_zh: zh }: { id: number; name: string; title_en: string; title_zh: string }) {
  return { id: BigInt(id), name, ...(en === '' && zh === '' ? {} : { title: { en: en || zh, zh: zh || en } }) }
}
