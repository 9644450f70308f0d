import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type ForgetfulNode, startForgetfulNode } from '../../test/chain/forgetful-node.ts'
import { TestMarket } from '../../test/market/market.ts'
import type { ChainConfig } from '../config/config.ts'
import { startIndexers } from './start.ts'

/** Blocks of each kind. */
const BLOCKS = 30
/** More than any range of the test. */
const WIDTH = 200

let node: ForgetfulNode
let market: TestMarket
let config: ChainConfig
beforeAll(async () => {
  market = await TestMarket.open({
    configure: async (chain, { rpcUrl }) => {
      node = await startForgetfulNode(rpcUrl)
      config = { ...chain, rpcUrls: [node.url], maxFutureS: 400 * 86_400 }
      return config
    },
  })
})
afterAll(async () => {
  await market?.close()
  await node?.close()
})

const head = () => market.testnet.publicClient.getBlockNumber()

/** Calls that the index needs for what is done meanwhile, read as old blocks; without those of the polls. */
async function callsFor(act: () => Promise<unknown>, change: Partial<ChainConfig> = {}): Promise<number> {
  await market.sync()
  await market.indexers.stop()
  await act()
  await market.testnet.mine(8)
  node.countCalls()
  const { context } = market.server
  Object.assign(context.chains.get(market.chainId).config, { trustsRanges: undefined, ...change })
  market.indexers = await startIndexers(context, { pollMs: 600_000, backfillGap: 8, rangeWidth: WIDTH, readers: 0 })
  await market.indexers.of(market.chainId).waitForBlock((await head()) - 8n)
  await market.indexers.stop()
  const counted = node.countCalls()
  await market.follow()
  return Object.values(counted).reduce((sum, calls) => sum + calls, 0)
}

/** One log of ours in each block. */
async function trade(): Promise<void> {
  const item = await market.mint('alice')
  for (let turn = 0; turn < BLOCKS; turn++)
    await (turn % 2 === 0 ? market.transfer('alice', 'bob', item) : market.transfer('bob', 'alice', item))
}
const rest = () => market.testnet.mine(BLOCKS)
/** Of the plan, the range and the last blocks, whatever they hold. */
const BESIDE = 20

describe('calls to the node', () => {
  it('[F-101] are two for an old block with logs of ours, and one for another', { timeout: 60_000 }, async () => {
    expect(await callsFor(trade)).toBeLessThanOrEqual(2 * BLOCKS + BESIDE)
    expect(await callsFor(rest)).toBeLessThanOrEqual(BLOCKS + BESIDE)
  })

  it('[F-101] are one for an old block with logs of ours and none for another, where ranges are trusted', { timeout: 60_000 }, async () => {
    expect(await callsFor(trade, { trustsRanges: true })).toBeLessThanOrEqual(BLOCKS + BESIDE)
    expect(await callsFor(rest, { trustsRanges: true })).toBeLessThanOrEqual(BESIDE)
  })
})
