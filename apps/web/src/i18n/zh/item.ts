import { PAGES_ZH } from '@plinth/api'
import type { item as en } from '../en/item.ts'
import type { Mirror } from '../mirror.ts'

export const item = {
  price: '售价',
  from: '最低价',
  notForSale: '未上架',
  atRest: '挂单已停用',
  bid: '出价',
  pending: '成交确认中',
  tradeLocked: '暂停交易',
  startsIn: '距开始',
  endsIn: '距结束',
  settleIn: '待成交，剩余',
  waitsFor: '等待成交，距过期',
  highestBid: '最高出价',
  youLead: '你领先',
  youWon: '你已拍得',
  startPrice: '起拍价',
  reserve: '保留价 {{price}}',
  untitled: PAGES_ZH.untitled,
  noPicture: '暂无图片',
  sound: '音频',
  video: '视频',
  editions: '{{left}} / {{total}}',
  youHold: '你持有 {{count}} 件',
  holds: '持有 {{count}} 件',
  like: '喜欢',
  unlike: '取消喜欢',
  sold: '已售出',
  gone: '已不在此列表',
  arrived_other: '{{count}} 件新作品',
} satisfies Mirror<typeof en>
