/** @module-tag more */
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openTestServer, PEOPLE, type TestServer } from '../../../test/market/harness.ts'
import { bytes, connect } from '../../db/database.ts'
import { placeFor } from '../../db/search.ts'
import { exploreItems } from '../explore/explore.ts'

const CHAIN = 31337
const ITEMS = 1_200
const OWNER = bytes(PEOPLE.carol.address)

let server: TestServer
beforeAll(async () => {
  server = await openTestServer()
  const { db } = server.context
  await sql`insert into item (chain_id, collection, token_id, standard, supply, creator, name, category_id, metadata_url, metadata, media_kind,
      width, height, royalties, declared_royalties, is_declared, declared_at, is_confirmed, is_visible, created_at, traded_at, is_on_sale)
    select ${CHAIN}, decode(repeat('01', 20), 'hex'), i, 3, 1, ${OWNER}, case when i = ${ITEMS + 1} then 'Q' else 'Quay ' || i end, 1, '', '', 'image',
      1, 1, '[]', '[]', false, 0, true, i <> 5, 1000 + i % 400, 0, false
    from generate_series(1, ${ITEMS + 1}) i`.execute(db)
  // The last one is the very word.
  await sql`insert into item_search select chain_id, collection, token_id, lower(name),
      case when name = 'Q' then ${placeFor('Q').grams}::text[] else ${placeFor('Quay').grams}::text[] end from item`.execute(db)
  await sql`insert into account (address, nickname, created_at, updated_at)
    select substring(sha256(('person ' || i)::bytea) for 20), case when i = ${ITEMS} then 'Q' else 'Quim ' || i end, 1, 1
    from generate_series(1, ${ITEMS}) i`.execute(db)
  await sql`insert into account_search select id, lower(nickname),
      case when nickname = 'Q' then ${placeFor('Q').grams}::text[] else ${placeFor('Quim').grams}::text[] end from account
    where nickname like 'Q%'`.execute(db)
  await sql`insert into collection (chain_id, address, name, symbol, standard, cover, banner_url, description, owner, signer, storage_id, short_url,
      is_official, is_verified, is_confirmed, is_announced, created_at, updated_at)
    select ${CHAIN}, substring(sha256(('collection ' || i)::bytea) for 20), 'Quarry ' || i, '', 3, '', '', '', ${OWNER}, ${OWNER}, '', '',
      false, i = ${ITEMS}, true, true, 1, 1 from generate_series(1, ${ITEMS}) i`.execute(db)
  await sql`insert into collection_search select id, lower(name), ${placeFor('Quarry').grams}::text[] from collection
    where name like 'Quarry%'`.execute(db)
  // A short word takes the first thousand that a plan finds: no statistics may arrive between two pages and change the plan.
  await sql`analyze`.execute(db)
})
afterAll(() => server.close())

type Rows = { list: { tokenId: string }[]; next?: string; totalIsAtLeast?: true }
const v1 = async <T>(path: string): Promise<T> => (await server.app.inject({ url: `/v1/${path}` })).json<T>()

/** All pages of a resource by their cursors. */
async function walk(path: string): Promise<Rows[]> {
  const pages: Rows[] = []
  for (let cursor = ''; ; ) {
    const page = await v1<Rows>(`${path}&limit=200${cursor}`)
    pages.push(page)
    if (page.next === undefined) return pages
    cursor = `&cursor=${page.next}`
  }
}

describe('a search for a word of one or two letters', () => {
  it.each(['q', 'qu'])('[F-95] ends with 1,000 items in the documented call: %s', async (search) => {
    const page = (number: number) => server.api().home.search({ search, page: number, limit: 20 })
    expect(await page(1)).toMatchObject({ total: 1_000, pages: 50, list: { length: 20 } })
    expect((await page(50)).list).toHaveLength(20)
    expect((await page(51)).list).toEqual([])
  })

  it('[F-95] has the very word among them, first, wherever it lies', async () => {
    const [first] = (await server.api().home.search({ search: 'q', page: 1, limit: 1 })).list
    expect(first?.tokenId).toBe(BigInt(ITEMS + 1))
    expect((await server.api().home.searchuser({ search: 'q', page: 1, limit: 1 })).list[0]?.nickname).toBe('Q')
  })

  it('[F-95] ends with 1,000 rows in /v1, which says that there are more', { tags: 'more' }, async () => {
    for (const what of ['items', 'accounts', 'collections']) {
      const pages = await walk(`search/${what}?text=q`)
      expect(
        pages.map(({ list, totalIsAtLeast }) => [list.length, totalIsAtLeast]),
        what,
      ).toEqual(Array(5).fill([200, true]))
    }
    const { list, ...rest } = await v1<Rows>('search/items?text=q&limit=1')
    expect([list.length, Object.keys(rest)]).toEqual([1, ['next', 'totalIsAtLeast']])
  })

  it('[F-95][EXPL-08] counts 1,000 in explore, by the index and by the database, and pages to there', async () => {
    const { context: withIndex, database } = server
    const without = { ...withIndex, db: connect(database.dialect), config: { ...withIndex.config, itemIndexBytes: 0 } }
    for (const context of [withIndex, without]) {
      const ask = (cursor?: string) => exploreItems({ ...context, caller: undefined }, { words: 'q', limit: 200, cursor })
      let [found, cursor] = [0, undefined as string | undefined]
      do {
        const page = await ask(cursor)
        expect(page).toMatchObject({ total: 1_000, totalIsAtLeast: true })
        found += page.list.length
        cursor = page.next
      } while (cursor !== undefined)
      expect(found).toBe(1_000)
    }
  })

  it('[F-95] ends with 1,000 people and collections, the verified one among these', async () => {
    expect(await server.api().home.searchuser({ search: 'q', page: 1, limit: 20 })).toMatchObject({ total: 1_000, pages: 50 })
    const collections = await server.api().home.searchcontract({ search: 'q', page: 1, limit: 20 })
    expect(collections).toMatchObject({ total: 1_000, pages: 50 })
    expect(collections.list[0]?.name).toBe(`Quarry ${ITEMS}`)
    expect(await server.api().explore.collections({ words: 'q', page: 1, limit: 20 })).toMatchObject({ total: 1_000, totalIsAtLeast: true })
  })

  it('[F-95] shows no hidden item, and counts all where it finds fewer', { tags: 'more' }, async () => {
    const { db } = server.context
    const isHidden = ({ list }: Rows) => list.some(({ tokenId }) => tokenId === '5')
    expect((await walk('search/items?text=q')).some(isHidden)).toBe(false)
    await sql`update item set is_visible = false where token_id between 100 and 1100`.execute(db)
    expect(await server.api().home.search({ search: 'q', page: 1, limit: 20 })).toMatchObject({ total: ITEMS - 1_001 })
    expect(await v1<Rows>('search/items?text=q&limit=1')).not.toHaveProperty('totalIsAtLeast')
    await sql`update item set is_visible = true where token_id between 100 and 1100`.execute(db)
  })
})

describe('a search for a longer word', () => {
  it('[F-95] counts all that it finds, and its deep pages come from the index in the same order', async () => {
    const pages = await walk('search/items?text=quay')
    expect(pages.every((page) => !('totalIsAtLeast' in page))).toBe(true)
    const all = pages.flatMap(({ list }) => list.map(({ tokenId }) => BigInt(tokenId)))
    expect(all).toHaveLength(ITEMS - 1)
    for (const number of [1, 50, 51, 55, 60]) {
      const { list, total } = await server.api().home.search({ search: 'quay', page: number, limit: 20 })
      expect([total, list.map(({ tokenId }) => tokenId)], `page ${number}`).toEqual([ITEMS - 1, all.slice((number - 1) * 20, number * 20)])
    }
  })
})

describe('many searches at once', () => {
  it('[F-95] leave the database to others: two at a time look through names', async () => {
    const { context, post } = server
    const waiting = async () => {
      const { rows } = await sql<{ count: number }>`select count(*) as count from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'`.execute(context.db)
      return rows[0]?.count
    }
    const searches = await context.db.transaction().execute(async (tx) => {
      await sql`lock table item_search, account_search, collection_search in access exclusive mode`.execute(tx)
      const asked = ['a', 'b', 'c', 'd'].flatMap((search) =>
        ['/home/search', '/home/searchuser', '/home/searchcontract'].map((path) => post(path, { search })),
      )
      await expect.poll(waiting).toBe(2)
      expect((await post('/home/list')).errno).toBeUndefined()
      expect(await waiting()).toBe(2)
      return asked
    })
    expect((await Promise.all(searches)).map(({ errno }) => errno)).toEqual(Array(12).fill(undefined))
  })
})
