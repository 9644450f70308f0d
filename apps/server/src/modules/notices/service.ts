import type { NoticeContent } from '@plinth/api'
import type { Address, NoticeSubtype, NoticeType } from '@plinth/protocol'
import type { Tx } from '../../db/database.ts'
import { insertNotices, type StoredNotice } from './store.ts'

/** A notice to write. The same (account, source, subType) is written once, so events may be told again. */
export type NewNotice = {
  readonly account: Address
  /** What it comes from, e.g. `log:31337:<block hash>:<index>`; `removeNotices` takes it back by this. */
  readonly source: string
  readonly chainId: number
  readonly type: NoticeType
  readonly subType: NoticeSubtype
  /** Whose act it tells; own acts are stored as read (decisions, "Notices"). */
  readonly operator: Address
  /** Picture beside it, "" for none. */
  readonly media: string
  readonly content: NoticeContent
  readonly createdAt: number
}

export async function addNotices(tx: Tx, notices: readonly NewNotice[]): Promise<void> {
  await insertNotices(
    tx,
    notices.map((notice): StoredNotice => ({ ...notice, isRead: notice.account === notice.operator })),
  )
}

export { removeNotices } from './store.ts'
