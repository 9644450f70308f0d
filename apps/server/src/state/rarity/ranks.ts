import { createHash } from 'node:crypto'
import { RARITY_LEAST_ITEMS, RARITY_MOST_KINDS } from '@plinth/protocol'
import { sql } from 'kysely'
import type { Hex } from 'viem'
import { bytes, type Tx } from '../../db/database.ts'
import { attributesIn, DIGEST_BYTES, KIND_BYTES, kindOf } from '../items/attributes.ts'
import type { OfCollection } from './due.ts'

/** Of all items together: 100 on each of 200,000, or 10 on each of 2 million. A collection with more is not ranked. */
const MOST_ATTRIBUTES = 20_000_000

const [DIGEST, KIND] = [sql.lit(DIGEST_BYTES), sql.lit(KIND_BYTES)]

/** The kind of which the values are numbers of kinds. */
export const SIZE_KIND = '0x'

/** As in the statement: the value of a kind that an item has in these attributes. */
export function joinedValue(digests: readonly Hex[]): Hex {
  const [first = '0x', ...others] = [...new Set(digests)].sort()
  if (others.length === 0) return first
  const whole = Buffer.concat([first, ...others].map(bytes))
  return `0x${createHash('sha256')
    .update(whole)
    .digest('hex')
    .slice(0, DIGEST_BYTES * 2)}`
}

/**
 * Ranks the items of a collection that lists hold and whose metadata is known, by the rule of `rankByRarity` in the protocol, and
 * writes only what has changed. One statement, so all of it sees one moment. Returns how many are ranked.
 */
export async function refreshRanks(tx: Tx, { chainId, collection }: OfCollection): Promise<number> {
  const here = sql`chain_id = ${chainId} and collection = ${bytes(collection)}`
  const key = sql`${chainId}::bigint, ${bytes(collection)}`
  // Nothing is known of how many rows the parts have: expected few, they would be joined row by row.
  await sql`set local enable_nestloop = off`.execute(tx)
  const { rows } = await sql<{ items: number }>`
    with counted as materialized (
      select token_id, counted_attributes from item where ${here} and counted_attributes is not null
        and ${MOST_ATTRIBUTES} >= (select sum(length(counted_attributes)) / ${DIGEST} from item where ${here})
    ), attribute as (
      select token_id, substring(counted_attributes from place * ${DIGEST} + 1 for ${KIND}) as kind,
        substring(counted_attributes from place * ${DIGEST} + 1 for ${DIGEST}) as digest
      from counted cross join lateral generate_series(0, length(counted_attributes) / ${DIGEST} - 1) place
    ), joined as materialized (
      select token_id, kind, case count(*) when 1 then string_agg(digest, ''::bytea)
        else substring(sha256(string_agg(digest, ''::bytea order by digest)) for ${DIGEST}) end as value
      from attribute group by token_id, kind
    ), kind as materialized (
      select kind, count(*) as items, min(token_id) as example from joined
      group by kind order by count(*) desc, kind limit ${sql.lit(RARITY_MOST_KINDS)}
    ), value as materialized (
      select kind, value, count(*) as items from joined join kind using (kind) group by kind, value
    ), size as materialized (
      select token_id, count(kind) as kinds from counted left join joined using (token_id) group by token_id
    ), sizes as materialized (
      select kinds, count(*) as items from size group by kinds
    ), whole as materialized (
      select sum(items) as items, coalesce(sum(items) filter (where kinds > 0), 0) as attributed from sizes
    ), lacking as materialized (
      select kind, greatest(whole.items - kind.items, 1)::numeric as items from kind cross join whole
    ), held as (
      select token_id, product(lacking.items) as lacking, product(value.items::numeric) as product
      from joined join lacking using (kind) join value using (kind, value) group by token_id
    ), score as materialized (
      select token_id, div((select product(items) from lacking), coalesce(held.lacking, 1)) * coalesce(held.product, 1) * sizes.items as score
      from size join sizes using (kinds) left join held using (token_id)
    ), ranked as materialized (
      select items from whole where items >= ${sql.lit(RARITY_LEAST_ITEMS)} and attributed * 2 >= items
        and (select min(score) <> max(score) from score)
    ), rank as materialized (
      select token_id, rank() over (order by score) as rank from score where exists (select from ranked)
    ), counts as materialized (
      select kind, value, items from value where exists (select from ranked)
      union all select ''::bytea, convert_to(kinds::text, 'UTF8'), items from sizes where exists (select from ranked)
    ), kinds as materialized (select * from kind where exists (select from ranked)),
    rank_in as (insert into item_rank as known (chain_id, collection, token_id, rank) select ${key}, token_id, rank from rank
      on conflict (chain_id, collection, token_id) do update set rank = excluded.rank where known.rank <> excluded.rank),
    rank_out as (delete from item_rank known where ${here} and not exists (select from rank where rank.token_id = known.token_id)),
    value_in as (insert into rank_value as known (chain_id, collection, kind, value, items) select ${key}, kind, value, items from counts
      on conflict (chain_id, collection, kind, value) do update set items = excluded.items where known.items <> excluded.items),
    value_out as (delete from rank_value known where ${here}
      and not exists (select from counts now where now.kind = known.kind and now.value = known.value)),
    kind_in as (insert into rank_kind as known (chain_id, collection, kind, example, items) select ${key}, kind, example, items from kinds
      on conflict (chain_id, collection, kind) do update set items = excluded.items, example = excluded.example
      where known.items <> excluded.items or known.name is null),
    kind_out as (delete from rank_kind known where ${here} and not exists (select from kinds where kinds.kind = known.kind))
    select coalesce((select items from ranked), 0)::bigint as items`.execute(tx)
  await sql`set local enable_nestloop = on`.execute(tx)
  await nameKinds(tx, { chainId, collection })
  return rows[0]?.items ?? 0
}

/** A kind's name stands in the metadata of its items only. */
async function nameKinds(tx: Tx, { chainId, collection }: OfCollection): Promise<void> {
  const { rows } = await sql<{ kind: Buffer; metadata: string }>`
    select k.kind, i.metadata from rank_kind k
    join item i on i.chain_id = k.chain_id and i.collection = k.collection and i.token_id = k.example
    where k.chain_id = ${chainId} and k.collection = ${bytes(collection)} and k.name is null`.execute(tx)
  for (const { kind, metadata } of rows) {
    const name = attributesIn(metadata).find(({ key }) => kindOf(key) === `0x${Buffer.from(kind).toString('hex')}`)?.key
    if (name === undefined) continue
    await tx
      .updateTable('rank_kind')
      .set({ name })
      .where('chain_id', '=', chainId)
      .where('collection', '=', bytes(collection))
      .where('kind', '=', kind)
      .execute()
  }
}
