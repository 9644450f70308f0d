import { AUCTION_END, ORDER_STATUS, TOKEN_STANDARD } from '@plinth/protocol'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { bidOn, fund, type Lot, named, offered, passTo, settle, tick, usd } from '../../test/acts/auctions.ts'
import type { ItemId, Listing, TestMarket } from '../../test/market/market.ts'
import { allow, bid } from '../../test/market/money.ts'
import { type MovedMarket, openFirstMarket } from '../../test/market/moved-market.ts'
import { expireOrders } from '../jobs/expire-orders.ts'
import { examineFormer } from '../operator/doctor-former.ts'

/** Alice sells, Bob and Carol bid on the first edition's contracts; then the server restarts on the present ones. */
describe('a market that moves to a new edition of its contracts', () => {
  let moved: MovedMarket
  let market: TestMarket
  let item: ItemId
  let sale: Listing
  let offer: Listing
  let lot: Lot

  beforeAll(async () => {
    moved = await openFirstMarket()
    ;({ market } = moved)
    ;({ item, listing: sale } = await listedByAlice())
    await fund(market, 'bob')
    await fund(market, 'carol')
    offer = await bid(market, 'bob', item, usd('30'), { payToken: market.testnet.contracts.dollar })
    lot = await offered(market, 'alice')
    await bidOn(market, 'carol', lot, usd('25'))
    await market.sync()
    await moved.move()
    await expireOrders.run(market.server.context)
  })
  afterAll(async () => {
    await market?.close()
  })

  async function listedByAlice() {
    const minted = await market.minted('alice')
    await market.approve('alice', minted.collection)
    await market.sync()
    return { item: minted, listing: await market.list('alice', minted) }
  }
  const chain = () => market.server.context.chains.get(market.chainId)
  const auctionNow = async () => (await market.session('alice')).api.auction.get({ ...named(lot), chainId: market.chainId })
  const restingOf = async (who: 'alice' | 'bob') => {
    const { resting, restingBids } = await market.detail(item, who)
    return [...resting, ...restingBids].map(({ status, isMoved, isFundable }) => ({ status, isMoved, isFundable }))
  }
  const remains = async () => (await examineFormer(market.server.context, chain())).map(({ state, says }) => `${state} ${says.en}`)

  it('ends what was signed for the old exchange, and notifies its makers alone', async () => {
    const shown = await market.detail(item, 'carol')
    expect([shown.listings, shown.bids, shown.resting, shown.restingBids]).toEqual([[], [], [], []])
    const ended = { status: ORDER_STATUS.CANCELLED, isMoved: true, isFundable: false }
    expect([await restingOf('alice'), await restingOf('bob')]).toEqual([[ended], [ended]])
    const { api } = await market.session('bob')
    expect(await api.paytoken.committed({ token: offer.order.sellAsset.token, chainId: market.chainId })).toMatchObject({ bids: 0 })
  })

  it('[APPR-02] lists what was signed for the old exchange as good for that alone', async () => {
    const { list } = await (await market.session('bob')).api.allowed.signatures({ page: 1, limit: 20 })
    const { exchange } = moved.first
    expect(list).toMatchObject([{ kind: 'bid', state: 'moved', exchange, salt: offer.order.salt }])
  })

  it('signs no buyer fee for an order of the old exchange', async () => {
    await expect(market.buy('bob', sale)).rejects.toMatchObject({ code: 'ORDER_NOT_FOUND' })
  })

  it('takes the same sale for the new exchange once its proxy is approved', async () => {
    await expect(market.list('alice', item)).rejects.toMatchObject({ code: 'APPROVAL_MISSING' })
    await market.approve('alice', item.collection)
    await market.sync()
    const again = await market.list('alice', item)
    const { listings, resting } = await market.detail(item, 'alice')
    expect([listings.map(({ salt }) => salt), resting]).toEqual([[again.order.salt], []])
  })

  it('goes on with an auction there: the bid stays covered by what the old proxy may take', async () => {
    expect(await auctionNow()).toMatchObject({ isFundable: true, highestPrice: usd('25'), auctionExchange: moved.first.auctionExchange })
    // Allowances for the new proxy cover nothing there.
    await allow(market, 'carol', market.testnet.contracts.dollar, usd('1000'))
    moved.actOn(moved.first)
    await allow(market, 'carol', market.testnet.contracts.dollar, 0n)
    await market.sync()
    expect(await auctionNow()).toMatchObject({ highestPrice: 0n })
    await allow(market, 'carol', market.testnet.contracts.dollar, usd('100'))
    await market.sync()
    expect(await auctionNow()).toMatchObject({ highestPrice: usd('25'), highestBidder: market.address('carol') })
    moved.actOn(moved.present)
  })

  it('takes a bid on an auction there by the old exchange’s domain and the old proxy’s allowance', async () => {
    moved.actOn(moved.first)
    await bidOn(market, 'bob', lot, usd('40'))
    moved.actOn(moved.present)
    expect(await auctionNow()).toMatchObject({ highestPrice: usd('40'), highestBidder: market.address('bob') })
  })

  it('begins no new auction there', async () => {
    const next = await offered(market, 'alice')
    const begun = await (await market.session('alice')).api.auction.get({ ...named(next), chainId: market.chainId })
    expect(begun.auctionExchange).toBe(moved.present.auctionExchange)
  })

  it('an approval of the old proxy turns its own auctions and no others', async () => {
    moved.actOn(moved.first)
    await market.approve('alice', lot.item.collection, false)
    await market.sync()
    expect((await auctionNow()).isFundable).toBe(false)
    expect((await market.detail(item, 'alice')).listings).toHaveLength(1)
    await market.approve('alice', lot.item.collection)
    await market.sync()
    expect((await auctionNow()).isFundable).toBe(true)
    moved.actOn(moved.present)
  })

  it('reads a cancel on the old exchange, and takes it back with its block', async () => {
    moved.actOn(moved.first)
    await market.cancel('bob', offer)
    await market.sync()
    expect(await restingOf('bob')).toEqual([])
    await market.testnet.reorg(1)
    await market.testnet.mine(1)
    await market.sync()
    expect(await restingOf('bob')).toMatchObject([{ isMoved: true }])
    moved.actOn(moved.present)
  })

  it('trusts a clone that the old factory makes now', async () => {
    moved.actOn(moved.first)
    const address = await market.collection('dan', 'Old mould', 'OLD', TOKEN_STANDARD.ERC721)
    moved.actOn(moved.present)
    expect(address).toMatch(/^0x/)
  })

  it('settles the auction on the contracts it was signed for', async () => {
    await passTo(market, lot.terms.endTime + 1)
    await tick(market)
    await settle(market, 'alice', lot)
    await market.sync()
    expect(await auctionNow()).toMatchObject({ end: AUCTION_END.FINISHED, highestBidder: market.address('bob') })
  })

  it('lists the approvals that an account still has there, and the doctor counts them', async () => {
    const { api } = await market.session('alice')
    const [approval, ...others] = await api.user.approvals({ chainId: market.chainId })
    expect([approval, others]).toEqual([
      expect.objectContaining({ edition: 1, isItems: true, address: item.collection, spender: moved.first.transferProxy }),
      [],
    ])
    const [money] = await (await market.session('carol')).api.user.approvals({ chainId: market.chainId })
    expect(money).toMatchObject({ isItems: false, allowance: usd('100'), name: 'PUSD', decimals: 6 })
    expect(await remains()).toEqual([
      expect.stringMatching(/^worry 1 approvals of collections and 2 allowances .*; 0 auctions and 0 series/),
    ])
  })

  it('is content once everything is taken back', async () => {
    moved.actOn(moved.first)
    await market.approve('alice', item.collection, false)
    for (const who of ['bob', 'carol'] as const) await allow(market, who, market.testnet.contracts.dollar, 0n)
    moved.actOn(moved.present)
    await market.sync()
    expect(await (await market.session('alice')).api.user.approvals({ chainId: market.chainId })).toEqual([])
    expect(await remains()).toEqual(['well Nothing stands on its contracts any more.'])
  })
})
