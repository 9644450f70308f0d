import { collection721Abi } from '@plinth/protocol/abi'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { checkFloors } from '../../../test/market/floors.ts'
import type { Session } from '../../../test/market/harness.ts'
import { type ItemId, TestMarket } from '../../../test/market/market.ts'
import { transact } from '../../db/database.ts'
import { up } from '../../db/migrations/20261121233000-search.ts'
import { up as placeNumbers } from '../../db/migrations/20261128230000-numbers-in-names.ts'
import { verifyCollection } from '../../modules/collections/service.ts'

let market: TestMarket
let alice: Session
let bob: Session
const items: ItemId[] = []
beforeAll(async () => {
  market = await TestMarket.open()
  alice = await market.session('alice')
  bob = await market.session('bob')
  for (const name of ['Northern Aurora', 'Aurora', 'Aurora over Oslo', '雪山图', '50% off_season', '雪山'])
    items.push(await market.mint('alice', { name }))
  await market.sync()
  await alice.api.user.setprofile({ nickname: 'Alice of Éire' })
  await bob.api.user.setprofile({ nickname: '张伟' })
})
afterAll(() => market.close())

const names = async (search: string, more: { page?: number; limit?: number; chainId?: number } = {}) =>
  (await alice.api.home.search({ search, page: 1, limit: 20, ...more })).list.map((item) => JSON.parse(item.metadata).name as string)
const people = async (search: string) =>
  (await alice.api.home.searchuser({ search, page: 1, limit: 20 })).list.map((person) => person.nickname)

describe('home.search', () => {
  it('[SRCH-06][API-22] finds items by name: the very name first, then those that begin so, then the newest', async () => {
    expect(await names('aurora')).toEqual(['Aurora', 'Aurora over Oslo', 'Northern Aurora'])
    expect(await names('AURORA oslo')).toEqual(['Aurora over Oslo'])
    expect(await names('雪山')).toEqual(['雪山', '雪山图'])
    expect(await names('图')).toEqual(['雪山图'])
  })

  it('takes signs of the pattern language for what they are', async () => {
    expect(await names('50% off')).toEqual(['50% off_season'])
    expect(await names('_')).toEqual([])
    expect(await names("'; drop table item --")).toEqual([])
    expect(await names('\\')).toEqual([])
  })

  it('finds an item by its number, and by the address of its collection or maker', async () => {
    const [first] = items
    if (!first) throw new Error('Items were minted')
    expect(await names(`#${first.tokenId}`)).toEqual(['Northern Aurora'])
    expect(await names(first.collection)).toHaveLength(6)
    expect(await names(alice.address.toUpperCase().replace('0X', '0x'))).toHaveLength(6)
    expect(await names(bob.address)).toEqual([])
  })

  it('[EXPL-12][EXPL-17] finds any part of a word, an item by its number alone, and those that a transaction moved', async () => {
    expect(await names('uror')).toEqual(['Aurora over Oslo', 'Aurora', 'Northern Aurora'])
    expect(await names('山图')).toEqual(['雪山图'])
    const [, second] = items
    if (!second) throw new Error('Items were minted')
    expect((await names(String(second.tokenId)))[0]).toBe('Aurora')
    const mintTx = (await alice.api.nft.detail(second))?.mintTx ?? ''
    expect(mintTx).toMatch(/^0x[0-9a-f]{64}$/)
    const explored = async (words: string) => (await alice.api.explore.items({ words, limit: 9 })).list.map(({ name }) => name)
    for (const search of [mintTx, mintTx.toUpperCase().replace('0X', '0x')]) {
      expect(await names(search)).toEqual(['Aurora'])
      expect(await explored(search)).toEqual(['Aurora'])
    }
    expect(await names(`0x${'12'.repeat(32)}`)).toEqual([])
    expect((await explored('uror')).sort()).toEqual(['Aurora', 'Aurora over Oslo', 'Northern Aurora'])
    expect(await explored('%')).toEqual([])
  })

  it('[F-65] finds items by attribute, by description and by the name of their creator', async () => {
    expect(await names('2026')).toContain('Northern Aurora')
    expect(await names('oil canvas')).toContain('Northern Aurora')
    expect(await names('éire')).toContain('Northern Aurora')
    expect(await names('张伟')).toEqual([])
  })

  it('[F-65] shows an item once whatever it was found by, names before texts, texts before creators', async () => {
    const dan = await market.session('dan')
    await dan.api.user.setprofile({ nickname: 'Tempera Dan', brief: 'Aurora, oslo, 雪山: words that find no work by Dan' })
    await market.mint('dan', { name: 'Sea' })
    await market.mint('alice', { name: 'Shore', description: 'Egg tempera on a panel' })
    await market.mint('dan', { name: 'Tempera', description: 'Tempera, by Tempera Dan' })
    await market.sync()
    expect(await names('tempera')).toEqual(['Tempera', 'Shore', 'Sea'])
    expect((await market.server.post('/home/search', { search: 'tempera', page: '1', limit: '20' })).data).toMatchObject({ total: 3 })
    expect(await names('oslo')).toEqual(['Aurora over Oslo'])
  })

  it('[F-65] finds people by the whole name before longer ones, also newer ones', async () => {
    await (await market.session('carol')).api.user.setprofile({ nickname: 'Mira' })
    await (await market.session('eve')).api.user.setprofile({ nickname: 'Mira Stone' })
    expect(await people('mira')).toEqual(['Mira', 'Mira Stone'])
    await (await market.session('eve')).api.user.setprofile({ nickname: 'Eve', brief: '' })
  })

  it('comes in pages, of the chains that were asked', async () => {
    expect(await names('aurora', { limit: 2, page: 2 })).toEqual(['Northern Aurora'])
    expect(await names('aurora', { chainId: market.chainId })).toHaveLength(3)
    const { data } = await market.server.post('/home/search', { search: 'aurora', page: '1', limit: '2' })
    expect(data).toMatchObject({ total: 3, page: 1, limit: 2, pages: 2 })
    expect((await market.server.post('/home/search', { page: '1', limit: '2' })).data).toMatchObject({ list: [], total: 0 })
  })

  it('finds a burnt item no more', async () => {
    const gone = items.at(-1)
    if (!gone) throw new Error('Items were minted')
    const burn = { address: gone.collection, abi: collection721Abi, functionName: 'burn', args: [gone.tokenId] } as const
    await market.mined(await market.wallet('alice').writeContract(burn))
    await market.sync()
    expect(await names('雪山')).toEqual(['雪山图'])
  })
})

describe('home.searchuser', () => {
  it('[API-23][DATA-20] finds people by nickname, whatever accents and case, or by address', async () => {
    expect(await people('eire')).toEqual(['Alice of Éire'])
    expect(await people('张')).toEqual(['张伟'])
    expect(await people(bob.address)).toEqual(['张伟'])
    expect(await people('nobody')).toEqual([])
    expect((await market.server.post('/home/searchuser', { search: 'eire' })).data).toMatchObject({
      list: [{ address: alice.address, nickname: 'Alice of Éire', avatar: '' }],
    })
  })

  it('[F-65] finds a person by the other name, which their bio has, the name itself before it', async () => {
    await bob.api.user.setprofile({ nickname: '张伟', brief: 'Zhang Wei, ink on paper' })
    expect(await people('zhang wei')).toEqual(['张伟'])
    const eve = await market.session('eve')
    await eve.api.user.setprofile({ nickname: 'Eve', brief: 'Not 张伟' })
    expect(await people('张伟')).toEqual(['张伟', 'Eve'])
    await eve.api.user.setprofile({ nickname: 'Eve', brief: '' })
    expect(await people('张伟')).toEqual(['张伟'])
  })

  it('[API-23] comes in pages: each person once, the total and the number of pages with each', async () => {
    for (const [name, nickname] of [
      ['carol', 'Painter One'],
      ['dan', 'Painter Two'],
      ['eve', 'Painter Three'],
    ] as const)
      await (await market.session(name)).api.user.setprofile({ nickname })
    const pageOf = (page: number) => alice.api.home.searchuser({ search: 'painter', page, limit: 2 })
    const [first, second, third] = await Promise.all([pageOf(1), pageOf(2), pageOf(3)])
    const names = [first, second].map(({ list }) => list.map(({ nickname }) => nickname))
    expect(names.map((page) => page.length)).toEqual([2, 1])
    expect(new Set(names.flat())).toEqual(new Set(['Painter One', 'Painter Two', 'Painter Three']))
    expect([first, second]).toMatchObject([1, 2].map((page) => ({ total: 3, page, limit: 2, pages: 2 })))
    expect(third).toMatchObject({ list: [], total: 3, page: 3 })
  })

  it('[API-23] says to the caller whom of them it follows, and to visitors that they follow none', async () => {
    await bob.api.follow.add({ address: alice.address })
    const isFollowed = async (api: Session['api']) =>
      (await api.home.searchuser({ search: 'eire', page: 1, limit: 20 })).list[0]?.isFollowed
    expect([await isFollowed(bob.api), await isFollowed(alice.api), await isFollowed(market.server.api())]).toEqual([true, false, false])
  })

  it('forgets the name that was changed', async () => {
    await bob.api.user.setprofile({ nickname: 'Bob' })
    expect(await people('张')).toEqual([])
    expect(await people('bob')).toEqual(['Bob'])
  })
})

describe('home.searchcontract', () => {
  it('finds confirmed collections by name or address', async () => {
    const found = async (search: string) =>
      (await alice.api.home.searchcontract({ search, page: 1, limit: 20 })).list.map((collection) => collection.address)
    expect(await found(market.official)).toEqual([market.official])
    const { name } = (await alice.api.contract.info({ collection: market.official })) as { name: string }
    expect(await found(name)).toContain(market.official)
    expect(await found('zzz')).toEqual([])
  })

  it('[EXPL-13] finds collections by part of their name, with floor, number of items and whether they are verified', async () => {
    await market.approve('alice', market.official)
    const [first] = items
    if (!first) throw new Error('Items were minted')
    await market.list('alice', first)
    await market.sync()
    await checkFloors(market)
    const { name } = (await alice.api.contract.info({ collection: market.official })) as { name: string }
    const part = name.slice(1, 5)
    const { list, total } = await market.server.api().explore.collections({ words: part, page: 1, limit: 20 })
    expect(total).toBe(list.length)
    const found = list.find(({ collection }) => collection === market.official)
    const { items: count } = await alice.api.statistics.collection({ collection: market.official })
    expect(found).toMatchObject({ chainId: market.chainId, name, items: count, isOfficial: true })
    expect(count).toBeGreaterThan(3)
    expect(found?.floors).toMatchObject([{ unitPrice: 500_000_000_000_000_000n }])
    expect((await market.server.api().explore.collections({ words: '%', page: 1, limit: 20 })).list).toEqual([])
  })

  it('[F-24] puts the verified collection and its items above copies, and an older one above newer ones', async () => {
    const found = async (search: string) =>
      (await alice.api.home.searchcontract({ search, page: 1, limit: 20 })).list.map((collection) => collection.address)
    const [former, original, copy] = [
      await market.collection('bob', 'Tidal', 'TID'),
      await market.collection('alice', 'Tidal Marks', 'TID'),
      await market.collection('eve', 'Tidal Marks', 'TID'),
    ]
    const minted: ItemId[] = []
    for (const [who, collection] of [
      ['alice', original],
      ['eve', copy],
    ] as const)
      minted.push(await market.mint(who, { name: 'Ebb', collection }))
    await market.sync()
    expect(await found('tidal marks')).toEqual([original, copy])
    expect(await found('tidal')).toEqual([former, original, copy])
    const operator = { who: 'operator', role: undefined, why: 'we know them' }
    await verifyCollection(market.server.context, operator, { chainId: market.chainId, address: original }, true)
    expect(await found('tidal marks')).toEqual([original, copy])
    expect(await found('tidal')).toEqual([original, former, copy])
    const items = (await alice.api.home.search({ search: 'ebb', page: 1, limit: 20 })).list
    expect(items.map(({ collection }) => collection)).toEqual([original, copy])
  })
})

describe('a market from before there was a search', () => {
  it('is found whole after its data was moved on', async () => {
    const { db } = market.server.context
    await transact(db, async (tx) => {
      await sql`drop table item_search, collection_search, account_search`.execute(tx)
      await up(tx)
    })
    expect(await names('aurora')).toEqual(['Aurora', 'Aurora over Oslo', 'Northern Aurora'])
    expect(await people('eire')).toEqual(['Alice of Éire'])
    expect((await alice.api.home.searchcontract({ search: 'plinth', page: 1, limit: 20 })).total).toBeGreaterThan(0)
  })

  it('[SRCH-06] finds a name by the number in it, which need not be that of the token', async () => {
    const { db } = market.server.context
    await market.mint('alice', { name: 'Tide #900' })
    await market.mint('alice', { name: 'Tide #901' })
    await market.sync()
    expect(await names('tide #900')).toEqual(['Tide #900'])
    await sql`update item_search set grams = array_remove(grams, '#900') where folded = 'tide #900'`.execute(db)
    expect(await names('tide #900')).toEqual([])
    await transact(db, placeNumbers)
    expect(await names('tide #900')).toEqual(['Tide #900'])
    expect(await names('#901')).toEqual(['Tide #901'])
  })
})
