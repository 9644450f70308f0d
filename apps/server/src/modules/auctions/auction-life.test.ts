import { AUCTION_END, AUCTION_STATUS, NOTICE_SUBTYPE, ONSELL_TYPE } from '@plinth/protocol'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  bidOn,
  cancelAuction,
  dollarsOf,
  fund,
  type Lot,
  named,
  offer,
  offered,
  openAuctionMarket,
  passTo,
  settle,
  settleForAll,
  settlementFor,
  signAuction,
  tick,
  usd,
  voidBids,
} from '../../../test/acts/auctions.ts'
import type { TestMarket, Who } from '../../../test/market/market.ts'
import { allow } from '../../../test/market/money.ts'
import { operate } from '../../../test/operator/operate.ts'

let market: TestMarket
beforeAll(async () => {
  market = await openAuctionMarket()
  for (const who of ['bob', 'carol', 'dan'] as const) await fund(market, who)
})
afterAll(() => market.close())

async function stateOf(lot: Lot) {
  await market.sync()
  return (await market.session('alice')).api.auction.get({ ...named(lot), chainId: market.chainId })
}

async function noticesOf(who: Who, { item }: Lot) {
  const { list } = await (await market.session(who)).api.notices.list({ page: 1, limit: 100 })
  return list.filter(({ content }) => content.item?.tokenId === item.tokenId).map(({ subType }) => subType)
}

const { AUCTION, AUCTION_BID, AUCTION_BUY, AUCTION_ENDING, EDIT_AUCTION, CANCEL_AUCTION, CANCEL_AUCTION_BID, ABORTED, MINT } =
  NOTICE_SUBTYPE

describe('an auction before its start', () => {
  it('[AUC-32] [API-108] [ENUM-11] is changed in every respect, and afterwards in none', async () => {
    const start = (await stateOf(await offered(market, 'alice'))).startTime + 1_000
    const lot = await offered(market, 'alice', { startTime: start, endTime: start + 500 })
    const other = {
      edit: true,
      salt: lot.auction.salt,
      startTime: start + 100,
      endTime: start + 5_000,
      startPrice: usd('7'),
      encourage: 500,
    }
    const edited = await offer(market, 'alice', lot.item, other)
    const record = await stateOf(edited)
    expect(record).toMatchObject({ startTime: start + 100, endTime: start + 5_000, startPrice: usd('7'), encourage: 500 })
    await expect(stateOf(lot)).rejects.toMatchObject({ code: 'AUCTION_NOT_FOUND' })
    expect(await noticesOf('alice', lot)).toEqual([EDIT_AUCTION, AUCTION, MINT])
    await expect(bidOn(market, 'bob', edited, usd('7'))).rejects.toMatchObject({ code: 'AUCTION_NOT_STARTED' })

    await passTo(market, start + 100)
    const late = { ...other, salt: edited.auction.salt, startPrice: usd('6') }
    await expect(offer(market, 'alice', lot.item, late)).rejects.toMatchObject({ code: 'AUCTION_STARTED' })
    await bidOn(market, 'bob', edited, usd('7'))
    expect(await stateOf(edited)).toMatchObject({ highestPrice: usd('7'), startPrice: usd('7') })
  })
})

describe('start price and increment, which no signature covers', () => {
  it('[AUC-32] are changed alone before the start, and no more after it', async () => {
    const start = (await stateOf(await offered(market, 'alice'))).startTime + 1_000
    const times = { startTime: start, endTime: start + 500 }
    const lot = await offered(market, 'alice', times)
    const edit = { ...times, edit: true, salt: lot.auction.salt }
    await offer(market, 'alice', lot.item, { ...edit, startPrice: usd('7'), increment: usd('3') })
    expect(await stateOf(lot)).toMatchObject({ startPrice: usd('7'), increment: usd('3') })
    const { input } = await signAuction(market, 'alice', lot.item, { ...edit, startPrice: usd('6') })
    await passTo(market, start)
    await expect((await market.session('alice')).api.auction.edit(input)).rejects.toMatchObject({ code: 'AUCTION_STARTED' })
    expect(await stateOf(lot)).toMatchObject({ startPrice: usd('7'), increment: usd('3') })
  })
})

describe('bidding', () => {
  it('[AUC-24] [AUC-28] [AUC-29] is refused to the owner, to the leader, below the next step, and at the very second of the end', async () => {
    const lot = await offered(market, 'alice')
    await expect(bidOn(market, 'alice', lot, usd('20'))).rejects.toMatchObject({ code: 'AUCTION_OWN' })
    await expect(bidOn(market, 'bob', lot, usd('9.999999'))).rejects.toMatchObject({ code: 'AUCTION_BID_BELOW_NEXT' })
    await bidOn(market, 'bob', lot, usd('10'))
    await expect(bidOn(market, 'bob', lot, usd('30'))).rejects.toMatchObject({ code: 'AUCTION_LEADING' })
    await expect(bidOn(market, 'carol', lot, usd('10.999999'))).rejects.toMatchObject({ code: 'AUCTION_BID_BELOW_NEXT' })
    await bidOn(market, 'carol', lot, usd('11'))
    await passTo(market, lot.auction.endTime)
    await expect(bidOn(market, 'bob', lot, usd('50'))).rejects.toMatchObject({ code: 'AUCTION_ENDED' })
  })

  it('[AUC-39] needs the money and the allowance for the bid and its fee', async () => {
    const lot = await offered(market, 'alice')
    const { dollar } = market.testnet.contracts
    await allow(market, 'dan', dollar, usd('10.249999'))
    await expect(bidOn(market, 'dan', lot, usd('10'))).rejects.toMatchObject({ code: 'ALLOWANCE_LOW' })
    await allow(market, 'dan', dollar, usd('10.25'))
    await bidOn(market, 'dan', lot, usd('10'))
    const { api } = await market.session('dan')
    expect(await api.paytoken.committed({ token: dollar, chainId: market.chainId })).toMatchObject({ committed: usd('10.25'), bids: 1 })
    await allow(market, 'dan', dollar, usd('10000'))
    await expect(bidOn(market, 'dan', lot, usd('100000'))).rejects.toMatchObject({ code: 'AUCTION_LEADING' })
    await cancelAuction(market, 'alice', lot)
  })

  it('[AUC-24] goes on while the index has not read the approval that the chain itself confirmed', async () => {
    const item = await market.mint('carol')
    await market.sync()
    await market.indexers.stop()
    await market.approve('carol', item.collection)
    const lot = await offer(market, 'carol', item)
    await bidOn(market, 'bob', lot, usd('10'))
    await bidOn(market, 'dan', lot, usd('11'))
    await market.follow()
    expect(await stateOf(lot)).toMatchObject({ isFundable: true, highestPrice: usd('11'), bidders: 2 })
  })

  it('goes to the first of two at once, the other learns the new price', async () => {
    for (let round = 0; round < 8; round++) {
      const lot = await offered(market, 'alice')
      const ends = await Promise.allSettled([bidOn(market, 'bob', lot, usd('12')), bidOn(market, 'carol', lot, usd('12'))])
      expect(ends.filter((end) => end.status === 'fulfilled')).toHaveLength(1)
      const failed = ends.find((end) => end.status === 'rejected')
      expect(failed?.reason).toMatchObject({ code: 'AUCTION_BID_BELOW_NEXT' })
      expect(await stateOf(lot)).toMatchObject({ highestPrice: usd('12'), bidders: 1 })
    }
  })
})

describe('a bid', () => {
  it('[API-107] [AUC-43] is cancelled by its bidder, and nothing is signed for it any more', async () => {
    const lot = await offered(market, 'alice')
    await bidOn(market, 'bob', lot, usd('21'))
    await bidOn(market, 'carol', lot, usd('25'))
    const { api } = await market.session('carol')
    const ask = { ...named(lot), chainId: market.chainId }
    await expect(api.auction.cancel({ ...ask, total: usd('24') })).rejects.toMatchObject({ code: 'AUCTION_BID_NOT_FOUND' })
    await api.auction.cancel({ ...ask, total: usd('25') })
    const { list } = await api.auction.bids(ask)
    expect(list.map(({ total, status }) => [total, status])).toEqual([
      [usd('25'), 1],
      [usd('21'), 0],
    ])
    expect(await stateOf(lot)).toMatchObject({ highestPrice: usd('21'), highestBidder: market.address('bob') })
    expect((await noticesOf('alice', lot))[0]).toBe(CANCEL_AUCTION_BID)
    await passTo(market, lot.auction.endTime)
    const { reply } = await settle(market, 'alice', lot)
    expect(reply).toMatchObject({ bidder: market.address('bob'), recipients: [] })
  })

  it('that its bidder voided on chain counts no more, until the chain reverts that', async () => {
    const lot = await offered(market, 'alice')
    await bidOn(market, 'bob', lot, usd('21'))
    await bidOn(market, 'carol', lot, usd('25'))
    await voidBids(market, 'carol', lot, usd('25'))
    expect(await stateOf(lot)).toMatchObject({ highestBidder: market.address('bob') })
    await expect(bidOn(market, 'carol', lot, usd('25'))).rejects.toMatchObject({ code: 'AUCTION_BID_VOID' })
    await market.testnet.reorg(1)
    await market.testnet.mine(1)
    expect(await stateOf(lot)).toMatchObject({ highestBidder: market.address('carol') })
  })
})

describe('the end', () => {
  it('[AUC-33] [TX-06] of an auction that its owner cancels ends the bids, and notifies owner and bidders', async () => {
    const lot = await offered(market, 'alice')
    await bidOn(market, 'bob', lot, usd('21'))
    await bidOn(market, 'carol', lot, usd('25'))
    const hash = await cancelAuction(market, 'alice', lot)
    expect(await stateOf(lot)).toMatchObject({ status: AUCTION_STATUS.FINISHED, end: AUCTION_END.CANCEL, endTx: hash, highestPrice: 0n })
    const { api } = await market.session('bob')
    const { list } = await api.auction.bids({ ...named(lot), chainId: market.chainId })
    expect(list.map(({ status }) => status)).toEqual([1, 1])
    for (const who of ['alice', 'bob', 'carol'] as const) expect((await noticesOf(who, lot))[0]).toBe(CANCEL_AUCTION)
    await expect(bidOn(market, 'bob', lot, usd('40'))).rejects.toMatchObject({ code: 'AUCTION_OVER' })
  })

  it('[AUC-35] comes by itself without a settlement; bidders are notified before, all parties after', async () => {
    const lot = await offered(market, 'alice')
    await bidOn(market, 'bob', lot, usd('21'))
    await passTo(market, lot.auction.endTime - 300)
    await tick(market)
    await tick(market)
    expect(await noticesOf('bob', lot)).toEqual([AUCTION_ENDING])
    await passTo(market, lot.auction.endTime)
    await tick(market)
    expect((await stateOf(lot)).asOfBlock).toBe(Number(await market.testnet.publicClient.getBlockNumber()))
    await passTo(market, lot.auction.expiredTime)
    await expect(settlementFor(market, 'alice', lot, 1)).rejects.toMatchObject({ code: 'AUCTION_EXPIRED' })
    await tick(market)
    expect(await stateOf(lot)).toMatchObject({ status: AUCTION_STATUS.FINISHED, end: AUCTION_END.EXPIRED })
    expect((await noticesOf('bob', lot))[0]).toBe(ABORTED)
    expect((await noticesOf('alice', lot))[0]).toBe(ABORTED)
  })

  it('is notified to all parties also where the job did not run between end and expiry', async () => {
    const lot = await offered(market, 'alice')
    await bidOn(market, 'bob', lot, usd('20'))
    const { expiredTime } = await stateOf(lot)
    await passTo(market, expiredTime)
    await tick(market)
    expect(await stateOf(lot)).toMatchObject({ status: AUCTION_STATUS.FINISHED, end: AUCTION_END.EXPIRED })
    for (const who of ['alice', 'bob'] as const) expect(await noticesOf(who, lot)).toContain(ABORTED)
  })

  it('without a bid that reaches the lowest accepted price leaves the item free for its owner', async () => {
    const lot = await offered(market, 'alice')
    await bidOn(market, 'bob', lot, usd('19'))
    await passTo(market, lot.auction.endTime)
    await expect(settlementFor(market, 'alice', lot, 1)).rejects.toMatchObject({ code: 'AUCTION_BID_LOW' })
    await tick(market)
    await market.list('alice', lot.item)
    expect((await market.detail(lot.item)).holdings[0]?.saleType).toBe(ONSELL_TYPE.FIXED_PRICE)
  })
})

describe('a settlement', () => {
  const post = async ({ auction: { owner, salt, sellAsset } }: Lot, type: string) => {
    const form = { owner, salt: String(salt), token: sellAsset.token, tokenId: String(sellAsset.tokenId), type }
    return market.server.post('/auction/buyerFee', { ...form, chainId: String(market.chainId) }, await market.session('alice'))
  }

  it('is refused without a bid, and where the only bid can’t be paid', async () => {
    const [empty, unpaid] = [await offered(market, 'alice'), await offered(market, 'alice')]
    await bidOn(market, 'bob', unpaid, usd('50'))
    await allow(market, 'bob', market.testnet.contracts.dollar, 0n)
    await passTo(market, unpaid.auction.endTime)
    for (const lot of [empty, unpaid]) {
      await expect(settlementFor(market, 'alice', lot, 1)).rejects.toMatchObject({ code: 'AUCTION_NO_BID' })
      expect(await post(lot, '1')).toMatchObject({ errno: 4217, errmsg: expect.stringMatching(/\S/) })
    }
    await allow(market, 'bob', market.testnet.contracts.dollar, usd('10000'))
    await market.sync()
    expect((await settlementFor(market, 'alice', unpaid, 1)).bidder).toBe(market.address('bob'))
  })

  it('of an item whose trade moderators locked waits until they unlock it, as does bidding', async () => {
    const lot = await offered(market, 'alice')
    const of = ['--chain', String(market.chainId), '--collection', lot.item.collection, '--token', String(lot.item.tokenId)]
    const moderate = (act: 'lock' | 'unlock') => operate(market.server.context, 'items', act, ...of, '--why', 'stolen, says its maker')
    await bidOn(market, 'bob', lot, usd('50'))
    await moderate('lock')
    await expect(bidOn(market, 'carol', lot, usd('60'))).rejects.toMatchObject({ code: 'TRADE_LOCKED' })
    await passTo(market, lot.auction.endTime)
    for (const [who, type] of [
      ['alice', 1],
      ['bob', 2],
    ] as const)
      await expect(settlementFor(market, who, lot, type)).rejects.toMatchObject({ code: 'TRADE_LOCKED', errno: 4137 })
    await moderate('unlock')
    await settle(market, 'bob', lot)
    expect((await market.detail(lot.item)).onlyOwner).toBe(market.address('bob'))
  })

  it('[SNIPE-03] that a third account sends is read like any other', async () => {
    const lot = await offered(market, 'alice', { encourage: 1_000 })
    await bidOn(market, 'bob', lot, usd('50'))
    await bidOn(market, 'carol', lot, usd('60'))
    await passTo(market, lot.auction.endTime)
    await tick(market)
    const [alice, bob] = [await dollarsOf(market, 'alice'), await dollarsOf(market, 'bob')]
    // Of 60: less a share of a tenth, and 2.5 % of seller fee.
    const proceeds = usd('52.5')
    const { share } = await settleForAll(market, 'dan', lot, proceeds)
    expect(await stateOf(lot)).toMatchObject({ end: AUCTION_END.FINISHED, highestBidder: market.address('carol') })
    expect((await market.detail(lot.item)).onlyOwner).toBe(market.address('carol'))
    expect(await noticesOf('carol', lot)).toContain(AUCTION_BUY)
    expect(await dollarsOf(market, 'alice')).toBe(alice + proceeds)
    expect(await dollarsOf(market, 'bob')).toBe(bob + share)
  })
})

describe('the notice before the end', () => {
  it('[SNIPE-06] goes a quarter of an hour before it to bidders and to those who like the work, once and to each once', async () => {
    const lot = await offered(market, 'alice')
    const { collection, tokenId } = lot.item
    for (const who of ['bob', 'dan'] as const)
      await (await market.session(who)).api.like.add({ collection, tokenId, chainId: market.chainId })
    await bidOn(market, 'bob', lot, usd('21'))
    await bidOn(market, 'carol', lot, usd('30'))
    const noticed = async () =>
      Promise.all(
        (['alice', 'bob', 'carol', 'dan'] as const).map(async (who) =>
          (await noticesOf(who, lot)).filter((kind) => kind === AUCTION_ENDING),
        ),
      )
    await passTo(market, lot.auction.endTime - 910)
    await tick(market)
    expect(await noticed()).toEqual([[], [], [], []])
    await passTo(market, lot.auction.endTime - 895)
    await tick(market)
    await tick(market)
    expect(await noticed()).toEqual([[], [AUCTION_ENDING], [AUCTION_ENDING], [AUCTION_ENDING]])
  })
})

describe('a reorganisation', () => {
  it('that drops a settlement reopens the auction with its bids, without the notices, to settle again', async () => {
    const lot = await offered(market, 'alice')
    await bidOn(market, 'bob', lot, usd('50'))
    await bidOn(market, 'carol', lot, usd('60'))
    await passTo(market, lot.auction.endTime)
    await tick(market)
    const before = [await dollarsOf(market, 'alice'), await stateOf(lot), await noticesOf('bob', lot)]
    await settle(market, 'alice', lot)
    expect(await stateOf(lot)).toMatchObject({ end: AUCTION_END.FINISHED })
    expect(await noticesOf('carol', lot)).toContain(AUCTION_BUY)
    await market.testnet.reorg(1)
    await market.testnet.mine(1)
    const after = [await dollarsOf(market, 'alice'), await stateOf(lot), await noticesOf('bob', lot)]
    expect(after).toEqual(before)
    expect((await market.detail(lot.item)).onlyOwner).toBe(market.address('alice'))
    const { reply } = await settle(market, 'carol', lot)
    expect(reply.recipients).toEqual([market.address('bob')])
    expect(await stateOf(lot)).toMatchObject({ end: AUCTION_END.FINISHED, highestBidder: market.address('carol') })
  })

  it('that drops the end reads the losers’ balances and allowances again', async () => {
    const lot = await offered(market, 'alice')
    await bidOn(market, 'bob', lot, usd('50'))
    await bidOn(market, 'carol', lot, usd('60'))
    await passTo(market, lot.auction.endTime)
    await tick(market)
    expect((await stateOf(lot)).asOfBlock).toBeGreaterThan(0)
    await market.testnet.reorg(2)
    await allow(market, 'bob', market.testnet.contracts.dollar, 0n)
    expect((await stateOf(lot)).asOfBlock).toBe(0)
    await passTo(market, lot.auction.endTime + 10)
    const { reply } = await settle(market, 'alice', lot)
    await allow(market, 'bob', market.testnet.contracts.dollar, usd('10000'))
    expect(reply).toMatchObject({ bidder: market.address('carol'), recipients: [], share: 0n })
  })
})

describe('an item', () => {
  it('at auction can’t be put on sale, and one on sale not at auction', async () => {
    const lot = await offered(market, 'alice')
    await expect(market.list('alice', lot.item)).rejects.toMatchObject({ code: 'ON_AUCTION' })
    await expect(offer(market, 'alice', lot.item)).rejects.toMatchObject({ code: 'ON_AUCTION' })
    await cancelAuction(market, 'alice', lot)
    await market.sync()
    const sale = await market.list('alice', lot.item)
    await expect(offer(market, 'alice', lot.item)).rejects.toMatchObject({ code: 'ON_SALE' })
    await market.cancel('alice', sale)
    await market.sync()
    const again = await offer(market, 'alice', lot.item)
    expect(await stateOf(again)).toMatchObject({ status: AUCTION_STATUS.CREATED, isFundable: true })
  })

  it('is never both, however the two calls meet', async () => {
    await market.approve('alice', market.official)
    for (let round = 0; round < 6; round++) {
      const item = await market.minted('alice')
      const [sale, auction] = [await market.sign('alice', item), await signAuction(market, 'alice', item)]
      const { api } = await market.session('alice')
      const ends = await Promise.allSettled([api.order.add(sale.input), api.auction.add(auction.input)])
      expect(ends.filter((end) => end.status === 'fulfilled')).toHaveLength(1)
      const { listings, auctions } = await market.detail(item)
      expect(listings.length + auctions.length).toBe(1)
    }
  })

  it('[AUC-31] [ITEM-43] that leaves its owner suspends the auction; back again, it is inactive until signed again', async () => {
    const lot = await offered(market, 'alice')
    await bidOn(market, 'bob', lot, usd('50'))
    await market.transfer('alice', 'eve', lot.item)
    expect(await stateOf(lot)).toMatchObject({ isFundable: false, isReturned: false, held: 0n })
    expect((await market.detail(lot.item)).auctions).toEqual([])
    await expect(bidOn(market, 'carol', lot, usd('60'))).rejects.toMatchObject({ code: 'ORDER_NOT_FUNDABLE' })
    await market.transfer('eve', 'alice', lot.item)
    expect(await stateOf(lot)).toMatchObject({ isFundable: false, isReturned: true })
    await offer(market, 'alice', lot.item, { ...lot.terms, salt: lot.auction.salt })
    expect(await stateOf(lot)).toMatchObject({ isFundable: true, isReturned: false, highestPrice: usd('50') })
    expect(await noticesOf('bob', lot)).not.toContain(AUCTION_BID)
    expect((await noticesOf('alice', lot)).filter((subType) => subType === AUCTION)).toHaveLength(1)
  })
})
