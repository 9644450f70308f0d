/** @module-tag more */
import { setTimeout as sleep } from 'node:timers/promises'
import { toAddress } from '@plinth/protocol'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { type LyingNode, startLyingNode } from '../../test/chain/lying-node.ts'
import { PEOPLE } from '../../test/market/harness.ts'
import { type ItemId, TestMarket } from '../../test/market/market.ts'
import { addressOf, bytes, transact } from '../db/database.ts'
import { readCursor } from '../state/chain/checkpoint.ts'
import { MARKET, planRange } from '../state/chain/ranges.ts'
import { forgetChain } from './rebuild.ts'
import { startIndexers } from './start.ts'

let liar: LyingNode
let market: TestMarket
let honest: string
beforeAll(async () => {
  market = await TestMarket.open({
    configure: async (chain, { rpcUrl, contracts }) => {
      honest = rpcUrl
      liar = await startLyingNode(rpcUrl, () => ({ collection: contracts.official721, tokenId: 1n, to: toAddress(PEOPLE.eve.address) }))
      return { ...chain, rpcUrls: [liar.url, rpcUrl] }
    },
  })
})
afterEach(() => liar.lie(undefined))
afterAll(async () => {
  await market?.close()
  await liar?.close()
})

const db = () => market.server.context.db
/** Reads blocks more than four deep by ranges. */
const follow = () => startIndexers(market.server.context, { pollMs: 50, backfillGap: 4, rangeWidth: 64 })
const at = async () => (await readCursor(db(), market.chainId))?.number
const head = async () => Number(await market.testnet.publicClient.getBlockNumber())

async function holders({ collection, tokenId }: ItemId): Promise<string[]> {
  const rows = await db()
    .selectFrom('holding')
    .select('owner')
    .where('collection', '=', bytes(collection))
    .where('token_id', '=', tokenId)
    .execute()
  return rows.map(({ owner }) => addressOf(owner))
}

/** Restarts the market with these endpoints, the preferred one first. */
async function restart(rpcUrls: readonly string[]): Promise<void> {
  const { chains } = market.server.context
  await market.indexers.stop()
  chains.put({ ...chains.get(market.chainId).config, rpcUrls })
  market.indexers = await follow()
}

describe('a head far ahead of the chain', () => {
  it('keeps no block from being indexed while another node has the true one', async () => {
    await restart([liar.url, honest])
    liar.lie('headFarAhead')
    await expect.poll(() => liar.counts().false, { timeout: 10_000 }).toBeGreaterThan(0)
    const item = await market.mint('alice')
    await market.sync()
    expect(await holders(item)).toEqual([market.address('alice')])
    expect(await db().selectFrom('backfill_range').selectAll().execute()).toEqual([])
  })

  it('of the only node is forgotten with the next true one', async () => {
    await restart([liar.url])
    await market.sync()
    liar.lie('headFarAhead')
    await expect.poll(() => liar.counts().false, { timeout: 10_000 }).toBeGreaterThan(1)
    const item = await market.mint('alice')
    liar.lie(undefined)
    await market.sync()
    expect(await holders(item)).toEqual([market.address('alice')])
  })
})

describe('a head with another hash than its block', () => {
  it('is not held against the node that is asked after it', async () => {
    await restart([liar.url, honest])
    const item = await market.mint('alice')
    await market.sync()
    await market.indexers.stop()
    await market.transfer('alice', 'bob', item)
    const before = market.server.logged.length
    liar.lie('hashesForged')
    await restart([liar.url, honest])
    await market.sync()
    expect(await holders(item)).toEqual([market.address('bob')])
    const aside = market.server.logged.slice(before).filter((line) => line.includes('node set aside'))
    expect(aside.filter((line) => line.includes('node 2 of 2'))).toEqual([])
    expect(aside.length).toBeGreaterThan(0)
  })
})

describe('a plan of old blocks', () => {
  it('that goes on above the head is dropped, and every block is indexed', async () => {
    await restart([honest])
    await market.sync()
    await market.indexers.stop()
    const first = (await head()) + 1
    await transact(db(), (tx) => planRange(tx, market.chainId, MARKET, first, first + 1_000_000))
    const item = await market.mint('alice')
    market.indexers = await follow()
    await market.sync()
    expect(await holders(item)).toEqual([market.address('alice')])
    expect(await db().selectFrom('backfill_range').selectAll().execute()).toEqual([])
  })
})

describe('old blocks that a node has emptied of their logs', () => {
  it.each([
    ['first', () => [liar.url, honest]],
    ['last', () => [honest, liar.url]],
  ])('[DATA-09] are not taken from it while a second node knows the logs (it is asked %s)', async (_, urls) => {
    const item = await market.mint('alice')
    await market.testnet.mine(8)
    const until = await head()
    await market.indexers.stop()
    await forgetChain(market.server.context, market.chainId)
    liar.lie('blocksEmptied')
    await restart(urls())
    await sleep(3_000)
    expect(liar.counts().false).toBeGreaterThan(0)
    expect(await at()).toBeLessThan(until - 4)
    liar.lie(undefined)
    await market.sync()
    expect(await holders(item)).toEqual([market.address('alice')])
  })

  it('[DATA-09] are taken as two of three nodes know them', async () => {
    const item = await market.mint('alice')
    await market.testnet.mine(8)
    await market.indexers.stop()
    await forgetChain(market.server.context, market.chainId)
    liar.lie('blocksEmptied')
    await restart([liar.url, honest, honest])
    await market.sync()
    expect(await holders(item)).toEqual([market.address('alice')])
  })
})
