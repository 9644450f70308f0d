import { ApiError } from '@plinth/api'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import {
  bidOn,
  fund,
  type Lot,
  named,
  offer,
  offered,
  openAuctionMarket,
  passTo,
  publicSettlement,
  read,
  signAuction,
  signAuctionBid,
  tick,
  usd,
} from '../../../test/acts/auctions.ts'
import type { TestMarket, Who } from '../../../test/market/market.ts'
import { type OtherProcess, openOtherProcess } from '../../../test/market/other-process.ts'
import { runAuctions } from '../../jobs/run-auctions.ts'
import { findAuctionBySequence } from '../../state/auctions/store.ts'
import { fixSpendableAtEnd } from './service.ts'

const TEN_MINUTES = 600

let market: TestMarket
let other: OtherProcess
beforeAll(async () => {
  market = await openAuctionMarket()
  for (const who of ['bob', 'carol'] as const) await fund(market, who, usd('1000000'))
  other = await openOtherProcess(market)
})
afterEach(() => vi.restoreAllMocks())
afterAll(async () => {
  await other?.close()
  await market?.close()
})

const chain = () => market.server.context.chains.get(market.chainId)
const readElsewhere = async (lot: Lot) => (await other.apiOf('dan')).auction.get({ ...named(lot), chainId: market.chainId })

async function stored({ auction }: Lot) {
  const who = { chainId: market.chainId, exchange: market.testnet.contracts.auctionExchange, maker: auction.owner }
  const found = await findAuctionBySequence(market.server.context.db, who, auction.salt & (2n ** 64n - 1n))
  if (!found) throw new Error('no such auction')
  return found
}

/** Bids through the other process. */
async function bidElsewhere(who: Who, lot: Lot, total: bigint): Promise<void> {
  const signed = await signAuctionBid(market, who, lot, total)
  await (await other.apiOf(who)).auction.bid(signed)
}

describe('terms beyond those of the documents', () => {
  it('[SNIPE-01, SNIPE-05] are signed, and stand on the auction in calls and resources', async () => {
    const lot = await offered(market, 'alice', { extension: 900, buyNow: usd('500') })
    const terms = { extension: 900, buyNow: usd('500'), firstEnd: lot.terms.endTime, endTime: lot.terms.endTime }
    expect(await read(market, lot)).toMatchObject({ ...terms, isBuyNowOpen: true, isTaken: false })
    const { owner, collection, tokenId } = named(lot)
    const path = `/v1/auctions/${market.chainId}/${collection}/${tokenId}/${owner}`
    const { json } = await market.server.app.inject(path).then((response) => ({ json: response.json() }))
    expect(json).toMatchObject({ extension: 900, buyNow: String(usd('500')), firstEnd: lot.terms.endTime })
  })

  it.each([
    [{ extension: 60 }, 'extension'],
    [{ buyNow: usd('19') }, 'buyNow'],
    [{ buyNow: 2n ** 88n }, 'buyNow'],
  ])('[SNIPE-01, SNIPE-05] are refused with the field that makes no sense: %o', async (given, field) => {
    const item = await market.minted('alice')
    await market.approve('alice', item.collection)
    const refusal = { code: 'BAD_ARGUMENT_VALUE', message: expect.stringContaining(`${field} (`) }
    await expect(signAuction(market, 'alice', item, given)).rejects.toMatchObject(refusal)
  })

  it('[SNIPE-01] are none of an auction that names others in auction.add than were signed', async () => {
    const item = await market.minted('alice')
    await market.approve('alice', item.collection)
    const { input } = await signAuction(market, 'alice', item, { extension: 300 })
    const { api } = await market.session('alice')
    await expect(api.auction.add({ ...input, extension: 600 })).rejects.toMatchObject({ code: 'ORDER_MISMATCH' })
    await expect(api.auction.add({ ...input, buyNow: usd('900') })).rejects.toMatchObject({ code: 'ORDER_MISMATCH' })
  })
})

describe('late bids', () => {
  it('[SNIPE-01] move the end to ten minutes after each, and a bid taken back moves nothing back', async () => {
    const lot = await offered(market, 'alice', { extension: TEN_MINUTES })
    const first = lot.terms.endTime
    await bidOn(market, 'bob', lot, usd('20'))
    expect(await read(market, lot)).toMatchObject({ endTime: first, firstEnd: first })
    await passTo(market, first - 100)
    const at = chain().now()
    await bidOn(market, 'carol', lot, usd('30'))
    const { endTime, firstEnd, digest } = await read(market, lot)
    expect(firstEnd).toBe(first)
    expect(endTime - at - TEN_MINUTES).toBeGreaterThanOrEqual(0)
    expect(endTime - at - TEN_MINUTES).toBeLessThan(5)
    const { api } = await market.session('carol')
    await api.auction.cancel({ ...named(lot), total: usd('30'), chainId: market.chainId })
    expect(await read(market, lot)).toMatchObject({ endTime, firstEnd, digest, highestPrice: usd('20') })
  })

  it('[SNIPE-02] move it for all: lists, phases, the other process, the settlement, and the chain’s clock refuses what is later', async () => {
    const lot = await offered(market, 'alice', { extension: TEN_MINUTES })
    const first = lot.terms.endTime
    await passTo(market, first - 2)
    await other.see()
    await bidElsewhere('bob', lot, usd('20'))
    const { endTime } = await readElsewhere(lot)
    expect(endTime).toBeGreaterThan(first + TEN_MINUTES - 3)
    expect(await read(market, lot)).toMatchObject({ endTime })
    await passTo(market, first + 60)
    await tick(market)
    expect(await read(market, lot)).toMatchObject({ endTime, asOfBlock: 0 })
    const live = await market.server.api().auction.newlist({ page: 1, limit: 100, phase: 'live', chainId: market.chainId })
    expect(live.list.map(({ tokenId }) => tokenId)).toContain(lot.item.tokenId)
    const early = { code: 'AUCTION_NOT_ENDED' }
    await expect(publicSettlement(market, lot)).rejects.toMatchObject(early)
    // Signed again before the end, and sent at it.
    const late = await signAuctionBid(market, 'carol', lot, usd('40'))
    await passTo(market, endTime)
    await other.see()
    await expect((await other.apiOf('carol')).auction.bid(late)).rejects.toMatchObject({ code: 'AUCTION_ENDED' })
    await tick(market)
    expect((await read(market, lot)).asOfBlock).toBeGreaterThan(0)
    expect(await publicSettlement(market, lot)).toMatchObject({ bidder: market.address('bob'), endTime: first })
  })

  it('[SNIPE-02] keep the end from being read where the other process still knew the old one', async () => {
    const lot = await offered(market, 'alice', { extension: 300 })
    const before = await stored(lot)
    await passTo(market, before.endTime - 1)
    await bidOn(market, 'bob', lot, usd('20'))
    await passTo(market, before.endTime + 5)
    expect(await fixSpendableAtEnd(other.context, other.context.chains.get(market.chainId), before)).toBe(false)
    expect(await stored(lot)).toMatchObject({ asOfBlock: undefined })
  })

  it('[SNIPE-02] are refused once the other process has read the end, whatever the clock here says', async () => {
    const lot = await offered(market, 'alice', { extension: 300 })
    await bidOn(market, 'bob', lot, usd('20'))
    const late = await signAuctionBid(market, 'carol', lot, usd('30'))
    await passTo(market, lot.terms.endTime)
    await other.see()
    await runAuctions.run(other.context)
    vi.spyOn(chain(), 'now').mockReturnValue(lot.terms.endTime - 1)
    const { api } = await market.session('carol')
    await expect(api.auction.bid(late)).rejects.toMatchObject({ code: 'AUCTION_ENDED' })
    expect(await read(market, lot)).toMatchObject({ endTime: lot.terms.endTime, highestPrice: usd('20') })
  })

  it('[SNIPE-02] at the end itself either move it or are refused, on both processes alike', { timeout: 120_000 }, async () => {
    await market.approve('alice', market.official)
    for (let round = 0; round < 5; round++) {
      const item = await market.mint('alice')
      await market.sync()
      const lot = await offer(market, 'alice', item, { extension: 300 })
      const first = lot.terms.endTime
      await passTo(market, first - 1)
      await other.see()
      const bids = [await signAuctionBid(market, 'bob', lot, usd('20')), await signAuctionBid(market, 'carol', lot, usd('40'))] as const
      const [here, elsewhere] = [(await market.session('bob')).api, await other.apiOf('carol')]
      const [bob, carol] = await Promise.all([
        here.auction.bid(bids[0]).catch((error: unknown) => error),
        elsewhere.auction.bid(bids[1]).catch((error: unknown) => error),
        passTo(market, first).then(() => other.see()),
        runAuctions.run(other.context),
        tick(market),
      ])
      await Promise.all([tick(market), runAuctions.run(other.context)])
      const [one, two] = [await read(market, lot), await readElsewhere(lot)]
      expect(two).toMatchObject({ endTime: one.endTime, highestPrice: one.highestPrice })
      const isTaken = one.highestPrice > 0n
      if (isTaken) expect(one.endTime).toBeGreaterThanOrEqual(first + 299)
      else expect(one.endTime).toBe(first)
      expect(one.asOfBlock > 0).toBe(!isTaken)
      for (const answer of [bob, carol])
        expect(['{}', 'AUCTION_ENDED', 'AUCTION_BID_BELOW_NEXT']).toContain(
          answer instanceof ApiError ? answer.code : JSON.stringify(answer),
        )
    }
  })
})
