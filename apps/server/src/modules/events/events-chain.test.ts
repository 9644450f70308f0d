import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { EventReader } from '../../../test/market/event-reader.ts'
import { TestMarket } from '../../../test/market/market.ts'
import { startIndexers } from '../../indexer/start.ts'

let market: TestMarket
let reader: EventReader
beforeAll(async () => {
  market = await TestMarket.open()
  // With the intervals of a real start.
  await market.indexers.stop()
  market.indexers = await startIndexers(market.server.context)
  reader = await EventReader.open(await market.server.app.listen({ host: '127.0.0.1', port: 0 }))
})
afterAll(async () => {
  await reader.close()
  await market.close()
})

describe('events of the chain', () => {
  it('reach listeners within two seconds of their block', async () => {
    const waited: number[] = []
    for (let round = 0; round < 5; round++) {
      const item = await market.mint('alice', { name: `Work ${round}` })
      const minedAt = Date.now()
      const block = Number(await market.testnet.publicClient.getBlockNumber())
      const hasBoth = () =>
        reader.events.some((event) => event.topic === 'item' && event.tokenId === item.tokenId) &&
        reader.events.some((event) => event.topic === 'head' && event.chainId === market.chainId && event.number >= block)
      await reader.until(hasBoth)
      waited.push(Date.now() - minedAt)
    }
    // The median: a busy machine may delay any single one.
    expect(waited.toSorted((a, b) => a - b)[2]).toBeLessThan(2_000)
  })

  it('name a head whose effects are in the tables', async () => {
    const item = await market.mint('bob')
    const block = Number(await market.testnet.publicClient.getBlockNumber())
    await reader.until(() => reader.events.some((event) => event.topic === 'head' && event.number >= block))
    const stored = await market.server.context.db.selectFrom('item').select('is_confirmed').where('token_id', '=', item.tokenId).execute()
    expect(stored).toEqual([{ is_confirmed: true }])
  })
})
