/** @module-tag more */
import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { TestMarket } from '../../test/market/market.ts'
import { breakable } from '../../test/simulator/database.ts'
import type { Context } from '../context.ts'
import { connect } from '../db/database.ts'
import type { Job } from '../jobs/job.ts'
import { startJobs } from '../jobs/start.ts'
import { startIndexers } from './start.ts'

let market: TestMarket
const breaker: { current: (() => void) | undefined } = { current: undefined }
let context: Context
beforeAll(async () => {
  market = await TestMarket.open()
  context = { ...market.server.context, db: connect(breakable(market.server.database.dialect, breaker)) }
})
afterAll(() => market.close())

const breakDatabase = () => {
  breaker.current = () => {
    throw Object.assign(new Error('gone'), { code: 'ECONNREFUSED' })
  }
}
/** Failures at 0, 1 and 3 s, or as many: the next one would be seconds later. */
const OUTAGE_MS = 4_000
const SOON_MS = 2_500

describe('after an outage of the database', () => {
  it('[F-38] the index goes on within seconds, however long it was', async () => {
    await market.indexers.stop()
    market.indexers = await startIndexers(context, { pollMs: 500 })
    await market.sync()
    breakDatabase()
    await market.testnet.mine(3)
    await wait(OUTAGE_MS)
    const head = await market.testnet.publicClient.getBlockNumber()
    const { head: indexed } = market.indexers.of(market.chainId)
    expect(indexed()).toBeLessThan(Number(head))
    breaker.current = undefined
    await expect.poll(indexed, { timeout: SOON_MS }).toBe(Number(head))
    expect(market.server.logged.filter((line) => line.includes('indexer retries')).length).toBeLessThan(3)
  })

  it('[F-38] so does a job', async () => {
    const ends: number[] = []
    const job: Job = {
      name: 'looks',
      everyMs: 500,
      run: async ({ db }) => {
        await db.selectFrom('item').select('token_id').limit(1).execute()
        ends.push(Date.now())
        return false
      },
    }
    const jobs = startJobs(context, [job])
    await expect.poll(() => ends.length, { timeout: 8_000 }).toBeGreaterThan(1)
    breakDatabase()
    await wait(OUTAGE_MS)
    const before = ends.length
    breaker.current = undefined
    await expect.poll(() => ends.length, { timeout: SOON_MS }).toBeGreaterThan(before)
    await jobs.stop()
  })
})
