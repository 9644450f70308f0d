/** @module-tag more */
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterEach, describe, expect, it } from 'vitest'
import { makeSynchronous, type Replica, type ReplicaGroup, startReplicas } from '../../test/database/replicas.ts'
import { examineHosts } from '../operator/doctor-hosts.ts'
import { withinTime } from '../process/call-time.ts'
import { silentLogger } from '../process/log.ts'
import { DatabaseAway, OutcomeUnknown } from './away.ts'
import { connect, type Db, transact } from './database.ts'
import { findPrimary, type OpenDatabase, openDatabase } from './driver.ts'
import { migrate } from './migrate.ts'
import { Replicas } from './replicas.ts'

const ROUNDS = process.env.PLINTH_LONG ? 20 : 3
const WRITERS = 6
/** From the promotion to the next write that is acknowledged. */
const MOST_AFTER_PROMOTION_MS = 15_000
const MOST_REFUSAL_MS = 10_000
const CALL_MS = 27_000
const POOL_SIZE = 16

let group: ReplicaGroup | undefined
let opened: OpenDatabase | undefined
afterEach(async () => {
  await opened?.close()
  await group?.stop()
  group = opened = undefined
})

async function openMarket(names: readonly string[], options: { readonly isSynchronous?: boolean } = {}) {
  group = await startReplicas(names, options)
  const log: string[] = []
  opened = await openDatabase({ databaseUrl: group.url, dataDir: '', log: (line) => log.push(line) })
  const db = connect(opened.dialect)
  await sql`create table written (number bigint primary key)`.execute(db)
  return { servers: [...group.servers], db, log }
}

const write = (db: Db, number: number): Promise<void> =>
  withinTime(CALL_MS, () =>
    transact(db, async (tx) => {
      await sql`insert into written (number) values (${number})`.execute(tx)
    }),
  )

/** Writes until `end` is called; returns what was acknowledged, and when. Anything but a clear refusal fails. */
function keepWriting(db: Db, next: () => number) {
  const acknowledged: { readonly number: number; readonly atMs: number }[] = []
  const faults: unknown[] = []
  let isOver = false
  const writer = async (): Promise<void> => {
    while (!isOver) {
      const number = next()
      await write(db, number).then(
        () => acknowledged.push({ number, atMs: performance.now() }),
        async (error: unknown) => {
          if (!(error instanceof DatabaseAway || error instanceof OutcomeUnknown)) faults.push(error)
          await sleep(20)
        },
      )
    }
  }
  const writers = Array.from({ length: WRITERS }, writer)
  return {
    acknowledged,
    faults,
    end: async () => {
      isOver = true
      await Promise.all(writers)
    },
  }
}

const until = async (isTrue: () => boolean, mostMs: number): Promise<void> => {
  for (const end = performance.now() + mostMs; !isTrue() && performance.now() < end; ) await sleep(20)
}

async function isThere(server: Replica, numbers: readonly number[]): Promise<number> {
  const [row] = await server.ask('select count(*)::int as found from written where number = any($1)', [numbers])
  return Number(row?.found)
}

describe('several hosts in DATABASE_URL', () => {
  it(`[SCALE-02][F-155] lose no acknowledged write when the primary is killed under ${WRITERS} writers, ${ROUNDS} times`, async () => {
    const { servers, db } = await openMarket(['first', 'second'])
    expect(await doctorSays(db)).toContain('second follow synchronously: a promotion loses nothing that was acknowledged.')
    let number = 0
    const acknowledged: number[] = []
    for (let round = 0; round < ROUNDS; round++) {
      const [primary, standby] = servers as [Replica, Replica]
      const writing = keepWriting(db, () => ++number)
      await until(() => writing.acknowledged.length > 200, 20_000)
      await primary.kill()
      await standby.promote()
      const promotedMs = performance.now()
      const isWritten = () => writing.acknowledged.some(({ atMs }) => atMs > promotedMs)
      await until(isWritten, MOST_AFTER_PROMOTION_MS)
      expect(isWritten(), `round ${round}: a write after the promotion`).toBe(true)
      await writing.end()
      expect(writing.faults).toEqual([])
      acknowledged.push(...writing.acknowledged.map((one) => one.number))
      expect(await isThere(standby, acknowledged), `round ${round}: acknowledged writes`).toBe(acknowledged.length)
      await primary.copyOf(standby)
      await makeSynchronous(standby)
      servers.reverse()
    }
  }, 600_000)

  it('[SCALE-02][F-155] a primary that hangs refuses writes within 10 s, and nothing happens twice when it wakes', async () => {
    const { servers, db, log } = await openMarket(['first', 'second'])
    const [primary, standby] = servers as [Replica, Replica]
    await write(db, 1)
    primary.pause()
    const begunMs = performance.now()
    const refusals = await Promise.allSettled(Array.from({ length: WRITERS }, (_, at) => write(db, 10 + at)))
    const took = performance.now() - begunMs
    expect(refusals.map((refusal) => refusal.status === 'rejected' && isClear(refusal.reason))).toEqual(refusals.map(() => true))
    expect(took).toBeLessThan(MOST_REFUSAL_MS)
    const again = performance.now()
    await expect(write(db, 20)).rejects.toThrow(DatabaseAway)
    expect(performance.now() - again, 'refused at once while no host takes writes').toBeLessThan(1_000)
    await standby.promote()
    await until(() => log.some((line) => line.includes(`${standby.host} (timeline 2)`)), MOST_AFTER_PROMOTION_MS)
    await write(db, 30)
    primary.resume()
    await sleep(3_000)
    await write(db, 31)
    // The former primary takes writes again, of a lower timeline: none of ours reach it.
    expect(await isThere(primary, [30, 31])).toBe(0)
    expect(await isThere(standby, [1, 30, 31])).toBe(3)
    expect(await isThere(primary, [10, 11, 12, 13, 14, 15])).toBe(0)
  }, 120_000)

  it('[SCALE-02] a commit whose standby is gone ends as unknown, and is not acknowledged', async () => {
    const { servers, db } = await openMarket(['first', 'second'])
    const [primary, standby] = servers as [Replica, Replica]
    await standby.kill()
    const begunMs = performance.now()
    await expect(write(db, 1)).rejects.toThrow(OutcomeUnknown)
    expect(performance.now() - begunMs).toBeLessThan(MOST_REFUSAL_MS)
    // Reads go on.
    expect((await sql`select 1 as one`.execute(db)).rows).toEqual([{ one: 1 }])
    // One statement alone is a transaction, too: a cancel at the end of its call would report success.
    const alone = withinTime(2_000, () => sql`insert into written (number) values (2)`.execute(db))
    await expect(alone).rejects.toThrow(OutcomeUnknown)
    await primary.kill()
  }, 120_000)

  it('[F-155] a single host that hangs is refused within 10 s, then at once, and is used again when it answers', async () => {
    const { servers, db } = await openMarket(['only'], { isSynchronous: false })
    const [only] = servers as [Replica]
    await write(db, 1)
    only.pause()
    const begunMs = performance.now()
    // More than there are connections: some wait for one.
    const refusals = await Promise.allSettled(Array.from({ length: 3 * POOL_SIZE }, (_, at) => write(db, 100 + at)))
    expect(refusals.map((refusal) => refusal.status === 'rejected' && isClear(refusal.reason))).toEqual(refusals.map(() => true))
    expect(performance.now() - begunMs).toBeLessThan(MOST_REFUSAL_MS)
    const again = performance.now()
    await expect(write(db, 20)).rejects.toThrow(DatabaseAway)
    expect(performance.now() - again).toBeLessThan(1_000)
    only.resume()
    const goesOn = async () =>
      write(db, 30).then(
        () => true,
        () => false,
      )
    await expect.poll(goesOn, { timeout: 15_000, interval: 100 }).toBe(true)
    expect(await countOf(only)).toBe(2)
  }, 60_000)

  it('[SCALE-02] the highest timeline of those that take writes counts, and a process leaves a lower one', async () => {
    const { servers, db, log } = await openMarket(['first', 'second'], { isSynchronous: false })
    const [primary, standby] = servers as [Replica, Replica]
    await write(db, 1)
    await standby.catchUpWith(primary)
    expect(await doctorSays(db)).toMatch(/All follow asynchronously: a promotion loses what they have not received, \d+ bytes/)
    // A promotion without fencing: both take writes.
    await standby.promote()
    await until(() => log.some((line) => line.includes('(timeline 2)')), 10_000)
    await write(db, 2)
    expect(await doctorSays(db)).toContain('It takes writes too, on timeline 1 below 2.')
    expect([await isThere(primary, [2]), await isThere(standby, [2])]).toEqual([0, 1])
    await standby.kill()
    await until(() => log.some((line) => line.startsWith('No database takes writes')), 10_000)
    await expect(write(db, 3)).rejects.toThrow(DatabaseAway)
    expect(await isThere(primary, [3])).toBe(0)
  }, 120_000)
})

describe('a replica that was ahead of the promoted standby', () => {
  it('[SCALE-01] is not read any more: it shows what was lost', async () => {
    group = await startReplicas(['first', 'second', 'reader'], { isSynchronous: false })
    const [first, second, reader] = group.servers as [Replica, Replica, Replica]
    const { password } = new URL(first.url)
    const databaseUrl = `postgres://plinth:${password}@${first.host},${second.host}/plinth`
    const log: string[] = []
    opened = await openDatabase({ databaseUrl, readUrls: [reader.url], dataDir: '', log: (line) => log.push(line) })
    const db = connect(opened.dialect)
    await migrate(db, silentLogger)
    await sql`create table said (text text)`.execute(db)
    await sql`insert into said values ('kept')`.execute(db)
    const replicas = new Replicas(db, opened.replicas, { log: () => undefined, onUse: () => undefined })
    opened.follower.onMoved(() => replicas.forget())
    try {
      const pick = () => replicas.pick({ commits: 0, position: undefined })
      await expect.poll(async () => (await pick()) !== undefined, { timeout: 10_000 }).toBe(true)
      for (const standby of [second, reader]) await standby.catchUpWith(first)
      await second.ask("alter system set primary_conninfo = ''")
      await second.ask('select pg_reload_conf()')
      await sleep(1_000)
      await sql`update said set text = 'lost'`.execute(db)
      // So much that the other's log does not reach this far for a while.
      await sql`create table much as select generate_series(1, 50000) as number`.execute(db)
      await reader.catchUpWith(first)
      await first.kill()
      await second.promote()
      await until(() => log.some((line) => line.includes('(timeline 2)')), MOST_AFTER_PROMOTION_MS)
      const seen = new Set<unknown>()
      for (let asked = 0; asked < 40; asked++) {
        const picked = await pick()
        if (picked) seen.add((await sql<{ text: string }>`select text from said`.execute(picked.db)).rows[0]?.text)
        await sleep(100)
      }
      expect([...seen]).toEqual([])
    } finally {
      replicas.close()
    }
  }, 120_000)
})

async function doctorSays(db: Db): Promise<string> {
  const { hosts } = await findPrimary(group?.url ?? '')
  return (await examineHosts({ db }, hosts)).map(({ says }) => says.en).join('\n')
}

async function countOf(server: Replica): Promise<number> {
  const [row] = await server.ask('select count(*)::int as count from written')
  return Number(row?.count)
}

const isClear = (reason: unknown): boolean => reason instanceof DatabaseAway || reason instanceof OutcomeUnknown
