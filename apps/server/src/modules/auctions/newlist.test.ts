import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { bidOn, fund, offered, openAuctionMarket, passTo, settle, usd } from '../../../test/acts/auctions.ts'
import type { TestMarket, Who } from '../../../test/market/market.ts'

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

  it('[F-72] keeps an ended one with a winner until it is settled, before all others to who has won it', async () => {
    const [won, unsold] = [await offered(market, 'alice'), await offered(market, 'alice')]
    await fund(market, 'bob')
    await bidOn(market, 'bob', won, usd('25'))
    const named = (lot: typeof won) => lot.item.tokenId
    const now = () => market.server.context.chains.get(market.chainId).now()
    await passTo(market, now() + 7_200)
    const later = await offered(market, 'alice')
    const shownTo = async (who: Who) => {
      const { list } = await (await market.session(who)).api.auction.newlist({ page: 1, limit: 4, chainId: market.chainId })
      return list.map(({ tokenId }) => tokenId)
    }
    expect(await shownTo('bob')).toEqual([named(won), named(later)])
    expect(await shownTo('carol')).toEqual([named(later), named(won)])
    expect(await shownTo('carol')).not.toContain(named(unsold))
    await settle(market, 'bob', won)
    await market.sync()
    expect(await shownTo('bob')).toEqual([named(later)])
  })
})
