import { PAGES_ZH } from '@plinth/api'
import type { category as en } from '../en/category.ts'
import type { Mirror } from '../mirror.ts'

export const category = {
  all: '全部',
  ...PAGES_ZH.category,
} satisfies Mirror<typeof en>
