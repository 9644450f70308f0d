import type { Catalogue, Handlers } from '@plinth/api'
import type { RequestContext } from '../context.ts'
import { listAnnouncements } from '../modules/announcements/service.ts'

export const announcementCalls = {
  list: async (context, { page = 1, limit = 10 }) => {
    const newestFirst = await listAnnouncements(context)
    const size = Math.min(Math.max(limit, 1), 100)
    return newestFirst.slice((Math.max(page, 1) - 1) * size, Math.max(page, 1) * size)
  },
} satisfies Handlers<Catalogue['announcement'], RequestContext>
