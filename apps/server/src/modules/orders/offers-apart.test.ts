import { parseUnits } from 'viem'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { TestMarket } from '../../../test/market/market.ts'
import { allow, takeDollars } from '../../../test/market/money.ts'
import { acceptOffer, makeOffer } from '../../../test/market/offers.ts'
import { refreshStatisticsJob } from '../../jobs/refresh-statistics.ts'

let market: TestMarket
beforeAll(async () => {
  market = await TestMarket.open()
  await market.approve('alice', market.official)
  await takeDollars(market, 'bob', usd('1000'))
  await allow(market, 'bob', market.testnet.contracts.dollar, usd('1000'))
})
afterAll(() => market.close())

const usd = (text: string) => parseUnits(text, 6)
const FIRST = { page: 1, limit: 20 }

it('lists of bids for items show no offer for a set, made, raised or cancelled', async () => {
  const { item } = await market.listed('alice')
  const { collection } = item
  const alice = await market.session('alice')
  const bob = await market.session('bob')
  const api = market.server.api()
  const v1 = async (path: string) => (await market.server.app.inject({ url: `/v1${path}` })).json()
  const all = async () => {
    await market.sync()
    await refreshStatisticsJob.run(market.server.context)
    return {
      orders: (await bob.api.order.list({ ...FIRST, owner: bob.address })).list,
      ofCollection: (await bob.api.order.list({ ...FIRST, collection, type: 2 })).total,
      bids: await api.nft.bids(item),
      active: await api.nft.activebids({ items: [item] }),
      mine: (await bob.api.user.bid({ ...FIRST, address: bob.address })).total,
      detail: await bob.api.nft.detail(item),
      history: (await api.nft.history(item)).length,
      rows: (await v1(`/collections/${market.chainId}/${collection}/items`)).list,
      explored: (await v1('/explore/items?counts=true')) as unknown,
      depth: await api.statistics.depth({ collection }),
      figures: await api.statistics.collection({ collection }),
      activity: (await api.statistics.activity({ account: bob.address, limit: 20 })).list.length,
      stat: await api.user.stat({ address: bob.address }),
      marks: await bob.api.viewer.marks({ items: [{ chainId: market.chainId, collection, tokenId: item.tokenId }] }),
      notices: [await alice.api.notices.count({}), await bob.api.notices.count({})],
      acts: await market.server.context.db.selectFrom('activity').select('id').execute(),
    }
  }
  const before = await all()
  const offers = [await makeOffer(market, 'bob', usd('9'), { quantity: 3n }), await makeOffer(market, 'bob', usd('8'), { withNew: true })]
  await market.testnet.mine(1)
  expect(await all()).toEqual(before)
  expect((await api.offer.forItem({ ...FIRST, collection, tokenId: item.tokenId })).total).toBe(2)
  for (const { order } of offers) await makeOffer(market, 'bob', usd('10'), { salt: order.salt, quantity: order.buying })
  expect(await all()).toEqual(before)
  for (const { order } of offers) await market.cancel('bob', { order, signature: '0x' })
  expect(await all()).toEqual(before)
  expect((await api.offer.forItem({ ...FIRST, collection, tokenId: item.tokenId })).total).toBe(0)
})

it('the commitment of a bidder has all units of its offers, and a sale to one counts as of its item', async () => {
  const item = await market.minted('alice')
  const bob = await market.session('bob')
  const offer = await makeOffer(market, 'bob', usd('10'), { quantity: 3n })
  const committed = async () => (await bob.api.paytoken.committed({ token: market.testnet.contracts.dollar })).committed
  expect(await committed()).toBe(usd('30.75'))
  await acceptOffer(market, 'alice', offer, item)
  await market.sync()
  expect(await committed()).toBe(usd('20.5'))
  await refreshStatisticsJob.run(market.server.context)
  const { list } = await market.server
    .api()
    .statistics.sales({ collection: item.collection, hours: 24, limit: 5, money: market.testnet.contracts.dollar })
  expect(list).toMatchObject([{ tokenId: item.tokenId, units: 1n, unitPrice: usd('10') }])
})
