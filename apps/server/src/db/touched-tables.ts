const WRITTEN = /\b(?:insert into|update|delete from|merge into)\s+(?:only\s+)?"?([a-z_]+)"?/gi
const OF_TABLES = /^\s*(?:alter|drop|truncate|create)\b/i
/** Written once a minute for each session, and no answer depends on it. */
const USE_OF_SESSION = /^update "session" set "used_at" = \$1 where/
const IDENTIFIER = /[a-z_][a-z_0-9]*/gi

/** Stands for all tables: a statement that changes tables themselves. */
export const EVERY_TABLE = '*'

/** Rows that go with those of another table (`on delete cascade`). The database has no triggers and no functions that write. */
export const CASCADES: Readonly<Record<string, readonly string[]>> = {
  item: ['item_search', 'item_text_search'],
  collection: ['collection_search'],
  account: ['account_search'],
}

/** The tables that a statement may change. */
export function tablesWritten(text: string): readonly string[] {
  if (OF_TABLES.test(text)) return [EVERY_TABLE]
  if (USE_OF_SESSION.test(text)) return []
  const named = new Set([...text.matchAll(WRITTEN)].flatMap(([, table]) => table?.toLowerCase() ?? []))
  return [...named].flatMap((table) => [table, ...(CASCADES[table] ?? [])])
}

/** At least the tables that a statement may read: every name in it, those of columns among them. */
export function namesIn(text: string): readonly string[] {
  return [...new Set(text.match(IDENTIFIER) ?? [])].map((name) => name.toLowerCase())
}
