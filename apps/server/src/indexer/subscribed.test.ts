/** @module-tag more */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type ForgetfulNode, startForgetfulNode } from '../../test/chain/forgetful-node.ts'
import { TestMarket } from '../../test/market/market.ts'
import type { Tx } from '../db/database.ts'
import { AGAIN, planRange } from '../state/chain/ranges.ts'
import { startIndexers } from './start.ts'

const SELDOM_MS = 600_000
/** A block of a machine with other work to do. */
const SOON = { timeout: 15_000 }

let node: ForgetfulNode
let market: TestMarket
beforeAll(async () => {
  market = await TestMarket.open({
    configure: async (chain, { rpcUrl }) => {
      node = await startForgetfulNode(rpcUrl)
      return { ...chain, rpcUrls: [node.url], wsUrl: rpcUrl.replace('http', 'ws'), maxFutureS: 400 * 86_400 }
    },
  })
  await market.sync()
  await market.indexers.stop()
  market.indexers = await startIndexers(market.server.context, { pollMs: SELDOM_MS })
})
afterAll(async () => {
  await market?.close()
  await node?.close()
})

const indexed = () => market.indexers.of(market.chainId).head()

it('[F-101][F-102] a block that the node pushes is indexed at once: one call more for its logs, none without', async () => {
  const item = await market.minted('alice')
  const before = indexed()
  node.countCalls()
  for (let mined = 1; mined <= 3; mined++) {
    await market.testnet.mine(1)
    await expect.poll(indexed, SOON).toBe(before + mined)
  }
  expect(node.countCalls()).toEqual({})
  await market.transfer('alice', 'bob', item)
  await expect.poll(async () => (await market.detail(item)).owner.address, SOON).toBe(market.address('bob'))
  expect(node.countCalls().eth_getBlockReceipts).toBe(1)
})

it('[F-102] a pushed fork takes back what the blocks before it said', async () => {
  const item = await market.minted('alice')
  await market.transfer('alice', 'bob', item)
  await expect.poll(async () => (await market.detail(item)).owner.address, SOON).toBe(market.address('bob'))
  await market.testnet.reorg(1)
  await market.testnet.mine(2)
  await expect.poll(async () => (await market.detail(item)).owner.address, SOON).toBe(market.address('alice'))
})

it('[F-102] waits for a node that has the pushed block a little later, and sets none aside', async () => {
  const item = await market.minted('alice')
  node.lag(3)
  await market.transfer('alice', 'bob', item)
  await expect.poll(async () => (await market.detail(item)).owner.address, SOON).toBe(market.address('bob'))
  expect(market.server.logged.filter((line) => line.includes('node set aside'))).toEqual([])
})

it('[F-102] keeps its lease of the chain, and reads old blocks, while no head comes', async () => {
  const { db } = market.server.context
  const beat = async () => (await db.selectFrom('chain_cursor').select('beat_at').executeTakeFirstOrThrow()).beat_at
  const before = await beat()
  node.countCalls()
  await expect.poll(beat, SOON).toBeGreaterThan(before)
  expect(node.countCalls()).toEqual({})
  const first = await market.testnet.publicClient.getBlockNumber()
  await planRange(db as Tx, market.chainId, AGAIN, Number(first), Number(first))
  await expect.poll(() => db.selectFrom('backfill_range').select('first_block').execute(), SOON).toEqual([])
})
