import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { offered, openAuctionMarket, passTo } from '../../../test/auctions.ts'
import type { TestMarket } from '../../../test/market.ts'

let market: TestMarket
beforeAll(async () => {
  market = await openAuctionMarket()
})
afterAll(() => market.close())

describe('auction.newlist', () => {
  it('[HOME-12][API-110] answers the newest auctions first: of five, the four that home shows leave out the oldest', async () => {
    const tokenIds: bigint[] = []
    for (let count = 0; count < 5; count++) {
      tokenIds.push((await offered(market, 'alice')).item.tokenId)
      await passTo(market, market.server.context.chains.get(market.chainId).now() + 10)
    }
    const { api } = await market.session('bob')
    const { list, total } = await api.auction.newlist({ page: 1, limit: 4, chainId: market.chainId })
    expect(list.map(({ tokenId }) => tokenId)).toEqual(tokenIds.toReversed().slice(0, 4))
    expect(total).toBe(5)
  })
})
