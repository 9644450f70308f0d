import { PAGES_ZH } from '@plinth/api'
import type { notFound as en } from '../en/not-found.ts'
import type { Mirror } from '../mirror.ts'

export const notFound = {
  title: PAGES_ZH.notFound,
  tip: '页面已经搬走，或者地址写错了一笔。作品都还在原处。',
} satisfies Mirror<typeof en>
