import type { kit as enKit, time as enTime } from '../en/kit.ts'
import type { Mirror } from '../mirror.ts'

export const kit = {
  close: '关闭',
  retry: '重试',
  done: '完成',
  back: '返回',
  copy: '复制{{what}}',
  copied: '复制成功',
  copyFailed: '复制失败',
  leavesYou: '你付出',
  comesToYou: '你得到',
  loading: '加载中',
  through: '{{percent}}%',
  step: { idle: '未开始', waiting: '等待中', running: '进行中', done: '已完成', failed: '失败' },
} satisfies Mirror<typeof enKit>

export const time = {
  expired: '已过期',
  daysAndClock_other: '{{count}} 天 {{clock}}',
} satisfies Mirror<typeof enTime>
