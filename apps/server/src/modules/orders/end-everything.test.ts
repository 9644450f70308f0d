import { AUCTION_BID_STATUS, AUCTION_END, HISTORY_TYPE, NOTICE_SUBTYPE, ORDER_TYPE, unpackSalt } from '@plinth/protocol'
import { exchangeAbi } from '@plinth/protocol/abi'
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
  signAuctionBid,
  usd,
} from '../../../test/acts/auctions.ts'
import { HALF_ETHER, type ItemId, type TestMarket, type Who } from '../../../test/market/market.ts'

let market: TestMarket
beforeAll(async () => {
  market = await openAuctionMarket()
  for (const who of ['bob', 'carol'] as const) await fund(market, who)
  for (const who of ['carol', 'dan'] as const) await market.approve(who, market.official)
})
afterAll(() => market.close())

const epochOf = (salt: bigint): bigint => unpackSalt(salt).sequence >> 24n

async function endEverything(who: Who): Promise<void> {
  const call = { address: market.exchange, abi: exchangeAbi, functionName: 'endEverything' } as const
  await market.mined(await market.wallet(who).writeContract(call))
  await market.sync()
}

/** Read from the chain. */
function chainEpoch(who: Who): Promise<bigint> {
  const call = { address: market.exchange, abi: exchangeAbi, functionName: 'epochOf', args: [market.address(who)] } as const
  return market.testnet.publicClient.readContract(call)
}

async function isForSale(who: Who, item: ItemId): Promise<boolean> {
  const { api, address: owner } = await market.session(who)
  return api.order.get({ ...item, owner, type: ORDER_TYPE.SALE }).then(
    () => true,
    () => false,
  )
}

async function stateOf(lot: Lot) {
  return (await market.session('alice')).api.auction.get({ ...named(lot), chainId: market.chainId })
}

async function statusOf(who: Who, lot: Lot): Promise<number | undefined> {
  const { list } = await (await market.session(who)).api.auction.bids({ ...named(lot), chainId: market.chainId })
  return list.find(({ bidder }) => bidder === market.address(who))?.status
}

async function reorganise(): Promise<void> {
  await market.testnet.reorg(1)
  await market.testnet.mine(1)
  await market.sync()
}

describe('an account that ends everything', () => {
  it('[APPR-03] has nothing on sale, is notified of each item, and has all back when the block is reverted', async () => {
    const [first, second] = [await market.listed('dan'), await market.listed('dan')]
    const sold = await market.listed('dan')
    await market.buy('bob', sold.listing)
    const others = await market.listed('carol')
    await market.sync()
    const { api } = await market.session('dan')
    const before = await api.notices.count({})
    await endEverything('dan')
    for (const { item } of [first, second]) {
      expect(await isForSale('dan', item)).toBe(false)
      expect((await api.nft.history(item))[0]?.type).toBe(HISTORY_TYPE.CANCEL_SALE)
    }
    expect((await api.nft.history(sold.item))[0]?.type).toBe(HISTORY_TYPE.BUY)
    expect(await isForSale('carol', others.item)).toBe(true)
    expect((await api.notices.count({})).total).toBe(before.total + 2)
    const asked = { ...first.item, owner: market.address('dan'), type: ORDER_TYPE.SALE, salt: first.listing.order.salt }
    await expect((await market.session('bob')).api.order.buyerFee(asked)).rejects.toMatchObject({ code: 'ORDER_CANCELLED' })
    await expect(market.sign('dan', first.item, HALF_ETHER, { salt: first.listing.order.salt })).rejects.toMatchObject({
      code: 'UNKNOWN_SALT',
    })

    await reorganise()
    for (const { item } of [first, second]) {
      expect(await isForSale('dan', item)).toBe(true)
      expect((await api.nft.history(item))[0]?.type).toBe(HISTORY_TYPE.SALE)
    }
    expect(await api.notices.count({})).toEqual(before)
  })

  it('[APPR-03] sells again under numbers of its epoch, which a second end ends too', async () => {
    await endEverything('dan')
    const listed = await market.listed('dan')
    expect(epochOf(listed.listing.order.salt)).toBe(await chainEpoch('dan'))
    expect(await isForSale('dan', listed.item)).toBe(true)
    const bought = await market.listed('dan')
    await market.buy('bob', bought.listing)
    await market.sync()
    expect(await isForSale('dan', bought.item)).toBe(false)
    await endEverything('dan')
    expect(await isForSale('dan', listed.item)).toBe(false)
    const after = await market.listed('dan')
    expect(epochOf(after.listing.order.salt)).toBe(await chainEpoch('dan'))
    expect(epochOf(after.listing.order.salt)).not.toBe(epochOf(listed.listing.order.salt))
    expect(await isForSale('dan', after.item)).toBe(true)
  })

  it('[APPR-03] has no auction any more, and has it back when the block is reverted', async () => {
    const lot = await offered(market, 'alice')
    await bidOn(market, 'bob', lot, usd('20'))
    await endEverything('alice')
    expect(await stateOf(lot)).toMatchObject({ end: AUCTION_END.CANCEL })
    expect((await stateOf(lot)).endTx).toMatch(/^0x[0-9a-f]{64}$/)
    expect(await statusOf('bob', lot)).toBe(AUCTION_BID_STATUS.CANCELLED)
    const { list } = await (await market.session('bob')).api.notices.list({ page: 1, limit: 100 })
    expect(list.find(({ content }) => content.item?.tokenId === lot.item.tokenId)?.subType).toBe(NOTICE_SUBTYPE.CANCEL_AUCTION)
    await reorganise()
    expect(await stateOf(lot)).toMatchObject({ end: AUCTION_END.NONE, highestPrice: usd('20') })
    expect(await statusOf('bob', lot)).toBe(AUCTION_BID_STATUS.ACTIVE)
  })

  it('[APPR-03] has no bid on an auction any more, bids again in its epoch, and pays what it bid', async () => {
    const lot = await offered(market, 'alice')
    await bidOn(market, 'carol', lot, usd('20'))
    const early = await signAuctionBid(market, 'bob', lot, usd('30'))
    await bidOn(market, 'bob', lot, usd('30'))
    await endEverything('bob')
    expect(await stateOf(lot)).toMatchObject({ highestPrice: usd('20'), highestBidder: market.address('carol') })
    expect(await statusOf('bob', lot)).toBe(AUCTION_BID_STATUS.CANCELLED)
    await expect((await market.session('bob')).api.auction.bid(early)).rejects.toMatchObject({ code: 'ORDER_MISMATCH' })

    await reorganise()
    expect(await stateOf(lot)).toMatchObject({ highestPrice: usd('30'), highestBidder: market.address('bob') })
    await endEverything('bob')
    await bidOn(market, 'bob', lot, usd('40'))
    const { list } = await (await market.session('bob')).api.auction.bids({ ...named(lot), chainId: market.chainId })
    expect(list.find(({ total }) => total === usd('40'))).toMatchObject({
      epoch: await chainEpoch('bob'),
      status: AUCTION_BID_STATUS.ACTIVE,
    })
    await passTo(market, Number(lot.auction.endTime))
    await settle(market, 'bob', lot)
    await market.sync()
    expect(await stateOf(lot)).toMatchObject({ end: AUCTION_END.FINISHED, highestPrice: usd('40') })
  })
})
