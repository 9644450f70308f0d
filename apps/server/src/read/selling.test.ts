import { ZERO_ADDRESS } from '@plinth/protocol'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { fund, usd } from '../../test/acts/auctions.ts'
import { checkFloors } from '../../test/market/floors.ts'
import { type ItemId, TestMarket, type Who } from '../../test/market/market.ts'
import { bid } from '../../test/market/money.ts'
import { makeOffer } from '../../test/market/offers.ts'

let market: TestMarket
/** Alice's works: Ember, Tide, Tide. */
let items: ItemId[]
beforeAll(async () => {
  market = await TestMarket.open()
  for (const who of ['bob', 'carol'] as const) await fund(market, who)
  const collection = await market.collection('alice')
  items = []
  for (const Palette of ['Ember', 'Tide', 'Tide'])
    items.push(await market.mint('alice', { collection, royaltyBps: 500, properties: { Palette } }))
  await market.approve('alice', collection)
  await market.sync()
})
afterAll(() => market.close())

const of = (at: number) => ({ chainId: market.chainId, ...(items[at] as ItemId) })
async function factsOf(who: Who, ...given: number[]) {
  return (await (await market.session(who)).api.selling.facts({ items: given.map((at) => of(at)) })).list
}

describe('selling.facts', () => {
  it('[BULK-01] says what the caller holds and lists, and by what each work is priced', async () => {
    const dollar = market.testnet.contracts.dollar
    const collection = of(0).collection
    const sold = await market.list('alice', of(2), usd('40'), { payToken: dollar })
    await market.buy('bob', sold)
    await market.sync()
    await market.list('alice', of(1), usd('30'), { payToken: dollar })
    await market.list('alice', of(0), usd('50'), { payToken: dollar })
    await bid(market, 'bob', of(0), usd('20'), { payToken: dollar })
    await makeOffer(market, 'carol', usd('25'), { collection, attributes: [{ key: 'Palette', values: ['Tide'] }] })
    await makeOffer(market, 'bob', usd('10'), { collection })
    await market.sync()
    await checkFloors(market)
    const inDollars = (price: string) => ({ money: dollar, payToken: dollar, unitPrice: usd(price) })
    const [ember, tide, away] = await factsOf('alice', 0, 1, 2)
    expect(ember).toMatchObject({
      item: of(0),
      standard: 3,
      royalties: [500],
      creator: market.address('alice'),
      held: 1n,
      isTradeLocked: false,
      listing: { payToken: dollar, unitPrice: usd('50'), quantity: 1n, left: 1n, isMinted: false },
      floors: [inDollars('30')],
      attributeFloors: [inDollars('50')],
      offers: [inDollars('20')],
    })
    expect(ember).not.toHaveProperty('lastSale')
    expect(tide).toMatchObject({ attributeFloors: [inDollars('30')], offers: [inDollars('25')] })
    // Sold: she holds none, and its sale is the last one.
    expect(away).toMatchObject({ held: 0n, lastSale: { money: dollar, unitPrice: usd('40') }, offers: [inDollars('25')] })
    expect(away).not.toHaveProperty('listing')
  })

  it('shows listings and holdings of the caller alone, and no offer of its own', async () => {
    const [ember, tide] = await factsOf('carol', 0, 1)
    expect([ember?.held, ember?.listing, tide?.offers.map(({ unitPrice }) => unitPrice)]).toEqual([0n, undefined, [usd('10')]])
    expect((await market.server.post('/selling/facts', { items: '[]' })).errno).toBe(501)
    expect(ember?.floors.some(({ money }) => money === ZERO_ADDRESS)).toBe(false)
  })

  it('[BULK-06] names no floor in a collection that is open to every maker', async () => {
    await market.approve('alice', market.official)
    await market.sync()
    const { item } = await market.listed('alice')
    await checkFloors(market)
    const { list } = await (await market.session('alice')).api.selling.facts({ items: [{ chainId: market.chainId, ...item }] })
    expect(list).toMatchObject([{ held: 1n, floors: [], attributeFloors: [] }])
  })

  it('takes 200 works at most', async () => {
    const keys = (count: number) => JSON.stringify(Array.from({ length: count }, (_, at) => `${market.chainId}:${market.official}:${at}`))
    const { token } = await market.session('alice')
    expect((await market.server.post('/selling/facts', { items: keys(200) }, { token })).errno).toBeUndefined()
    expect((await market.server.post('/selling/facts', { items: keys(201) }, { token })).errno).toBe(402)
  })
})
