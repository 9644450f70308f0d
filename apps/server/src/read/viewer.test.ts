import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { bidOn, fund, named, offered, openAuctionMarket, tick, usd } from '../../test/acts/auctions.ts'
import type { TestMarket, Who } from '../../test/market/market.ts'

let market: TestMarket
beforeAll(async () => {
  market = await openAuctionMarket()
  for (const who of ['bob', 'carol'] as const) await fund(market, who)
})
afterAll(() => market.close())

/** As the account sees them: the token, its own bid, and who leads. */
async function auctionsOf(who: Who) {
  const { list } = await (await market.session(who)).api.viewer.auctions({})
  return list.map(({ auction, ownBid }) => [auction.tokenId, ownBid, auction.highestBidder])
}

describe('viewer.auctions', () => {
  it('[SNIPE-03] answers the unfinished auctions of the caller, the ones it bids in and the ones it owns, soonest end first', async () => {
    const later = await offered(market, 'alice')
    const { endTime } = later.terms
    const sooner = await offered(market, 'alice', { endTime: endTime - 600 })
    await bidOn(market, 'bob', later, usd('21'))
    await bidOn(market, 'carol', later, usd('25'))
    await bidOn(market, 'bob', later, usd('30'))
    await bidOn(market, 'carol', sooner, usd('21'))
    const [first, second] = [sooner.item.tokenId, later.item.tokenId]
    const [bob, carol] = [market.address('bob'), market.address('carol')]
    expect(await auctionsOf('bob')).toEqual([[second, usd('30'), bob]])
    expect(await auctionsOf('carol')).toEqual([
      [first, usd('21'), carol],
      [second, usd('25'), bob],
    ])
    expect(await auctionsOf('alice')).toEqual([
      [first, 0n, carol],
      [second, 0n, bob],
    ])
    expect(await auctionsOf('dan')).toEqual([])
    // A cancelled bid takes its bidder out.
    const { api } = await market.session('bob')
    await api.auction.cancel({ ...named(later), total: usd('30'), chainId: market.chainId })
    await tick(market)
    expect(await auctionsOf('bob')).toEqual([])
  })
})
