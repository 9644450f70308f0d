import type { Dashboard } from '@plinth/api'
import { ORDER_STATUS } from '@plinth/protocol'
import { sql } from 'kysely'
import type { Context } from '../context.ts'
import { addressOf, type Db } from '../db/database.ts'
import { JOBS } from '../jobs/start.ts'
import type { Metrics } from '../process/metrics.ts'
import { chainStates } from '../process/readiness.ts'
import { type PayTokens, payTokenOf, payTokensOf } from '../read/orders.ts'

const DAY_S = 86_400

/** The market's figures on one page, counted on request. */
export async function readDashboard(context: Context): Promise<Dashboard> {
  const { db, clock, chains, metrics } = context
  const now = clock.now()
  const tokens = await payTokensOf(
    context,
    chains.all.map(({ id }) => id),
  )
  const [volume, sellerFees, users, works, reports, process, states, queue, jobs] = await Promise.all([
    readVolume(db, tokens, now),
    readSellerFees(db, tokens, now),
    readUsers(db, now),
    readWorks(db),
    countOf(db, sql`select count(*) as n from report where status = 0`),
    readProcess(metrics),
    chainStates(context),
    readQueue(db, now),
    readJobs(db),
  ])
  return {
    volume,
    sellerFees,
    users,
    works,
    reports,
    process,
    queue,
    jobs,
    chains: states.map(({ chainId, head, indexed, lag, lagSeconds, stopped }) => {
      const name = chains.find(chainId)?.config.network.name ?? ''
      return { chainId, name, head, indexed, lag, lagSeconds, isStopped: stopped }
    }),
  }
}

type VolumeRow = { chain_id: number; pay_token: Uint8Array; sales: number; day: string; week: string; month: string }

/** Payments of buyers to sellers within a month: orders by their fills, auctions by their settlements. */
async function readVolume(db: Db, tokens: PayTokens, now: number): Promise<Dashboard['volume']> {
  const since = (days: number) => sql`coalesce(sum(money) filter (where at > ${now - days * DAY_S}), 0)::text`
  const { rows } = await sql<VolumeRow>`
    select chain_id, pay_token, count(*)::int as sales, ${since(1)} as day, ${since(7)} as week, ${since(30)} as month
    from (
      select e.chain_id, o.pay_token, e.at, div(o.total * e.items, o.quantity) as money
      from order_event e
      join market_order o using (chain_id, exchange, maker, sequence)
      where e.kind = 'fill' and e.at > ${now - 30 * DAY_S}
      union all
      select e.chain_id, a.pay_token, e.at, e.total
      from auction_event e
      join auction a using (chain_id, exchange, owner, sequence)
      where e.kind = 'settle' and e.at > ${now - 30 * DAY_S}
    ) as paid
    group by chain_id, pay_token
    order by chain_id, sales desc`.execute(db)
  return rows.map(({ chain_id: chainId, pay_token, ...sums }) => {
    const { symbol, decimals } = payTokenOf(tokens, chainId, addressOf(pay_token))
    return { chainId, symbol, decimals, ...sums }
  })
}

const FEE_DAYS = 30

/** What the market took of the price of each sale, as its exchange does: rounded down. Logs do not name what buyers paid on top. */
async function readSellerFees(db: Db, tokens: PayTokens, now: number): Promise<Dashboard['sellerFees']> {
  const today = Math.floor(now / DAY_S)
  const since = (today - FEE_DAYS + 1) * DAY_S
  const { rows } = await sql<{ chain_id: number; pay_token: Uint8Array; ago: number; fees: string }>`
    select chain_id, pay_token, (${today} - at / ${sql.lit(DAY_S)})::int as ago, sum(div(money * seller_fee, 10000))::text as fees
    from (
      select e.chain_id, o.pay_token, e.at, o.seller_fee, div(o.total * e.items, o.quantity) as money
      from order_event e
      join market_order o using (chain_id, exchange, maker, sequence)
      where e.kind = 'fill' and e.at >= ${since}
      union all
      select e.chain_id, a.pay_token, e.at, a.seller_fee, e.total
      from auction_event e
      join auction a using (chain_id, exchange, owner, sequence)
      where e.kind = 'settle' and e.at >= ${since}
    ) as paid
    group by chain_id, pay_token, ago
    order by chain_id, pay_token`.execute(db)
  const byToken = Map.groupBy(rows, ({ chain_id: chainId, pay_token: token }) => `${chainId} ${addressOf(token)}`)
  return [...byToken.values()].flatMap((own) => {
    const [first] = own
    if (!first) return []
    const { symbol, decimals } = payTokenOf(tokens, first.chain_id, addressOf(first.pay_token))
    // A chain's clock may be ahead of ours: what it calls tomorrow is today's.
    const on = (ago: number) => own.filter((row) => Math.max(0, row.ago) === ago).reduce((sum, { fees }) => sum + BigInt(fees), 0n)
    const days = Array.from({ length: FEE_DAYS }, (_, place) => on(FEE_DAYS - 1 - place))
    const total = days.reduce((sum, fees) => sum + fees, 0n)
    return [{ chainId: first.chain_id, symbol, decimals, total: String(total), days: days.map(String) }]
  })
}

async function readUsers(db: Db, now: number): Promise<Dashboard['users']> {
  const { rows } = await sql<Dashboard['users']>`
    select count(*)::int as "all",
      (count(*) filter (where created_at > ${now - DAY_S}))::int as day,
      (count(*) filter (where created_at > ${now - 7 * DAY_S}))::int as week,
      (select count(distinct account_id) from session where used_at > ${now - 7 * DAY_S})::int as "signedIn",
      (count(*) filter (where locked_at is not null))::int as locked
    from account`.execute(db)
  return rows[0] ?? { all: 0, day: 0, week: 0, signedIn: 0, locked: 0 }
}

async function readWorks(db: Db): Promise<Dashboard['works']> {
  const [items, hidden, collections, orders, auctions] = await Promise.all([
    countOf(db, sql`select count(*) as n from item where is_confirmed`),
    countOf(db, sql`select count(*) as n from item where is_confirmed and not is_visible`),
    countOf(db, sql`select count(*) as n from collection where is_confirmed`),
    countOf(db, sql`select count(*) as n from market_order where is_live and side <> 3 and status = ${ORDER_STATUS.OPEN}`),
    countOf(db, sql`select count(*) as n from auction where is_live`),
  ])
  return { items, hidden, collections, orders, auctions }
}

async function readProcess({ calls, refused }: Metrics): Promise<Dashboard['process']> {
  const [answered, limited] = await Promise.all([calls.get(), refused.get()])
  const sum = (values: readonly { value: number }[]) => values.reduce((total, { value }) => total + value, 0)
  return {
    seconds: Math.floor(process.uptime()),
    calls: sum(answered.values),
    unexpected: sum(answered.values.filter(({ labels }) => String(labels.errno) === '502')),
    limited: sum(limited.values),
  }
}

async function readQueue(db: Db, now: number): Promise<Dashboard['queue']> {
  const [news, mails, metadata, ranges] = await Promise.all([
    countOf(db, sql`select count(*) as n from outbox where position is null`),
    countOf(db, sql`select count(*) as n from mail`),
    countOf(db, sql`select count(*) as n from item where metadata_next_at <= ${now}`),
    countOf(db, sql`select count(*) as n from backfill_range`),
  ])
  return { news, mails, metadata, ranges }
}

/** By the database's clock, as the leases are. */
async function readJobs(db: Db): Promise<Dashboard['jobs']> {
  const { rows } = await sql<Omit<Dashboard['jobs'][number], 'everySeconds'>>`
    select name, until_ms > now_ms as "isHeld",
      case when ended_ms = 0 then null else greatest(0, (now_ms - ended_ms) / 1000)::int end as "endedAgo"
    from job_lease, (select (extract(epoch from now()) * 1000)::bigint as now_ms) as clock
    order by name`.execute(db)
  return rows.flatMap((row) => {
    const job = JOBS.find(({ name }) => name === row.name)
    return job ? [{ ...row, everySeconds: job.everyMs / 1_000 }] : []
  })
}

async function countOf(db: Db, query: ReturnType<typeof sql>): Promise<number> {
  const { rows } = await sql<{ n: number }>`${query}`.execute(db)
  return rows[0]?.n ?? 0
}
