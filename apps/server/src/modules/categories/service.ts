import type { Category } from '@plinth/api'
import { CATEGORIES } from '@plinth/protocol'
import type { Context } from '../../context.ts'
import { type Db, type Tx, transact } from '../../db/database.ts'
import { readKept } from '../../db/kept.ts'
import { type Operator, OperatorRefused, recordAudit } from '../operators/service.ts'

/** The whole tree, in its order. */
export function listCategories(db: Db): Promise<Category[]> {
  return readKept(db, 'categories', async () =>
    treeOf(await db.selectFrom('category').selectAll().orderBy('position').orderBy('id').execute()),
  )
}

/** A row of `category`. */
export type CategoryNode = {
  readonly id: number
  readonly parent_id: number | null
  readonly name: string
  readonly title_en: string
  readonly title_zh: string
}

function treeOf(rows: readonly CategoryNode[]): Category[] {
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
  return byId(await listCategories(db))
}

/** The category and all under it; none where it does not exist. */
export async function categoriesUnder(db: Db, id: number): Promise<number[]> {
  const top = (await categoriesById(db)).get(id)
  return top ? [...byId([top]).keys()] : []
}

function byId(tree: readonly Category[]): Map<number, Category> {
  const found = new Map<number, Category>()
  const visit = (list: readonly Category[]): void => {
    for (const category of list) {
      found.set(Number(category.id), category)
      visit(category.children)
    }
  }
  visit(tree)
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

type Where = { readonly under?: number | undefined; readonly top?: boolean; readonly place?: number | undefined }
type Titles = { readonly en?: string | undefined; readonly zh?: string | undefined }
type NewCategory = { readonly name: string; readonly en: string; readonly zh: string; readonly under?: number | undefined }
type CategoryRow = { readonly id: number; readonly parent_id: number | null; readonly name: string }

/** A deeper tree would not fit into the forms. */
const DEEPEST = 4

/** @returns its id */
export async function addCategory(context: Context, operator: Operator, { name, en, zh, under }: NewCategory): Promise<number> {
  if (!/^[a-z0-9][a-z0-9-]*$/.test(name))
    throw new OperatorRefused(`The name ${JSON.stringify(name)} must be of small letters, digits and dashes.`, {
      zh: `短名称 ${JSON.stringify(name)} 只能由小写字母、数字和连字符组成。`,
      field: 'name',
    })
  return transact(context.db, async (tx) => {
    const all = await lockAll(tx)
    if (all.some((row) => row.name === name))
      throw new OperatorRefused(`There is a category ${name} already: choose another name.`, {
        zh: `分类 ${name} 已存在，请换一个短名称。`,
        field: 'name',
      })
    const parentId = under === undefined ? null : find(all, under).id
    if (depthOf(all, parentId) + 1 > DEEPEST)
      throw new OperatorRefused(`Category ${under} is on the last of ${DEEPEST} levels: nothing can hang under it.`, {
        zh: `分类 ${under} 已是第 ${DEEPEST} 级，其下不能再添加分类。`,
        field: 'under',
      })
    const position = all.filter((row) => row.parent_id === parentId).length
    const { id } = await tx
      .insertInto('category')
      .values({ name, parent_id: parentId, position, title_en: en, title_zh: zh })
      .returning('id')
      .executeTakeFirstOrThrow()
    await recordAudit(tx, context.clock, operator, { what: 'categories add', subject: subjectOf(id), details: { name, en, zh, under } })
    return id
  })
}

export async function renameCategory(context: Context, operator: Operator, id: number, { en, zh }: Titles): Promise<void> {
  if (en === undefined && zh === undefined)
    throw new OperatorRefused('Say the new words with --en, --zh or both.', { zh: '请填写新的中文或英文名称。', field: 'en' })
  await transact(context.db, async (tx) => {
    const { name } = find(await lockAll(tx), id)
    const titles = { ...(en === undefined ? {} : { title_en: en }), ...(zh === undefined ? {} : { title_zh: zh }) }
    await tx.updateTable('category').set(titles).where('id', '=', id).execute()
    await recordAudit(tx, context.clock, operator, { what: 'categories rename', subject: subjectOf(id), details: { name, en, zh } })
  })
}

export async function moveCategory(context: Context, operator: Operator, id: number, { under, top = false, place }: Where): Promise<void> {
  if (top && under !== undefined)
    throw new OperatorRefused('Choose one of --under and --top.', { zh: '上级分类与“移到一级分类”只能选择其一。', field: 'under' })
  await transact(context.db, async (tx) => {
    const all = await lockAll(tx)
    const moved = find(all, id)
    const parentId = under === undefined ? (top ? null : moved.parent_id) : find(all, under).id
    refuseCircle(all, id, parentId)
    if (depthOf(all, parentId) + heightOf(all, id) > DEEPEST)
      throw new OperatorRefused(`Under category ${under} it would hang deeper than ${DEEPEST} levels.`, {
        zh: `移到分类 ${under} 之下将超过 ${DEEPEST} 级。`,
        field: 'under',
      })
    const others = all.filter((row) => row.parent_id === parentId && row.id !== id).map((row) => row.id)
    const order = place === undefined ? [...others, id] : others.toSpliced(place - 1, 0, id)
    await tx.updateTable('category').set({ parent_id: parentId }).where('id', '=', id).execute()
    for (const [position, one] of order.entries()) await tx.updateTable('category').set({ position }).where('id', '=', one).execute()
    await recordAudit(tx, context.clock, operator, {
      what: 'categories move',
      subject: subjectOf(id),
      details: { name: moved.name, under, top, place },
    })
  })
}

/** @throws OperatorRefused where it contains items or categories */
export async function removeCategory(context: Context, operator: Operator, id: number): Promise<void> {
  await transact(context.db, async (tx) => {
    const all = await lockAll(tx)
    const { name } = find(all, id)
    const under = all.filter((row) => row.parent_id === id).length
    if (under > 0)
      throw new OperatorRefused(
        `Category ${id} (${name}) has ${count(under, 'category', 'categories')} under it: move or remove these first.`,
        { zh: `分类 ${id}（${name}）下还有 ${under} 个分类，请先移动或删除它们。` },
      )
    const items = await countItems(tx, id)
    if (items > 0)
      throw new OperatorRefused(
        `Category ${id} (${name}) is in use by ${count(items, 'item', 'items')}: it can be renamed or moved, but not removed.`,
        { zh: `分类 ${id}（${name}）正被 ${items} 件作品使用，可以改名或移动，但不能删除。` },
      )
    await tx.deleteFrom('category').where('id', '=', id).execute()
    await recordAudit(tx, context.clock, operator, { what: 'categories remove', subject: subjectOf(id), details: { name } })
  })
}

/** Serializes changes of the tree, and excludes declarations of items in a category: see `holdCategory`. */
function lockAll(tx: Tx): Promise<CategoryRow[]> {
  return tx.selectFrom('category').select(['id', 'parent_id', 'name']).orderBy('position').orderBy('id').forUpdate().execute()
}

async function countItems(tx: Tx, id: number): Promise<number> {
  const row = await tx
    .selectFrom('item')
    .select(({ fn }) => fn.countAll<number>().as('items'))
    .where('category_id', '=', id)
    .executeTakeFirstOrThrow()
  return row.items
}

function find(all: readonly CategoryRow[], id: number): CategoryRow {
  const row = all.find((one) => one.id === id)
  if (!row)
    throw new OperatorRefused(`There is no category ${id}: \`categories list\` shows those that are.`, {
      zh: `没有编号为 ${id} 的分类。`,
      field: 'under',
    })
  return row
}

function refuseCircle(all: readonly CategoryRow[], id: number, parentId: number | null): void {
  for (let at = parentId; at !== null; at = find(all, at).parent_id)
    if (at === id)
      throw new OperatorRefused(`Category ${id} can't hang under itself, or under what hangs under it.`, {
        zh: `分类 ${id} 不能移到自己或其下级分类之下。`,
        field: 'under',
      })
}

function depthOf(all: readonly CategoryRow[], id: number | null): number {
  return id === null ? 0 : 1 + depthOf(all, find(all, id).parent_id)
}

function heightOf(all: readonly CategoryRow[], id: number): number {
  return 1 + Math.max(0, ...all.filter((row) => row.parent_id === id).map((row) => heightOf(all, row.id)))
}

function subjectOf(id: number): string {
  return `category ${id}`
}

function count(number: number, one: string, many: string): string {
  return `${number} ${number === 1 ? one : many}`
}

/** Once only: afterwards the tree is the operator's. */
export async function seedCategories(tx: Tx): Promise<void> {
  const first = await tx
    .insertInto('seed')
    .values({ name: 'categories' })
    .onConflict((conflict) => conflict.doNothing())
    .returning('name')
    .executeTakeFirst()
  if (!first) return
  await tx
    .insertInto('category')
    .values(CATEGORIES.map((name, position) => ({ name, position, parent_id: null })))
    .onConflict((conflict) => conflict.column('name').doNothing())
    .execute()
}
