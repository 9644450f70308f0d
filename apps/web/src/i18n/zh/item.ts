import type { item as en } from '../en/item.ts'
import type { Mirror } from '../mirror.ts'

export const item = {
  price: '售价',
  from: '最低价',
  notForSale: '未上架',
  bid: '最高出价',
  pending: '成交确认中',
  untitled: '无题 #{{id}}',
  noPicture: '暂无图片',
  sound: '音频',
  video: '视频',
  editions: '{{left}} / {{total}}',
  like: '喜欢',
  unlike: '取消喜欢',
} satisfies Mirror<typeof en>
