import { isLocalChain } from '@plinth/protocol'
import { sql } from 'kysely'
import type { Context } from '../context.ts'
import { type Finding, ill, well } from './finding.ts'

const CLOCK = ['clock', '时钟'] as const
/** Sign-ins are good for five minutes; blocks come some seconds late, and a little early. */
const MOST_SKEW_S = 60
const LATE_BLOCKS = 30
const LATE_S = 120

type Skew = { readonly en: string; readonly zh: string; readonly seconds: number }

/** A clock that is minutes off refuses every sign-in. It is compared with PostgreSQL's and with the newest block of each chain. */
export async function examineClock({ db, chains, clock }: Pick<Context, 'db' | 'chains' | 'clock'>): Promise<Finding> {
  const skews: Skew[] = []
  const asked = await sql<{ now: string }>`select extract(epoch from now())::bigint as now`.execute(db)
  const ofDatabase = clock.now() - Number(asked.rows[0]?.now)
  if (Math.abs(ofDatabase) > MOST_SKEW_S) skews.push({ en: 'PostgreSQL', zh: 'PostgreSQL', seconds: ofDatabase })
  for (const { id, config, refresh } of chains.all.filter((chain) => !isLocalChain(chain.id))) {
    const head = await refresh().catch(() => undefined)
    const seconds = head ? clock.now() - head.timestamp : 0
    const isAhead = seconds > Math.max(LATE_S, LATE_BLOCKS * config.blockTimeS)
    if (isAhead || seconds < -MOST_SKEW_S) skews.push({ en: `the newest block of chain ${id}`, zh: `链 ${id} 的最新区块`, seconds })
  }
  if (skews.length === 0) return well(CLOCK, ['It agrees with PostgreSQL and the chains.', '与 PostgreSQL 和各链一致。'])
  const en = skews.map((skew) => `${Math.abs(skew.seconds)} seconds ${skew.seconds > 0 ? 'ahead of' : 'behind'} ${skew.en}`)
  const zh = skews.map((skew) => `比${skew.zh}${skew.seconds > 0 ? '快' : '慢'} ${Math.abs(skew.seconds)} 秒`)
  return ill(CLOCK, [
    `That of this machine is ${en.join(', ')}: let it follow NTP (\`timedatectl\`), or look whether the nodes have stopped. No account can sign in with a clock that is off by 5 minutes.`,
    `本机时钟${zh.join('，')}：请启用 NTP 校时（\`timedatectl\`），或检查节点是否停止。时钟偏差达 5 分钟时，任何人都无法登录。`,
  ])
}
