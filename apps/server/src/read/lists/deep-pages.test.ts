import { toAddress } from '@plinth/protocol'
import { CompiledQuery, type RawBuilder, sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openTestServer, PEOPLE, type TestServer } from '../../../test/market/harness.ts'
import { addressOf, bytes, type Db, transact } from '../../db/database.ts'
import { readKeys } from '../../db/keyset.ts'
import { recountTotals } from '../../state/items/totals.ts'
import { sourceOf } from './item-lists.ts'

const ITEMS = 12_000
const LIMIT = 20
const CHAIN = 31337
const OWNER = toAddress(PEOPLE.carol.address)

let server: TestServer
beforeAll(async () => {
  server = await openTestServer()
  const { db } = server.context
  // Many share their times and prices, so that ties are ordered too.
  await sql`insert into item (chain_id, collection, token_id, standard, supply, creator, name, category_id, metadata_url, metadata, media_kind,
      width, height, royalties, declared_royalties, is_declared, declared_at, is_confirmed, is_visible, created_at, traded_at, is_on_sale, floor)
    select ${CHAIN}, decode(lpad(to_hex(i % 7 + 1), 40, '0'), 'hex'), i, 3, 1, ${bytes(OWNER)}, '', i % 5 + 1, '', '', 'image', 1, 1, '[]', '[]',
      false, 0, true, i % 1000 <> 999, i * 31 % 400, i * 17 % 300, true, i * 13 % 500
    from generate_series(1, ${ITEMS}) i`.execute(db)
  await sql`insert into holding select chain_id, collection, token_id, creator, 1, token_id * 11 % 350 from item`.execute(db)
  await transact(db, recountTotals)
})
afterAll(() => server.close())

/** Compares page by page with a query of the database that counts every row. */
async function plainly(from: RawBuilder<unknown>, order: RawBuilder<unknown>, page: number): Promise<string[]> {
  const { rows } = await sql<{ collection: Uint8Array; token_id: bigint }>`select r.collection, r.token_id from ${from} r
    join item i using (chain_id, collection, token_id) where i.is_visible
    order by ${order}, r.chain_id, r.collection, r.token_id desc offset ${(page - 1) * LIMIT} limit ${LIMIT}`.execute(server.context.db)
  return rows.map((row) => `${addressOf(row.collection)}:${row.token_id}`)
}

type Answered = { list: readonly { collection: string; tokenId: bigint }[]; total: number }
const keys = ({ list }: Answered) => list.map(({ collection, tokenId }) => `${collection}:${tokenId}`)

const LAST = Math.ceil((ITEMS - ITEMS / 1_000) / LIMIT)
/** The first pages, those around the step at which keyset cursors begin, those around two steps, the last. */
const PAGES = [1, 2, 250, 251, 252, 499, 501, 502, LAST, 380]

const LISTS: readonly [string, (page: number) => Promise<Answered>, RawBuilder<unknown>, RawBuilder<unknown>][] = [
  [
    'the market by price',
    (page) => server.api().home.list({ page, limit: LIMIT, sort: 'price', order: 'asc' }),
    sql`item`,
    sql`r.floor, r.created_at desc`,
  ],
  [
    'the market by price, falling',
    (page) => server.api().home.list({ page, limit: LIMIT, sort: 'price', order: 'desc' }),
    sql`item`,
    sql`r.floor desc, r.created_at desc`,
  ],
  [
    'the market by time of listing',
    (page) => server.api().home.list({ page, limit: LIMIT, sort: 'update_time', order: 'desc' }),
    sql`item`,
    sql`r.traded_at desc, r.created_at desc`,
  ],
  ['the newest', (page) => server.api().home.list({ page, limit: LIMIT }), sql`item`, sql`r.created_at desc`],
  ['what a person made', (page) => server.api().user.created({ page, limit: LIMIT, address: OWNER }), sql`item`, sql`r.created_at desc`],
  [
    'what a person holds',
    (page) => server.api().user.collections({ page, limit: LIMIT, address: OWNER }),
    sql`holding`,
    sql`r.received_at desc`,
  ],
]

/** Plain SQL statements sent to the database in the meantime. */
async function queriesDuring(run: (db: Db) => Promise<unknown>): Promise<CompiledQuery[]> {
  const queries: CompiledQuery[] = []
  const { db } = server.context
  const executor = db.getExecutor()
  const executeQuery: typeof executor.executeQuery = (query, ...rest) => {
    queries.push(query)
    return executor.executeQuery(query, ...rest)
  }
  const listening = new Proxy(executor, {
    get: (from, name) => {
      const own: unknown = Reflect.get(from, name)
      return name === 'executeQuery' ? executeQuery : typeof own === 'function' ? own.bind(from) : own
    },
  })
  await run(new Proxy(db, { get: (from, name) => (name === 'getExecutor' ? () => listening : Reflect.get(from, name)) }))
  return queries
}

describe('a page of a long list', () => {
  for (const [name, answer, from, order] of LISTS) {
    it(`holds what a plain query holds, however deep: ${name}`, async () => {
      for (const page of PAGES) {
        const answered = await answer(page)
        expect(keys(answered), `page ${page}`).toEqual(await plainly(from, order, page))
        expect(answered.total).toBe(ITEMS - ITEMS / 1_000)
      }
      expect((await answer(LAST + 1)).list).toEqual([])
    })
  }

  it.each(['update_time', 'create_time', 'price'] as const)('of home is reached within an index, by %s', async (sort) => {
    const { context } = server
    const list = { of: 'market', chainIds: [CHAIN], categories: [], sort, order: 'desc' } as const
    const queries = await queriesDuring((db) => readKeys(db, sourceOf(context, list), sort, { offset: 4_000, limit: LIMIT }))
    expect(queries).toHaveLength(1)
    for (const { sql: text, parameters } of queries) {
      const { rows } = await transact(context.db, async (tx) => {
        // On so few rows every plan is fast.
        await sql`set local enable_sort = off`.execute(tx)
        await sql`set local enable_seqscan = off`.execute(tx)
        await sql`set local enable_bitmapscan = off`.execute(tx)
        return tx.executeQuery<{ 'QUERY PLAN': string }>(CompiledQuery.raw(`explain ${text}`, [...parameters]))
      })
      expect(rows.map((row) => row['QUERY PLAN']).join('\n')).toMatch(/Index Only Scan (Backward )?using item_home_/)
    }
  })

  it('shows at once what has come to the top', async () => {
    const { db } = server.context
    await sql`update item set created_at = 1000 where token_id = 5000`.execute(db)
    for (const page of [1, 2]) {
      const answered = await server.api().home.list({ page, limit: LIMIT })
      expect(keys(answered)).toEqual(await plainly(sql`item`, sql`r.created_at desc`, page))
    }
  })
})
