import type { Chain } from '../chain/chain.ts'
import type { Context } from '../context.ts'
import { countUnanswered } from '../state/statistics/fill-checks.ts'
import { type Finding, well, worry } from './finding.ts'

/** Without dry runs a collection has no floor; nothing else depends on them. */
export async function examineFloors({ db, clock }: Pick<Context, 'db' | 'clock'>, { id }: Chain): Promise<Finding[]> {
  const about = [`floors of ${id}`, `链 ${id} 的地板价`] as const
  const unknown = await countUnanswered(db, id, clock.now())
  if (unknown === 0) return [well(about, ['Every dry run of the last hour was answered.', '过去一小时的模拟成交均有答复。'])]
  return [
    worry(about, [
      `The listings of ${unknown} collections have not been dry-run for an hour, and they have no floor. Either the nodes fail or don't honour state overrides of eth_call (plinth_dry_runs_total says unanswered), or DRY_RUNS_PER_MINUTE is too low.`,
      `${unknown} 个合集的挂单已有一小时未完成模拟成交，因此没有地板价。可能是节点故障或不支持 eth_call 的状态覆盖（plinth_dry_runs_total 显示 unanswered），也可能是 DRY_RUNS_PER_MINUTE 过低。`,
    ]),
  ]
}
