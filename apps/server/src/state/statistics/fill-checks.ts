import { type Address, ZERO_ADDRESS } from '@plinth/protocol'
import { sql } from 'kysely'
import { int8s } from '../../db/columns.ts'
import { addressOf, bytes, type Db, type Tx } from '../../db/database.ts'
import type { Cursor } from '../chain/checkpoint.ts'
import { COUNTS_S, ENOUGH_ACCOUNTS, isOpenToAll } from './floors.ts'

/** A passed listing is checked again while its last result still counts. */
const REFRESH_S = 1_500
/**
 * A listing is dry-run on the newest block that the index has; the approval that came with it may be in the next. So the first
 * retries are soon.
 */
const FIRST_RETRY_S = 10
const SECOND_RETRY_S = 60
const RETRY_S = 600
const LONGEST_RETRY_S = 7_200
const FIRST_SILENCE_S = 60
const LONGEST_SILENCE_S = 1_800
/** An account with so many failing listings in a collection within the hour has no more of them checked there. */
const MOST_FAILING = 20
/** Listings that are looked through, the cheapest ones. */
const MOST_LISTINGS = 5_000

/** When a listing `f` is asked again at the earliest. */
const AGAIN_AT = sql`(f.asked_at + case
  when f.silences > 0 then least(${sql.lit(LONGEST_SILENCE_S)}, ${sql.lit(FIRST_SILENCE_S)} * power(2, least(f.silences, 20) - 1))
  when f.is_passed then 0
  when f.fails = 1 then ${sql.lit(FIRST_RETRY_S)}
  when f.fails = 2 then ${sql.lit(SECOND_RETRY_S)}
  else least(${sql.lit(LONGEST_RETRY_S)}, ${sql.lit(RETRY_S)} * power(2, least(f.fails, 20) - 3)) end)::bigint`

type OfCollection = { readonly chainId: number; readonly collection: Address }

/** Makes every collection due that was never looked at: after a restore, which begins without checks. */
export async function noteUnchecked(db: Db): Promise<void> {
  await sql`insert into floor_due (chain_id, collection)
    select distinct o.chain_id, o.collection from market_order o where o.side = 1 and o.is_live
      and not exists (select from floor_check c where c.chain_id = o.chain_id and c.collection = o.collection)`.execute(db)
}

/** Takes the marks that can be seen; those of transactions that have not ended yet stay. */
export async function takeFloorMarks(tx: Tx, chainId: number, now: number): Promise<void> {
  await sql`with taken as (delete from floor_due where id in (
      select id from floor_due where chain_id = ${chainId} order by id limit 10000 for update skip locked) returning collection)
    insert into floor_check as f (chain_id, collection, next_at)
    select ${chainId}::bigint, collection, ${now}::bigint from (select distinct collection from taken) marked order by collection
    on conflict (chain_id, collection) do update set next_at = least(f.next_at, excluded.next_at)`.execute(tx)
}

/** Collections that are due and have not spent their share, those that wait longest first. */
export async function findDueFloors(
  db: Db,
  chainId: number,
  { now, mostSpent, limit }: { readonly now: number; readonly mostSpent: number; readonly limit: number },
): Promise<Address[]> {
  const { rows } = await sql<{ collection: Uint8Array }>`select collection from floor_check
    where chain_id = ${chainId} and next_at <= ${now} and spent_until <= ${now + mostSpent}
    order by next_at, collection limit ${limit}`.execute(db)
  return rows.map((row) => addressOf(row.collection))
}

export type Candidate = {
  readonly orderId: number
  readonly version: number
  readonly maker: Address
  readonly money: Address
  /** Its last dry run passed, less than an hour ago. */
  readonly isHeld: boolean
  /** And need not be checked again yet. */
  readonly isFresh: boolean
  /** It was never checked in this version. */
  readonly isNew: boolean
}

type CandidateRow = { id: number; version: number; maker: Uint8Array; money: Uint8Array; passed_at: number | null; is_new: boolean }

/**
 * The cheapest listing of each account by money, cheapest first, without those that failed or were not answered a while ago: so no
 * account stands in the way of others, however many listings it has.
 */
export async function listCandidates(
  db: Db,
  { chainId, collection }: OfCollection,
  { now, at }: { readonly now: number; readonly at: number },
): Promise<Candidate[]> {
  const { rows } = await sql<CandidateRow>`
    with failing as (
      select maker from fill_check where chain_id = ${chainId} and collection = ${bytes(collection)} and not is_passed
        and asked_at > ${now - COUNTS_S} group by maker having count(*) >= ${sql.lit(MOST_FAILING)}
    ), listed as (
      select o.id, o.version, o.maker, o.unit_value, case when w.address is null then o.pay_token else ${bytes(ZERO_ADDRESS)} end as money,
        case when f.is_passed then f.checked_at end as passed_at, f.order_id is null as is_new
      from market_order o join pay_token p on p.chain_id = o.chain_id and p.address = o.pay_token and p.is_listed
      left join wrapped_coin w on w.chain_id = p.chain_id and w.address = p.address
      left join fill_check f on f.order_id = o.id and f.version = o.version
      where o.chain_id = ${chainId} and o.collection = ${bytes(collection)} and ${isOpenToAll(at)}
        and (f.is_passed or not exists (select from failing where failing.maker = o.maker))
        and (f.order_id is null or ${AGAIN_AT} <= ${now})
      order by o.unit_value limit ${sql.lit(MOST_LISTINGS)}
    )
    select id, version, maker, money, passed_at, is_new from (
      select distinct on (money, maker) * from listed order by money, maker, unit_value, id
    ) cheapest order by money, unit_value, id`.execute(db)
  return rows.map((row) => ({
    orderId: row.id,
    version: row.version,
    maker: addressOf(row.maker),
    money: addressOf(row.money),
    isHeld: row.passed_at !== null && row.passed_at > at - COUNTS_S,
    isFresh: row.passed_at !== null && row.passed_at > at - REFRESH_S,
    isNew: row.is_new,
  }))
}

/**
 * Those whose dry run is wanted: down to the third account that passes in each money. Present floors first, then those never checked,
 * by price: what fails again and again keeps none waiting.
 */
export function chooseWanted(candidates: readonly Candidate[]): Candidate[] {
  const wanted: Candidate[] = []
  for (const ofMoney of Map.groupBy(candidates, ({ money }) => money).values()) {
    let held = 0
    for (const candidate of ofMoney) {
      if (!candidate.isFresh) wanted.push(candidate)
      if (candidate.isHeld && ++held === ENOUGH_ACCOUNTS) break
    }
  }
  const turnOf = ({ isHeld, isNew }: Candidate): number => (isHeld ? 0 : isNew ? 1 : 2)
  return wanted.toSorted((one, other) => turnOf(one) - turnOf(other))
}

export type Checked = Pick<Candidate, 'orderId' | 'version' | 'maker'> & { readonly isPassed: boolean | undefined; readonly reason: string }

/** Whether the results were kept, and whether a listing passes now that did not before, or fails that did not. */
export type Saved = { readonly isKept: boolean; readonly isChanged: boolean }

/** Keeps the results of one block, unless it has been reverted in the meantime. */
export async function saveChecks(
  tx: Tx,
  { chainId, collection, block, now, at }: OfCollection & { readonly block: Cursor; readonly now: number; readonly at: number },
  checks: readonly Checked[],
): Promise<Saved> {
  // Held against a reorganisation, which would not see these rows.
  await sql`select from chain_cursor where chain_id = ${chainId} for share`.execute(tx)
  const { rows } = await sql`select from chain_block where chain_id = ${chainId} and number = ${block.number}
    and hash = ${bytes(block.hash)}`.execute(tx)
  if (rows.length === 0) return { isKept: false, isChanged: false }
  const orderIds = checks.map(({ orderId }) => orderId)
  const { rows: known } = await sql<{ order_id: number; version: number; is_passed: boolean | null }>`select order_id, version, is_passed
    from fill_check where order_id = any(${int8s(orderIds)})`.execute(tx)
  const before = new Map(known.map((row) => [`${row.order_id}:${row.version}`, row.is_passed]))
  const isChanged = checks.some(
    ({ orderId, version, isPassed }) => isPassed !== undefined && isPassed !== before.get(`${orderId}:${version}`),
  )
  for (const { orderId, version, maker, isPassed, reason } of checks) {
    const [fails, silences] = [isPassed === false ? 1 : 0, isPassed === undefined ? 1 : 0]
    // Without an answer the last one stands, of this version of the order.
    const same = sql`f.version = excluded.version`
    await sql`insert into fill_check as f
        (order_id, chain_id, collection, maker, version, block_number, asked_at, silences, checked_at, is_passed, fails, reason)
      select ${orderId}::bigint, ${chainId}::bigint, ${bytes(collection)}, ${bytes(maker)}, ${version}::bigint, ${block.number}::bigint,
        ${now}::bigint, ${silences}::bigint, ${at}::bigint, ${isPassed ?? null}::boolean, ${fails}::bigint, ${reason}
      where exists (select from market_order where id = ${orderId})
      on conflict (order_id) do update set version = excluded.version, asked_at = excluded.asked_at, reason = excluded.reason,
        silences = case when excluded.silences = 0 then 0 when ${same} then f.silences + 1 else 1 end,
        fails = case when excluded.is_passed then 0 when ${same} then f.fails + excluded.fails else excluded.fails end,
        is_passed = case when excluded.silences = 1 and ${same} then f.is_passed else excluded.is_passed end,
        block_number = case when excluded.silences = 1 and ${same} then f.block_number else excluded.block_number end,
        checked_at = case when excluded.silences = 1 and ${same} then f.checked_at else excluded.checked_at end`.execute(tx)
  }
  return { isKept: true, isChanged }
}

export type Round = {
  /** When the collection is looked at again; undefined while nothing of it is on sale. */
  readonly nextAt: number | undefined
  /** Seconds of its share that this round took. */
  readonly spentS: number
  /** Whether anything was answered, or nothing had to be asked. */
  readonly isAnswered: boolean
  readonly now: number
}

export async function endRound(tx: Tx, { chainId, collection }: OfCollection, { nextAt, spentS, isAnswered, now }: Round): Promise<void> {
  await sql`update floor_check set next_at = ${nextAt ?? null}::bigint,
      spent_until = greatest(spent_until, ${now}::bigint) + ${spentS}::bigint,
      silent_since = case when ${isAnswered} then null else coalesce(silent_since, ${now}::bigint) end
    where chain_id = ${chainId} and collection = ${bytes(collection)}`.execute(tx)
}

/** How long a collection without anything to ask waits: until a listing that failed or was not answered is due. */
export async function restOf(db: Db, { chainId, collection }: OfCollection, now: number): Promise<number | undefined> {
  const { rows } = await sql<{ is_listed: boolean; again_at: number | null }>`select
      exists (select from market_order o where o.chain_id = ${chainId} and o.collection = ${bytes(collection)} and o.side = 1
        and o.is_live) as is_listed,
      (select min(${AGAIN_AT}) from fill_check f join market_order o on o.id = f.order_id and o.version = f.version and o.is_live
        where f.chain_id = ${chainId} and f.collection = ${bytes(collection)} and (f.silences > 0 or not f.is_passed)
          and ${AGAIN_AT} > ${now}) as again_at`.execute(db)
  const [row] = rows
  if (!row?.is_listed) return undefined
  return row.again_at === null ? REFRESH_S : Math.min(REFRESH_S, row.again_at - now)
}

/** Forgets what passed while the exchange is stopped: nothing can be bought, and all is checked again once it goes on. */
export async function dropChecks(tx: Tx, chainId: number): Promise<void> {
  await sql`delete from fill_check where chain_id = ${chainId}`.execute(tx)
}

/** Collections with something on sale of which no node has said anything for an hour. */
export async function countUnanswered(db: Db, chainId: number, now: number): Promise<number> {
  const { rows } = await sql<{ many: number }>`select count(*) as many from floor_check
    where chain_id = ${chainId} and (silent_since <= ${now - COUNTS_S} or next_at <= ${now - COUNTS_S})`.execute(db)
  return rows[0]?.many ?? 0
}
