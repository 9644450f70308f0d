import { randomBytes, randomInt } from 'node:crypto'
import { type Address, ZERO_ADDRESS } from '@plinth/protocol'
import { sql } from 'kysely'
import { hasAnyRow } from '../../db/any-row.ts'
import { anyOf, byteas, givenRows, int8s } from '../../db/columns.ts'
import { addressOf, bytes, type Db, hexOf, type Tx, transact } from '../../db/database.ts'
import type { ItemRef } from '../../db/item-keys.ts'

/** An item is read again at most so often, however often its contract says it has changed. */
export const READ_AGAIN_S = 30

type Where = { readonly tx: Tx; readonly chainId: number }

/** The collection reports changed metadata: it is read again, and the known one stays shown until then. */
export async function forgetMetadata({ tx, chainId }: Where, collection: Address, tokenId: bigint): Promise<void> {
  await tx
    .updateTable('item')
    .set({ metadata_next_at: soonest, metadata_tries: 0 })
    .where('chain_id', '=', chainId)
    .where('collection', '=', bytes(collection))
    .where('token_id', '=', tokenId)
    .where('is_confirmed', '=', true)
    .execute()
}

const soonest = sql<number>`case when metadata_read_at = 0 then 0 else metadata_read_at + ${sql.lit(READ_AGAIN_S)} end`

/** Notes a range of changed items without touching them: it may name 2^256 items, again in every block. */
export async function forgetMetadataRange({ tx, chainId }: Where, collection: Address, from: bigint, to: bigint): Promise<void> {
  if (from > to) return
  const earlier = sql<bigint>`least(metadata_sweep.next_token, excluded.next_token)`
  const later = sql<bigint>`greatest(metadata_sweep.last_token, excluded.last_token)`
  await tx
    .insertInto('metadata_sweep')
    .values({ chain_id: chainId, collection: bytes(collection), next_token: from, last_token: to })
    .onConflict((conflict) => conflict.columns(['chain_id', 'collection']).doUpdateSet({ next_token: earlier, last_token: later }))
    .execute()
}

/** Whether there is anything to sweep or to read. */
export function isMetadataDue(db: Db, now: number): Promise<boolean> {
  return hasAnyRow(db, [
    db.selectFrom('metadata_sweep').select('collection'),
    db.selectFrom('item').select('token_id').where('metadata_next_at', '<=', now),
  ])
}

/**
 * Since when the item is due that waits longest, `now` where none is. One that was never read is due since it or its collection came
 * to the market.
 */
export async function oldestDueItem(db: Db, now: number): Promise<number> {
  const { rows } = await sql<{ since: number | null }>`
    select min(greatest(due.metadata_next_at, case when due.metadata_read_at = 0 then greatest(due.created_at, of.created_at) end)) as since
    from (select * from item where metadata_next_at <= ${now} and is_confirmed order by metadata_next_at limit ${sql.lit(LOOKED_THROUGH)}) due
    left join collection of on of.chain_id = due.chain_id and of.address = due.collection`.execute(db)
  return rows[0]?.since ?? now
}

const SWEPT_AT_ONCE = 200
/** A collection has no more than this waiting; the rest stays in its range. */
const MOST_DUE = 500

/** Marks the next items of each noted range as due. Returns whether there is more. */
export async function sweepRanges(db: Db): Promise<boolean> {
  const sweeps = await db.selectFrom('metadata_sweep').selectAll().orderBy('chain_id').orderBy('collection').execute()
  let isMore = false
  for (const sweep of sweeps) if (await sweepRange(db, sweep)) isMore = true
  return isMore
}

type Sweep = { chain_id: number; collection: Uint8Array; next_token: bigint; last_token: bigint }

async function sweepRange(db: Db, { chain_id, collection, next_token, last_token }: Sweep): Promise<boolean> {
  const ofCollection = db.selectFrom('item').where('chain_id', '=', chain_id).where('collection', '=', collection)
  const due = await ofCollection.select('token_id').where('metadata_next_at', 'is not', null).limit(MOST_DUE).execute()
  if (due.length >= MOST_DUE) return false
  const found = await ofCollection
    .select('token_id')
    .where('token_id', '>=', next_token)
    .where('token_id', '<=', last_token)
    .orderBy('token_id')
    .limit(SWEPT_AT_ONCE)
    .execute()
  const last = found.at(-1)?.token_id
  if (last !== undefined)
    await db
      .updateTable('item')
      .set({ metadata_next_at: soonest, metadata_tries: 0 })
      .where('chain_id', '=', chain_id)
      .where('collection', '=', collection)
      .where('token_id', '>=', next_token)
      .where('token_id', '<=', last)
      .where('is_confirmed', '=', true)
      .execute()
  // A range that was noted again in the meantime starts over.
  const row = { chain_id, collection, next_token, last_token }
  const isDone = found.length < SWEPT_AT_ONCE || last === undefined
  if (isDone)
    await db
      .deleteFrom('metadata_sweep')
      .where(({ and }) => and(row))
      .execute()
  else
    await db
      .updateTable('metadata_sweep')
      .set({ next_token: last + 1n })
      .where(({ and }) => and(row))
      .execute()
  return !isDone
}

const LOOKED_THROUGH = 5_000
/** A claim whose process died is taken up again after this. */
const CLAIM_S = 600

export type DueItem = ItemRef & {
  /** Who can make any number of them due: the owner of the collection, or who minted in a collection of all. */
  readonly by: Address
  readonly standard: number
  readonly tries: number
  readonly claim: number
}

type DueRow = {
  chain_id: number
  collection: Uint8Array
  token_id: bigint
  standard: number
  metadata_tries: number
  by: Uint8Array
}

/** The collection after which the next search begins. */
export type Place = { readonly chainId: number; readonly collection: Uint8Array }

/** Collections have their turn in the order of their addresses: a search begins anywhere, so that none is always the last. */
export const somePlace = (chainIds: readonly number[]): Place => ({
  chainId: chainIds[randomInt(Math.max(1, chainIds.length))] ?? 0,
  collection: randomBytes(20),
})
const BEGINNING: Place = { chainId: 0, collection: new Uint8Array(20) }

/** Of one search: how many waiting collections it passes, and takes. */
const PASSED = 1_000
const TAKEN = 200
/** Of one claim: the collections of one search may all be of accounts that have had their turn. */
const SEARCHES = 5

type Claim = { readonly most: number; readonly mostOf: number; readonly except: readonly Address[]; readonly after: Place }

/** Takes up to `most` items that are due, `mostOf` of each account but these, each collection and account in its turn. */
export async function claimDue(db: Db, now: number, claim: Claim): Promise<{ readonly items: DueItem[]; readonly next: Place }> {
  let next = claim.after
  for (let searches = 0; searches < SEARCHES; searches++) {
    const found = await findDuePlaces(db, now, next)
    const items = found.places.length === 0 ? [] : await claimOf(db, now, found.places, claim)
    next = found.next
    if (items.length > 0 || next === BEGINNING) return { items, next }
  }
  return { items: [], next }
}

/** The next collections with items that are due. They are found one by one: a million items of one are passed in a step. */
async function findDuePlaces(db: Db, now: number, after: Place): Promise<{ readonly places: Place[]; readonly next: Place }> {
  const nextAfter = (chainId: unknown, collection: unknown) => sql`(
    select chain_id, collection, metadata_next_at from item
    where metadata_next_at is not null and (chain_id, collection) > (${chainId}, ${collection})
    order by chain_id, collection, metadata_next_at limit 1)`
  const { rows } = await sql<{ chain_id: number; collection: Uint8Array; is_due: boolean }>`
    with recursive place as (
      ${nextAfter(after.chainId, after.collection)}
      union all
      select following.* from place cross join lateral ${nextAfter(sql.ref('place.chain_id'), sql.ref('place.collection'))} following
    )
    select chain_id, collection, metadata_next_at <= ${now} as is_due from place limit ${sql.lit(PASSED)}`.execute(db)
  const passed = rows.map(({ chain_id, collection, is_due }) => ({ chainId: chain_id, collection, is_due }))
  const places = passed.filter(({ is_due }) => is_due).slice(0, TAKEN)
  if (places.length === TAKEN) return { places, next: places.at(-1) ?? BEGINNING }
  if (passed.length === PASSED) return { places, next: passed.at(-1) ?? BEGINNING }
  // The end: the first ones follow.
  return after === BEGINNING || places.length > 0 ? { places, next: BEGINNING } : findDuePlaces(db, now, BEGINNING)
}

async function claimOf(db: Db, now: number, places: readonly Place[], { most, mostOf, except }: Claim): Promise<DueItem[]> {
  const given = givenRows({
    chain_id: int8s(places.map(({ chainId }) => chainId)),
    collection: byteas(places.map(({ collection }) => hexOf(collection))),
  })
  // In a collection of all each creator has a turn. Contracts without an owner are their own.
  const { rows } = await sql<DueRow>`
    select * from (
      select owned.*, row_number() over (partition by owned.by order by owned.metadata_next_at) as turn from (
        select due.*, case when of.is_official or of.owner is null then due.creator
          when of.owner = ${bytes(ZERO_ADDRESS)} then due.collection else of.owner end as by
        from ${given}
        left join collection of on of.chain_id = given.chain_id and of.address = given.collection
        cross join lateral (
          select chain_id, collection, token_id, creator, standard, metadata_tries, metadata_next_at from item
          where chain_id = given.chain_id and collection = given.collection and metadata_next_at <= ${now} and is_confirmed
          order by metadata_next_at
          limit case when of.is_official then ${sql.lit(LOOKED_THROUGH)} when of.owner is null then ${sql.lit(MOST_DUE)} else ${mostOf} end) due
      ) owned
      where not (owned.by = ${anyOf(except)})
    ) ranked
    where turn <= ${mostOf} order by turn, metadata_next_at limit ${most}`.execute(db)
  const until = now + CLAIM_S
  // Marks the item too, as a block that is being written may have done before it touches the row: a deadlock is tried again.
  for (const row of rows)
    await transact(db, (tx) =>
      tx
        .updateTable('item')
        .set({ metadata_next_at: until, metadata_read_at: now })
        .where('chain_id', '=', row.chain_id)
        .where('collection', '=', row.collection)
        .where('token_id', '=', row.token_id)
        .execute(),
    )
  return rows.map((row) => ({
    by: addressOf(row.by),
    chainId: row.chain_id,
    collection: addressOf(row.collection),
    tokenId: row.token_id,
    standard: row.standard,
    tries: row.metadata_tries,
    claim: until,
  }))
}
