import type { Address } from '@plinth/protocol'
import { type RawBuilder, sql } from 'kysely'
import { bytes } from '../db/database.ts'
import { ENOUGH_OF_SHORT, isFound, isNamed, rankOf, type Search, type Transaction } from '../db/search.ts'

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
 * then by the name of the creator; each has its index. `where` is of `item`, for those found by their creator.
 */
export function foundByWords(by: Search, where: RawBuilder<unknown>): RawBuilder<unknown> {
  const made = sql`select chain_id, collection, token_id, 4 from item where ${where} and item.creator in (${creatorsNamed(by)})`
  return by.isShort
    ? sql`${foundByText(by, where)} union all (${made} limit ${ENOUGH_OF_SHORT})`
    : sql`${foundByText(by, where)} union all ${made}`
}

/** The same without creators. */
export function foundByText(by: Search, where: RawBuilder<unknown>): RawBuilder<unknown> {
  if (by.isShort) return foundByShortWord(by, where)
  return sql`select chain_id, collection, token_id, ${rankOf('item_search', by)} as rank from item_search where ${isFound('item_search', by)}
    union all
    select chain_id, collection, token_id, 3 from item_text_search where ${isFound('item_text_search', by)}`
}

/** Of each kind as many as are shown and one more; of names those that are the very word, or number, before others. */
function foundByShortWord(by: Search, where: RawBuilder<unknown>): RawBuilder<unknown> {
  const first = (table: 'item_search' | 'item_text_search', rank: RawBuilder<unknown>, is: RawBuilder<unknown>) =>
    sql`(select item.chain_id, item.collection, item.token_id, ${rank} as rank from ${sql.table(table)}
      join item using (chain_id, collection, token_id) where ${is} and ${where} limit ${ENOUGH_OF_SHORT})`
  const named = isFound('item_search', by)
  const rank = rankOf('item_search', by)
  return sql`${first('item_search', rank, sql`${named} and ${rank} = 0`)}
    union all ${first('item_search', rank, named)}
    union all ${first('item_text_search', sql`3`, isFound('item_text_search', by))}`
}
