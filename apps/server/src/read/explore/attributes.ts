import type { AttributeFilter, ChainAddress } from '@plinth/api'
import { sql } from 'kysely'
import { numerics } from '../../db/columns.ts'
import { bytes, type Db } from '../../db/database.ts'
import { attributesIn, DIGEST_BYTES, digestOf, type Attribute as Named } from '../../state/items/attributes.ts'

/** An attribute of the items of a collection; `digest` is 32 digits of hex, as in `item.counted_attributes`. */
export type Attribute = Named & { readonly digest: string }

const NUMBER = /^-?\d{1,15}(\.\d{1,15})?$/

/** Sample items whose metadata is read at once. */
const AT_ONCE = 1_000

/**
 * All attributes of the visible items of a collection. The items keep digests alone: each is found again in the metadata of one item
 * that has it.
 */
export async function readAttributes(db: Db, { chainId, address }: ChainAddress, known: ReadonlySet<string>): Promise<Attribute[]> {
  const { rows } = await sql<{ digest: string; token_id: bigint }>`
    select encode(digest, 'hex') as digest, min(token_id) as token_id
    from (select substring(item.counted_attributes from 1 + ${sql.lit(DIGEST_BYTES)} * part for ${sql.lit(DIGEST_BYTES)}) as digest, token_id
      from item, generate_series(0, length(item.counted_attributes) / ${sql.lit(DIGEST_BYTES)} - 1) as part
      where item.chain_id = ${chainId} and item.collection = ${bytes(address)}) parts
    group by digest`.execute(db)
  const samples = [...new Set(rows.filter(({ digest }) => !known.has(digest)).map(({ token_id }) => token_id))]
  const found = new Map<string, Attribute>()
  for (let from = 0; from < samples.length; from += AT_ONCE) {
    const ids = samples.slice(from, from + AT_ONCE)
    const { rows: items } = await sql<{ metadata: string }>`select metadata from item
      where chain_id = ${chainId} and collection = ${bytes(address)} and token_id = any(${numerics(ids)})`.execute(db)
    for (const { metadata } of items)
      for (const { key, value } of attributesIn(metadata)) {
        const digest = digestOf({ key, value }).slice(2)
        found.set(digest, { key, value, digest })
      }
  }
  return [...found.values()]
}

/** Numbers are compared as such: every value of the key is one. */
export function isNumericKey(values: Iterable<string>): boolean {
  for (const value of values) if (!NUMBER.test(value)) return false
  return true
}

/** Whether an attribute of the filter's key is among the chosen ones. A range leaves values that are no numbers out. */
export function isChosen({ values, min, max }: AttributeFilter, value: string): boolean {
  if (values) return values.includes(value)
  if (!NUMBER.test(value)) return false
  const number = Number(value)
  return (min === undefined || number >= min) && (max === undefined || number <= max)
}
