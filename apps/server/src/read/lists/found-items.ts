import type { Address } from '@plinth/protocol'
import { type RawBuilder, sql } from 'kysely'
import { bytes } from '../../db/database.ts'
import { ENOUGH_OF_SHORT, isFound, isNamed, isNumber, rankOf, type Search, type Transaction } from '../../db/search.ts'

/** People of one name whose works are found by it. */
const MOST_CREATORS = 20

/** Items of this collection or creator, once each. Each of the two has its index, which includes the columns of the order. */
export function foundByAddress(address: Address, where: RawBuilder<unknown>): RawBuilder<unknown> {
  const at = (column: RawBuilder<unknown>) => sql`select chain_id, collection, token_id, created_at from item
    where ${where} and ${column} = ${bytes(address)}`
  return sql`${at(sql`item.collection`)} union ${at(sql`item.creator`)}`
}

/** Items that a transaction moved: minted, sold, transferred or burnt. */
export const foundByTransaction = ({ txHash }: Transaction): RawBuilder<unknown> =>
  sql`select distinct chain_id, collection, token_id from item_transfer where tx_hash = ${bytes(txHash)}`

/** Addresses of the people whose name has these words, the equal name first. A bio finds no items. */
export const creatorsNamed = (by: Search): RawBuilder<unknown> => sql`select account.address from account_search join account using (id)
  where ${isFound('account_search', by)} and ${isNamed(by)}
  order by ${rankOf('account_search', by)}, account.id desc limit ${sql.lit(MOST_CREATORS)}`

/**
 * Keys of items with their rank, several times where an item is found by more than one: by name, then by attributes and description,
 * then by the name of the creator; each has its index. `where` is of `item`, for those found by their creator or by a short word.
 */
export function foundByWords(by: Search, where: RawBuilder<unknown>): RawBuilder<unknown> {
  if (by.isShort) return sql`select chain_id, collection, token_id, rank from (${foundByShortWord(by, where)}) hits`
  return sql`${foundByText(by, where)}
    union all
    select chain_id, collection, token_id, 4 from item where ${where} and item.creator in (${creatorsNamed(by)})`
}

/** The same without creators. */
export function foundByText(by: Search, where: RawBuilder<unknown>): RawBuilder<unknown> {
  if (by.isShort) return sql`select chain_id, collection, token_id, rank from (${foundByShortWord(by, where)}) hits where rank < 4`
  return sql`select chain_id, collection, token_id, ${rankOf('item_search', by)} as rank from item_search where ${isFound('item_search', by)}
    union all
    select chain_id, collection, token_id, 3 from item_text_search where ${isFound('item_text_search', by)}`
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
  const ofNumber = isNumber('item_search', by)
  const byNumber = ofNumber
    ? sql`(select ${key}, 0 as rank from ${joined(sql`item_search`)} where ${ofNumber} and ${where} limit ${ENOUGH_OF_SHORT}) union`
    : sql``
  const unlessEnough = (found: RawBuilder<unknown>) =>
    sql`limit (select case when count(*) < ${ENOUGH_OF_SHORT} then ${ENOUGH_OF_SHORT} else 0 end from ${found} found)`
  return sql`with names as materialized (${byNumber}
      (select ${key}, ${rank} as rank from ${joined(looked)} where ${rank} = 0 and ${where} limit ${ENOUGH_OF_SHORT})
      union (select ${key}, ${rank} as rank from ${joined(sql`item_search`)} where ${named} and ${where} limit ${ENOUGH_OF_SHORT})),
    texts as materialized (select ${key}, 3 as rank from ${joined(sql`item_text_search`)}
      where ${isFound('item_text_search', by)} and ${where} ${unlessEnough(sql`names`)}),
    made as materialized (select ${key}, 4 as rank from item where ${where} and item.creator in (${creatorsNamed(by)})
      ${unlessEnough(sql`(select chain_id, collection, token_id from names union select chain_id, collection, token_id from texts)`)})
    select * from names union all select * from texts union all select * from made`
}
