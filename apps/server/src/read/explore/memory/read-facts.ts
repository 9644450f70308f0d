import { type Address, toAddress } from '@plinth/protocol'
import { type RawBuilder, sql } from 'kysely'
import { int8s } from '../../../db/columns.ts'
import { addressOf, type Db, type Tx } from '../../../db/database.ts'
import { givenItems, type ItemRef } from '../../../db/item-keys.ts'
import { isAsk, isAuction, isBid, isShownItem, LAST_SALE, nowOf, SALE_WORTH, UNIT_PRICE } from '../facts.ts'
import type { Times } from '../question.ts'
import { type AskFact, type ItemFacts, LONGEST_SET_BACK_S } from './columns.ts'

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

/** A fact of an item: its SQL over the joined parts, and the reader of its text. An empty text stands for null. */
type Fact<T> = readonly [sql: RawBuilder<unknown>, read: (text: string) => T]
type FactName = keyof ItemFacts

const wholeOf = (text: string): number | undefined => (text === '' ? undefined : Number(text))

/** Every fact of a row of the index. */
function itemFacts(times: Times): { readonly [N in FactName]: Fact<ItemFacts[N]> } {
  // Addresses come again and again.
  const known = new Map<string, Address>()
  const addressIn = (hex: string): Address => {
    const address = known.get(hex) ?? toAddress(`0x${hex}`)
    known.set(hex, address)
    return address
  }
  // As `isFree`, of the joined lock.
  const isLocked = sql`locks.until > ${times.server}`
  const isFree = sql`not item.is_trade_locked and (${isLocked}) is not true`
  return {
    chainId: [sql`item.chain_id`, Number],
    collection: [sql`encode(item.collection, 'hex')`, addressIn],
    tokenId: [sql`item.token_id`, BigInt],
    creator: [sql`encode(item.creator, 'hex')`, addressIn],
    category: [sql`item.category_id`, Number],
    media: [sql`item.media_kind`, String],
    frames: [sql`item.frames`, wholeOf],
    standard: [sql`item.standard`, Number],
    made: [sql`item.created_at`, Number],
    asks: [
      sql`case when ${isFree} then array_to_string(orders.asks, ${sql.lit(AMONG_ASKS)}) end`,
      (text) => (text === '' ? [] : cheapest(text.split(AMONG_ASKS), addressIn)),
    ],
    listed: [sql`case when ${isFree} then orders.listed end`, wholeOf],
    hasBid: [sql`orders.has_bid::int`, (text) => text === '1'],
    endsAt: [sql`lots.ends_at`, wholeOf],
    sold: [sql`last.sold`, wholeOf],
    lastWorth: [sql`last.last_worth`, (text) => (text === '' ? undefined : BigInt(text))],
    likes: [sql`liked.likes`, Number],
    rank: [sql`ranks.rank`, wholeOf],
    attributes: [sql`encode(item.counted_attributes, 'hex')`, String],
    from: [sql`greatest(orders.turn_from, lots.turn_from)`, Number],
    until: [sql`least(orders.turn_until, lots.turn_until)`, (text) => wholeOf(text) ?? Number.POSITIVE_INFINITY],
    lockedUntil: [sql`case when ${isLocked} then locks.until end`, Number],
    unlockedAt: [sql`case when not ${isLocked} then locks.until end`, Number],
  }
}

/** Between the facts of a row's text, and between its asks; no fact has them. */
const [MARK, AMONG_ASKS] = ['|', ',']

type Packed = {
  /** All facts of a row in one text: to read a value of each column takes several times as long. */
  readonly row: RawBuilder<unknown>
  readonly read: (row: string) => ItemFacts
}

/** Leaves the fact `without` out, as if its text were empty. */
function pack(times: Times, without?: FactName): Packed {
  const facts = Object.entries(itemFacts(times)) as [FactName, Fact<unknown>][]
  const fields = facts.map(([name, [of]]) => (name === without ? sql`''` : sql`coalesce((${of})::text, '')`))
  return {
    row: sql`concat_ws(${sql.lit(MARK)}, ${sql.join(fields)})`,
    read: (row) => {
      const texts = row.split(MARK)
      const read: Partial<Record<FactName, unknown>> = {}
      for (const [at, [name, [, readText]]] of facts.entries()) read[name] = readText(texts[at] ?? '')
      return read as ItemFacts
    },
  }
}

/** The parts that facts are made of. */
function joins(times: Times, join: Join): RawBuilder<unknown> {
  const orderNow = nowOf(times, sql`o.chain_id`)
  const auctionNow = nowOf(times, sql`a.chain_id`)
  const asks = sql`array_agg(encode(o.pay_token, 'hex') || ' ' || ${UNIT_PRICE}) filter (where ${isAsk(times)})`
  // The last second of an order is in its time; from the next on it is over.
  const end = sql`o.valid_until + 1`
  return sql`
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
      ${join('liked', sql`count(*) as likes`, sql`item_like l where l.is_counted`, 'l')}`
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

/** All items of the market in one snapshot, which is returned; undefined where `put` took one for too many. */
export function loadFacts(db: Db, times: Times, put: (facts: ItemFacts) => boolean): Promise<string | undefined> {
  return db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(async (tx) => {
      const { rows: now } = await sql<{ snapshot: string }>`select pg_current_snapshot()::text as snapshot`.execute(tx)
      const packed = pack(times, 'attributes')
      for (const setting of SETTINGS) await sql`set local ${sql.raw(setting)}`.execute(tx)
      await sql`declare all_items no scroll cursor for select ${packed.row} as row from item ${joins(times, forAll)}
        where ${isShownItem} and item.chain_id = any(${int8s([...times.chains.keys()])})`.execute(tx)
      for (;;) {
        const { rows } = await sql<{ row: string }>`fetch ${sql.lit(STEP)} from all_items`.execute(tx)
        for (const { row } of rows) if (!put(packed.read(row))) return undefined
        if (rows.length < STEP) return now[0]?.snapshot
      }
    })
}

/** What became of an item: its facts, or undefined where visitors don't see it any more. */
export type Changed = { readonly ref: ItemRef; readonly facts: ItemFacts | undefined }
export type Change = { readonly snapshot: string; readonly changed: readonly Changed[]; readonly isMore: boolean }

type ChangedRow = { snapshot: string; key_chain: number | null; key_collection: Uint8Array; key_token: bigint; row: string | null }

/**
 * Items that a transaction has changed which an earlier snapshot did not see, and a few others, with their facts of now: all of one
 * snapshot, the new one. `isMore` where there are more than `most`.
 */
export async function readChanges(
  db: Db | Tx,
  times: Times,
  { since, others, most }: { readonly since: string; readonly others: readonly ItemRef[]; readonly most: number },
): Promise<Change> {
  const packed = pack(times)
  // Ordered, so that the index of writers is used whatever is known of their numbers.
  const marked = (table: string) => sql`(select ${KEY} from ${sql.table(table)}
    where writer >= pg_snapshot_xmin(${since}::pg_snapshot) and not pg_visible_in_snapshot(writer, ${since}::pg_snapshot)
    order by writer desc limit ${most + 1})`
  const { rows } = await sql<ChangedRow>`
    select pg_current_snapshot()::text as snapshot, key.chain_id as key_chain, key.collection as key_collection, key.token_id as key_token, facts.row
    from (select 1) one
    left join (
      select ${KEY} from (${marked('item_mark')} union ${marked('item_index_mark')} union select given.* from ${givenItems(others)}) marked
      limit ${most + 1}) key on true
    left join lateral (select ${packed.row} as row from item ${joins(times, forEach)}
      where item.chain_id = key.chain_id and item.collection = key.collection and item.token_id = key.token_id and ${isShownItem} limit 1) facts
      on true`.execute(db)
  const changed = rows.flatMap((row) => {
    if (row.key_chain === null) return []
    const ref = { chainId: row.key_chain, collection: addressOf(row.key_collection), tokenId: row.key_token }
    return [{ ref, facts: row.row === null ? undefined : packed.read(row.row) }]
  })
  return { snapshot: rows[0]?.snapshot ?? '', changed: changed.slice(0, most), isMore: changed.length > most }
}
