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

  it('[F-54] answers the auction that ends first first where it is asked to, and refuses other orders', async () => {
    const { api } = await market.session('bob')
    const now = market.server.context.chains.get(market.chainId).now()
    const late = (await offered(market, 'alice', { endTime: now + 90_000 })).item.tokenId
    const soon = (await offered(market, 'alice', { endTime: now + 900 })).item.tokenId
    const middle = (await offered(market, 'alice', { endTime: now + 80_000 })).item.tokenId
    const { list } = await api.auction.newlist({ page: 1, limit: 100, sort: 'ending', chainId: market.chainId })
    const order = list.map(({ tokenId }) => tokenId).filter((tokenId) => [late, soon, middle].includes(tokenId))
    expect(order).toEqual([soon, middle, late])
    expect((await market.server.post('/auction/newlist', { sort: 'price' })).errno).toBe(402)
    expect((await market.server.post('/home/list', { sort: 'ending' })).errno).toBe(402)
  })

  it('[F-128] answers those of one phase alone: none that has ended is live', async () => {
    await fund(market, 'bob')
    const now = market.server.context.chains.get(market.chainId).now()
    const [ended, live] = [
      await offered(market, 'alice', { endTime: now + 600 }),
      await offered(market, 'alice', { endTime: now + 90_000 }),
    ]
    await bidOn(market, 'bob', ended, usd('25'))
    await passTo(market, now + 700)
    const soon = await offered(market, 'alice', { startTime: now + 80_000, endTime: now + 90_000 })
    const { api } = await market.session('carol')
    const lots = [ended, live, soon].map(({ item }) => item.tokenId)
    const listed = async (phase?: 'live' | 'soon' | 'ended') => {
      const { list } = await api.auction.newlist({ page: 1, limit: 100, ...(phase && { phase }), chainId: market.chainId })
      return list.map(({ tokenId }) => tokenId).filter((tokenId) => lots.includes(tokenId))
    }
    const [first, second, third] = lots
    expect(await listed('live')).toEqual([second])
    expect(await listed('soon')).toEqual([third])
    expect(await listed('ended')).toEqual([first])
    expect(await listed()).toHaveLength(3)
    const { body } = await market.server.app.inject({ method: 'GET', url: `/v1/auctions/items?phase=ended&chain=${market.chainId}` })
    const rows: { list: { tokenId: string }[] } = JSON.parse(body)
    expect(rows.list.map(({ tokenId }) => BigInt(tokenId))).toContain(first)
    expect(rows.list.map(({ tokenId }) => BigInt(tokenId))).not.toContain(second)
    expect((await market.server.post('/auction/newlist', { phase: 'over' })).errno).toBe(402)
  })
})
