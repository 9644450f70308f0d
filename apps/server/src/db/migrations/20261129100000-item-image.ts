import { sql } from 'kysely'
import type { Tx } from '../database.ts'

const BATCH = 1_000
const MOST_IMAGE = 2_048

/** Bits 159 to 64 of the salt: what kind of order it is. */
const TERMS = `mod(div(salt, ${2n ** 64n}), ${2n ** 96n})`

export async function up(tx: Tx): Promise<void> {
  await sql.raw(`alter table market_order add column terms numeric(29,0) not null generated always as (${TERMS}) stored`).execute(tx)
  await sql`alter table item add column image text not null default ''`.execute(tx)
  // Neither index nor totals change: no trigger has to mark or to count.
  await sql`alter table item disable trigger user`.execute(tx)
  for (let rows = await readAfter(tx); rows.length > 0; rows = await readAfter(tx, rows.at(-1))) await writeImages(tx, rows)
  await sql`alter table item enable trigger user`.execute(tx)
}

type Row = { chain_id: number; collection: Uint8Array; token_id: bigint; metadata: string }

async function readAfter(tx: Tx, last?: Row): Promise<Row[]> {
  const behind = last
    ? sql`(chain_id, collection, token_id) > (${last.chain_id}, ${Buffer.from(last.collection)}, ${last.token_id})`
    : sql`true`
  const { rows } = await sql<Row>`select chain_id, collection, token_id, metadata from item
    where ${behind} order by chain_id, collection, token_id limit ${BATCH}`.execute(tx)
  return rows
}

async function writeImages(tx: Tx, rows: readonly Row[]): Promise<void> {
  const shown = rows.map((row) => ({ row, image: imageOf(row.metadata) })).filter(({ image }) => image !== '')
  if (shown.length === 0) return
  const list = (values: readonly (string | number | bigint)[]): string => `{${values.join(',')}}`
  await sql`update item set image = given.image from unnest(
      ${list(shown.map(({ row }) => row.chain_id))}::text::bigint[],
      ${list(shown.map(({ row }) => `"\\\\x${Buffer.from(row.collection).toString('hex')}"`))}::text::bytea[],
      ${list(shown.map(({ row }) => row.token_id))}::text::numeric[],
      ${list(shown.map(({ image }) => `"${image.replace(/["\\]/g, '\\$&')}"`))}::text::text[]
    ) as given(chain, collection, token_id, image)
    where item.chain_id = given.chain and item.collection = given.collection and item.token_id = given.token_id`.execute(tx)
}

/** Text that PostgreSQL can hold, whatever the metadata says. */
function imageOf(metadata: string): string {
  try {
    const read: unknown = JSON.parse(metadata)
    if (typeof read !== 'object' || read === null || Array.isArray(read) || !('image' in read)) return ''
    const { image } = read
    return typeof image === 'string' && image.length <= MOST_IMAGE ? image.replaceAll('\u0000', '').toWellFormed() : ''
  } catch {
    return ''
  }
}
