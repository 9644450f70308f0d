/** @module-tag more */
import { AUCTION_BID_STATUS, HISTORY_TYPE, ORDER_TYPE } from '@plinth/protocol'
import { exchangeAbi } from '@plinth/protocol/abi'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { bidOn, fund, type Lot, named, offered, openAuctionMarket, passTo, settle, usd, voidBids } from '../../../test/acts/auctions.ts'
import type { ItemId, TestMarket, Who } from '../../../test/market/market.ts'
import { forgetChain } from '../../indexer/rebuild.ts'
import { startIndexers } from '../../indexer/start.ts'

let market: TestMarket
beforeAll(async () => {
  market = await openAuctionMarket()
  for (const who of ['bob', 'carol', 'eve'] as const) await fund(market, who)
  for (const who of ['carol', 'dan'] as const) await market.approve(who, market.official)
})
afterAll(() => market.close())

const call = () => ({ address: market.exchange, abi: exchangeAbi, functionName: 'endEverything' }) as const
async function end(who: Who): Promise<void> {
  await market.mined(await market.wallet(who).writeContract(call()))
  await market.sync()
}
async function isForSale(who: Who, item: ItemId): Promise<boolean> {
  const { api, address: owner } = await market.session(who)
  return api.order.get({ ...item, owner, type: ORDER_TYPE.SALE }).then(
    () => true,
    () => false,
  )
}
async function statusOf(who: Who, lot: Lot) {
  const { list } = await (await market.session(who)).api.auction.bids({ ...named(lot), chainId: market.chainId })
  return list.filter(({ bidder }) => bidder === market.address(who)).map(({ status, total }) => [total, status])
}
async function rebuild(): Promise<void> {
  await market.indexers.stop()
  await forgetChain(market.server.context, market.chainId)
  await market.server.context.db.deleteFrom('notice').where('source', 'like', 'log:%').execute()
  await market.follow()
}
async function history(item: ItemId) {
  return (await (await market.session('dan')).api.nft.history(item)).map(({ type }) => type)
}
describe('[APPR-03] ends of everything, in whatever order they are read', () => {
  it('a rebuild keeps a bid of an epoch', async () => {
    const lot = await offered(market, 'alice')
    await end('bob')
    await bidOn(market, 'bob', lot, usd('20'))
    const before = await statusOf('bob', lot)
    expect(before[0]?.[1]).toBe(AUCTION_BID_STATUS.ACTIVE)
    await rebuild()
    expect(await statusOf('bob', lot)).toEqual(before)
  })

  it('a rebuild keeps a sale of a second epoch', async () => {
    await end('dan')
    await market.testnet.mine(5)
    await end('dan')
    const { item } = await market.listed('dan')
    await market.sync()
    const [sale, past] = [await isForSale('dan', item), await history(item)]
    await rebuild()
    expect([await isForSale('dan', item), await history(item)]).toEqual([sale, past])
  })

  it('two ends in one block notify of a sale once', async () => {
    const { item } = await market.listed('dan')
    await market.testnet.setAutomine(false)
    const a = await market.wallet('dan').writeContract({ ...call(), gas: 300_000n })
    const b = await market.wallet('dan').writeContract({ ...call(), gas: 300_000n })
    await market.testnet.mine(1)
    await market.testnet.setAutomine(true)
    await market.mined(a)
    await market.mined(b)
    await market.sync()
    expect((await history(item)).filter((type) => type === HISTORY_TYPE.CANCEL_SALE)).toHaveLength(1)
  })

  it('a sale of an epoch that a reorganisation reverts is over', async () => {
    await end('carol')
    const item = await market.minted('carol')
    await end('carol')
    const listing = await market.list('carol', item)
    expect(await isForSale('carol', item)).toBe(true)
    await market.testnet.reorg(1)
    await market.testnet.mine(1)
    await market.sync()
    expect(
      await market.testnet.publicClient.readContract({
        address: market.exchange,
        abi: exchangeAbi,
        functionName: 'isSpent',
        args: [market.address('carol'), listing.order.salt],
      }),
      'the chain calls it over',
    ).toBe(true)
    expect(await isForSale('carol', item)).toBe(false)
  })

  it('a bid of an epoch that a reorganisation reverts counts no more', async () => {
    const lot = await offered(market, 'alice')
    await end('eve')
    await bidOn(market, 'eve', lot, usd('20'))
    await market.testnet.reorg(1)
    await market.testnet.mine(1)
    await market.sync()
    expect((await statusOf('eve', lot))[0]?.[1]).toBe(AUCTION_BID_STATUS.CANCELLED)
  })

  it('what was settled stays settled when its bidders end everything later', async () => {
    const lot = await offered(market, 'alice')
    await bidOn(market, 'carol', lot, usd('20'))
    await bidOn(market, 'bob', lot, usd('40'))
    await passTo(market, Number(lot.auction.endTime))
    await settle(market, 'bob', lot)
    await market.sync()
    const before = [await statusOf('bob', lot), await statusOf('carol', lot)]
    await end('bob')
    await end('carol')
    expect([await statusOf('bob', lot), await statusOf('carol', lot)], 'after the ends').toEqual(before)
    await voidBids(market, 'dan', lot, 1n)
    await market.sync()
    expect([await statusOf('bob', lot), await statusOf('carol', lot)], 'after a third account ended its bids').toEqual(before)
  })

  it('a cancel after the end notifies no more', async () => {
    const { item, listing } = await market.listed('dan')
    await end('dan')
    const { order } = listing
    const key = { owner: order.owner, salt: order.salt, sellAsset: order.sellAsset, buyAsset: order.buyAsset }
    await market.mined(
      await market.wallet('dan').writeContract({ address: market.exchange, abi: exchangeAbi, functionName: 'cancel', args: [key] }),
    )
    await market.sync()
    expect((await history(item)).filter((type) => type === HISTORY_TYPE.CANCEL_SALE)).toHaveLength(1)
  })

  it('two ends in two blocks notify of a sale once, also when both are read together', async () => {
    const { item } = await market.listed('dan')
    await end('dan')
    await end('dan')
    await market.testnet.mine(20)
    await market.sync()
    const before = await history(item)
    await market.indexers.stop()
    await forgetChain(market.server.context, market.chainId)
    await market.server.context.db.deleteFrom('notice').where('source', 'like', 'log:%').execute()
    market.indexers = await startIndexers(market.server.context, { pollMs: 10, backfillGap: 4, rangeWidth: 200 })
    await market.sync()
    expect(await history(item)).toEqual(before)
  })

  it('a seller that ends everything often in one block has its bidders notified once', async () => {
    const lot = await offered(market, 'alice')
    await bidOn(market, 'carol', lot, usd('20'))
    const { api } = await market.session('carol')
    const before = (await api.notices.count({})).total
    await market.testnet.setAutomine(false)
    for (let i = 0; i < 5; i++) await market.wallet('alice').writeContract({ ...call(), gas: 300_000n })
    await market.testnet.mine(1)
    await market.testnet.setAutomine(true)
    await market.sync()
    expect((await api.notices.count({})).total - before).toBe(1)
  })

  it('statuses of a settled auction are the same in a fresh build', async () => {
    const lot = await offered(market, 'alice')
    await bidOn(market, 'bob', lot, usd('40'))
    await passTo(market, Number(lot.auction.endTime))
    await settle(market, 'bob', lot)
    await market.sync()
    await end('bob')
    await market.testnet.mine(20)
    await market.sync()
    const before = await statusOf('bob', lot)
    await market.indexers.stop()
    await forgetChain(market.server.context, market.chainId)
    market.indexers = await startIndexers(market.server.context, { pollMs: 10, backfillGap: 4, rangeWidth: 200 })
    await market.sync()
    expect(await statusOf('bob', lot)).toEqual(before)
  })
})
