import { AUCTION_END } from '@plinth/protocol'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  bidOn,
  dollarsOf,
  fund,
  type Lot,
  named,
  offered,
  openAuctionMarket,
  passTo,
  read,
  sendSettlement,
  settlementFor,
  signAuctionBid,
  tick,
  usd,
} from '../../../test/acts/auctions.ts'
import type { TestMarket, Who } from '../../../test/market/market.ts'
import { allow } from '../../../test/market/money.ts'

const BUY_NOW = usd('100')

let market: TestMarket
beforeAll(async () => {
  market = await openAuctionMarket()
  for (const who of ['bob', 'carol', 'dan'] as const) await fund(market, who, usd('1000000'))
})
afterAll(() => market?.close())

const withBuyNow = () => offered(market, 'alice', { encourage: 1_000, buyNow: BUY_NOW })
const refusalOf = (act: Promise<unknown>) =>
  act.then(
    () => 'served',
    (error: unknown) => (error as { code: string }).code,
  )

async function pay(who: Who, lot: Lot, type: 1 | 2) {
  const reply = await settlementFor(market, who, lot, type)
  await market.mined(await sendSettlement(market, who, reply))
  await market.sync()
  return reply
}

describe('a buy-now total', () => {
  it('[SNIPE-05] ends the auction once it is paid, before the end and beside a lower bid, without dividends', async () => {
    const lot = await withBuyNow()
    await bidOn(market, 'carol', lot, usd('49'))
    expect(await refusalOf(settlementFor(market, 'carol', lot, 2))).toBe('AUCTION_NOT_ENDED')
    const parties = ['alice', 'bob', 'carol'] as const
    const before = await Promise.all(parties.map((who) => dollarsOf(market, who)))
    await bidOn(market, 'bob', lot, BUY_NOW)
    expect(await read(market, lot)).toMatchObject({ isTaken: true, isBuyNowOpen: false, highestBidder: market.address('bob') })
    expect(await pay('bob', lot, 2)).toMatchObject({ total: BUY_NOW, recipients: [] })
    const after = await Promise.all(parties.map((who) => dollarsOf(market, who)))
    expect(after.map((sum, at) => sum - (before[at] ?? 0n))).toEqual([usd('97.5'), -usd('102.5'), 0n])
    expect(await read(market, lot)).toMatchObject({ end: AUCTION_END.FINISHED, highestPrice: BUY_NOW, isTaken: false })
    expect((await market.detail(lot.item)).onlyOwner).toBe(market.address('bob'))
  })

  it('[SNIPE-05] is signed for the leading bidder and less than an increment above it as well', async () => {
    const lot = await offered(market, 'alice', { buyNow: BUY_NOW, increment: usd('90') })
    await bidOn(market, 'bob', lot, usd('20'))
    await bidOn(market, 'bob', lot, BUY_NOW)
    await pay('bob', lot, 2)
    expect(await read(market, lot)).toMatchObject({ end: AUCTION_END.FINISHED })
  })

  it('[SNIPE-05] is signed no more from a bid of half of it on, even once that one is taken back', async () => {
    const lot = await withBuyNow()
    await bidOn(market, 'carol', lot, usd('50'))
    expect(await read(market, lot)).toMatchObject({ isBuyNowOpen: false, isTaken: false })
    await (await market.session('carol')).api.auction.cancel({ ...named(lot), total: usd('50'), chainId: market.chainId })
    expect(await read(market, lot)).toMatchObject({ isBuyNowOpen: false, highestPrice: 0n })
    await bidOn(market, 'bob', lot, BUY_NOW)
    expect(await read(market, lot)).toMatchObject({ isTaken: false, highestPrice: BUY_NOW })
    expect(await refusalOf(settlementFor(market, 'bob', lot, 2))).toBe('AUCTION_NOT_ENDED')
    expect(await refusalOf(settlementFor(market, 'alice', lot, 1))).toBe('AUCTION_NOT_ENDED')
  })

  it('[SNIPE-05] takes no bid beside it, and the owner may settle it as well', async () => {
    const lot = await withBuyNow()
    const beside = await signAuctionBid(market, 'carol', lot, usd('200'))
    await bidOn(market, 'bob', lot, BUY_NOW)
    expect(await refusalOf((await market.session('carol')).api.auction.bid(beside))).toBe('AUCTION_TAKEN')
    expect(await refusalOf(signAuctionBid(market, 'bob', lot, usd('200')))).toBe('AUCTION_LEADING')
    expect(await refusalOf(settlementFor(market, 'carol', lot, 2))).toBe('AUCTION_NOT_PARTY')
    await pay('alice', lot, 1)
    expect(await read(market, lot)).toMatchObject({ end: AUCTION_END.FINISHED, highestBidder: market.address('bob') })
  })

  it('[SNIPE-05] takes bids again once its buyer lost the money, and half of it ends it', async () => {
    const lot = await withBuyNow()
    await bidOn(market, 'bob', lot, BUY_NOW)
    await allow(market, 'bob', market.testnet.contracts.dollar, 0n)
    await market.sync()
    expect(await read(market, lot)).toMatchObject({ isTaken: false, isBuyNowOpen: true, highestPrice: 0n })
    await bidOn(market, 'carol', lot, usd('60'))
    await allow(market, 'bob', market.testnet.contracts.dollar, usd('1000000'))
    await market.sync()
    expect(await read(market, lot)).toMatchObject({ isTaken: false, isBuyNowOpen: false, highestBidder: market.address('bob') })
    expect(await refusalOf(settlementFor(market, 'bob', lot, 2))).toBe('AUCTION_NOT_ENDED')
    await bidOn(market, 'dan', lot, usd('120'))
    await passTo(market, lot.auction.endTime)
    await tick(market)
    expect(await settlementFor(market, 'alice', lot, 1)).toMatchObject({ total: usd('120') })
  })
})
