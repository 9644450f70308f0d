import { sql } from 'kysely'
import type { Context } from '../context.ts'
import type { NamedHost } from '../db/host-look.ts'
import { type Finding, ill, well, worry } from './finding.ts'

const REPLICATION = ['standbys', '备用库'] as const

export type NamedReplica = { readonly name: string; readonly isUsed: boolean }

type Follower = { readonly name: string; readonly kind: string | null; readonly behind: number | null }

/** The hosts of DATABASE_URL, and what a promotion of a standby would lose. One host alone has nothing to tell. */
export async function examineHosts({ db }: Pick<Context, 'db'>, hosts: readonly NamedHost[]): Promise<Finding[]> {
  if (hosts.length < 2) return []
  const highest = Math.max(...hosts.map(({ state }) => (state.kind === 'primary' ? state.timeline : 0)))
  return [...hosts.map((host) => examineHost(host, highest)), ...(await examineFollowers(db))]
}

function examineHost({ name, state }: NamedHost, highest: number): Finding {
  const about = [`host ${name}`, `主机 ${name}`] as const
  if (state.kind === 'standby') return well(about, ['A standby.', '备用库。'])
  if (state.kind === 'away') return ill(about, ['It does not answer.', '没有响应。'])
  if (state.kind === 'hung') return ill(about, ['It takes connections and does not answer.', '接受连接但没有响应。'])
  if (state.timeline === highest) return well(about, [`It takes writes, timeline ${highest}.`, `接受写入，时间线 ${highest}。`])
  return ill(about, [
    `It takes writes too, on timeline ${state.timeline} below ${highest}. Processes that know the later one leave it. What was written here since the promotion is lost: stop it, and make it a standby.`,
    `也接受写入，时间线 ${state.timeline} 低于 ${highest}。已知较新时间线的进程不再使用它；提升之后写入此处的内容已丢失：请停止它，并改为备用库。`,
  ])
}

/** Standbys that visitors' reads go to. */
export function examineReplicas(replicas: readonly NamedReplica[]): Finding[] {
  return replicas.map(({ name, isUsed }) => {
    const about = [`replica ${name}`, `只读副本 ${name}`] as const
    if (isUsed) return well(about, ['Public reads go to it.', '公共读取由其处理。'])
    return worry(about, [
      'It is behind, away, or no standby: the primary answers in its place.',
      '落后、无法连接或不是备用库：由主库代为处理。',
    ])
  })
}

async function examineFollowers(db: Context['db']): Promise<Finding[]> {
  const { rows } = await sql<Follower>`select application_name as name, sync_state as kind,
    pg_wal_lsn_diff(pg_current_wal_lsn(), flush_lsn)::int8 as behind from pg_stat_replication order by 1`.execute(db)
  if (rows.length === 0)
    return [
      worry(REPLICATION, [
        'None follows: when this server is lost, so is the market until it is back.',
        '没有备用库跟随：此服务器丢失时，市场将一直不可用，直到其恢复。',
      ]),
    ]
  if (rows.some(({ kind }) => kind === null))
    return [
      worry(REPLICATION, [
        'The market may not see whether they follow synchronously: grant it pg_monitor.',
        '市场无权查看备用库是否同步跟随：请授予 pg_monitor。',
      ]),
    ]
  const synchronous = rows.filter(({ kind }) => kind === 'sync' || kind === 'quorum').map(({ name }) => name)
  if (synchronous.length > 0)
    return [
      well(REPLICATION, [
        `${synchronous.join(', ')} follow synchronously: a promotion loses nothing that was acknowledged.`,
        `${synchronous.join('、')} 同步跟随：提升不会丢失已确认的内容。`,
      ]),
    ]
  const behind = Math.min(...rows.map((row) => row.behind ?? Number.POSITIVE_INFINITY))
  return [
    worry(REPLICATION, [
      `All follow asynchronously: a promotion loses what they have not received, ${behind} bytes of the log now. Stop the primary before it, or set synchronous_standby_names.`,
      `全部为异步跟随：提升会丢失尚未收到的内容，目前为 ${behind} 字节日志。请先停止主库再提升，或设置 synchronous_standby_names。`,
    ]),
  ]
}
