import { AUCTION_END } from '@plinth/protocol'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  bidOn,
  fund,
  type Lot,
  named,
  offered,
  openAuctionMarket,
  passTo,
  settle,
  settlementFor,
  tick,
  usd,
} from '../../../test/acts/auctions.ts'
import type { TestMarket } from '../../../test/market/market.ts'

const HOURS = 5

let market: TestMarket
beforeAll(async () => {
  market = await openAuctionMarket({ auctionExpireHours: HOURS })
  await fund(market, 'bob')
})
afterAll(() => market.close())

async function endOf(lot: Lot): Promise<number> {
  await market.sync()
  return (await (await market.session('alice')).api.auction.get({ ...named(lot), chainId: market.chainId })).end
}

describe('an auction of a market that gives five hours to settle', () => {
  it('shows and signs them, is settled in their last second and expires in the next', async () => {
    expect((await market.server.post('/config/fetch')).data).toMatchObject({ auctionExpireTime: String(HOURS) })
    const settled = await offered(market, 'alice')
    const { endTime, expiredTime } = settled.auction
    expect(expiredTime).toBe(endTime + HOURS * 3_600)
    const missed = await offered(market, 'alice', { endTime })
    for (const lot of [settled, missed]) await bidOn(market, 'bob', lot, usd('50'))
    // The settlement itself comes a second later.
    await passTo(market, expiredTime - 2)
    await tick(market)
    expect([await endOf(settled), await endOf(missed)]).toEqual([AUCTION_END.NONE, AUCTION_END.NONE])
    await market.testnet.setNextBlockTimestamp(expiredTime - 1)
    await settle(market, 'bob', settled)
    await passTo(market, expiredTime)
    await expect(settlementFor(market, 'bob', missed, 2)).rejects.toMatchObject({ code: 'AUCTION_EXPIRED' })
    await tick(market)
    expect([await endOf(settled), await endOf(missed)]).toEqual([AUCTION_END.FINISHED, AUCTION_END.EXPIRED])
  })
})
