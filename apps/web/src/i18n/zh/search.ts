import { PAGES_ZH } from '@plinth/api'
import type { search as en } from '../en/search.ts'
import type { Mirror } from '../mirror.ts'

export const search = {
  title: PAGES_ZH.search,
  resultsFor: '“{{keyword}}”的搜索结果',
  label: '要找什么',
  placeholder: '名称、#编号或地址',
  promptTitle: '想找点什么？',
  promptText: '可以输入任何语言的名称、作品编号（如 #12）、名称加编号（如 Drift 12）、地址或交易哈希。',
  tabs: '结果类别',
  works: '作品',
  people: '用户',
  collections: '合集',
  verified: '运营方已认证',
  floor: '地板价',
  thin: '挂单较少',
  thinWhy: '以此币种挂单的账户不足 3 个',
  nothing: '没有找到“{{keyword}}”',
  nothingText: '试试少输入几个字：名称的任何一部分都可以。',
  noCategory: '没有这个分类',
  noCategoryText: '它可能已改名或撤下。市场里有全部在售作品。',
  market: '去市场看看',
  close: '关闭搜索',
  found_other: '共 {{formatted}} 条结果',
  all_other: '查看全部 {{formatted}} 条结果',
  allUncounted: '查看全部结果',
  partFailed: '{{what}}搜索失败。',
  keyAll: '全部结果',
  keyMove: '移动',
  keyClose: '关闭',
} satisfies Mirror<typeof en>
