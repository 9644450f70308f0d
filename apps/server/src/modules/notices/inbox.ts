import type { NoticeContent } from '@plinth/api'
import type { Address, NoticeSubtype, NoticeType } from '@plinth/protocol'
import type { Tx } from '../../db/database.ts'
import { emitEvents } from '../../state/outbox/outbox.ts'
import { deleteNotices, deleteNoticesOf, insertNotices, markAllRead, markRead, renameNotices, type StoredNotice } from './store.ts'

/** A notice to write. The same (account, source, subType) is written once, so events may be repeated. */
export type NewNotice = {
  readonly account: Address
  /** What caused it, by which `removeNotices` deletes it: `log:31337:<block hash>:<index>`, `like:…` or `follow:…`. */
  readonly source: string
  /** Null for one about an account alone. */
  readonly chainId: number | null
  readonly type: NoticeType
  readonly subType: NoticeSubtype
  /** The account that acted; notices of own acts are stored as read (decisions, "Notices"). */
  readonly actor: Address
  /** Picture beside it, "" for none. */
  readonly media: string
  readonly content: NoticeContent
  readonly createdAt: number
}

export async function addNotices(tx: Tx, notices: readonly NewNotice[]): Promise<void> {
  const rows = notices.map((notice): StoredNotice => ({ ...notice, isRead: notice.account === notice.actor }))
  await emitNoticeEvents(tx, await insertNotices(tx, rows))
}

/** Deletes the notices of these sources, when a reorg reverted them. */
export async function removeNotices(tx: Tx, sources: readonly string[]): Promise<void> {
  await emitNoticeEvents(tx, await deleteNotices(tx, sources))
}

/** When a mail account links a wallet: gives `to` the notices of `from`, and renames `from` in those that it caused, by `sources`. */
export async function moveNotices(tx: Tx, merge: { from: Address; to: Address; sources: readonly string[] }): Promise<void> {
  await renameNotices(tx, merge)
  await emitNoticeEvents(tx, [merge.to])
}

/** Deletes all notices of a removed account; no page of it is left to show an event. */
export async function forgetNotices(tx: Tx, account: Address): Promise<void> {
  await deleteNoticesOf(tx, account)
}

/** Returns false when the account has no such notice; marking one twice is allowed. */
export async function markNoticeRead(tx: Tx, account: Address, id: number): Promise<boolean> {
  const outcome = await markRead(tx, account, id)
  if (outcome === 'marked') await emitNoticeEvents(tx, [account])
  return outcome !== 'missing'
}

export async function markAllNoticesRead(tx: Tx, account: Address): Promise<void> {
  if ((await markAllRead(tx, account)) > 0) await emitNoticeEvents(tx, [account])
}

async function emitNoticeEvents(tx: Tx, accounts: readonly Address[]): Promise<void> {
  await emitEvents(
    tx,
    accounts.map((account) => ({ topic: 'notice', account })),
  )
}
