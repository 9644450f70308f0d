/** @module-tag more */
import { NOTICE_SUBTYPE, ORDER_STATUS, ORDER_TYPE, toExchangeOrder, unitPriceOf, ZERO_ADDRESS } from '@plinth/protocol'
import { exchangeAbi } from '@plinth/protocol/abi'
import { parseSignature, parseUnits, zeroHash } from 'viem'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { mintEdition } from '../../../test/chain/editions.ts'
import type { Session } from '../../../test/market/harness.ts'
import { type ItemId, type Listing, TestMarket, type Who } from '../../../test/market/market.ts'
import { accept, allow, balanceOf, bid, takeDollars } from '../../../test/market/money.ts'
import { expireOrders } from '../../jobs/expire-orders.ts'

let market: TestMarket
let alice: Session
let bob: Session
beforeAll(async () => {
  market = await TestMarket.open()
  alice = await market.session('alice')
  bob = await market.session('bob')
  await market.approve('alice', market.official)
  await market.approve('alice', market.testnet.contracts.official1155)
})
afterAll(() => market.close())

const dollar = () => market.testnet.contracts.dollar
const dollars = (text: string) => parseUnits(text, 6)
const inDollars = () => ({ payToken: dollar() })

async function rich(who: Who, amount: string): Promise<void> {
  await takeDollars(market, who, dollars(amount))
  await allow(market, who, dollar(), dollars(amount))
}

const NO_SIGNATURE = { v: 0, r: zeroHash, s: zeroHash }

const bidOf = (who: Who, item: ItemId) => market.server.api().order.get({ ...item, owner: market.address(who), type: ORDER_TYPE.BID })
const shown = async (item: ItemId) => {
  await market.sync()
  return ((await bob.api.nft.detail(item))?.bids ?? []).map(({ maker, unitPrice }) => [maker, unitPrice])
}

describe('bids that one balance covers', () => {
  it('are fundable while the balance covers each, and unfunded when a fill leaves too little', async () => {
    const [first, second, bought] = [await market.minted('alice'), await market.minted('alice'), await market.minted('alice')]
    await rich('carol', '30.75')
    const one = await bid(market, 'carol', first, dollars('10'), inDollars())
    await bid(market, 'carol', second, dollars('10'), inDollars())
    const sale = await market.list('alice', bought, dollars('10'), inDollars())
    await market.buy('carol', sale)
    await market.sync()
    expect(await bidOf('carol', first)).toMatchObject({ isFundable: true })
    expect(await bidOf('carol', second)).toMatchObject({ isFundable: true })

    await accept(market, 'alice', one)
    await market.sync()
    expect(await balanceOf(market, 'carol', dollar())).toBe(dollars('10.25'))
    expect(await bidOf('carol', second)).toMatchObject({ isFundable: true })
    const third = await market.minted('alice')
    await bid(market, 'carol', third, dollars('9'), inDollars())
    expect(await shown(third)).toEqual([[market.address('carol'), '9']])
    const dear = await market.minted('alice')
    await expect(bid(market, 'carol', dear, dollars('10.5'), inDollars())).rejects.toMatchObject({ errno: 4504 })
    await accept(market, 'alice', await listingOf('carol', third))
    await market.sync()
    expect(await bidOf('carol', second)).toMatchObject({ isFundable: false, status: ORDER_STATUS.OPEN })
    expect(await shown(second)).toEqual([])
    // Only its maker still sees it, to raise or cancel.
    const carol = await market.session('carol')
    expect((await carol.api.nft.detail(second))?.restingBids).toMatchObject([{ maker: carol.address, isFundable: false }])
    expect((await carol.api.nft.detail(second))?.resting).toEqual([])
    expect((await bob.api.nft.detail(second))?.restingBids).toEqual([])
  })
})

async function listingOf(who: Who, item: ItemId): Promise<Listing> {
  const found = await bidOf(who, item)
  const order = {
    owner: found.maker,
    salt: found.salt,
    sellAsset: { token: found.sellToken, tokenId: found.sellTokenId, assetType: found.sellType as 1 },
    buyAsset: { token: found.buyToken, tokenId: found.buyTokenId, assetType: found.buyType as 3 },
    selling: found.selling,
    buying: found.buying,
    sellerFee: BigInt(found.sellerFee),
  }
  return { order, signature: found.signature }
}

describe('one bid of one bidder for an item', () => {
  it('is raised, never doubled or lowered; the version before it can’t be filled any more', async () => {
    const item = await market.minted('alice')
    await rich('dan', '100')
    const first = await bid(market, 'dan', item, dollars('10'), inDollars())
    await expect(bid(market, 'dan', item, dollars('12'), inDollars())).rejects.toMatchObject({ errno: 4109 })
    const raise = { ...inDollars(), edit: true, salt: first.order.salt }
    for (const price of ['10', '9']) await expect(bid(market, 'dan', item, dollars(price), raise)).rejects.toMatchObject({ errno: 4112 })
    const raised = await bid(market, 'dan', item, dollars('15'), raise)
    expect(await shown(item)).toEqual([[market.address('dan'), '15']])
    await accept(market, 'alice', raised)
    await market.sync()
    expect(await shown(item)).toEqual([])

    // The item is back with Alice: neither version is on sale again.
    await market.transfer('dan', 'alice', item)
    await market.sync()
    for (const old of [first, raised]) {
      const maker = parseSignature(old.signature)
      const sig = { v: Number(maker.v), r: maker.r, s: maker.s }
      const args = [toExchangeOrder(old.order), sig, 250n, NO_SIGNATURE, unitPriceOf(old.order), ZERO_ADDRESS] as const
      const call = { address: market.exchange, abi: exchangeAbi, functionName: 'exchange', args, account: alice.address } as const
      await expect(market.testnet.publicClient.simulateContract(call)).rejects.toThrow('ExchangeOrderSpent')
    }
  })

  it('[ITEM-40][ITEM-41] stands below a dearer unit, whatever the totals, and is gone past its time or when it is cancelled', async () => {
    const item = await mintEdition(market, 'alice', { supply: 10n })
    await market.sync()
    for (const who of ['bob', 'carol', 'dan'] as const) await rich(who, '1000')
    await bid(market, 'bob', item, dollars('3'), { ...inDollars(), quantity: 9n })
    const best = await bid(market, 'carol', item, dollars('5'), inDollars())
    const until = Number((await market.testnet.publicClient.getBlock()).timestamp) + 1_000
    await bid(market, 'dan', item, dollars('4'), { ...inDollars(), quantity: 2n, validUntil: until })
    expect((await shown(item)).map(([, price]) => price)).toEqual(['5', '4', '3'])
    await market.cancel('carol', best)
    expect((await shown(item)).map(([, price]) => price)).toEqual(['4', '3'])
    await market.testnet.setNextBlockTimestamp(until + 1)
    await market.testnet.mine(1)
    await market.sync()
    await expireOrders.run(market.server.context)
    expect((await shown(item)).map(([, price]) => price)).toEqual(['3'])
    const asked = { ...item, owner: market.address('dan'), type: ORDER_TYPE.BID, salt: (await bidOf('dan', item)).salt }
    await expect(alice.api.order.buyerFee(asked)).rejects.toMatchObject({ errno: 4102 })
  })
})

/** Kinds of the newest notices of an account, and how many it has. */
async function noticesOf(who: Who, since: number): Promise<number[]> {
  const { api } = await market.session(who)
  const { total } = await api.notices.count({})
  if (total === since) return []
  return (await api.notices.list({ page: 1, limit: total - since })).list.map(({ subType }) => subType).sort((a, b) => a - b)
}
const totalOf = async (who: Who) => (await (await market.session(who)).api.notices.count({})).total

describe('notices of a bid', () => {
  it('reach bidder and holder once each, and are removed when their block is reverted', async () => {
    const item = await market.minted('alice')
    await rich('bob', '100')
    const before = { alice: await totalOf('alice'), bob: await totalOf('bob') }
    const since = async () => [await noticesOf('alice', before.alice), await noticesOf('bob', before.bob)]
    const offer = await bid(market, 'bob', item, dollars('10'), inDollars())
    await bid(market, 'bob', item, dollars('11'), { ...inDollars(), edit: true, salt: offer.order.salt })
    const made = [[NOTICE_SUBTYPE.BIDDEN], [NOTICE_SUBTYPE.BID, NOTICE_SUBTYPE.EDIT_BID]]
    expect(await since()).toEqual(made)

    await market.cancel('bob', offer)
    await market.sync()
    expect(await since()).toEqual([
      [NOTICE_SUBTYPE.CANCEL_BID, NOTICE_SUBTYPE.BIDDEN],
      [NOTICE_SUBTYPE.BID, NOTICE_SUBTYPE.EDIT_BID, NOTICE_SUBTYPE.CANCEL_BID],
    ])
    await market.testnet.reorg(1)
    await market.testnet.mine(1)
    await market.sync()
    expect(await since()).toEqual(made)

    await accept(market, 'alice', await listingOf('bob', item))
    await market.sync()
    expect(await since()).toEqual([
      [NOTICE_SUBTYPE.BIDDEN, NOTICE_SUBTYPE.SUCCESSFUL_TRADE],
      [NOTICE_SUBTYPE.BID, NOTICE_SUBTYPE.EDIT_BID, NOTICE_SUBTYPE.ACCEPT_BID],
    ])
    await market.testnet.reorg(1)
    await market.testnet.mine(1)
    await market.sync()
    expect(await since()).toEqual(made)
    expect(await shown(item)).toEqual([[bob.address, '11']])
  })

  it('of a purchase and of a transfer reach both sides once, and are removed with their block', async () => {
    const [sold, sent] = [await market.minted('alice'), await market.minted('alice')]
    const sale = await market.list('alice', sold)
    const before = { alice: await totalOf('alice'), bob: await totalOf('bob') }
    const since = async () => [await noticesOf('alice', before.alice), await noticesOf('bob', before.bob)]
    await market.buy('bob', sale)
    await market.sync()
    expect(await since()).toEqual([[NOTICE_SUBTYPE.BOUGHT], [NOTICE_SUBTYPE.BUY]])
    await market.transfer('alice', 'bob', sent)
    await market.sync()
    expect(await since()).toEqual([
      [NOTICE_SUBTYPE.TRANSFER, NOTICE_SUBTYPE.BOUGHT],
      [NOTICE_SUBTYPE.BUY, NOTICE_SUBTYPE.RECEIVE],
    ])
    await market.testnet.reorg(2)
    await market.testnet.mine(1)
    await market.sync()
    expect(await since()).toEqual([[], []])
  })
})
