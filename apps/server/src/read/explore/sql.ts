import { FACET_NAMES, type FacetName, type FacetValue } from '@plinth/api'
import { type RawBuilder, sql } from 'kysely'
import { byteas, givenRows, int8s, numerics, texts } from '../../db/columns.ts'
import { addressOf, bytes, type Db, type Tx } from '../../db/database.ts'
import { limitStatements } from '../../db/gate.ts'
import { MOST_OF_SHORT } from '../../db/search.ts'
import { DIGEST_BYTES } from '../../state/items/attributes.ts'
import { foundByTransaction, foundByWords } from '../lists/found-items.ts'
import { type Answer, type Counts, type FacetCounts, keyOf, MOST_VALUES, type Prices } from './answer.ts'
import { type Attribute, isChosen, readAttributes } from './attributes.ts'
import { isAmong, SQL_OF } from './facets.ts'
import { isAsk, isAuction, isBid, isFree, isShownItem, LAST_SALE, nowOf, RANK, SALE_WORTH, UNIT_PRICE, VERIFIED } from './facts.ts'
import { isFalling, type Position } from './position.ts'
import { type Chosen, FIRST_ATTRIBUTE, GROUPS, type Group, PARTS, partsBetween, type Question } from './question.ts'

/**
 * PostgreSQL's way: reads every item of the market for each question, in one snapshot. It is the definition that tests compare the
 * index with, and it answers where the index has no room. All of it takes no longer than `mostMs`, where that is given.
 *
 * @throws DatabaseError 57014, query_canceled
 */
export function askDatabase(db: Db, question: Question, mostMs?: number): Promise<Answer> {
  const began = performance.now()
  const limit = async (tx: Tx): Promise<void> => {
    if (mostMs === undefined) return
    await limitStatements(tx, mostMs - (performance.now() - began))
  }
  return db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(async (tx) => {
      await limit(tx)
      const [collection] = question.collections?.length === 1 ? question.collections : []
      const attributes = collection ? await readAttributes(tx, collection, new Set()) : []
      const facts = factsOf(question, attributes)
      // All of it is read: whatever is expected of a part, joining it row by row takes minutes in a market of 100,000 items.
      await sql`set local enable_nestloop = off`.execute(tx)
      await limit(tx)
      const { rows } = await listOf(question, facts).execute(tx)
      await limit(tx)
      const { rows: totals } = await sql<{ total: number; is_cut: boolean }>`${facts}
        select count(*) as total, ${isCut(question)} as is_cut from fact where fails = 0`.execute(tx)
      await limit(tx)
      const counts = question.withCounts ? await readCounts(tx, question, attributes, facts) : undefined
      const { total = 0, is_cut = false } = totals[0] ?? {}
      return { list: rows.map((row) => positionOf(row, question)), total, isAtLeast: is_cut, counts }
    })
}

/** Beyond 2^53 a number would not be exact. */
const bitOf = (bit: number) => sql`${sql.raw(String(2n ** BigInt(bit)))}::bigint`

const KEY = sql`chain_id, collection, token_id`
const isOfItem = (table: string) => sql`${sql.ref(`${table}.chain_id`)} = item.chain_id
  and ${sql.ref(`${table}.collection`)} = item.collection and ${sql.ref(`${table}.token_id`)} = item.token_id`

/** `ask`: the cheapest price of each item in each pay token. `fact`: a row for each item, with the bits of the groups it fails. */
function factsOf(question: Question, attributes: readonly Attribute[]): RawBuilder<unknown> {
  const { times, moneys, scale } = question
  const tokens = givenRows({
    chain_id: int8s(moneys.tokens.map(({ chainId }) => chainId)),
    pay_token: byteas(moneys.tokens.map(({ address }) => address)),
    money: byteas(moneys.tokens.map(({ money }) => money)),
    weight: numerics(moneys.tokens.map(({ weight }) => weight ?? null)),
  })
  const ofScale = scale.only ? sql`ask.chain_id = ${scale.only.chainId} and ask.money = ${bytes(scale.only.address)}` : sql`false`
  const fails = [...GROUPS.map((group) => failsOf(question, group)), ...failsOfAttributes(question, attributes)]
  const bits = fails.map((fail, bit) => sql`case when ${fail} then ${bitOf(bit)} else 0 end`)
  return sql`with ${foundRows(question)} ask as materialized (
      select o.chain_id, o.collection, o.token_id, o.pay_token, coalesce(given.money, o.pay_token) as money, given.weight,
        min(${UNIT_PRICE}) as unit, max(o.placed_at) as placed_at
      from market_order o join item on ${isOfItem('o')} and ${isFree(times)}
      left join ${tokens} on given.chain_id = o.chain_id and given.pay_token = o.pay_token
      where ${isAsk(times)} group by o.chain_id, o.collection, o.token_id, o.pay_token, given.money, given.weight),
    read as materialized (
      select item.chain_id, item.collection, item.token_id, item.creator, coalesce(item.category_id, 0) as category, item.media_kind, item.frames,
        item.standard, item.created_at as made, coalesce(item.counted_attributes, '') as attributes,
        best.money, best.unit, best.worth, ${scale.only ? sql`asked.price * ${scale.paid}::numeric` : sql`best.worth`} as price, asked.listed, asked.pay_tokens,
        bid.chain_id is not null as has_bid, lot.ends_at, last.at as sold, last.worth as last_worth, coalesce(liked.likes, 0) as likes,
        ${RANK} as rank, ${matchOf(question)} as match, ${nowOf(times, sql`item.chain_id`)} as now
      from item
      left join (select distinct on (${KEY}) ${KEY}, money, unit, unit * weight as worth from ask
        order by ${KEY}, weight is null, unit * weight, money, unit) best on ${isOfItem('best')}
      left join (select ${KEY}, max(placed_at) as listed, array_agg(pay_token) as pay_tokens, min(unit) filter (where ${ofScale}) as price
        from ask group by ${KEY}) asked on ${isOfItem('asked')}
      left join (select distinct ${KEY} from market_order o where ${isBid(times)}) bid on ${isOfItem('bid')}
      left join (select ${KEY}, min(a.end_time) as ends_at from auction a where ${isAuction(times)} group by ${KEY}) lot on ${isOfItem('lot')}
      left join (select distinct on (${KEY}) ${KEY}, s.at, ${SALE_WORTH} as worth from sale s where s.is_counted
        order by ${KEY}, ${LAST_SALE}) last on ${isOfItem('last')}
      left join (select ${KEY}, count(*) as likes from item_like where is_counted group by ${KEY}) liked on ${isOfItem('liked')}
      ${isOfWords(question) ? sql`join found on ${isOfItem('found')}` : sql``}
      where ${isShownItem} and item.chain_id = any(${int8s([...times.chains.keys()])}) and ${isFoundBy(question)}),
    fact as materialized (select read.*, ${sql.join(bits, sql` + `)} as fails from read)`
}

const isOfWords = ({ words }: Question): boolean => typeof words === 'object' && !('txHash' in words)

/** `found`: the items that words find, with their rank; of a short word the first ones by rank. */
function foundRows({ words, times }: Question): RawBuilder<unknown> {
  if (typeof words !== 'object' || 'txHash' in words) return sql``
  const shown = sql`${isShownItem} and item.chain_id = any(${int8s([...times.chains.keys()])})`
  const hits = sql`select ${KEY}, min(rank) as rank from (${foundByWords(words, shown)}) hits group by ${KEY}`
  if (!words.isShort) return sql`found as materialized (${hits}),`
  return sql`hits as materialized (${hits}), found as materialized (select * from hits order by rank, ${KEY} limit ${sql.lit(MOST_OF_SHORT)}),`
}

/** How well an item fits the search: by rank, and in a verified collection before others. */
function matchOf(question: Question): RawBuilder<unknown> {
  if (question.sort !== 'match' || !isOfWords(question)) return sql`0`
  return sql`(found.rank * 2 + case when (item.chain_id, item.collection) in (${VERIFIED}) then 0 else 1 end)`
}

function isFoundBy({ words }: Question): RawBuilder<unknown> {
  if (words === undefined) return sql`true`
  if (words === 'nothing') return sql`false`
  if (typeof words === 'string') return sql`(item.collection = ${bytes(words)} or item.creator = ${bytes(words)})`
  if (!('txHash' in words)) return sql`true`
  return sql`(item.chain_id, item.collection, item.token_id) in (select ${KEY} from (${foundByTransaction(words)}) found)`
}

/** Whether a short word finds more than the list is made of. */
const isCut = ({ words }: Question): RawBuilder<boolean> =>
  typeof words === 'object' && !('txHash' in words) && words.isShort
    ? sql<boolean>`(select count(*) > ${sql.lit(MOST_OF_SHORT)} from hits)`
    : sql<boolean>`false`

/** Whether a row of `read` fails the filters of a group; none of which it passes. */
function failsOf(question: Question, group: Group): RawBuilder<unknown> {
  const passes = passOf(question, group)
  return passes ? sql`(${passes}) is not true` : sql`false`
}

function passOf(question: Question, group: Group): RawBuilder<unknown> | undefined {
  if (group === 'prices') {
    const { min, max } = question
    if (min === undefined && max === undefined) return undefined
    return sql`read.price is not null ${min === undefined ? sql`` : sql`and read.price >= ${min}::numeric`}
      ${max === undefined ? sql`` : sql`and read.price <= ${max}::numeric`}`
  }
  return hasOf(question, group)
}

function hasOf<N extends FacetName>(question: Chosen, name: N): RawBuilder<unknown> | undefined {
  const values: readonly FacetValue<N>[] | undefined = question[name]
  return values && SQL_OF[name].has(values)
}

const SIZE = sql.lit(DIGEST_BYTES)
const PART = sql`substring(read.attributes from 1 + ${SIZE} * part for ${SIZE})`
const EACH_PART = sql`generate_series(0, length(read.attributes) / ${SIZE} - 1) as part`
const hexes = (digests: readonly string[]) => byteas(digests.map((digest) => `0x${digest}` as const))

function failsOfAttributes({ attributes: filters, collections }: Question, attributes: readonly Attribute[]): RawBuilder<unknown>[] {
  return filters.map((filter) => {
    const chosen = attributes.filter(({ key, value }) => key === filter.key && isChosen(filter, value))
    return sql`not (${isAmong(sql`(read.chain_id, read.collection)`, collections ?? [])}
      and exists (select from ${EACH_PART} where ${PART} = any(${hexes(chosen.map(({ digest }) => digest))})))`
  })
}

type ListRow = {
  chain_id: number
  collection: Uint8Array
  token_id: bigint
  class: 0 | 1 | 2
  money_chain: number
  money: Uint8Array
  place: bigint
  made: number
}

/** The value that a sort compares; null stands last. */
const VALUES: Readonly<Record<Question['sort'], RawBuilder<unknown>>> = {
  listed: sql`listed`,
  made: sql`made`,
  sold: sql`sold`,
  priceLow: sql`worth`,
  priceHigh: sql`worth`,
  ending: sql`ends_at`,
  liked: sql`likes`,
  lastSale: sql`last_worth`,
  rarity: sql`rank`,
  token: sql`token_id`,
  match: sql`match`,
}

/** Falling values and times are negated, so that one comparison of rows says what comes after the cursor. */
function listOf({ sort, after, limit }: Question, facts: RawBuilder<unknown>): RawBuilder<ListRow> {
  const [isPrice, sign] = [sort === 'priceLow' || sort === 'priceHigh', isFalling(sort) ? -1n : 1n]
  const value = VALUES[sort]
  const isUnrated = isPrice ? sql`when unit is not null then 1` : sql``
  const isAfter = after
    ? sql`and (class, money_chain, money, place, -made, chain_id, collection, -token_id) > (${after.class}::int, ${after.money?.chainId ?? 0}::bigint,
        ${after.money ? bytes(after.money.address) : Buffer.alloc(0)}::bytea, ${sign * after.value}::numeric, ${-after.createdAt}::bigint,
        ${after.chainId}::bigint, ${bytes(after.collection)}::bytea, ${-after.tokenId}::numeric)`
    : sql``
  return sql<ListRow>`${facts}, classed as (
      select fact.*, (case when ${value} is not null then 0 ${isUnrated} else 2 end)::int as class from fact where fails = 0),
    placed as (
      select chain_id, collection, token_id, made, class, case when class = 1 then chain_id else 0 end as money_chain,
        case when class = 1 then money else ''::bytea end as money,
        (case class when 0 then ${value} ${isPrice ? sql`when 1 then unit` : sql``} else 0 end)::numeric * ${sign}::numeric as place
      from classed)
    select * from placed where true ${isAfter}
    order by class, money_chain, money, place, -made, chain_id, collection, -token_id limit ${limit}`
}

function positionOf(row: ListRow, { sort, moneys }: Question): Position {
  return {
    chainId: row.chain_id,
    collection: addressOf(row.collection),
    tokenId: row.token_id,
    class: row.class,
    money: row.class === 1 ? { chainId: row.money_chain, address: addressOf(row.money) } : undefined,
    value: isFalling(sort) ? -row.place : row.place,
    createdAt: row.made,
    mark: moneys.mark,
  }
}

type CountRow = { name: FacetName; key: string; count: number }

async function readCounts(tx: Tx, question: Question, attributes: readonly Attribute[], facts: RawBuilder<unknown>): Promise<Counts> {
  const prices = await readPrices(tx, question, facts)
  const each = FACET_NAMES.map((name) => countsOf(question, name))
  const { rows } = await sql<CountRow>`${facts} ${sql.join(each, sql` union all `)}`.execute(tx)
  const ofFacet = (name: FacetName): ReadonlyMap<string, number> =>
    new Map(rows.filter((row) => row.name === name).map(({ key, count }) => [key, count]))
  const digests = await countAttributes(tx, question, attributes, facts)
  return {
    ...(Object.fromEntries(FACET_NAMES.map((name) => [name, ofFacet(name)])) as FacetCounts),
    attributes: attributes.map((attribute) => ({ ...attribute, count: digests.get(attribute.digest) ?? 0 })),
    prices,
  }
}

/** Rows that fail no group but perhaps this one. */
const passesAllBut = (bit: number) => sql`(fails & ~${bitOf(bit)}) = 0`

function countsOf(question: Question, name: FacetName): RawBuilder<unknown> {
  const { key, from = sql`fact`, isLong }: (typeof SQL_OF)[FacetName] = SQL_OF[name]
  const counted = sql`select ${sql.lit(name)} as name, ${key} as key, count(*) as count from ${from}
    where ${passesAllBut(GROUPS.indexOf(name))} and ${key} is not null group by 2`
  if (!isLong) return counted
  return sql`select name, key, count
    from (select counted.*, row_number() over (order by count desc, key) as place from (${counted}) counted) counted
    where place <= ${sql.lit(MOST_VALUES)} or key = any(${texts((question[name] ?? []).map(keyOf))})`
}

async function countAttributes(
  tx: Tx,
  { collections, attributes: filters }: Question,
  attributes: readonly Attribute[],
  facts: RawBuilder<unknown>,
): Promise<Map<string, number>> {
  if (attributes.length === 0 || !collections) return new Map()
  const ofKeys = filters.map(({ key }) => hexes(attributes.filter((one) => one.key === key).map(({ digest }) => digest)))
  const passes = ofKeys.map((digests, at) => sql`when ${PART} = any(${digests}) then ${passesAllBut(FIRST_ATTRIBUTE + at)}`)
  const isIn = passes.length === 0 ? sql`fails = 0` : sql`case ${sql.join(passes, sql` `)} else fails = 0 end`
  const { rows } = await sql<{ digest: string; count: number }>`${facts}
    select encode(${PART}, 'hex') as digest, count(*) as count from fact as read, ${EACH_PART}
    where ${isAmong(sql`(read.chain_id, read.collection)`, collections)} and ${isIn} group by 1`.execute(tx)
  return new Map(rows.map(({ digest, count }) => [digest, count]))
}

async function readPrices(tx: Tx, _: Question, facts: RawBuilder<unknown>): Promise<Prices | undefined> {
  const where = passesAllBut(GROUPS.indexOf('prices'))
  const { rows } = await sql<{ min: bigint | null; max: bigint | null; unpriced: number }>`${facts}
    select min(price) as min, max(price) as max, count(*) filter (where price is null) as unpriced from fact where ${where}`.execute(tx)
  const { min, max, unpriced = 0 } = rows[0] ?? {}
  if (min == null || max == null) return undefined
  const { rows: parts } = await sql<{ part: number; count: number }>`${facts}
    select width_bucket(price, ${numerics(partsBetween(min, max))}) as part, count(*) as count
    from fact where ${where} and price is not null group by 1`.execute(tx)
  const counts = Array.from({ length: PARTS }, () => 0)
  for (const { part, count } of parts) counts[part] = count
  return { min, max, counts, unpriced }
}
