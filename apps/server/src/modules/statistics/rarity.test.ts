import { parseEther } from 'viem'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type ItemId, TestMarket } from '../../../test/market/market.ts'
import { refreshRanksJob } from '../../jobs/refresh-ranks.ts'

let market: TestMarket
let items: ItemId[]

/** 20 works: one of them in Ember, one without a wind, the others alike. */
beforeAll(async () => {
  market = await TestMarket.open()
  const collection = await market.collection('alice')
  items = []
  for (let at = 0; at < 20; at++) {
    const wind: Record<string, string> = at === 1 ? {} : { Wind: 'Calm' }
    items.push(await market.mint('alice', { collection, properties: { Palette: at === 0 ? 'Ember' : 'Tide', ...wind } }))
  }
  await market.sync()
  await market.approve('alice', collection)
  await market.sync()
  while (await refreshRanksJob.run(market.server.context));
})
afterAll(() => market.close())

const of = (at: number) => ({ ...(items[at] as ItemId), chainId: market.chainId })
const api = () => market.server.api().statistics

describe('the rarity of an item', () => {
  it('[RARE-04] says the rank, of how many, and how it comes about, part by part', async () => {
    const { rank, total } = await api().rarity(of(0))
    expect(total).toBe(20)
    expect(rank).toEqual({
      rank: 2,
      of: 20,
      bits: 4.47,
      parts: [
        { key: 'Palette', values: ['Ember'], count: 1, bits: 4.322 },
        { key: 'Wind', values: ['Calm'], count: 19, bits: 0.074 },
        { key: 'Year', values: ['2026'], count: 20, bits: 0 },
      ],
      kinds: { kinds: 3, count: 19, bits: 0.074 },
    })
  })

  it('[RARE-01][RARE-04] names the kind that an item lacks', async () => {
    const { rank } = await api().rarity(of(1))
    expect(rank).toMatchObject({ rank: 1, kinds: { kinds: 2, count: 1, bits: 4.322 } })
    expect(rank?.parts[0]).toEqual({ key: 'Wind', values: [], count: 1, bits: 4.322 })
  })

  it('[RARE-03] has no rank where the attributes have changed since, until they are ranked', async () => {
    const { db, clock } = market.server.context
    const before = await api().rarity(of(5))
    const changed = JSON.stringify({ name: 'x', attributes: [{ trait_type: 'Palette', value: 'Rose' }] })
    const { metadata } = await market.detail(of(5))
    const set = (text: string) => db.updateTable('item').set({ metadata: text }).where('token_id', '=', of(5).tokenId).execute()
    await set(changed)
    expect((await api().rarity(of(5))).rank).toBeUndefined()
    await set(metadata)
    expect(await api().rarity(of(5))).toEqual(before)
    expect(clock.now()).toBeGreaterThan(0)
  })

  it('[ITEMP-03] gives each attribute its count, and the cheapest sale among works that have it', async () => {
    await market.list('alice', of(3), parseEther('0.5'))
    await market.list('alice', of(4), parseEther('0.3'))
    await market.list('alice', of(0), parseEther('2'))
    const { attributes } = await api().rarity(of(0))
    const named = Object.fromEntries(
      attributes.map(({ key, count, floors }) => [key, { count, floors: floors.map(({ unitPrice }) => unitPrice) }]),
    )
    expect(named).toEqual({
      Palette: { count: 1, floors: [parseEther('2')] },
      Wind: { count: 19, floors: [parseEther('0.3')] },
      Year: { count: 20, floors: [parseEther('0.3')] },
    })
    const ofCollection = await api().attributes(of(0))
    expect(
      Object.fromEntries(ofCollection.map(({ key, value, floors }) => [`${key} ${value}`, floors.map(({ unitPrice }) => unitPrice)])),
    ).toEqual({
      'Palette Ember': [parseEther('2')],
      'Palette Tide': [parseEther('0.3')],
      'Wind Calm': [parseEther('0.3')],
      'Year 2026': [parseEther('0.3')],
    })
    const others = (await api().rarity(of(2))).attributes
    expect(others.find(({ key }) => key === 'Palette')).toMatchObject({ count: 19, floors: [{ unitPrice: parseEther('0.3') }] })
  })

  it('[ITEMP-05] finds the works that share most with it, rare attributes first', async () => {
    const rose = await market.mint('alice', { collection: of(0).collection, properties: { Palette: 'Ember' } })
    await market.sync()
    const list = await api().similar({ ...of(0), limit: 3 })
    expect(list[0]?.tokenId).toBe(rose.tokenId)
    expect(list).toHaveLength(3)
    expect(list.map(({ tokenId }) => tokenId)).not.toContain(of(0).tokenId)
    expect(await api().similar({ ...of(0), tokenId: 999_999n, limit: 3 })).toEqual([])
  })
})
