import { type NoticeContent as Content, NoticeContent, type NoticeRecord } from '@plinth/api'
import type { Address, NoticeSubtype, NoticeType } from '@plinth/protocol'
import { type SqlBool, sql } from 'kysely'
import { z } from 'zod'
import { addressOf, bytes, type Db, type Tx } from '../../db/database.ts'

export type StoredNotice = {
  readonly account: Address
  readonly source: string
  readonly chainId: number
  readonly type: NoticeType
  readonly subType: NoticeSubtype
  readonly operator: Address
  readonly media: string
  readonly content: Content
  readonly createdAt: number
  readonly isRead: boolean
}

type Change = { readonly account: Uint8Array; readonly is_read: boolean }

/** Writes what is not there yet and counts it. */
export async function insertNotices(tx: Tx, notices: readonly StoredNotice[]): Promise<void> {
  if (notices.length === 0) return
  const rows = await tx
    .insertInto('notice')
    .values(notices.map(rowOf))
    .onConflict((conflict) => conflict.columns(['account', 'source', 'subtype']).doNothing())
    .returning(['account', 'is_read'])
    .execute()
  await count(tx, rows, 1)
}

/** Takes back what came from these sources, when a reorg undid them. */
export async function removeNotices(tx: Tx, sources: readonly string[]): Promise<void> {
  if (sources.length === 0) return
  const rows = await tx
    .deleteFrom('notice')
    .where('source', 'in', [...sources])
    .returning(['account', 'is_read'])
    .execute()
  await count(tx, rows, -1)
}

/** Accounts in one order everywhere, so that two transactions never wait for each other. */
async function count(tx: Tx, rows: readonly Change[], sign: 1 | -1): Promise<void> {
  const changes = new Map<Address, { total: number; unread: number }>()
  for (const row of rows) {
    const account = addressOf(row.account)
    const change = changes.get(account) ?? { total: 0, unread: 0 }
    changes.set(account, { total: change.total + sign, unread: change.unread + (row.is_read ? 0 : sign) })
  }
  const sorted = [...changes].sort(([a], [b]) => (a < b ? -1 : 1))
  for (const [account, { total, unread }] of sorted) {
    await tx
      .insertInto('notice_counter')
      .values({ account: bytes(account), total, unread })
      .onConflict((conflict) =>
        conflict.column('account').doUpdateSet({
          total: sql<number>`notice_counter.total + ${total}`,
          unread: sql<number>`notice_counter.unread + ${unread}`,
        }),
      )
      .execute()
  }
}

function rowOf(notice: StoredNotice) {
  return {
    account: bytes(notice.account),
    source: notice.source,
    chain_id: notice.chainId,
    type: notice.type,
    subtype: notice.subType,
    operator: bytes(notice.operator),
    media: notice.media,
    content: JSON.stringify(z.encode(NoticeContent, notice.content)),
    is_read: notice.isRead,
    created_at: notice.createdAt,
  }
}

export type NoticeRow = Omit<NoticeRecord, 'operator'> & { readonly operator: Address }

export async function listNotices(
  db: Db,
  account: Address,
  options: { isRead: boolean | undefined; offset: number; limit: number },
): Promise<NoticeRow[]> {
  const { isRead } = options
  const rows = await db
    .selectFrom('notice')
    .selectAll()
    .where('account', '=', bytes(account))
    .$if(isRead !== undefined, (query) => query.where(isRead ? sql<SqlBool>`is_read` : sql<SqlBool>`not is_read`))
    .orderBy('id', 'desc')
    .offset(options.offset)
    .limit(options.limit)
    .execute()
  return rows.map((row) => ({
    id: BigInt(row.id),
    type: row.type,
    subType: row.subtype,
    createdAt: row.created_at,
    media: row.media,
    operator: addressOf(row.operator),
    content: z.decode(NoticeContent, row.content as z.input<typeof NoticeContent>),
    isRead: row.is_read,
  }))
}

export async function countNotices(db: Db, account: Address): Promise<{ total: number; unread: number }> {
  const row = await db.selectFrom('notice_counter').select(['total', 'unread']).where('account', '=', bytes(account)).executeTakeFirst()
  return row ?? { total: 0, unread: 0 }
}

/** False when the account has no such notice; reading twice is fine. */
export async function readNotice(tx: Tx, account: Address, id: number): Promise<boolean> {
  const own = tx.selectFrom('notice').select('is_read').where('id', '=', id).where('account', '=', bytes(account))
  const row = await own.forUpdate().executeTakeFirst()
  if (!row) return false
  if (row.is_read) return true
  await tx.updateTable('notice').set({ is_read: true }).where('id', '=', id).execute()
  await lowerUnread(tx, account, 1)
  return true
}

export async function readAllNotices(tx: Tx, account: Address): Promise<void> {
  const rows = await tx
    .updateTable('notice')
    .set({ is_read: true })
    .where('account', '=', bytes(account))
    .where('is_read', '=', false)
    .returning('id')
    .execute()
  if (rows.length > 0) await lowerUnread(tx, account, rows.length)
}

async function lowerUnread(tx: Tx, account: Address, by: number): Promise<void> {
  await tx
    .updateTable('notice_counter')
    .set({ unread: sql<number>`unread - ${by}` })
    .where('account', '=', bytes(account))
    .execute()
}
