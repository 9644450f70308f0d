import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  bidOn,
  fund,
  type Lot,
  named,
  offer,
  offered,
  openAuctionMarket,
  passTo,
  read,
  signAuctionBid,
  tick,
  usd,
} from '../../../test/acts/auctions.ts'
import type { TestMarket } from '../../../test/market/market.ts'

let market: TestMarket
beforeAll(async () => {
  market = await openAuctionMarket()
  for (const who of ['bob', 'carol'] as const) await fund(market, who, usd('1000000'))
})
afterAll(() => market.close())

const TEN_MINUTES = 600

describe('late bids', () => {
  it('[SNIPE-01] move the end to ten minutes after each, and a bid taken back moves nothing back', async () => {
    const lot = await offered(market, 'alice', { extension: TEN_MINUTES })
    const first = lot.terms.endTime
    await bidOn(market, 'bob', lot, usd('20'))
    expect(await read(market, lot)).toMatchObject({ endTime: first, firstEnd: first, extension: TEN_MINUTES })
    await passTo(market, first - 100)
    const at = market.server.context.chains.get(market.chainId).now()
    await bidOn(market, 'carol', lot, usd('30'))
    const { endTime, firstEnd, digest } = await read(market, lot)
    expect(firstEnd).toBe(first)
    expect(endTime - at - TEN_MINUTES).toBeGreaterThanOrEqual(0)
    expect(endTime - at - TEN_MINUTES).toBeLessThan(5)
    const { api } = await market.session('carol')
    await api.auction.cancel({ ...named(lot), total: usd('30'), chainId: market.chainId })
    expect(await read(market, lot)).toMatchObject({ endTime, firstEnd, digest, highestPrice: usd('20') })
  })
})
