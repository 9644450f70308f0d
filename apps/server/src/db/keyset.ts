import { type RawBuilder, sql } from 'kysely'
import type { KeyKind } from './cursors.ts'
import type { Db } from './database.ts'
import { fixedIfBare } from './fixed-text.ts'

/** `kind` is that of its values, in cursors; a number where it is left out. */
export type Sort = { readonly by: RawBuilder<unknown>; readonly direction: 'asc' | 'desc'; readonly kind?: KeyKind }

/** Rows in a total order. */
export type Source = { readonly from: RawBuilder<unknown>; readonly where: RawBuilder<unknown>; readonly order: readonly Sort[] }

/** The position of a row: its values in the order's columns. */
type Key = readonly unknown[]

/** The most rows that OFFSET skips. Beyond them reading begins at a stored key. */
const STEP = 5_000
/** How long a deep page may reuse a stored key; pages within the first step always use a fresh OFFSET. */
const KEPT_MS = 30_000
const MOST_SOURCES = 1_000

type Kept = { readonly sinceMs: number; readonly cursors: Promise<Key | undefined>[] }

const keptOf = new WeakMap<Db, Map<string, Kept>>()

type Range = { readonly offset: number; readonly limit: number }

/** The rows' values in the order's columns, from `offset` on: a deep page costs as much as the first one. */
export async function readKeys(db: Db, source: Source, name: string, range: Range): Promise<Key[]> {
  const keys = await selectKeys(db, source, name, range)
  return keys ? readSelected(db, source, keys) : []
}

/** Whether a range is found without a stored key. */
export const isNear = ({ offset }: Range): boolean => offset < STEP

/**
 * The same as a query: its columns are `keyName` of each place in the order. Undefined where there are no rows that deep; a near
 * range needs no statement to find out.
 */
export async function selectKeys(
  db: Db,
  source: Source,
  name: string,
  { offset, limit }: Range,
): Promise<RawBuilder<Record<string, unknown>> | undefined> {
  const steps = Math.floor(offset / STEP)
  const after = steps === 0 ? undefined : await keyBefore(db, source, name, steps)
  if (steps > 0 && !after) return undefined
  return selectAfter(source, after, { offset: offset - steps * STEP, limit })
}

export const keyName = (place: number): string => `k${place}`

/** The last row of the first `steps` steps, of a list under this name. */
async function keyBefore(db: Db, source: Source, name: string, steps: number): Promise<Key | undefined> {
  const { cursors } = keptUnder(db, name)
  for (let at = cursors.length; at < steps; at++) cursors.push(stepFrom(db, source, cursors[at - 1]))
  return cursors[steps - 1]?.catch((error: unknown) => {
    keptOf.get(db)?.delete(name)
    throw error
  })
}

async function stepFrom(db: Db, source: Source, before: Promise<Key | undefined> | undefined): Promise<Key | undefined> {
  const after = await before
  if (before && !after) return undefined
  return (await readSelected(db, source, selectAfter(source, after, { offset: STEP - 1, limit: 1 })))[0]
}

function keptUnder(db: Db, name: string): Kept {
  const all = keptOf.get(db) ?? new Map<string, Kept>()
  keptOf.set(db, all)
  const known = all.get(name)
  if (known && known.sinceMs + KEPT_MS > performance.now()) return known
  all.delete(name)
  const oldest = all.size >= MOST_SOURCES ? all.keys().next().value : undefined
  if (oldest !== undefined) all.delete(oldest)
  const kept = { sinceMs: performance.now(), cursors: [] }
  all.set(name, kept)
  return kept
}

async function readSelected(db: Db, { order }: Source, keys: RawBuilder<Record<string, unknown>>): Promise<Key[]> {
  const { rows } = await keys.execute(db)
  return rows.map((row) => order.map((_, at) => row[keyName(at)]))
}

/**
 * Bounds that the planner knows. The number of rows itself is a parameter, for which it would expect a tenth of the table: no plan that
 * is made once for all pages would look cheaper than one for each, so that each page would be planned by itself.
 */
const BOUNDS = [25, 50, 100, 250, 1_000, 2 * STEP] as const

/** The rows' values in the order's columns, of those behind a row; `more` are further columns, with a comma before each. */
export function selectAfter(
  { from, where, order }: Source,
  after: Key | undefined,
  { offset, limit }: Range,
  more: RawBuilder<unknown> = sql``,
): RawBuilder<Record<string, unknown>> {
  const { columns, sorted } = partsOf(order)
  const bound = BOUNDS.find((most) => most >= offset + limit) ?? offset + limit
  return sql<Record<string, unknown>>`select * from (select ${columns}${more} from ${from} where ${where}
    ${after ? sql`and ${isAfter(order, after)}` : sql``}
    order by ${sorted} limit ${sql.lit(bound)}) first_ones limit ${limit} offset ${offset}`
}

type OrderParts = { readonly columns: RawBuilder<unknown>; readonly sorted: RawBuilder<unknown> }
/** Of orders that stay the same from page to page. */
const knownParts = new WeakMap<readonly Sort[], OrderParts>()

/** The columns of an order under their names, and how rows are sorted by it. */
export function partsOf(order: readonly Sort[]): OrderParts {
  const known = knownParts.get(order)
  if (known) return known
  const columns = sql.join(order.map(({ by }, at) => sql`${by} as ${sql.ref(keyName(at))}`))
  const sorted = sql.join(order.map(({ by, direction }) => sql`${by} ${sql.raw(direction)}`))
  const parts = { columns: fixedIfBare(columns), sorted: fixedIfBare(sorted) }
  knownParts.set(order, parts)
  return parts
}

/** The first column bounds the index scan, the others decide within it. */
function isAfter(order: readonly Sort[], cursor: Key): RawBuilder<unknown> {
  const [first] = order
  if (!first) throw new Error('Rows without an order have no cursors')
  return sql`${first.by} ${sql.raw(first.direction === 'asc' ? '>=' : '<=')} ${cursor[0]} and ${isBehind(order, cursor)}`
}

function isBehind([sort, ...rest]: readonly Sort[], [value, ...others]: Key): RawBuilder<unknown> {
  if (!sort) return sql`false`
  const beyond = sql`${sort.by} ${sql.raw(sort.direction === 'asc' ? '>' : '<')} ${value}`
  return rest.length === 0 ? beyond : sql`(${beyond} or ${sort.by} = ${value} and ${isBehind(rest, others)})`
}
