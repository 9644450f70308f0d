import type { state as enState } from '../en/state.ts'
import type { Mirror } from '../mirror.ts'

export const state = {
  failedTitle: '列表加载失败',
  failedText: '服务器没有回应。你的藏品都在链上，安然无恙。',
  lostText: '网络连接断开了。你的藏品都在链上，安然无恙。',
  brokenTitle: '页面出错了',
  brokenText: '是我们的问题。你的资产都在链上，没有任何变动。',
  startTitle: '市场暂时打不开',
  startText: '服务器没有回应。你的藏品都在链上，安然无恙。',
  chunkTitle: '页面未加载完整',
  chunkText: '可能是网络较慢，也可能是市场刚刚更新过。重新加载即可。',
  chunkPart: '本页有一部分加载失败。',
  dismiss: '暂不',
  trace: '追踪编号 {{trace}}',
  code: '错误代码 {{code}}',
  toMarket: '回到市场',
  reload: '重新加载',
  liveDown: '实时更新中断，正在重新连接。',
} satisfies Mirror<typeof enState>
