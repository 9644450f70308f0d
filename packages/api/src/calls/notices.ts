import { z } from 'zod'
import { type Calls, call } from '../call.ts'
import { NoticeRecord } from '../schemas/notices.ts'
import { Empty, pageFields, pageOf, record } from '../schemas/page.ts'
import { address, count, flag, rowId } from '../schemas/wire.ts'

export const notices = {
  count: call('/notices/count', {
    about: 'How many notices the caller has and has not read; zeros without a token, and NOT_LOGGED_IN with one that has ended.',
    auth: 'optional',
    request: record({ address: ['address', address.optional()] }),
    response: record({ total: ['totalCount', count], unread: ['unreadCount', count] }),
  }),
  unread: call('/notices/unread', {
    about: 'How many notices the caller has not read.',
    auth: 'login',
    request: record({}),
    response: count,
  }),
  countunread: call('/notices/countunread', {
    about: 'The same, whatever address is sent.',
    auth: 'login',
    request: record({ address: ['address', address.optional()] }),
    response: count,
  }),
  list: call('/notices/list', {
    about: 'The caller’s notices, newest first, whatever address is sent.',
    auth: 'login',
    request: record({ ...pageFields(), address: ['address', address.optional()], isRead: ['isRead', flag.optional()] }),
    response: pageOf(NoticeRecord),
  }),
  read: call('/notices/read', {
    about: 'Marks one of the caller’s notices as read.',
    auth: 'login',
    request: record({ id: ['id', rowId] }),
    response: Empty,
    errors: ['NOT_FOUND'],
  }),
  readall: call('/notices/readall', {
    about: 'Marks all of the caller’s notices as read.',
    auth: 'login',
    request: record({}),
    response: z.object({}),
  }),
} satisfies Calls
