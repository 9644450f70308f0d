import { type Address, toAddress } from '@plinth/protocol'
import { type RawBuilder, sql } from 'kysely'
import { int8s } from '../../../db/columns.ts'
import { addressOf, type Db, type Tx } from '../../../db/database.ts'
import { givenItems, type ItemRef } from '../../../db/item-keys.ts'
import { isAsk, isAuction, isBid, isShownItem, LAST_SALE, nowOf, SALE_WORTH, UNIT_PRICE } from '../facts.ts'
import type { Times } from '../question.ts'
import { type AskFact, type ItemFacts, LONGEST_SET_BACK_S } from './columns.ts'

type Row = {
  chain_id: number
  collection: Uint8Array
  token_id: bigint
  creator: Uint8Array
  category: number
  media_kind: string
  standard: number
  made: number
  /** `payToken unit` of each, digits of hex and decimals. */
  asks: string[] | null
  listed: number | null
  has_bid: boolean
  ends_at: number | null
  sold: number | null
  last_worth: bigint | null
  likes: number
  rank: number | null
  attributes: string
  turn_from: number | null
  turn_until: number | null
  locked_until: number | null
  unlocked_at: number | null
}

const KEY = sql`chain_id, collection, token_id`

/** Where the parts of the facts come from: joined by key for all items, or looked up for each of a few. */
type Join = (name: string, columns: RawBuilder<unknown>, from: RawBuilder<unknown>, alias: string) => RawBuilder<unknown>

const keyOf = (table: string) => sql`${sql.ref(`${table}.chain_id`)}, ${sql.ref(`${table}.collection`)}, ${sql.ref(`${table}.token_id`)}`
const sameKey = (table: string) => sql`${sql.ref(`${table}.chain_id`)} = item.chain_id
  and ${sql.ref(`${table}.collection`)} = item.collection and ${sql.ref(`${table}.token_id`)} = item.token_id`

const forAll: Join = (name, columns, from, alias) =>
  sql`left join (select ${keyOf(alias)}, ${columns} from ${from} group by ${keyOf(alias)}) ${sql.ref(name)} on ${sameKey(name)}`
// An aggregate of one item's rows, so that they are found by their key whatever number of items is expected.
const forEach: Join = (name, columns, from, alias) =>
  sql`left join lateral (select ${columns} from ${from} and ${sameKey(alias)}) ${sql.ref(name)} on true`

function facts(times: Times, join: Join): { columns: RawBuilder<unknown>; joins: RawBuilder<unknown> } {
  const orderNow = nowOf(times, sql`o.chain_id`)
  const auctionNow = nowOf(times, sql`a.chain_id`)
  const asks = sql`array_agg(encode(o.pay_token, 'hex') || ' ' || ${UNIT_PRICE}) filter (where ${isAsk(times)})`
  // As `isFree`, of the joined lock.
  const isLocked = sql`locks.until > ${times.server}`
  const isFreeItem = sql`not item.is_trade_locked and (${isLocked}) is not true`
  // The last second of an order is in its time; from the next on it is over.
  const end = sql`o.valid_until + 1`
  return {
    columns: sql`item.chain_id, item.collection, item.token_id, item.creator, coalesce(item.category_id, 0) as category, item.media_kind,
      item.standard, item.created_at as made, encode(coalesce(item.counted_attributes, ''), 'hex') as attributes,
      case when ${isFreeItem} then orders.asks end as asks, case when ${isFreeItem} then orders.listed end as listed,
      coalesce(orders.has_bid, false) as has_bid, lots.ends_at, last.sold, last.last_worth,
      coalesce(liked.likes, 0) as likes, ranks.rank, greatest(orders.turn_from, lots.turn_from) as turn_from,
      least(orders.turn_until, lots.turn_until) as turn_until, case when ${isLocked} then locks.until end as locked_until,
      case when not ${isLocked} then locks.until end as unlocked_at`,
    joins: sql`
      ${join('locks', sql`max(k.until) as until`, sql`item_lock k where k.until > ${times.server - LONGEST_SET_BACK_S}`, 'k')}
      left join item_rank ranks on ${sameKey('ranks')}
      ${join(
        'orders',
        sql`${asks} as asks, max(o.placed_at) filter (where ${isAsk(times)}) as listed, bool_or(${isBid(times)}) as has_bid,
          max(${end}) filter (where o.valid_until <> 0 and ${end} <= ${orderNow}) as turn_from,
          min(${end}) filter (where o.valid_until <> 0 and ${end} > ${orderNow}) as turn_until`,
        sql`market_order o where o.is_live`,
        'o',
      )}
      ${join(
        'lots',
        sql`min(a.end_time) filter (where ${isAuction(times)}) as ends_at,
          max(a.end_time) filter (where a.end_time <= ${auctionNow}) as turn_from,
          min(a.end_time) filter (where a.end_time > ${auctionNow}) as turn_until`,
        sql`auction a where a.is_live`,
        'a',
      )}
      ${join(
        'last',
        sql`(array_agg(s.at order by ${LAST_SALE}))[1] as sold, (array_agg(${SALE_WORTH} order by ${LAST_SALE}))[1] as last_worth`,
        sql`sale s where s.is_counted`,
        's',
      )}
      ${join('liked', sql`count(*) as likes`, sql`item_like l where l.is_counted`, 'l')}`,
  }
}

function factsOf(row: Row): ItemFacts {
  return {
    chainId: row.chain_id,
    collection: addressOf(row.collection),
    tokenId: row.token_id,
    creator: addressOf(row.creator),
    category: row.category,
    media: row.media_kind,
    standard: row.standard,
    made: row.made,
    asks: cheapest(row.asks ?? [], (hex) => toAddress(`0x${hex}`)),
    listed: row.listed ?? undefined,
    hasBid: row.has_bid,
    endsAt: row.ends_at ?? undefined,
    sold: row.sold ?? undefined,
    lastWorth: row.last_worth ?? undefined,
    likes: row.likes,
    rank: row.rank ?? undefined,
    attributes: row.attributes,
    from: row.turn_from ?? 0,
    until: row.turn_until ?? Number.POSITIVE_INFINITY,
    lockedUntil: row.locked_until ?? 0,
    unlockedAt: row.unlocked_at ?? 0,
  }
}

/** The cheapest ask in each pay token. */
function cheapest(asks: readonly string[], addressIn: (hex: string) => Address): AskFact[] {
  const best = new Map<string, bigint>()
  for (const ask of asks) {
    const [payToken = '', unit = '0'] = ask.split(' ')
    const [known, price] = [best.get(payToken), BigInt(unit)]
    if (known === undefined || price < known) best.set(payToken, price)
  }
  return [...best].map(([payToken, unit]) => ({ payToken: addressIn(payToken), unit }))
}

/** Rows that one step of a load reads: others are served between two of them. */
const STEP = 2_000
/** For the load alone, which joins and groups whole tables: without it they go to disk. */
const SETTINGS = ["work_mem = '256MB'", 'cursor_tuple_fraction = 1', 'enable_nestloop = off']

/** Between the fields of a row's text, and between its asks; no field has them. */
const [MARK, AMONG_ASKS] = ['|', ',']

/** All facts of a row in one text: to read a value of each column takes several times as long. Attributes are read elsewhere. */
const PACKED = sql`concat_ws(${sql.lit(MARK)}, chain_id, encode(collection, 'hex'), token_id, encode(creator, 'hex'), category, media_kind,
  standard, made, ${sql.join(
    [
      sql`array_to_string(asks, ${sql.lit(AMONG_ASKS)})`,
      ...[
        'listed',
        'has_bid::int',
        'ends_at',
        'sold',
        'last_worth',
        'likes',
        'rank',
        'turn_from',
        'turn_until',
        'locked_until',
        'unlocked_at',
      ].map((name) => sql.raw(`${name}::text`)),
    ].map((field) => sql`coalesce(${field}, '')`),
  )})`

/** Reads `PACKED`. Addresses come again and again. */
function reader(): (row: string) => ItemFacts {
  const addresses = new Map<string, Address>()
  const addressIn = (hex: string): Address => {
    const known = addresses.get(hex)
    if (known !== undefined) return known
    const address = toAddress(`0x${hex}`)
    addresses.set(hex, address)
    return address
  }
  const wholeIn = (text: string): number | undefined => (text === '' ? undefined : Number(text))
  return (row) => {
    const [chain, collection = '', token = '', creator = '', category, media = '', standard, made, asks = '', ...rest] = row.split(MARK)
    const [listed = '', hasBid, endsAt = '', sold = '', lastWorth = '', likes, rank = '', from = '', until = '', lockedUntil, unlockedAt] =
      rest
    return {
      chainId: Number(chain),
      collection: addressIn(collection),
      tokenId: BigInt(token),
      creator: addressIn(creator),
      category: Number(category),
      media,
      standard: Number(standard),
      made: Number(made),
      asks: asks === '' ? [] : cheapest(asks.split(AMONG_ASKS), addressIn),
      listed: wholeIn(listed),
      hasBid: hasBid === '1',
      endsAt: wholeIn(endsAt),
      sold: wholeIn(sold),
      lastWorth: lastWorth === '' ? undefined : BigInt(lastWorth),
      likes: Number(likes),
      rank: wholeIn(rank),
      attributes: '',
      from: wholeIn(from) ?? 0,
      until: wholeIn(until) ?? Number.POSITIVE_INFINITY,
      lockedUntil: Number(lockedUntil),
      unlockedAt: Number(unlockedAt),
    }
  }
}

/** All items of the market in one snapshot, which is returned; undefined where `put` took one for too many. */
export function loadFacts(db: Db, times: Times, put: (facts: ItemFacts) => boolean): Promise<string | undefined> {
  return db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(async (tx) => {
      const { rows: now } = await sql<{ snapshot: string }>`select pg_current_snapshot()::text as snapshot`.execute(tx)
      const { columns, joins } = facts(times, forAll)
      for (const setting of SETTINGS) await sql`set local ${sql.raw(setting)}`.execute(tx)
      await sql`declare all_items no scroll cursor for select ${PACKED} as row from (select ${columns} from item ${joins}
        where ${isShownItem} and item.chain_id = any(${int8s([...times.chains.keys()])})) facts`.execute(tx)
      const factsIn = reader()
      for (;;) {
        const { rows } = await sql<{ row: string }>`fetch ${sql.lit(STEP)} from all_items`.execute(tx)
        for (const { row } of rows) if (!put(factsIn(row))) return undefined
        if (rows.length < STEP) return now[0]?.snapshot
      }
    })
}

/** What became of an item: its facts, or undefined where visitors don't see it any more. */
export type Changed = { readonly ref: ItemRef; readonly facts: ItemFacts | undefined }
export type Change = { readonly snapshot: string; readonly changed: readonly Changed[]; readonly isMore: boolean }

type ChangedRow = { snapshot: string; key_chain: number | null; key_collection: Uint8Array; key_token: bigint } & Nullable<Row>
type Nullable<T> = { [K in keyof T]: T[K] | null }

/**
 * Items that a transaction has changed which an earlier snapshot did not see, and a few others, with their facts of now: all of one
 * snapshot, the new one. `isMore` where there are more than `most`.
 */
export async function readChanges(
  db: Db | Tx,
  times: Times,
  { since, others, most }: { readonly since: string; readonly others: readonly ItemRef[]; readonly most: number },
): Promise<Change> {
  const { columns, joins } = facts(times, forEach)
  // Ordered, so that the index of writers is used whatever is known of their numbers.
  const marked = (table: string) => sql`(select ${KEY} from ${sql.table(table)}
    where writer >= pg_snapshot_xmin(${since}::pg_snapshot) and not pg_visible_in_snapshot(writer, ${since}::pg_snapshot)
    order by writer desc limit ${most + 1})`
  const { rows } = await sql<ChangedRow>`
    select pg_current_snapshot()::text as snapshot, key.chain_id as key_chain, key.collection as key_collection, key.token_id as key_token, facts.*
    from (select 1) one
    left join (
      select ${KEY} from (${marked('item_mark')} union ${marked('item_index_mark')} union select given.* from ${givenItems(others)}) marked
      limit ${most + 1}) key on true
    left join lateral (select ${columns} from item ${joins}
      where item.chain_id = key.chain_id and item.collection = key.collection and item.token_id = key.token_id and ${isShownItem} limit 1) facts
      on true`.execute(db)
  const changed = rows.flatMap((row) => {
    if (row.key_chain === null) return []
    const ref = { chainId: row.key_chain, collection: addressOf(row.key_collection), tokenId: row.key_token }
    return [{ ref, facts: row.chain_id === null ? undefined : factsOf(row as Row) }]
  })
  return { snapshot: rows[0]?.snapshot ?? '', changed: changed.slice(0, most), isMore: changed.length > most }
}
