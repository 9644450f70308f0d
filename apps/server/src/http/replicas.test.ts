/** @module-tag more */
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type Replica, type ReplicaGroup, startReplicas } from '../../test/database/replicas.ts'
import { type ItemId, TestMarket } from '../../test/market/market.ts'
import { connect } from '../db/database.ts'
import { openDatabase } from '../db/driver.ts'
import { hideItem } from '../modules/items/service.ts'
import { examineReplicas } from '../operator/doctor-hosts.ts'

const OPERATOR = { who: 'tester', why: 'a test', role: undefined }
/** How old a public answer may be, and how long a hidden work may be seen. */
const MOST_AGE_MS = 2_000
const MOST_SEEN_MS = 1_000
/** The market looks for a replica every half second. */
const SOON_MS = 2_000

let group: ReplicaGroup
let primary: Replica
let standby: Replica
let market: TestMarket
let item: ItemId
beforeAll(async () => {
  group = await startReplicas(['first', 'second'], { isSynchronous: false })
  ;[primary, standby] = group.servers as [Replica, Replica]
  const database = await openDatabase({ databaseUrl: primary.url, readUrls: [standby.url], dataDir: '', log: () => undefined })
  market = await TestMarket.open({ database: { ...database, url: primary.url } })
  await market.approve('alice', market.official)
  ;({ item } = await market.listed('alice'))
}, 120_000)
afterAll(async () => {
  await market?.close()
  await group?.stop()
})

const used = async (): Promise<boolean> => (await market.server.context.metrics.replicaUsed.get()).values.some(({ value }) => value === 1)
const until = async (isTrue: () => boolean | Promise<boolean>, mostMs: number): Promise<boolean> => {
  for (const end = performance.now() + mostMs; performance.now() < end; await sleep(20)) if (await isTrue()) return true
  return false
}
beforeEach(async () => {
  expect(await until(used, 10_000)).toBe(true)
})

const path = (): string => `/v1/items/${market.chainId}/${item.collection}/${item.tokenId}`
async function nameOf(): Promise<string | undefined> {
  const answer = await market.server.app.inject({ url: path() })
  if (answer.statusCode === 404) return undefined
  expect(answer.statusCode).toBe(200)
  return answer.json().contract.name
}
const rename = (name: string) => primary.ask('update collection set name = $1', [name])
const pauseReplay = () => standby.ask('select pg_wal_replay_pause()')
const resumeReplay = () => standby.ask('select pg_wal_replay_resume()')
const totalOf = async () => (await market.server.api().explore.items({ limit: 1 })).total
const caughtUp = () => standby.catchUpWith(primary)

describe('public reads with a replica', () => {
  it('[SCALE-01] go to the replica, and are never older than two seconds when it lags', async () => {
    await rename('before')
    await caughtUp()
    await until(async () => (await nameOf()) === 'before', SOON_MS)
    await pauseReplay()
    try {
      await sleep(100)
      // Another process has committed it: this one can't know, and reads the replica.
      const atMs = performance.now()
      await rename('after')
      expect(await nameOf(), 'from the replica').toBe('before')
      expect(await until(async () => (await nameOf()) === 'after', 10_000)).toBe(true)
      expect(performance.now() - atMs).toBeLessThan(MOST_AGE_MS)
      expect(await until(async () => !(await used()), SOON_MS)).toBe(true)
    } finally {
      await resumeReplay()
    }
  })

  it('[SCALE-01] show what this process has written at once, and an account its own writes', async () => {
    const { context } = market.server
    const ref = { ...item, chainId: market.chainId }
    expect(await totalOf()).toBe(1)
    await hideItem(context, OPERATOR, ref, true)
    expect([await nameOf(), await totalOf()]).toEqual([undefined, 0])
    await hideItem(context, OPERATOR, ref, false)
    expect([await nameOf(), await totalOf()]).toEqual([expect.any(String), 1])
    await pauseReplay()
    try {
      const { api, address } = await market.session('alice')
      await api.user.setprofile({ nickname: 'Alice of now' })
      expect(await api.user.info({ address })).toMatchObject({ nickname: 'Alice of now' })
      expect(await market.server.api().user.info({ address })).toMatchObject({ nickname: 'Alice of now' })
    } finally {
      await resumeReplay()
    }
  })

  it('[SCALE-01] show no work that an operator hid, a second later, by whichever process', async () => {
    await caughtUp()
    await pauseReplay()
    const elsewhere = await openDatabase({ databaseUrl: primary.url, dataDir: '', log: () => undefined })
    try {
      const other = { ...market.server.context, db: connect(elsewhere.dialect) }
      const ref = { ...item, chainId: market.chainId }
      expect(await nameOf()).toBeDefined()
      const atMs = performance.now()
      await hideItem(other, OPERATOR, ref, true)
      expect(await until(async () => (await nameOf()) === undefined, 5_000)).toBe(true)
      expect(performance.now() - atMs).toBeLessThan(MOST_SEEN_MS)
      await hideItem(other, OPERATOR, ref, false)
      expect(await until(async () => (await nameOf()) !== undefined, 5_000)).toBe(true)
    } finally {
      await elsewhere.close()
      await resumeReplay()
    }
  })

  it('[SCALE-01] of filters and counts hide it as soon', async () => {
    const { context } = market.server
    const ref = { ...item, chainId: market.chainId }
    await caughtUp()
    expect(await until(async () => (await totalOf()) === 1, SOON_MS)).toBe(true)
    const elsewhere = await openDatabase({ databaseUrl: primary.url, dataDir: '', log: () => undefined })
    try {
      const other = { ...context, db: connect(elsewhere.dialect) }
      const atMs = performance.now()
      await hideItem(other, OPERATOR, ref, true)
      expect(await until(async () => (await totalOf()) === 0, 5_000)).toBe(true)
      expect(performance.now() - atMs).toBeLessThan(MOST_SEEN_MS)
      await hideItem(other, OPERATOR, ref, false)
    } finally {
      await elsewhere.close()
    }
  })

  it('[SCALE-01] go on by the primary while it hangs, and go back to it', async () => {
    await rename('steady')
    await caughtUp()
    standby.pause()
    try {
      const begun = performance.now()
      for (let asked = 0; asked < 10; asked++) {
        const each = performance.now()
        expect(await nameOf()).toBe('steady')
        expect(performance.now() - each).toBeLessThan(3_000)
        await sleep(200)
      }
      expect(performance.now() - begun).toBeLessThan(8_000)
      expect(await until(async () => !(await used()), SOON_MS)).toBe(true)
    } finally {
      standby.resume()
    }
    expect(await until(used, 20_000)).toBe(true)
  })

  it('[SCALE-01] go on by the primary when it is stopped, and leave one that was promoted by mistake', async () => {
    await standby.kill()
    expect(await nameOf()).toBeDefined()
    expect(await until(async () => !(await used()), SOON_MS)).toBe(true)
    await standby.start()
    expect(await until(used, 20_000)).toBe(true)
    await caughtUp()
    await standby.promote()
    const atMs = performance.now()
    await rename('of the primary')
    expect(await until(async () => (await nameOf()) === 'of the primary', 5_000)).toBe(true)
    expect(performance.now() - atMs).toBeLessThan(MOST_AGE_MS)
    expect(await until(async () => !(await used()), SOON_MS)).toBe(true)
    const [said] = examineReplicas(market.server.context.replicas.states())
    expect(said).toMatchObject({ state: 'worry', says: { en: expect.stringContaining('the primary answers in its place') } })
    expect(market.server.logged.some((line) => line.includes(`The replica ${standby.host} is behind or away: not read`))).toBe(true)
  }, 60_000)
})
