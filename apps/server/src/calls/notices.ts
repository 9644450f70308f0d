import { AppError, type Catalogue, type Handlers } from '@plinth/api'
import { ZERO_ADDRESS } from '@plinth/protocol'
import type { RequestContext } from '../context.ts'
import { transact } from '../db/database.ts'
import { pageBounds } from '../db/paging.ts'
import { markAllNoticesRead, markNoticeRead } from '../modules/notices/inbox.ts'
import { countNotices, listNotices } from '../modules/notices/store.ts'
import { withToday } from '../modules/notices/today.ts'
import { peopleOf } from '../modules/users/service.ts'

async function unreadOf(context: RequestContext): Promise<number> {
  return (await countNotices(context.db, context.requireCaller().address)).unread
}

export const noticeCalls = {
  // Without a token the reader has none; with one that has ended, a page must learn of it.
  count: async (context) =>
    context.token === undefined ? { total: 0, unread: 0 } : countNotices(context.db, context.requireCaller().address),
  unread: unreadOf,
  countunread: unreadOf,
  list: async (context, { page, limit, isRead }) => {
    const { address } = context.requireCaller()
    const counts = await countNotices(context.db, address)
    const total = isRead === undefined ? counts.total : isRead ? counts.total - counts.unread : counts.unread
    const place = pageBounds(total, { page, limit })
    const rows = place.offset < total ? await listNotices(context.db, address, { isRead, offset: place.offset, limit }) : []
    const people = await peopleOf(
      context.db,
      rows.map((row) => row.operator),
    )
    const nobody = { address: ZERO_ADDRESS, nickname: '', avatar: '' }
    const list = (await withToday(context.db, rows)).map((row) => ({ ...row, operator: people.get(row.operator) ?? nobody }))
    return { list, ...place.counts }
  },
  read: async (context, { id }) => {
    const { address } = context.requireCaller()
    if (!(await transact(context.db, (tx) => markNoticeRead(tx, address, Number(id))))) throw new AppError('NOT_FOUND')
    return {}
  },
  readall: async (context) => {
    const { address } = context.requireCaller()
    await transact(context.db, (tx) => markAllNoticesRead(tx, address))
    return {}
  },
} satisfies Handlers<Catalogue['notices'], RequestContext>
