import { createHash } from 'node:crypto'
import { readMetadata } from '@plinth/api'
import type { Address } from '@plinth/protocol'
import { type SqlBool, sql } from 'kysely'
import type { Hex } from 'viem'
import { anyOf, byteas, givenRows, insertColumns, int8s, numerics } from '../../db/columns.ts'
import { addressOf, bytes, type Db, hexOf, type Tx } from '../../db/database.ts'
import type { ItemRef } from '../../db/item-keys.ts'
import { noteRanks } from '../rarity/due.ts'
import type { ItemRow } from './store.ts'

/** Half of them are of the kind, half of kind and value: two attributes of one collection never share them by chance. */
export const DIGEST_BYTES = 16
export const KIND_BYTES = 8
const MOST_ATTRIBUTES = 100
/** An item with known metadata is counted under this, whatever its attributes. */
const ANY = '0x'

export type Attribute = { readonly key: string; readonly value: string }

/** In hex, of 8 bytes. */
const halfOf = (text: string): string =>
  createHash('sha256')
    .update(text)
    .digest('hex')
    .slice(0, KIND_BYTES * 2)

export const kindOf = (key: string): Hex => `0x${halfOf(key)}`

export const digestOf = ({ key, value }: Attribute): Hex => `${kindOf(key)}${halfOf(`${key}\0${value}`)}`

/** Those of them that count. */
export const attributesIn = (metadata: string): Attribute[] => readMetadata(metadata).attributes.slice(0, MOST_ATTRIBUTES)

/** The value of `item.counted_attributes` for an item that lists hold. */
export function attributesToCount(metadata: string): Hex | null {
  if (metadata === '') return null
  const digests = new Set(attributesIn(metadata).map(digestOf))
  return `0x${[...digests].map((digest) => digest.slice(2)).join('')}`
}

const digestsIn = (counted: Hex | null): Hex[] =>
  counted === null ? [] : [ANY, ...(counted.slice(2).match(/.{32}/g) ?? []).map((digest) => `0x${digest}` as const)]

type Move = { readonly collection: Address; readonly was: Hex | null; readonly is: Hex | null }

/** Notes changes of the totals, as `noteCounted` does for lists: rows are only added. */
export async function noteAttributes(tx: Tx, chainId: number, moves: readonly Move[]): Promise<void> {
  const sums = new Map<string, { collection: Address; attribute: Hex; by: number }>()
  const changed = moves.filter((move) => move.was !== move.is)
  if (changed.length === 0) return
  // Also where the sums stay, as when one item comes for another.
  await noteRanks(tx, chainId, new Set(changed.map(({ collection }) => collection)))
  for (const { collection, was, is } of changed)
    for (const [counted, by] of [
      [was, -1],
      [is, 1],
    ] as const)
      for (const attribute of digestsIn(counted)) {
        const key = `${collection}:${attribute}`
        sums.set(key, { collection, attribute, by: by + (sums.get(key)?.by ?? 0) })
      }
  const changes = [...sums.values()].filter(({ by }) => by !== 0)
  if (changes.length === 0) return
  await insertColumns(
    tx,
    'attribute_total',
    {
      collection: byteas(changes.map(({ collection }) => collection)),
      attribute: byteas(changes.map(({ attribute }) => attribute)),
      change: int8s(changes.map(({ by }) => by)),
    },
    { alike: { chain_id: chainId } },
  )
}

/** Runs after the item's metadata was written, in the same transaction: the row is already locked. */
export async function recountAttributes(tx: Tx, { chainId, collection, tokenId }: ItemRef): Promise<void> {
  const item = tx
    .selectFrom('item')
    .select(['counted_maker', 'counted_attributes', 'metadata'])
    .where('chain_id', '=', chainId)
    .where('collection', '=', bytes(collection))
    .where('token_id', '=', tokenId)
  const row = await item.forUpdate().executeTakeFirst()
  if (!row) return
  const was = row.counted_attributes && hexOf(row.counted_attributes)
  const is = row.counted_maker === null ? null : attributesToCount(row.metadata)
  if (was === is) return
  await tx
    .updateTable('item')
    .set({ counted_attributes: is && bytes(is) })
    .where('chain_id', '=', chainId)
    .where('collection', '=', bytes(collection))
    .where('token_id', '=', tokenId)
    .execute()
  await noteAttributes(tx, chainId, [{ collection, was, is }])
}

/** How many items of a collection have each of these attributes, by digest. */
export async function countsOf(
  db: Db,
  { chainId, collection }: Omit<ItemRef, 'tokenId'>,
  digests: readonly Hex[],
): Promise<Map<Hex, number>> {
  const rows = await db
    .selectFrom('attribute_total')
    .select(['attribute', ({ fn }) => fn.sum<bigint>('change').as('count')])
    .where('chain_id', '=', chainId)
    .where('collection', '=', bytes(collection))
    .where('attribute', '=', anyOf([...new Set(digests)]))
    .groupBy('attribute')
    .execute()
  return new Map(rows.map(({ attribute, count }) => [hexOf(attribute), Number(count)]))
}

/** How many items of the collection with known metadata have each attribute of this one. */
export async function countAttributes(
  db: Db,
  { chainId, collection, metadata }: Pick<ItemRow, 'chainId' | 'collection' | 'metadata'>,
): Promise<{ total: number; list: (Attribute & { count: number })[] }> {
  const attributes = attributesIn(metadata)
  if (attributes.length === 0) return { total: 0, list: [] }
  const counts = await countsOf(db, { chainId, collection }, [ANY, ...attributes.map(digestOf)])
  return {
    total: counts.get(ANY) ?? 0,
    list: attributes.map((attribute) => ({ ...attribute, count: counts.get(digestOf(attribute)) ?? 0 })),
  }
}

const MOST_FOLDED = 2_000

/** Folds all rows of one attribute into one. Returns whether there may be more. */
export async function foldAttributes(tx: Tx): Promise<boolean> {
  const { rows } = await sql<{ looked: number }>`
    with late as (select chain_id, collection, attribute from attribute_total where not is_sum order by id limit ${MOST_FOLDED}),
    gone as (
      delete from attribute_total using (select distinct chain_id, collection, attribute from late) of
      where attribute_total.chain_id = of.chain_id and attribute_total.collection = of.collection and attribute_total.attribute = of.attribute
      returning attribute_total.chain_id, attribute_total.collection, attribute_total.attribute, change
    ),
    folded as (
      insert into attribute_total (chain_id, collection, attribute, change, is_sum)
      select chain_id, collection, attribute, sum(change), true from gone group by chain_id, collection, attribute having sum(change) <> 0
    )
    select count(*) as looked from late`.execute(tx)
  return rows[0]?.looked === MOST_FOLDED
}

/** The totals that follow from the items' rows. */
export const attributesNow = sql`
  select chain_id, collection, attribute, count(*) as total from (
    select chain_id, collection, ''::bytea as attribute from item where counted_attributes is not null
    union all
    select chain_id, collection, substring(counted_attributes from place * ${sql.lit(DIGEST_BYTES)} + 1 for ${sql.lit(DIGEST_BYTES)})
    from item cross join lateral generate_series(0, length(counted_attributes) / ${sql.lit(DIGEST_BYTES)} - 1) place
  ) counted group by chain_id, collection, attribute`

/** Whether an item is counted by its attributes when it should not be, or the other way round. */
export const isMiscounted = sql<SqlBool>`(counted_attributes is null) <> (counted_maker is null or metadata = '')`

const BATCH = 2_000

/** Recounts all attributes, after the lists' totals; of one chain where it is given. */
export async function recountAllAttributes(tx: Tx, chainId?: number): Promise<void> {
  const here = chainId === undefined ? sql`true` : sql`chain_id = ${chainId}`
  await sql`update item set counted_attributes = null where ${here} and counted_attributes is not null`.execute(tx)
  for (let after: ItemRef | undefined, isMore = true; isMore; ) {
    const batch = await readAfter(tx, after, chainId)
    await writeCounted(tx, batch)
    after = batch.at(-1)
    isMore = batch.length === BATCH
  }
  await sql`delete from attribute_total where ${here}`.execute(tx)
  await sql`insert into attribute_total (chain_id, collection, attribute, change, is_sum)
    select chain_id, collection, attribute, total, true from (${attributesNow}) now where ${here}`.execute(tx)
  await sql`insert into rank_due (chain_id, collection)
    select distinct chain_id, collection from attribute_total where ${here}`.execute(tx)
}

type Known = ItemRef & { readonly metadata: string }

async function readAfter(tx: Tx, after: ItemRef | undefined, chainId: number | undefined): Promise<Known[]> {
  const here = chainId === undefined ? sql`true` : sql`chain_id = ${chainId}`
  const place = sql`(chain_id, collection, token_id)`
  const behind = after ? sql`${place} > (${after.chainId}, ${bytes(after.collection)}, ${after.tokenId})` : sql`true`
  const { rows } = await sql<{ chain_id: number; collection: Uint8Array; token_id: bigint; metadata: string }>`
    select chain_id, collection, token_id, metadata from item
    where ${here} and ${behind} and counted_maker is not null and metadata <> ''
    order by chain_id, collection, token_id limit ${BATCH}`.execute(tx)
  return rows.map((row) => ({
    chainId: row.chain_id,
    collection: addressOf(row.collection),
    tokenId: row.token_id,
    metadata: row.metadata,
  }))
}

async function writeCounted(tx: Tx, items: readonly Known[]): Promise<void> {
  if (items.length === 0) return
  const given = givenRows({
    chain: int8s(items.map(({ chainId }) => chainId)),
    collection: byteas(items.map(({ collection }) => collection)),
    token_id: numerics(items.map(({ tokenId }) => tokenId)),
    counted: byteas(items.map(({ metadata }) => attributesToCount(metadata))),
  })
  await sql`update item set counted_attributes = given.counted from ${given}
    where item.chain_id = given.chain and item.collection = given.collection and item.token_id = given.token_id`.execute(tx)
}
