import { type Address, bitsOf, ZERO_ADDRESS } from '@plinth/protocol'
import { type RawBuilder, sql } from 'kysely'
import type { Hex } from 'viem'
import { byteas, givenRows, int8s, numerics } from '../../db/columns.ts'
import { addressOf, bytes, type Db, hexOf } from '../../db/database.ts'
import type { ItemRef } from '../../db/item-keys.ts'
import { type Attribute, attributesIn, countAttributes, DIGEST_BYTES, digestOf, kindOf } from '../items/attributes.ts'
import { isFailing, isOpenToAll } from '../statistics/floors.ts'
import type { OfCollection } from './due.ts'
import { joinedValue, SIZE_KIND } from './ranks.ts'

type Part = { readonly key: string; readonly values: string[]; readonly count: number; readonly bits: number }
export type RankOfItem = {
  readonly rank: number
  readonly of: number
  readonly bits: number
  readonly parts: Part[]
  readonly kinds: { readonly kinds: number; readonly count: number; readonly bits: number }
}

type KindRow = { kind: Uint8Array; name: string | null; having: number; value: Uint8Array | null; count: number | null }

/** The rank of an item with what it is made of; undefined where there is none, or none yet for these attributes. */
export async function findRank(db: Db, { metadata, ...ref }: ItemRef & { readonly metadata: string }): Promise<RankOfItem | undefined> {
  const here = sql`r.chain_id = ${ref.chainId} and r.collection = ${bytes(ref.collection)}`
  const { rows: found } = await sql<{ rank: number; items: number }>`select i.rank, r.items from item_rank i
    join collection_rank r using (chain_id, collection) where ${here} and i.token_id = ${ref.tokenId}`.execute(db)
  const [ranked] = found
  if (!ranked) return undefined
  const own = Map.groupBy(attributesIn(metadata), ({ key }) => kindOf(key))
  const named = [...own].map(([kind, attributes]) => ({ kind, value: joinedValue(attributes.map(digestOf)) }))
  const size = { kind: SIZE_KIND, value: sizeValue(named.length) } as const
  const given = givenRows({
    kind: byteas([...named, size].map(({ kind }) => kind)),
    value: byteas([...named, size].map(({ value }) => value)),
  })
  const { rows } = await sql<KindRow>`
    select k.kind, k.name, k.items as having, v.value, v.items as count
    from (select kind, name, items from rank_kind r where ${here} union all select ''::bytea, null, ${ranked.items}::bigint) k
    left join ${given} on given.kind = k.kind
    left join rank_value v on v.chain_id = ${ref.chainId} and v.collection = ${bytes(ref.collection)} and v.kind = k.kind
      and v.value = given.value`.execute(db)
  const partOf = (count: number) => ({ count, bits: bitsOf(count, ranked.items) })
  const parts: Part[] = []
  let kinds: RankOfItem['kinds'] | undefined
  for (const { kind, name, having, count } of rows) {
    const attributes = own.get(hexOf(kind))
    // The item's attributes have changed, or another one's kind is not named yet: the job comes to it within a minute.
    if (count === null && (attributes || hexOf(kind) === SIZE_KIND)) return undefined
    if (hexOf(kind) === SIZE_KIND) kinds = { kinds: named.length, ...partOf(count ?? 0) }
    else if (count !== null) parts.push({ key: name ?? attributes?.[0]?.key ?? '', values: valuesOf(attributes ?? []), ...partOf(count) })
    else parts.push({ key: name ?? '', values: [], ...partOf(ranked.items - having) })
  }
  if (!kinds) return undefined
  parts.sort((one, other) => other.bits - one.bits || (one.key < other.key ? -1 : 1))
  const bits = parts.reduce((sum, part) => sum + part.bits, kinds.bits)
  return { rank: ranked.rank, of: ranked.items, bits, parts, kinds }
}

const valuesOf = (attributes: readonly Attribute[]): string[] => [...new Set(attributes.map(({ value }) => value))]

const sizeValue = (kinds: number): Hex => `0x${Buffer.from(String(kinds)).toString('hex')}`

export type AttributeFloor = { readonly money: Address; readonly payToken: Address; readonly unitPrice: bigint }

/** Sales that are looked through for the floors of attributes, the cheapest ones. */
const MOST_SALES = 5_000
const MOST_FLOORS = 1_000
/** Of metadata that names them, and items that are read at once. */
const MOST_CHARS = 4_000_000
const AT_ONCE = 50

type FloorRow = { readonly attribute: Uint8Array; readonly money: Uint8Array; readonly pay_token: Uint8Array; readonly price: bigint }

/** `o`: the cheapest sales that anybody may buy now; none whose last dry run failed. `i`: their items. */
function openSales({ chainId, collection }: OfCollection, now: number): RawBuilder<unknown> {
  return sql`(select o.token_id, o.pay_token, case when w.address is null then o.pay_token else ${bytes(ZERO_ADDRESS)} end as money,
      div(o.total, o.quantity) as price from market_order o
      join pay_token p on p.chain_id = o.chain_id and p.address = o.pay_token and p.is_listed
      left join wrapped_coin w on w.chain_id = o.chain_id and w.address = o.pay_token
      where o.chain_id = ${chainId} and o.collection = ${bytes(collection)} and ${isOpenToAll(now)} and not ${isFailing}
      order by o.unit_value limit ${sql.lit(MOST_SALES)}) o
    join item i on i.chain_id = ${chainId} and i.collection = ${bytes(collection)} and i.token_id = o.token_id`
}

/** The cheapest sale of each of these attributes, named by digest, by money. */
export async function floorsOfAttributes(
  db: Db,
  place: OfCollection,
  attributes: readonly Hex[],
  now: number,
): Promise<ReadonlyMap<Hex, AttributeFloor[]>> {
  const floors = new Map<Hex, AttributeFloor[]>()
  if (attributes.length === 0) return floors
  const { rows } = await sql<FloorRow>`
    select distinct on (attribute, money) given.attribute, o.money, o.pay_token, o.price from ${openSales(place, now)}
      cross join ${givenRows({ attribute: byteas([...new Set(attributes)]) })}
      where position(given.attribute in i.counted_attributes) > 0
      order by attribute, money, price`.execute(db)
  for (const row of rows) {
    const attribute = hexOf(row.attribute)
    floors.set(attribute, [...(floors.get(attribute) ?? []), floorOf(row)])
  }
  return floors
}

const floorOf = (row: FloorRow): AttributeFloor => ({
  money: addressOf(row.money),
  payToken: addressOf(row.pay_token),
  unitPrice: row.price,
})

type NamedFloors = Attribute & { readonly floors: AttributeFloor[] }

/**
 * The cheapest sale of each attribute that anything on sale has, by money: of the attributes that most sales have, so that names and
 * numbers of single items hide no others.
 */
export async function namedFloors(db: Db, place: OfCollection, now: number): Promise<NamedFloors[]> {
  const part = sql`substring(i.counted_attributes from part * ${sql.lit(DIGEST_BYTES)} + 1 for ${sql.lit(DIGEST_BYTES)})`
  const { rows } = await sql<FloorRow & { readonly token_id: bigint }>`
    with sales as (select ${part} as attribute, o.* from ${openSales(place, now)}
        cross join lateral generate_series(0, length(i.counted_attributes) / ${sql.lit(DIGEST_BYTES)} - 1) part),
      cheapest as (select distinct on (attribute, money) sales.*, count(*) over (partition by attribute) as many from sales
        order by attribute, money, price)
    select attribute, money, pay_token, price, token_id from cheapest order by many desc, attribute, money
    limit ${sql.lit(MOST_FLOORS)}`.execute(db)
  const names = await namesIn(db, place, [...new Set(rows.map(({ token_id }) => token_id))])
  const named = new Map<Hex, NamedFloors>()
  for (const row of rows) {
    const digest = hexOf(row.attribute)
    const attribute = names.get(digest)
    if (attribute) named.set(digest, { ...attribute, floors: [...(named.get(digest)?.floors ?? []), floorOf(row)] })
  }
  return [...named.values()]
}

/** Attributes of these items by digest; of the first ones alone where their metadata is long. */
async function namesIn(db: Db, { chainId, collection }: OfCollection, ids: readonly bigint[]): Promise<ReadonlyMap<Hex, Attribute>> {
  const names = new Map<Hex, Attribute>()
  let chars = 0
  for (let from = 0; from < ids.length && chars < MOST_CHARS; from += AT_ONCE) {
    const { rows } = await sql<{ metadata: string }>`select metadata from item where chain_id = ${chainId}
      and collection = ${bytes(collection)} and token_id = any(${numerics(ids.slice(from, from + AT_ONCE))})`.execute(db)
    for (const { metadata } of rows) {
      chars += metadata.length
      for (const attribute of attributesIn(metadata)) names.set(digestOf(attribute), attribute)
    }
  }
  return names
}

/** Items on either side, by their numbers, among which alike ones are looked for. */
const MOST_BESIDE = 2_500

/** The items of the collection with which this one shares most: attributes that few have count for more. */
export async function findSimilar(
  db: Db,
  { metadata, ...ref }: ItemRef & { readonly metadata: string },
  limit: number,
): Promise<ItemRef[]> {
  const { total, list } = await countAttributes(db, { ...ref, metadata })
  const weights = new Map(
    list.map((attribute) => [digestOf(attribute), Math.max(1, Math.round(1_000 * bitsOf(attribute.count || 1, total || 1)))]),
  )
  if (weights.size === 0) return []
  const beside = (side: 'before' | 'after') => {
    const [than, order] = side === 'before' ? [sql`<`, sql`desc`] : [sql`>`, sql`asc`]
    return sql`(select token_id, counted_attributes from item where chain_id = ${ref.chainId} and collection = ${bytes(ref.collection)}
      and token_id ${than} ${ref.tokenId} order by token_id ${order} limit ${sql.lit(MOST_BESIDE)})`
  }
  const { rows } = await sql<{ token_id: bigint }>`
    select token_id from (${beside('before')} union all ${beside('after')}) others
    cross join ${givenRows({ attribute: byteas([...weights.keys()]), bits: int8s([...weights.values()]) })}
    where position(given.attribute in counted_attributes) > 0
    group by token_id order by sum(bits) desc, abs(token_id - ${ref.tokenId}::numeric), token_id limit ${limit}`.execute(db)
  return rows.map((row) => ({ chainId: ref.chainId, collection: ref.collection, tokenId: row.token_id }))
}
