import { rankByRarity } from '@plinth/protocol'
import { sql } from 'kysely'
import { addressOf, bytes, type Db } from '../../db/database.ts'
import { attributesIn, digestOf, kindOf } from '../items/attributes.ts'
import type { OfCollection } from './due.ts'

/** Larger ones take too much memory to be compared here. */
const MOST_ITEMS = 5_000

/** Collections at random whose ranks were computed, and ought to be those of now. */
export async function sampleRanked(db: Db, most: number): Promise<OfCollection[]> {
  const { rows } = await sql<{ chain_id: number; collection: Uint8Array }>`
    select chain_id, collection from collection_rank where items between 1 and ${MOST_ITEMS} order by random() limit ${most}`.execute(db)
  return rows.map((row) => ({ chainId: row.chain_id, collection: addressOf(row.collection) }))
}

/** Items whose stored rank is not that of the rule, computed from their metadata; none where a change waits for the job. */
export async function differingRanks(db: Db, { chainId, collection }: OfCollection): Promise<bigint[]> {
  const here = sql`chain_id = ${chainId} and collection = ${bytes(collection)}`
  const { rows } = await sql<{ token_id: bigint; metadata: string; rank: number | null }>`
    select token_id, i.metadata, r.rank from (select * from item where ${here} and counted_attributes is not null) i
    full join (select * from item_rank where ${here}) r using (token_id)
    where not exists (select from rank_due where ${here})`.execute(db)
  const attributes = rows.map(({ metadata }) =>
    attributesIn(metadata ?? '').map((attribute) => ({ kind: kindOf(attribute.key), value: digestOf(attribute) })),
  )
  const ranks = rankByRarity(attributes)
  return rows.flatMap((row, place) => (row.rank === (ranks?.[place] ?? null) ? [] : [row.token_id]))
}
