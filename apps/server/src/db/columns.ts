import { type RawBuilder, sql } from 'kysely'
import type { Hex } from 'viem'
import type { Tx } from './database.ts'

/** The values of one column of many rows, sent as a single parameter: a thousand rows cost little more than one. */
export type Column = RawBuilder<unknown>

type Maybe<T> = readonly (T | null)[]

const literal = (values: readonly string[]): string => `{${values.join(',')}}`
const plain = (value: bigint | number | boolean | null): string => (value === null ? 'NULL' : String(value))
const quoted = (value: string | null): string => (value === null ? 'NULL' : `"${value.replace(/["\\]/g, '\\$&')}"`)
const escaped = (value: Hex | null): string => (value === null ? 'NULL' : `"\\\\${value.slice(1)}"`)

// Every driver takes text; the arrays are made by the database.
export const byteas = (values: Maybe<Hex>): Column => sql`${literal(values.map(escaped))}::text::bytea[]`
export const int8s = (values: Maybe<number>): Column => sql`${literal(values.map(plain))}::text::bigint[]`
export const numerics = (values: Maybe<bigint>): Column => sql`${literal(values.map(plain))}::text::numeric[]`
export const booleans = (values: Maybe<boolean>): Column => sql`${literal(values.map(plain))}::text::boolean[]`
export const texts = (values: Maybe<string>): Column => sql`${literal(values.map(quoted))}::text::text[]`
export const jsons = (values: Maybe<string>): Column => sql`${literal(values.map(quoted))}::text::jsonb[]`

/** Compared with `=`: any of these addresses. */
export const anyOf = (addresses: readonly Hex[]): RawBuilder<Uint8Array> => sql`any(${byteas(addresses)})`

/** A table of these columns for a `from`, under the name `given`. */
export function givenRows(columns: Readonly<Record<string, Column>>): RawBuilder<unknown> {
  const names = Object.keys(columns).map((name) => sql.ref(name))
  return sql`unnest(${sql.join(Object.values(columns))}) as given(${sql.join(names)})`
}

type Insertion = {
  /** What every row has alike. */
  readonly alike?: Readonly<Record<string, number | string | boolean>>
  /** A conflict clause, a returning one. */
  readonly after?: RawBuilder<unknown>
}

/** `insert into table`, a row for each place of the columns. */
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
