/** @module-tag more */
import type { V1Name } from '@plinth/api/v1'
import { HISTORY_TYPE } from '@plinth/protocol'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openV1World, pathFor, type V1World } from '../../../test/acts/resources.ts'

let world: V1World
let columns: Record<string, string>
let lastActivity: string
beforeAll(async () => {
  world = await openV1World()
  columns = {}
  for (const table of ['item', 'holding', 'market_order', 'auction', 'activity', 'collection', 'account']) {
    const { rows } = await sql<{ name: string }>`select column_name as name from information_schema.columns
      where table_name = ${table} and table_schema = current_schema() and is_identity = 'NO' and is_generated = 'NEVER'`.execute(db())
    columns[table] = rows.map(({ name }) => name).join(', ')
  }
  const { rows } = await sql<{ last: string }>`select max(id)::text as last from activity`.execute(db())
  lastActivity = rows[0]?.last ?? '0'
  await fill()
})
afterAll(() => world.market.close())

const db = () => world.market.server.context.db
const official = () => sql`decode(${world.market.official.slice(2)}, 'hex')`

/** Copies of a row with other values in some columns; `n` counts from `from`. */
async function copies(table: string, where: string, over: Record<string, string>, from: number, to: number): Promise<void> {
  const names = (columns[table] ?? '').split(', ')
  const values = names.map((name) => over[name] ?? name)
  await sql`insert into ${sql.table(table)} (${sql.raw(names.join(', '))}) select ${sql.raw(values.join(', '))}
    from (select * from ${sql.table(table)} where ${sql.raw(where)} limit 1) one, generate_series(${from}::int, ${to}::int) n`.execute(db())
}

const hex = (n: string) => `decode(lpad(to_hex(${n}), 40, '0'), 'hex')`

/** Thirty of everything that is listed, three to a moment. */
async function fill(from = 1, to = 30): Promise<void> {
  const item = `token_id = ${world.item.tokenId}`
  const at = 'created_at + (n / 3)'
  await copies('item', item, { token_id: '7000 + n', created_at: at, traded_at: 'traded_at + (n / 3)', floor: 'floor + (n / 3)' }, from, to)
  await copies('holding', item, { token_id: '7000 + n', received_at: 'received_at + (n / 3)' }, from, to)
  await copies(
    'market_order',
    `${item} and side = 1`,
    { token_id: '7000 + n', sequence: 'sequence + 500000 + n', created_at: at },
    from,
    to,
  )
  await copies(
    'auction',
    'is_live',
    { token_id: '7000 + n', sequence: 'sequence + 500000 + n', created_at: at, end_time: 'end_time + (n / 3)' },
    from,
    to,
  )
  await copies('activity', `${item} and type = ${HISTORY_TYPE.SALE}`, { created_at: at, block_hash: 'null', log_index: 'null' }, from, to)
  await copies('activity', `${item} and type = ${HISTORY_TYPE.BID}`, { created_at: at, block_hash: 'null', log_index: 'null' }, from, to)
  await copies(
    'collection',
    'is_official and standard = 3',
    { address: hex('n + 4096'), is_official: 'false', name: "'Plinth ' || n" },
    from,
    to,
  )
  await copies('account', "nickname = 'Alice'", { address: hex('n + 8192'), short_url: 'null', nickname: "'Alice ' || n" }, from, to)
  await sql`insert into collection_search select c.id, lower(c.name), s.grams from collection c, (select grams from collection_search s
    join collection using (id) where is_official and standard = 3) s where c.name like 'Plinth %' on conflict do nothing`.execute(db())
  await sql`insert into account_search select a.id, lower(a.nickname), s.grams from account a, (select grams from account_search s
    join account using (id) where nickname = 'Alice') s where a.nickname like 'Alice %' on conflict do nothing`.execute(db())
  await sql`insert into item_search select chain_id, collection, i.token_id, s.folded, s.grams from item i join (select chain_id, collection, folded, grams
    from item_search where token_id = ${world.item.tokenId}) s using (chain_id, collection) where i.token_id > 7000 on conflict do nothing`.execute(
    db(),
  )
}

type Row = Record<string, unknown>
type Case = { readonly name: V1Name; readonly more?: string; readonly keyOf: (row: Row) => unknown }
const ofToken = (row: Row) => row.tokenId
const CASES: readonly Case[] = [
  ...['listed', 'created', 'price'].flatMap((sort) =>
    ['asc', 'desc'].map((order) => ({ name: 'items' as const, more: `sort=${sort}&order=${order}`, keyOf: ofToken })),
  ),
  { name: 'collectionItems', keyOf: ofToken },
  { name: 'auctionItems', keyOf: ofToken },
  { name: 'auctionItems', more: 'sort=ending', keyOf: ofToken },
  { name: 'accountItems', more: 'of=held', keyOf: ofToken },
  { name: 'accountItems', more: 'of=created', keyOf: ofToken },
  { name: 'accountItems', more: 'of=onSale', keyOf: ofToken },
  { name: 'foundItems', more: 'text=bottles', keyOf: ofToken },
  { name: 'itemHistory', keyOf: (row) => row.id },
  { name: 'itemBids', keyOf: (row) => row.id },
  { name: 'auctions', keyOf: (row) => row.id },
  { name: 'collections', keyOf: (row) => row.address },
  { name: 'foundCollections', more: 'text=plinth', keyOf: (row) => row.address },
  { name: 'foundAccounts', more: 'text=alice', keyOf: (row) => row.address },
]

async function page(path: string, query: string): Promise<{ list: Row[]; next?: string }> {
  const response = await world.market.server.app.inject({ url: `${path}?${query}` })
  expect(response.statusCode, response.body).toBe(200)
  return response.json()
}

async function walk({ name, more = '', keyOf }: Case, limit: number, meanwhile: (at: number) => Promise<unknown> = async () => undefined) {
  const path = pathFor(name, world).split('?')[0] ?? ''
  const seen: unknown[] = []
  let cursor = ''
  for (let at = 0; at < 100; at++) {
    const { list, next } = await page(path, `${more}&limit=${limit}${cursor === '' ? '' : `&cursor=${cursor}`}`.replace(/^&/, ''))
    expect(list.length).toBeLessThanOrEqual(limit)
    seen.push(...list.map(keyOf))
    if (next === undefined) return seen
    expect(list).toHaveLength(limit)
    cursor = next
    await meanwhile(at)
  }
  throw new Error('The list has no end')
}

describe.each(CASES)('$name $more', (one) => {
  it('[READ-08] comes in pages that add up to the whole list', async () => {
    const whole = await walk(one, 200)
    expect(whole.length).toBeGreaterThan(29)
    expect(new Set(whole).size).toBe(whole.length)
    for (const limit of [1, 4, 30]) expect(await walk(one, limit)).toEqual(whole)
  })

  it('[READ-08] skips and doubles no row that is there all the time', async () => {
    const before = await walk(one, 200)
    let n = 100
    const seen = await walk(one, 4, async (at) => {
      // Newer and older ones come, and some that were shown or not yet shown go.
      n += 3
      await fill(n, n + 1)
      await sql`delete from item where token_id = ${7_000 + 2 * at + 1}`.execute(db())
      await sql`delete from holding where token_id = ${7_000 + 2 * at + 1}`.execute(db())
    })
    const after = new Set(await walk(one, 200))
    const steady = before.filter((key) => after.has(key))
    expect(steady.length).toBeGreaterThan(10)
    expect(seen.filter((key) => steady.includes(key))).toEqual(steady)
    expect(new Set(seen).size).toBe(seen.length)
    await forget()
    await fill()
  })

  it('[READ-08] refuses a cursor of another list, and a forged one', async () => {
    const path = pathFor(one.name, world).split('?')[0] ?? ''
    const cursorOf = (values: unknown) => Buffer.from(JSON.stringify(values)).toString('base64url')
    const forged = [[], ['x', 'y'], [1, 2, 3, 4], { a: 1 }, Array(9).fill('1'), [`${10n ** 30n}`, '1', 'ff', '1'], null, ["1'"]]
    for (const cursor of [...forged.map(cursorOf), 'AAAA', 'a'])
      expect((await world.market.server.app.inject({ url: `${path}?${one.more ?? ''}&cursor=${cursor}` })).statusCode, cursor).toBe(400)
  })
})

async function forget(): Promise<void> {
  for (const table of ['auction', 'market_order', 'holding', 'item'])
    await sql`delete from ${sql.table(table)} where token_id between 7001 and 99999`.execute(db())
  await sql`delete from activity where id > ${lastActivity} and token_id = ${world.item.tokenId}`.execute(db())
  await sql`delete from collection where name like 'Plinth %' and not is_official and collection.address < ${official()}`.execute(db())
  await sql`delete from account where nickname like 'Alice %'`.execute(db())
}
