import { toAddress, ZERO_ADDRESS } from '@plinth/protocol'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type FakeNode, startFakeNode } from '../../../test/chain/fake-node.ts'
import { fakeChain, openTestServer, type TestServer } from '../../../test/market/harness.ts'
import { bytes } from '../../db/database.ts'
import { readRates } from '../../jobs/read-rates.ts'

const FEED = { token: ZERO_ADDRESS, address: toAddress(`0x${'f1'.repeat(20)}`), heartbeatS: 600 }

let node: FakeNode
let server: TestServer
beforeAll(async () => {
  node = await startFakeNode(31337, Math.floor(Date.now() / 1_000))
  server = await openTestServer({ chains: [{ ...fakeChain(node.url), feeds: [FEED], rpcLimits: { timeoutMs: 200 } }] })
})
afterAll(async () => {
  await server?.close()
  await node?.close()
})

it('[MONEY-03] what is known holds while a node answers too late, and no longer than its heartbeat', async () => {
  const { context, clock } = server
  const { db, chains } = context
  const since = chains.all[0]?.now() ?? 0
  const known = { chain_id: 31337, money: ZERO_ADDRESS, source: 'feed', currency: 'USD', answer: 5n, decimals: 0, round: 1n } as const
  await db
    .insertInto('rate')
    .values({ ...known, since, until: since + FEED.heartbeatS })
    .execute()
  const { chain_id, money, answer, decimals, round } = known
  await db
    .insertInto('feed')
    .values({ chain_id, money, answer, decimals, round, address: bytes(FEED.address), read_at: since })
    .execute()
  const rates = async () => (await server.api().rates.list({})).rates
  node.setUp('silent')
  await expect(readRates.run(context)).rejects.toMatchObject({ code: 'CHAIN_UNREACHABLE' })
  expect(await rates()).toMatchObject([{ token: ZERO_ADDRESS, answer: 5n, updatedAt: since }])
  clock.advance(FEED.heartbeatS + 1)
  expect(await rates()).toEqual([])
  node.setUp(true)
  await readRates.run(context)
  // The fake node's contracts answer one word to everything: that is no round.
  expect(await db.selectFrom('feed').select('fault').execute()).toEqual([{ fault: 'unreadable' }])
})
