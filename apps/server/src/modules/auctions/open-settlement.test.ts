import { AUCTION_END } from '@plinth/protocol'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import {
  acceptData,
  bidOn,
  dollarsOf,
  fund,
  type Lot,
  named,
  type Offer,
  offer,
  offered,
  openAuctionMarket,
  passTo,
  publicSettlement,
  read,
  settlementFor,
  signAuctionBid,
  tick,
  usd,
  voidBids,
} from '../../../test/acts/auctions.ts'
import type { TestMarket, Who } from '../../../test/market/market.ts'
import { allow } from '../../../test/market/money.ts'
import { transact } from '../../db/database.ts'
import { reopenAuctions } from '../../state/auctions/reopen.ts'

let market: TestMarket
beforeAll(async () => {
  market = await openAuctionMarket()
  for (const who of ['bob', 'carol'] as const) await fund(market, who, usd('1000000'))
})
afterAll(() => market?.close())

/** Over, with Carol's 60 before Bob's 50. */
async function ended(given: Offer = {}): Promise<Lot> {
  const lot = await offered(market, 'alice', { encourage: 1_000, ...given })
  await bidOn(market, 'bob', lot, usd('50'))
  await bidOn(market, 'carol', lot, usd('60'))
  await passTo(market, lot.auction.endTime)
  await tick(market)
  return lot
}

const sendAs = async (who: Who, data: ReturnType<typeof acceptData>) =>
  market.mined(await market.wallet(who).sendTransaction({ to: market.testnet.contracts.auctionExchange, data }))
const bidsOf = async (lot: Lot) => (await market.server.api().auction.bids({ ...named(lot), chainId: market.chainId })).list

describe('the settlement of an ended auction', () => {
  it('[SNIPE-03] is read without a login from the end on, and any account sends it: money and item go to the parties', async () => {
    const lot = await offered(market, 'alice', { encourage: 1_000 })
    await bidOn(market, 'bob', lot, usd('50'))
    await bidOn(market, 'carol', lot, usd('60'))
    await passTo(market, lot.auction.endTime - 1)
    await expect(publicSettlement(market, lot)).rejects.toMatchObject({ code: 'AUCTION_NOT_ENDED' })
    await passTo(market, lot.auction.endTime)
    const parties = ['alice', 'bob', 'carol', 'dan'] as const
    const before = await Promise.all(parties.map((who) => dollarsOf(market, who)))
    const reply = await publicSettlement(market, lot)
    // Of 60: less a share of a tenth, and 2.5 % of seller fee.
    expect(reply).toMatchObject({ bidder: market.address('carol'), recipients: [market.address('bob')], leastProceeds: usd('52.5') })
    await sendAs('dan', acceptData(reply))
    const after = await Promise.all(parties.map((who) => dollarsOf(market, who)))
    expect(after.map((sum, at) => sum - (before[at] ?? 0n))).toEqual([usd('52.5'), usd('6'), -usd('61.5'), 0n])
    expect((await market.detail(lot.item)).onlyOwner).toBe(market.address('carol'))
    await expect(publicSettlement(market, lot)).rejects.toMatchObject({ code: 'AUCTION_OVER' })
    await expect(sendAs('dan', acceptData(reply))).rejects.toThrow()
  })

  it('[SNIPE-03] names in its least what a royalty takes now', async () => {
    const item = await market.mint('dan', { royaltyBps: 500 })
    await market.transfer('dan', 'alice', item)
    await market.approve('alice', item.collection)
    await market.sync()
    const lot = await offer(market, 'alice', item, { encourage: 0 })
    await bidOn(market, 'bob', lot, usd('100'))
    await passTo(market, lot.auction.endTime)
    expect(await publicSettlement(market, lot)).toMatchObject({ leastProceeds: usd('92.5'), recipients: [] })
  })

  it('[SNIPE-03] is none where the owner’s part is only what rounding leaves: owner and winner settle', async () => {
    const lot = await ended({ encourage: 10_000 })
    await expect(publicSettlement(market, lot)).rejects.toMatchObject({ code: 'AUCTION_PARTIES_ONLY' })
    expect((await bidsOf(lot)).map(({ isPublic }) => isPublic)).toEqual([false, false])
    expect(await settlementFor(market, 'alice', lot, 1)).toMatchObject({ bidder: market.address('carol') })
  })

  it('[SNIPE-03] is none at the buy-now total', async () => {
    const lot = await ended({ buyNow: usd('60') })
    await expect(publicSettlement(market, lot)).rejects.toMatchObject({ code: 'AUCTION_PARTIES_ONLY' })
    expect(await settlementFor(market, 'carol', lot, 2)).toMatchObject({ total: usd('60'), recipients: [market.address('bob')] })
  })

  it('[SNIPE-03] ends the bid’s free way back: its bidder voids it on chain, and the next bid takes its place', async () => {
    const lot = await ended()
    const reply = await publicSettlement(market, lot)
    const back = { ...named(lot), total: usd('60'), chainId: market.chainId }
    const { api } = await market.session('carol')
    await expect(api.auction.cancel(back)).rejects.toMatchObject({ code: 'AUCTION_BID_PUBLIC' })
    expect((await bidsOf(lot)).map(({ total, isPublic }) => [total, isPublic])).toEqual([
      [usd('60'), true],
      [usd('50'), false],
    ])
    await voidBids(market, 'carol', lot, usd('60'))
    await market.sync()
    await expect(sendAs('dan', acceptData(reply))).rejects.toThrow()
    expect(await publicSettlement(market, lot)).toMatchObject({ bidder: market.address('bob'), recipients: [] })
  })

  it('[SNIPE-03] ends bidding for good, also where a reorganisation drops the block of the end', async () => {
    const lot = await ended()
    const late = lot.auction.endTime - 1
    await publicSettlement(market, lot)
    const { db, chains } = market.server.context
    const { id } = await db.selectFrom('auction').select('id').where('salt', '=', lot.auction.salt).executeTakeFirstOrThrow()
    await transact(db, (tx) => reopenAuctions(tx, { chainId: market.chainId, number: 0 }))
    expect(await db.selectFrom('auction').select('as_of_block').where('id', '=', id).executeTakeFirst()).toEqual({ as_of_block: null })
    vi.spyOn(chains.get(market.chainId), 'now').mockReturnValue(late)
    await expect(signAuctionBid(market, 'bob', lot, usd('90'))).rejects.toMatchObject({ code: 'AUCTION_ENDED' })
    vi.restoreAllMocks()
  })

  it('[SNIPE-03] names the next bid while the highest can’t be paid, and none below the lowest price', async () => {
    const lot = await ended({ buying: usd('55') })
    await allow(market, 'carol', market.testnet.contracts.dollar, 0n)
    await market.sync()
    await expect(publicSettlement(market, lot)).rejects.toMatchObject({ code: 'AUCTION_BID_LOW' })
    await allow(market, 'carol', market.testnet.contracts.dollar, usd('1000000'))
    await market.sync()
    await sendAs('dan', acceptData(await publicSettlement(market, lot)))
    await market.sync()
    expect(await read(market, lot)).toMatchObject({ end: AUCTION_END.FINISHED, highestBidder: market.address('carol') })
  })
})
