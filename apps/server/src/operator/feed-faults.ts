import type { TextPair } from '@plinth/api'
import type { FeedState } from '../modules/rates/service.ts'

/** Why a feed gives no rate. */
export const FEED_FAULTS = {
  unreadable: ['its contract does not answer as a price feed', '合约未按价格预言机的格式响应'],
  'not positive': ['its answer is not above 0', '报价不大于 0'],
  future: ['its round is from the future', '报价时间晚于当前时间'],
  stale: ['its last round is older than its heartbeat', '最近一轮报价已超过心跳时间'],
  decimals: ['it has more decimals than any price', '小数位数超出合理范围'],
  implausible: ['its answer is higher than anything is worth', '报价高得不可信'],
  jump: ['its answer moved by more than half, and no later round confirms it yet', '报价变动超过一半，尚无后续报价确认'],
  sequencer: ['the chain’s sequencer is down, or has just come back', '该链的排序器已停止或刚刚恢复'],
  unread: [
    'it was not read: do a process with the role jobs and a node of the chain run?',
    '尚未读取：具备 jobs 角色的进程和该链的节点是否在运行？',
  ],
} as const satisfies Record<NonNullable<FeedState['fault']>, TextPair>
