import type { Address } from '@plinth/protocol'
import { sql } from 'kysely'
import { erc20Abi } from 'viem'
import type { Chain } from '../chain/chain.ts'
import { isRevert } from '../chain/revert.ts'
import { ContentMissing, ContentStoreFault } from '../content/content-store.ts'
import type { Context } from '../context.ts'
import type { Db } from '../db/database.ts'
import { findDifferences } from '../jobs/recount.ts'
import { JOBS } from '../jobs/start.ts'
import { allPayTokens } from '../modules/pay-tokens/service.ts'
import { type Finding, ill, well, worry } from './finding.ts'

const COUNTS = ['counts', '计数'] as const
const JOBS_RUN = ['jobs', '后台任务'] as const
const LETTERS = ['letters', '信件'] as const
const CONTENTS = ['contents', '存储内容'] as const

/** Size of a random sample of contents to read: enough to notice a lost folder, small enough for a large market. */
const CONTENTS_ASKED = 200
const ASKED_AT_ONCE = 8

/** Checks the market's background jobs. */
export async function examineWork(context: Context): Promise<Finding[]> {
  return [await examineCounts(context), await examineJobs(context.db), await examineLetters(context)]
}

/** As `reading recount`, which also repairs the differences reported here. */
async function examineCounts({ db }: Context): Promise<Finding> {
  const names = new Map<string, number>()
  for await (const { name, rows } of findDifferences(db)) if (rows.length > 0) names.set(name, rows.length)
  if (names.size === 0) return well(COUNTS, ['Every count is right.', '所有计数均正确。'])
  const list = [...names].map(([name, many]) => `${name} (${many})`).join(', ')
  return ill(COUNTS, [
    `Some differ from what they count: ${list}. \`operator -- reading recount\` puts them right.`,
    `部分计数与实际不符：${list}。运行 \`operator -- reading recount\` 可修正。`,
  ])
}

/** Only jobs with an interval of a minute or more store their end. */
async function examineJobs(db: Db): Promise<Finding> {
  const { rows } = await sql<{ name: string; isHeld: boolean; endedMs: number }>`
    select name, until_ms > now_ms as "isHeld", case ended_ms when 0 then 0 else now_ms - ended_ms end as "endedMs"
    from job_lease, (select (extract(epoch from now()) * 1000)::bigint as now_ms) as clock`.execute(db)
  const held = new Map(rows.map((row) => [row.name, row]))
  const idle = JOBS.filter(({ name }) => !held.get(name)?.isHeld).map(({ name }) => name)
  if (idle.length > 0)
    return ill(JOBS_RUN, [
      `No process runs ${idle.length === JOBS.length ? 'them' : idle.join(', ')}: is one with the role jobs running?`,
      `没有进程在运行${idle.length === JOBS.length ? '后台任务' : ` ${idle.join('、')}`}：是否有角色为 jobs 的进程在运行？`,
    ])
  const late = JOBS.flatMap(({ name, everyMs }) => {
    const ended = Number(held.get(name)?.endedMs ?? 0)
    return ended > 3 * everyMs + PATIENCE_MS ? [[name, Math.floor(ended / 60_000)] as const] : []
  })
  if (late.length > 0)
    return ill(JOBS_RUN, [
      `Not done for too long: ${late.map(([name, minutes]) => `${name} (${minutes} minutes)`).join(', ')}. The log says why, under "job failed".`,
      `过久未完成：${late.map(([name, minutes]) => `${name}（${minutes} 分钟）`).join('、')}。原因见日志中的 "job failed"。`,
    ])
  return well(JOBS_RUN, [`All ${JOBS.length} have a process.`, `${JOBS.length} 项任务均有进程运行。`])
}

/** A job may take long, and so may a restart. */
const PATIENCE_MS = 10 * 60_000

/** A failed one is retried at growing intervals, until its code has expired. */
async function examineLetters({ db, clock }: Context): Promise<Finding> {
  const now = clock.now()
  const { waiting, stuck, tries } = await db
    .selectFrom('mail')
    .select(({ fn, eb }) => [
      fn.countAll<number>().as('waiting'),
      fn
        .countAll<number>()
        .filterWhere((where) => where.or([where('tries', '>=', STUCK_TRIES), where('due_at', '<', now - STUCK_S)]))
        .as('stuck'),
      eb.fn.coalesce(eb.fn.max('tries'), sql<number>`0`).as('tries'),
    ])
    .executeTakeFirstOrThrow()
  if (stuck > 0)
    return ill(LETTERS, [
      `${stuck} are stuck, tried up to ${tries} times: look at SMTP_URL, and whether a process with the role jobs runs.`,
      `${stuck} 封信件滞留，最多已尝试 ${tries} 次：请检查 SMTP_URL，以及是否有角色为 jobs 的进程在运行。`,
    ])
  return well(LETTERS, [`None is stuck; ${waiting} wait.`, `没有滞留的信件，${waiting} 封待发。`])
}

const STUCK_TRIES = 3
const STUCK_S = 120

/** Checks that the contents named in the database exist. */
export async function examineContents(context: Context): Promise<Finding> {
  try {
    return await askForSome(context)
  } catch (error) {
    if (!(error instanceof ContentStoreFault)) throw error
    return ill(CONTENTS, [`The storage stopped answering in the middle: ${error.message}`, `检查途中存储停止响应：${error.message}`])
  }
}

async function askForSome({ db, media }: Context): Promise<Finding> {
  const chosen = await db.selectFrom('media').select('cid').orderBy(sql`random()`).limit(CONTENTS_ASKED).execute()
  const missing: string[] = []
  for (let from = 0; from < chosen.length; from += ASKED_AT_ONCE) {
    const found = await Promise.all(
      chosen.slice(from, from + ASKED_AT_ONCE).map(async ({ cid }) => ((await isThere(media.store, cid)) ? [] : [cid])),
    )
    missing.push(...found.flat())
  }
  const [first] = missing
  if (first !== undefined)
    return ill(CONTENTS, [
      `${missing.length} of ${chosen.length} that were asked for are not there, such as ${first}: bring them back from a backup.`,
      `抽查的 ${chosen.length} 个内容中有 ${missing.length} 个缺失，例如 ${first}：请从备份中恢复。`,
    ])
  return well(CONTENTS, [`The ${chosen.length} that were asked for are there.`, `抽查的 ${chosen.length} 个内容均在。`])
}

/** Some servers that speak S3 answer more than the one byte that is asked for: there it is not read. */
async function isThere({ has, read }: Context['media']['store'], cid: string): Promise<boolean> {
  if (has) return has(cid)
  try {
    const stream = await read(cid, { start: 0, end: 0 })
    for await (const _ of stream) break
    return true
  } catch (error) {
    if (error instanceof ContentMissing) return false
    throw error
  }
}

/** Amounts are shown and signed with the stored decimals: they must equal those of the contract. */
export async function examinePayTokens({ db }: Context, chain: Chain): Promise<Finding[]> {
  const about = [`pay tokens of ${chain.id}`, `链 ${chain.id} 的支付代币`] as const
  const tokens = (await allPayTokens(db, [chain.id])).filter(({ isListed, isErc20 }) => isListed && isErc20)
  try {
    const checked = await Promise.all(tokens.map(async (token) => ({ ...token, onChain: await decimalsOf(chain, token.address) })))
    const wrong = checked.filter(({ decimals, onChain }) => decimals !== onChain)
    if (wrong.length === 0)
      return [
        well(about, [`The decimals of ${checked.length} are those of their contracts.`, `${checked.length} 种代币的小数位数与合约一致。`]),
      ]
    const said = (on: number | undefined, silent: string) => (on === undefined ? silent : String(on))
    return [
      ill(about, [
        `${wrong.map((one) => `${one.symbol} has ${one.decimals} decimals here, and its contract says ${said(one.onChain, 'nothing of them')}`).join('; ')}: take it off the list (\`pay-tokens remove\`, or PLINTH_CHAINS).`,
        `${wrong.map((one) => `${one.symbol} 此处为 ${one.decimals} 位小数，而合约为 ${said(one.onChain, '未知')}`).join('；')}：请将其移出列表（\`pay-tokens remove\` 或 PLINTH_CHAINS）。`,
      ]),
    ]
  } catch {
    return [worry(about, ['No node said what their contracts do.', '没有节点给出合约的信息。'])]
  }
}

async function decimalsOf(chain: Chain, address: Address): Promise<number | undefined> {
  try {
    return await chain.read((node) => node.readContract({ address, abi: erc20Abi, functionName: 'decimals' }))
  } catch (error) {
    if (isRevert(error)) return undefined
    throw error
  }
}
