const WRITTEN = /\b(?:insert into|update|delete from|merge into)\s+(?:only\s+)?"?([a-z_]+)"?/gi
const OF_TABLES = /^\s*(?:alter|drop|truncate|create)\b/i
/** Written once a minute for each session, and no answer depends on it. */
const USE_OF_SESSION = /^update "session" set "used_at" = \$1 where/
const IDENTIFIER = /[a-z_][a-z_0-9]*/gi

/** Stands for all tables: a statement that changes tables themselves. */
export const EVERY_TABLE = '*'

/**
 * A card says what the item's record says without it, and only while the item's mark has its version: no answer changes with it.
 * Otherwise each page that is read for the first time would end the answers of all others.
 */
const BUILT_CARDS = /^(?:insert into|update) item_card\b/
/** Written by triggers, with each statement that writes to the first. An answer from cards has read the marks. */
export const TRIGGERS: Readonly<Record<string, readonly string[]>> = {
  item: ['item_mark', 'row_total'],
  holding: ['item_mark'],
  market_order: ['item_mark', 'row_total', 'floor_due'],
  auction: ['item_mark', 'row_total'],
  item_lock: ['item_mark'],
  sale: ['item_mark'],
  item_like: ['item_likes', 'item_index_mark', 'row_total'],
  item_rank: ['item_index_mark'],
  account: ['name_mark'],
  collection: ['name_mark'],
  category: ['name_mark'],
  pay_token: ['name_mark'],
  official_sender: ['name_mark'],
  fill_check: ['floor_due'],
  account_stat: ['item_like', 'item_likes', 'item_index_mark', 'row_total'],
  activity: ['item_like', 'item_likes', 'item_index_mark', 'row_total'],
}
/** Rows that go with those of another table, or lose a column by it (`on delete cascade`, `on delete set null`). */
export const CASCADES: Readonly<Record<string, readonly string[]>> = {
  item: ['item_search', 'item_text_search'],
  market_order: ['fill_check'],
  category: ['collection'],
  collection: ['collection_search'],
  account: ['account_search'],
}

/** The tables that a statement may change. */
export function tablesWritten(text: string): readonly string[] {
  if (OF_TABLES.test(text)) return [EVERY_TABLE]
  if (USE_OF_SESSION.test(text) || BUILT_CARDS.test(text)) return []
  const named = new Set([...text.matchAll(WRITTEN)].flatMap(([, table]) => table?.toLowerCase() ?? []))
  return [...named].flatMap((table) => [table, ...(CASCADES[table] ?? []), ...(TRIGGERS[table] ?? [])])
}

/** At least the tables that a statement may read: every name in it, those of columns among them. */
export function namesIn(text: string): readonly string[] {
  return [...new Set(text.match(IDENTIFIER) ?? [])].map((name) => name.toLowerCase())
}
