import type { Address } from '@plinth/protocol'
import { type RawBuilder, sql } from 'kysely'
import { bytes } from '../../db/database.ts'
import {
  ENOUGH_OF_SHORT,
  isFound,
  isNamed,
  isNumber,
  isVeryName,
  RANK,
  rankOf,
  type Search,
  type Transaction,
  verifiedRankOf,
} from '../../db/search.ts'

/** People of one name whose works are found by it. */
const MOST_CREATORS = 20
/** Collections of one name whose work of the searched number is found. */
const MOST_COLLECTIONS = 100

/** Items of this collection or creator, once each. Each of the two has its index, which includes the columns of the order. */
export function foundByAddress(address: Address, where: RawBuilder<unknown>): RawBuilder<unknown> {
  const at = (column: RawBuilder<unknown>) => sql`select chain_id, collection, token_id, created_at from item
    where ${where} and ${column} = ${bytes(address)}`
  return sql`${at(sql`item.collection`)} union ${at(sql`item.creator`)}`
}

/** Items that a transaction moved: minted, sold, transferred or burnt. */
export const foundByTransaction = ({ txHash }: Transaction): RawBuilder<unknown> =>
  sql`select distinct chain_id, collection, token_id from item_transfer where tx_hash = ${bytes(txHash)}`

/** Addresses and ranks of the people whose name has these words, the equal name first. A bio finds no items. */
export const creatorsNamed = (by: Search): RawBuilder<unknown> => sql`select account.address,
    case when ${isVeryName('account_search', by)} then ${sql.lit(RANK.veryCreator)} else ${sql.lit(RANK.creator)} end as rank
  from account_search join account using (id) where ${isFound('account_search', by)} and ${isNamed(by)}
  order by ${rankOf('account_search', by)}, account.id desc limit ${sql.lit(MOST_CREATORS)}`

/** "postcards 9": keys and ranks of the works of that number in collections of that name; undefined for searches of another form. */
export function numberedIn({ number, isShort }: Search): RawBuilder<unknown> | undefined {
  if (!number || isShort || number.beside.grams.length === 0) return undefined
  const by = { ...number.beside, isShort, number: undefined }
  const isVerified = sql<boolean>`(collection.is_verified and not collection.is_official)`
  return sql`select item.chain_id, item.collection, item.token_id, named.rank from (
      select collection.chain_id, collection.address,
        case when ${isVeryName('collection_search', by)} then ${sql.lit(RANK.numbered)} else ${sql.lit(RANK.number)} end as rank
      from collection_search join collection using (id)
      where ${isFound('collection_search', by)} and collection.address is not null
      order by ${verifiedRankOf('collection_search', by, isVerified)}, collection.id limit ${sql.lit(MOST_COLLECTIONS)}
    ) named join item on item.chain_id = named.chain_id and item.collection = named.address and item.token_id = ${number.id}`
}

/**
 * Keys of items with their rank, several times where an item is found by more than one: by name, by the name of their collection and
 * their number, by attributes and description, by the name of the creator; each has its index. `where` is of `item`, for those found by
 * their creator or by a short word.
 */
export function foundByWords(by: Search, where: RawBuilder<unknown>): RawBuilder<unknown> {
  if (by.isShort) return sql`select chain_id, collection, token_id, rank from (${foundByShortWord(by, where)}) hits`
  const numbered = numberedIn(by)
  return sql`${foundByText(by, where)} ${numbered ? sql`union all ${numbered}` : sql``}
    union all
    select item.chain_id, item.collection, item.token_id, made.rank from (${creatorsNamed(by)}) made
      join item on item.creator = made.address where ${where}`
}

/** The same without what the names of collections and creators find. */
export function foundByText(by: Search, where: RawBuilder<unknown>): RawBuilder<unknown> {
  if (by.isShort)
    return sql`select chain_id, collection, token_id, rank from (${foundByShortWord(by, where)}) hits
      where rank not in (${sql.lit(RANK.veryCreator)}, ${sql.lit(RANK.creator)})`
  const byNumber = isNumber(by)
  const key = sql`select chain_id, collection, token_id`
  return sql`${key}, ${rankOf('item_search', by)} as rank from item_search where ${isFound('item_search', by)}
    ${byNumber ? sql`union all ${key}, ${sql.lit(RANK.number)} from item_search where ${byNumber}` : sql``}
    union all
    ${key}, ${sql.lit(RANK.text)} from item_text_search where ${isFound('item_text_search', by)}`
}

/** Among so many names the very word is looked for, which then comes before others. */
const LOOKED_THROUGH = sql.lit(5_000)

/**
 * Of each kind as many as are shown and one more, with `created_at`; of texts and creators none where names are enough. A letter is in most
 * names: to rank them all would take as long as reading the market.
 */
export function foundByShortWord(by: Search, where: RawBuilder<unknown>): RawBuilder<unknown> {
  const key = sql`item.chain_id, item.collection, item.token_id, item.created_at`
  const joined = (from: RawBuilder<unknown>) => sql`${from} join item using (chain_id, collection, token_id)`
  const rank = rankOf('item_search', by)
  const named = isFound('item_search', by)
  const looked = sql`(select * from item_search where ${named} limit ${LOOKED_THROUGH}) item_search`
  const ofNumber = isNumber(by)
  const byNumber = ofNumber
    ? sql`(select ${key}, ${sql.lit(RANK.number)} as rank from ${joined(sql`item_search`)} where ${ofNumber} and ${where} limit ${ENOUGH_OF_SHORT}) union`
    : sql``
  const unlessEnough = (found: RawBuilder<unknown>) =>
    sql`limit (select case when count(*) < ${ENOUGH_OF_SHORT} then ${ENOUGH_OF_SHORT} else 0 end from ${found} found)`
  return sql`with names as materialized (${byNumber}
      (select ${key}, ${rank} as rank from ${joined(looked)} where ${isVeryName('item_search', by)} and ${where} limit ${ENOUGH_OF_SHORT})
      union (select ${key}, ${rank} as rank from ${joined(sql`item_search`)} where ${named} and ${where} limit ${ENOUGH_OF_SHORT})),
    texts as materialized (select ${key}, ${sql.lit(RANK.text)} as rank from ${joined(sql`item_text_search`)}
      where ${isFound('item_text_search', by)} and ${where} ${unlessEnough(sql`(select distinct chain_id, collection, token_id from names)`)}),
    made as materialized (select ${key}, creators.rank from (${creatorsNamed(by)}) creators join item on item.creator = creators.address where ${where}
      ${unlessEnough(sql`(select chain_id, collection, token_id from names union select chain_id, collection, token_id from texts)`)})
    select * from names union all select * from texts union all select * from made`
}
