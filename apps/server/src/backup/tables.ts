import type { Client } from 'pg'

export type Table = { readonly name: string; readonly columns: readonly string[] }

/** These describe the schema, and come with the migrations. */
const OWN = ['schema_migration', 'schema_lock']

/** Derived from the others: readers build them again. */
const DERIVED = [
  'item_mark',
  'item_index_mark',
  'item_rank',
  'collection_rank',
  'rank_kind',
  'rank_value',
  'rank_due',
  'fill_check',
  'floor_check',
  'floor_due',
]

/** Every table with rows that can't be derived, ordered so that referenced rows come first. */
export async function listTables(client: Client): Promise<Table[]> {
  const { rows } = await client.query<Table & { columns: string[] }>(
    `select table_name as name, array_agg(column_name::text order by ordinal_position) as columns
       from information_schema.columns join information_schema.tables using (table_schema, table_name)
      where table_schema = current_schema() and table_type = 'BASE TABLE' and is_generated = 'NEVER' and table_name <> all($1)
      group by table_name order by table_name`,
    [[...OWN, ...DERIVED]],
  )
  return sorted(rows, await listReferences(client))
}

/** Whether the database is empty. */
export async function isEmptyDatabase(client: Client): Promise<boolean> {
  const { rowCount } = await client.query(
    "select 1 from information_schema.tables where table_schema = current_schema() and table_type = 'BASE TABLE' limit 1",
  )
  return rowCount === 0
}

type Reference = { readonly from: string; readonly to: string }

async function listReferences(client: Client): Promise<Reference[]> {
  const { rows } = await client.query<Reference>(
    `select child.relname as from, parent.relname as to
       from pg_constraint join pg_class child on child.oid = conrelid join pg_class parent on parent.oid = confrelid
      where contype = 'f' and child.relnamespace = current_schema()::regnamespace and child.oid <> parent.oid`,
  )
  return rows
}

function sorted(tables: readonly Table[], references: readonly Reference[]): Table[] {
  const done: Table[] = []
  let left = [...tables]
  while (left.length > 0) {
    const names = new Set(left.map((table) => table.name))
    const free = left.filter((table) => !references.some(({ from, to }) => from === table.name && names.has(to)))
    if (free.length === 0) throw new Error(`Tables refer to each other in a circle: ${[...names].join(', ')}`)
    done.push(...free)
    left = left.filter((table) => !free.includes(table))
  }
  return done
}

export type Sequence = { readonly name: string; readonly last: string }

/** The positions of the id sequences; unused ones are left out. */
export async function listSequences(client: Client): Promise<Sequence[]> {
  const { rows } = await client.query<Sequence>(
    'select sequencename as name, last_value::text as last from pg_sequences where schemaname = current_schema() and last_value is not null order by 1',
  )
  return rows
}

export function columnList(client: Client, { columns }: Table): string {
  return columns.map((column) => client.escapeIdentifier(column)).join(', ')
}
