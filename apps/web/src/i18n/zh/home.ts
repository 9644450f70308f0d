import type { home as en } from '../en/home.ts'
import type { Mirror } from '../mirror.ts'

export const home = {
  title: '全部作品',
  banner: '正在展出',
  slide: '{{at}} / {{total}}',
  goTo: '查看「{{title}}」',
  pause: '暂停轮播',
  play: '继续轮播',
  seeWork: '欣赏作品',
  announcements: '公告',
  announcement: '公告 {{at}} / {{total}}',
  category: '分类',
  sortNewest: '最近更新',
  sortOldest: '最早更新',
  sortHint: '按更新时间排序，{{order}}的在前，点击可反转。',
  newest: '最近',
  oldest: '最早',
  more_other: '正在载入另外 {{count}} 件，共 {{total}} 件',
  over: '已经到底了',
  count_other: '{{formatted}} 件作品',
  emptyTitle: '这里没有在售作品',
  emptyText: '目前没有符合条件的作品。不妨看看全部，或上架一件自己的。',
  emptyFirst: '墙上还空着',
  emptyFirstText: '还没有作品在售，第一件可以是你的。',
  showAll: '查看全部',
  createOne: '创作作品',
} satisfies Mirror<typeof en>
