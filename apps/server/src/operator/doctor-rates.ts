import type { Chain } from '../chain/chain.ts'
import type { Context } from '../context.ts'
import { feedStates } from '../modules/rates/service.ts'
import { FEED_FAULTS } from './feed-faults.ts'
import { type Finding, well, worry } from './finding.ts'

/** A money without a rate loses nothing but its worth beside prices. */
export async function examineRates(context: Pick<Context, 'db'>, chain: Chain): Promise<Finding[]> {
  const states = await feedStates(context, chain)
  if (states.length === 0) return []
  const about = [`price feeds of ${chain.id}`, `链 ${chain.id} 的价格预言机`] as const
  const silent = states.flatMap(({ feed, fault }) => (fault === undefined ? [] : [{ at: feed.address, why: FEED_FAULTS[fault] }]))
  if (silent.length === 0) return [well(about, [`All ${states.length} give a rate.`, `${states.length} 个均给出汇率。`])]
  return [
    worry(about, [
      `${silent.map(({ at, why: [en] }) => `${at} gives none: ${en}`).join('; ')}. Prices in these moneys stand without their worth.`,
      `${silent.map(({ at, why: [, zh] }) => `${at} 没有汇率：${zh}`).join('；')}。以这些币种计的价格不显示估值。`,
    ]),
  ]
}
