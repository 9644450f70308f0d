/** Without `do update` of an upsert, whose table is named before, and without `for update`. */
const WRITTEN = /\b(?:insert into|(?<!\b(?:do|for|key)\s+)update|delete from|merge into)\s+(?:only\s+)?"?([a-z_]+)"?/gi
const OF_TABLES = /^\s*(?:alter|drop|truncate|create)\b/i

/** Tables that no answer to visitors is read from: leases, heartbeats, sessions, letters, the inbox and the log of operators. */
export const ASIDE: ReadonlySet<string> = new Set([
  'chain_cursor',
  'job_lease',
  'login_use',
  'mail',
  'mail_account',
  'mailed_code',
  'mailed_link',
  'notice',
  'notice_counter',
  'operator_act',
  'outbox',
  'outbox_counter',
  'picture_code',
  'report',
  'salt_allotment',
  'salt_counter',
  'server_secret',
  'session',
  'token_allotment',
  'token_counter',
  'try_count',
])

/** Whether a statement of this text may change any table. */
export function changesTables(text: string): boolean {
  return OF_TABLES.test(text) || text.search(WRITTEN) >= 0
}

/** Whether a statement of this text may change the market. */
export function changesMarket(text: string): boolean {
  if (OF_TABLES.test(text)) return true
  return [...text.matchAll(WRITTEN)].some(([, table = '']) => !ASIDE.has(table.toLowerCase()))
}
