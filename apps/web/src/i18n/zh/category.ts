import type { category as en } from '../en/category.ts'
import type { Mirror } from '../mirror.ts'

export const category = {
  all: '全部',
  eastern: '东方',
  western: '西方',
  ancient: '古代',
  modern: '现代',
  guangong: '关公',
} satisfies Mirror<typeof en>
