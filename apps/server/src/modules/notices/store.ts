import { type NoticeContent as Content, NoticeContent, type NoticeRecord } from '@plinth/api'
import { type Address, NOTICE_TYPE, type NoticeSubtype, type NoticeType } from '@plinth/protocol'
import { sql } from 'kysely'
import { z } from 'zod'
import { anyOf, booleans, byteas, givenRows, insertColumns, int8s, jsons, texts } from '../../db/columns.ts'
import { addressOf, bytes, type Db, type Tx } from '../../db/database.ts'
import { readKeys, type Source } from '../../db/keyset.ts'

export type StoredNotice = {
  readonly account: Address
  readonly source: string
  readonly chainId: number | null
  readonly type: NoticeType
  readonly subType: NoticeSubtype
  readonly actor: Address
  readonly media: string
  readonly content: Content
  readonly createdAt: number
  readonly isRead: boolean
}

type Change = { readonly account: Uint8Array; readonly is_read: boolean }

/** Writes the notices that do not exist yet and counts them. Returns their accounts. */
export async function insertNotices(tx: Tx, notices: readonly StoredNotice[]): Promise<Address[]> {
  if (notices.length === 0) return []
  // The notices of one event share it.
  const contents = new Map<Content, string>()
  const textOf = (content: Content): string => {
    const text = contents.get(content) ?? JSON.stringify(z.encode(NoticeContent, content))
    contents.set(content, text)
    return text
  }
  const rows = await insertColumns<Change>(
    tx,
    'notice',
    {
      account: byteas(notices.map((notice) => notice.account)),
      source: texts(notices.map((notice) => notice.source)),
      chain_id: int8s(notices.map((notice) => notice.chainId)),
      type: int8s(notices.map((notice) => notice.type)),
      subtype: int8s(notices.map((notice) => notice.subType)),
      operator: byteas(notices.map((notice) => notice.actor)),
      media: texts(notices.map((notice) => notice.media)),
      content: jsons(notices.map((notice) => textOf(notice.content))),
      is_read: booleans(notices.map((notice) => notice.isRead)),
      created_at: int8s(notices.map((notice) => notice.createdAt)),
    },
    { after: sql`on conflict (account, source, subtype) do nothing returning account, is_read` },
  )
  return count(tx, rows, 1)
}

/** Deletes the notices of these sources. Returns their accounts. */
export async function deleteNotices(tx: Tx, sources: readonly string[]): Promise<Address[]> {
  if (sources.length === 0) return []
  const { rows } = await sql<Change>`delete from notice using ${givenRows({ source: texts(sources) })}
    where notice.source = given.source returning notice.account, notice.is_read`.execute(tx)
  return count(tx, rows, -1)
}

/** Accounts in one order everywhere, so that two transactions never wait for each other. */
async function count(tx: Tx, rows: readonly Change[], sign: 1 | -1): Promise<Address[]> {
  const changes = new Map<Address, { total: number; unread: number }>()
  for (const row of rows) {
    const account = addressOf(row.account)
    const change = changes.get(account) ?? { total: 0, unread: 0 }
    changes.set(account, { total: change.total + sign, unread: change.unread + (row.is_read ? 0 : sign) })
  }
  const sorted = [...changes].sort(([a], [b]) => (a < b ? -1 : 1))
  const accounts = sorted.map(([account]) => account)
  if (accounts.length === 0) return []
  const columns = {
    account: byteas(accounts),
    total: int8s(sorted.map(([, { total }]) => total)),
    unread: int8s(sorted.map(([, { unread }]) => unread)),
  }
  await insertColumns(tx, 'notice_counter', columns, {
    after: sql`on conflict (account) do update set
      total = notice_counter.total + excluded.total, unread = notice_counter.unread + excluded.unread`,
  })
  return accounts
}

export type NoticeRow = Omit<NoticeRecord, 'operator'> & { readonly operator: Address; readonly source: string }

export async function listNotices(
  db: Db,
  account: Address,
  options: { isRead: boolean | undefined; offset: number; limit: number },
): Promise<NoticeRow[]> {
  const { isRead } = options
  const where = sql`account = ${bytes(account)} ${isRead === undefined ? sql`` : isRead ? sql`and is_read` : sql`and not is_read`}`
  const source: Source = { from: sql`notice`, where, order: [{ by: sql`id`, direction: 'desc' }] }
  const ids = (await readKeys(db, source, `notices ${account} ${isRead}`, options)).map(([id]) => id as number)
  if (ids.length === 0) return []
  const rows = await db.selectFrom('notice').selectAll().where('id', 'in', ids).orderBy('id', 'desc').execute()
  return rows.map((row) => ({
    id: BigInt(row.id),
    source: row.source,
    type: row.type,
    subType: row.subtype,
    createdAt: row.created_at,
    media: row.media,
    operator: addressOf(row.operator),
    content: readContent(row.type, row.content as z.input<typeof NoticeContent>),
    isRead: row.is_read,
  }))
}

/** Notices of following once named the default chain. */
const readContent = (type: number, content: z.input<typeof NoticeContent>): Content =>
  z.decode(NoticeContent, type === NOTICE_TYPE.FOLLOW ? { ...content, chainId: undefined } : content)

export async function countNotices(db: Db, account: Address): Promise<{ total: number; unread: number }> {
  const row = await db.selectFrom('notice_counter').select(['total', 'unread']).where('account', '=', bytes(account)).executeTakeFirst()
  return row ?? { total: 0, unread: 0 }
}

/** For many accounts; accounts without notices are left out. */
export async function countUnread(db: Db, accounts: readonly Address[]): Promise<Map<Address, number>> {
  const rows = await db.selectFrom('notice_counter').select(['account', 'unread']).where('account', '=', anyOf(accounts)).execute()
  return new Map(rows.map((row) => [addressOf(row.account), row.unread]))
}

export async function markRead(tx: Tx, account: Address, id: number): Promise<'marked' | 'already' | 'missing'> {
  const own = tx.selectFrom('notice').select('is_read').where('id', '=', id).where('account', '=', bytes(account))
  const row = await own.forUpdate().executeTakeFirst()
  if (!row) return 'missing'
  if (row.is_read) return 'already'
  await tx.updateTable('notice').set({ is_read: true }).where('id', '=', id).execute()
  await lowerUnread(tx, account, 1)
  return 'marked'
}

/** Returns how many were unread. */
export async function markAllRead(tx: Tx, account: Address): Promise<number> {
  const rows = await tx
    .updateTable('notice')
    .set({ is_read: true })
    .where('account', '=', bytes(account))
    .where('is_read', '=', false)
    .returning('id')
    .execute()
  if (rows.length > 0) await lowerUnread(tx, account, rows.length)
  return rows.length
}

async function lowerUnread(tx: Tx, account: Address, by: number): Promise<void> {
  await tx
    .updateTable('notice_counter')
    .set({ unread: sql<number>`unread - ${by}` })
    .where('account', '=', bytes(account))
    .execute()
}

type Move = { readonly from: Address; readonly to: Address; readonly sources: readonly string[] }

/** Notices of `from`, and others' notices about it by these sources, name `to` from now on. */
export async function renameNotices(tx: Tx, { from, to, sources }: Move): Promise<void> {
  const [old, next] = [bytes(from), bytes(to)]
  await tx.updateTable('notice').set({ account: next }).where('account', '=', old).execute()
  const named = sql`replace(content::text, ${from}, ${to})::jsonb`
  if (sources.length > 0)
    await sql`update notice set operator = case when operator = ${old} then ${next}::bytea else operator end, content = ${named}
      from ${givenRows({ source: texts(sources) })} where notice.source = given.source`.execute(tx)
  await recountNotices(tx, [from, to])
}

export async function deleteNoticesOf(tx: Tx, account: Address): Promise<void> {
  await tx.deleteFrom('notice').where('account', '=', bytes(account)).execute()
  await recountNotices(tx, [account])
}

async function recountNotices(tx: Tx, accounts: readonly Address[]): Promise<void> {
  await sql`insert into notice_counter (account, total, unread)
    select a, (select count(*) from notice where account = a), (select count(*) from notice where account = a and not is_read)
      from unnest(${byteas([...accounts].sort())}) as a
    on conflict (account) do update set total = excluded.total, unread = excluded.unread`.execute(tx)
}
