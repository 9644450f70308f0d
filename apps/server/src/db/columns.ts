import { type RawBuilder, sql } from 'kysely'
import type { Hex } from 'viem'
import type { Tx } from './database.ts'

/** The values of one column for many rows, sent as one parameter: a statement has as many parameters as columns. */
export type Column = Listed | Packed
type Listed = RawBuilder<unknown>

/** Values of the same length, one after the other: half the bytes of an array's text, and not parsed. */
type Packed = { readonly packed: Buffer; readonly width: number }

type Maybe<T> = readonly (T | null)[]

const literal = (values: readonly string[]): string => `{${values.join(',')}}`
const plain = (value: bigint | number | boolean | null): string => (value === null ? 'NULL' : String(value))
const quoted = (value: string | null): string => (value === null ? 'NULL' : `"${value.replace(/["\\]/g, '\\$&')}"`)
const escaped = (value: Hex | null): string => (value === null ? 'NULL' : `"\\\\${value.slice(1)}"`)

// Sent as text, which PostgreSQL and PGlite both accept, and cast to an array by the database.
export const byteas = (values: Maybe<Hex>): Listed => sql`${literal(values.map(escaped))}::text::bytea[]`
export const int8s = (values: Maybe<number>): Listed => sql`${literal(values.map(plain))}::text::bigint[]`
export const numerics = (values: Maybe<bigint>): Listed => sql`${literal(values.map(plain))}::text::numeric[]`
export const booleans = (values: Maybe<boolean>): Listed => sql`${literal(values.map(plain))}::text::boolean[]`
export const texts = (values: Maybe<string>): Listed => sql`${literal(values.map(quoted))}::text::text[]`
export const jsons = (values: Maybe<string>): Listed => sql`${literal(values.map(quoted))}::text::jsonb[]`

/** As `texts`, of which few have line breaks: without them they are not escaped, and not parsed as an array. */
export function lines(values: readonly string[]): Listed {
  // The text of one empty line would be an array of none.
  if (values.length < 2 || values.some((value) => value.includes('\n'))) return texts(values)
  return sql`string_to_array(${values.join('\n')}::text, chr(10))`
}

/** Hashes or addresses of rows that are given; see `givenRows`. */
export function hashes(values: readonly Hex[]): Column {
  const length = values[0]?.length ?? 0
  if (length <= 2 || values.some((value) => value.length !== length)) return byteas(values)
  return { packed: Buffer.from(values.map((value) => value.slice(2)).join(''), 'hex'), width: (length - 2) / 2 }
}

/** For `column = anyOf(addresses)`: matches any of them. */
export const anyOf = (addresses: readonly Hex[]): RawBuilder<Uint8Array> => sql`any(${byteas(addresses)})`

/** `unnest` of the columns as a table named `given`, for a `from` clause. */
export function givenRows(columns: Readonly<Record<string, Column>>): RawBuilder<unknown> {
  const all = Object.entries(columns)
  const arrays = all.flatMap(([name, column]) => ('packed' in column ? [] : [[sql.ref(name), column] as const]))
  const listed = sql`unnest(${sql.join(arrays.map(([, column]) => column))})`
  const names = arrays.map(([name]) => name)
  if (arrays.length === all.length) return sql`${listed} as given(${sql.join(names)})`
  if (arrays.length === 0) throw new Error('One column of the rows must be an array')
  const values = all.map(([name, column]) => {
    if (!('packed' in column)) return sql.ref(name)
    const width = sql.lit(column.width)
    return sql`substring(${column.packed}::bytea from (given_place::int - 1) * ${width} + 1 for ${width}) as ${sql.ref(name)}`
  })
  return sql`(select ${sql.join(values)} from ${listed} with ordinality as listed(${sql.join([...names, sql.ref('given_place')])})) as given`
}

/**
 * The same of a page's rows. The planner does not see how many there are, so that it makes one plan for all pages: to plan each takes
 * longer than to run it.
 */
export function givenFew(columns: Readonly<Record<string, Column>>): RawBuilder<unknown> {
  return givenRows(Object.fromEntries(Object.entries(columns).map(([name, values]) => [name, sql`(select ${values})`])))
}

type Insertion = {
  /** Columns with the same value in every row. */
  readonly alike?: Readonly<Record<string, number | string | boolean>>
  /** `on conflict` and `returning` clauses. */
  readonly after?: RawBuilder<unknown>
}

/** Inserts one row for each index of the columns, which have the same length. */
export async function insertColumns<R>(
  tx: Tx,
  table: string,
  columns: Readonly<Record<string, Column>>,
  { alike = {}, after = sql`` }: Insertion = {},
): Promise<R[]> {
  const names = [...Object.keys(alike), ...Object.keys(columns)].map((name) => sql.ref(name))
  const values = [...Object.values(alike).map((value) => sql.lit(value)), sql`given.*`]
  const inserted = await sql<R>`insert into ${sql.table(table)} (${sql.join(names)})
    select ${sql.join(values)} from ${givenRows(columns)} ${after}`.execute(tx)
  return inserted.rows
}
