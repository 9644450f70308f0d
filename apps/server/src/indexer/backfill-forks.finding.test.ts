import type { Hex } from 'viem'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type ItemId, TestMarket } from '../../test/market/market.ts'
import { transact } from '../db/database.ts'
import { firstBlockOf, readCursor, startCursor } from '../state/chain/checkpoint.ts'
import { MARKET, planRange } from '../state/chain/ranges.ts'
import { forgetChain } from './rebuild.ts'
import { startIndexers } from './start.ts'

let market: TestMarket
beforeAll(async () => {
  market = await TestMarket.open()
})
afterAll(() => market.close())

const db = () => market.server.context.db

/** Reads blocks more than four deep by ranges. */
async function follow(): Promise<void> {
  market.indexers = await startIndexers(market.server.context, { pollMs: 10, backfillGap: 4, rangeWidth: 64 })
  await market.sync()
}

async function ownerOf(item: ItemId) {
  return (await (await market.session('dan')).api.nft.detail(item))?.onlyOwner
}

/** The simulator met both: one in 170, one in 500 of its seeds. */
describe('old blocks', () => {
  it('[DATA-09] of a partly applied range are read again, and applied only where they follow it', async () => {
    const item = await market.minted('alice')
    await market.transfer('alice', 'bob', item)
    await market.sync()
    await market.indexers.stop()
    const cursor = await readCursor(db(), market.chainId)
    if (!cursor) throw new Error('There is no cursor')
    // The state when a collection is added while the range is half written: it must be read again, below the cursor too.
    await transact(db(), (tx) => planRange(tx, market.chainId, MARKET, cursor.number - 1, cursor.number + 10))
    await market.testnet.reorg(1)
    await market.testnet.mine(20)
    await follow()
    expect(await ownerOf(item)).toBe(market.address('alice'))
    expect(await db().selectFrom('backfill_range').selectAll().execute()).toEqual([])
  })

  it('begin where the chain begins, whatever the first node to be asked said of that', async () => {
    const item = await market.minted('alice')
    await market.indexers.stop()
    const { context } = market.server
    await forgetChain(context, market.chainId)
    const number = firstBlockOf(context.chains.get(market.chainId).config)
    const wrong: Hex = `0x${'bad0'.repeat(16)}`
    await startCursor(db(), market.chainId, { number, hash: wrong, parentHash: wrong, timestamp: 1 }, 1)
    await follow()
    expect(await readCursor(db(), market.chainId)).toMatchObject({ stopped: null })
    expect(await ownerOf(item)).toBe(market.address('alice'))
  })
})
