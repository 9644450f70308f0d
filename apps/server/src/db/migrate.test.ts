/** @module-tag more */
import { type Address, ORDER_TERMS, packSalt, termsOf, toAddress, withTerms, ZERO_ADDRESS } from '@plinth/protocol'
import { sql } from 'kysely'
import type { Hex } from 'viem'
import { afterEach, describe, expect, it } from 'vitest'
import { openTestDatabase, type TestDatabase } from '../../test/database/database.ts'
import { FIRST_VERSION, readRows, writeOldMarket } from '../../test/database/old-version.ts'
import { CHECKS } from '../jobs/recount-checks.ts'
import { silentLogger } from '../process/log.ts'
import { countAttributes } from '../state/items/attributes.ts'
import { rowTotalsNow } from '../state/items/row-totals.ts'
import { findItem } from '../state/items/store.ts'
import { countMade, marketTotal } from '../state/items/totals.ts'
import { countHeld } from '../state/statistics/holders.ts'
import { bytes, connect, type Db, isDuplicate, transact } from './database.ts'
import { MIGRATIONS, migrate } from './migrate.ts'

let database: TestDatabase | undefined
afterEach(() => database?.close())
async function empty(): Promise<Db> {
  database = await openTestDatabase()
  return connect(database.dialect)
}
const applied = async (db: Db) =>
  (await sql<{ name: string }>`select name from schema_migration order by name`.execute(db)).rows.map((row) => row.name)

describe('migrate', () => {
  it('brings an empty database up to date, and a second time does nothing', async () => {
    const db = await empty()
    await migrate(db, silentLogger)
    const names = await applied(db)
    expect(names[0]).toBe('20261120110000-accounts')
    expect(names).toEqual([...names].sort())
    await migrate(db, silentLogger)
    expect(await applied(db)).toEqual(names)
    expect(await db.selectFrom('account').selectAll().execute()).toEqual([])
  })

  it('may be run by several processes at once', async () => {
    const db = await empty()
    await Promise.all([1, 2, 3].map(() => migrate(db, silentLogger)))
    expect(new Set(await applied(db)).size).toBe((await applied(db)).length)
  })

  it('refuses data of a newer version and leaves it alone', async () => {
    const db = await empty()
    await migrate(db, silentLogger)
    await sql`insert into schema_migration (name) values ('29990101000000-later')`.execute(db)
    await expect(migrate(db, silentLogger)).rejects.toThrow('written by a newer version of Plinth (29990101000000-later)')
  })
})

describe('transact', () => {
  it.each(['40001', '40P01'])('runs the work again on %s', async (code) => {
    const db = await empty()
    let runs = 0
    const answer = await transact(db, async () => {
      runs++
      if (runs < 3) throw Object.assign(new Error('again'), { code })
      return runs
    })
    expect(answer).toBe(3)
  })

  it('gives up on anything else at once, and on those in the end', async () => {
    const db = await empty()
    let runs = 0
    const failing = (code: string) => transact(db, () => Promise.reject(Object.assign(new Error(`run ${++runs}`), { code })))
    await expect(failing('23505')).rejects.toThrow('run 1')
    await expect(failing('23505').catch((error: unknown) => isDuplicate(error))).resolves.toBe(true)
    runs = 0
    await expect(failing('40001')).rejects.toThrow('run 5')
  })

  it('joins a transaction that runs already', async () => {
    const db = await empty()
    await migrate(db, silentLogger)
    const failed = transact(db, async (outer) => {
      await transact(outer, (inner) =>
        inner
          .insertInto('server_secret')
          .values({ name: 'x', value: Buffer.from('y') })
          .execute(),
      )
      throw new Error('undo')
    })
    await expect(failed).rejects.toThrow('undo')
    expect(await db.selectFrom('server_secret').selectAll().execute()).toEqual([])
  })
})

describe('a database of the first version', () => {
  const CHAIN = 31337
  const [official, exchange, dollar, alice, bob] = ['a7', 'e1', 'd0', '11', '22'].map((digits) => toAddress(`0x${digits.repeat(20)}`)) as [
    Address,
    Address,
    Address,
    Address,
    Address,
  ]
  const hash = (digits: string): Hex => `0x${digits.repeat(32)}`
  const head = { number: 9, hash: hash('b9'), parentHash: hash('b8'), at: 1_763_600_000 }

  it('keeps every row on its way to this one, and all of them are counted', async () => {
    const db = await empty()
    await migrate(db, silentLogger, FIRST_VERSION)
    await writeOldMarket(db, { chainId: CHAIN, official, exchange, dollar, alice, bob, head })
    const before = await readRows(db)
    const filled = [...before].filter(([, rows]) => rows.length > 0).map(([name]) => name)
    expect(filled).toHaveLength(23)
    await migrate(db, silentLogger)
    const old = new Map([...before].filter(([name]) => filled.includes(name)))
    expect(await readRows(db, old)).toEqual(old)

    const { rows: activities } = await sql<{ quantity: bigint }>`select quantity from activity order by id`.execute(db)
    expect(activities.map(({ quantity }) => quantity)).toEqual([3n, 1n])
    const { rows: hidden } = await sql<{ token_id: bigint }>`select token_id from item_moderation where is_hidden`.execute(db)
    expect(hidden.map(({ token_id }) => token_id)).toEqual([503n])
    const market = sql.join([[], [1n], [2n]].map((categories) => marketTotal([CHAIN], categories)))
    expect((await sql`select array[${market}]::int[] as counts`.execute(db)).rows).toEqual([{ counts: [1, 1, 0] }])
    expect([await countMade(db, [CHAIN], alice), await countMade(db, [CHAIN], bob)]).toEqual([2, 0])
    expect([await countHeld(db, [CHAIN], alice), await countHeld(db, [CHAIN], bob)]).toEqual([2, 1])
    const kept = await sql`select list, subject, change as total from row_total order by list, subject`.execute(db)
    const counted = await sql`select list, subject, total from (${rowTotalsNow}) now order by list, subject`.execute(db)
    expect(kept.rows).toEqual(counted.rows)
    expect(kept.rows).toHaveLength(3)
    const item = await findItem(db, { chainId: CHAIN, collection: official, tokenId: 501n })
    if (!item) throw new Error('Item 501 is not there')
    // Of the five, those in lists: not the hidden one, which has the same attribute.
    expect(await countAttributes(db, item)).toEqual({ total: 2, list: [{ key: 'Light', value: 'Dusk', count: 2 }] })
    const other = await findItem(db, { chainId: CHAIN, collection: official, tokenId: 502n })
    if (!other) throw new Error('Item 502 is not there')
    const of = (key: string, value: string, count: number) => ({ key, value, count })
    expect((await countAttributes(db, other)).list).toEqual([
      of('Light', 'Dusk', 2),
      of('Edition', '7', 1),
      of('', 'true', 1),
      of('Light', 'Dusk', 2),
    ])
    const placed = async (table: 'item_search' | 'collection_search' | 'account_search') => {
      const found = sql<{ folded: string; grams: string[] }>`select folded, grams from ${sql.table(table)} order by folded`
      return (await found.execute(db)).rows.map(({ folded, grams }) => `${folded}: ${grams.join(' ')}`)
    }
    expect(await placed('item_search')).toEqual([
      'harbour: h ha har a ar arb r rb rbo b bo bou o ou our u ur #501',
      '港口: 港 港口 口 #502',
    ])
    expect((await placed('collection_search')).map((row) => row.split(':')[0])).toEqual(['announced', 'plinth'])
    expect((await placed('account_search')).at(-1)).toBe('波波: 波 波波')
    for (const { name, differences } of CHECKS) expect([name, (await differences.execute(db)).rows]).toEqual([name, []])
  })

  it('[READ-05] gets pictures from metadata, whatever that says, and terms from salts', async () => {
    const db = await empty()
    await migrate(db, silentLogger, FIRST_VERSION)
    await writeOldMarket(db, { chainId: CHAIN, official, exchange, dollar, alice, bob, head })
    await migrate(
      db,
      silentLogger,
      MIGRATIONS.filter((name) => name < '20261129100000'),
    )
    const hostile = ['{"image":"ipfs://a\\u0000b\\ud800"}', '{"image":"\\"{a,b}\\\\"}', '{"image":1}', '[1]', 'null', 'no JSON', '']
    const long = (length: number) => JSON.stringify({ image: 'i'.repeat(length) })
    for (const [place, metadata] of [...hostile, long(2_048), long(2_049)].entries())
      await sql`insert into item select (jsonb_populate_record(item, jsonb_build_object('token_id', ${1_000 + place}::int, 'metadata', ${metadata}::text))).*
        from item where token_id = 505`.execute(db)
    // More than a batch.
    await sql`insert into item select (jsonb_populate_record(item, jsonb_build_object('token_id', 5000 + n))).*
      from item, generate_series(1, 1000) n where token_id = 1007`.execute(db)
    const salt = packSalt({ validUntil: 9, validFrom: 8, maxBuyerFeeBps: 7, sequence: 2n ** 64n - 1n })
    const salts = [ORDER_TERMS.PLAIN, ORDER_TERMS.PRIVATE, 2n ** 96n - 1n].map((terms) => withTerms(salt, terms))
    const [first] = await db.selectFrom('market_order').select('id').orderBy('id').execute()
    const { rows: marks } = await sql`select * from item_mark order by token_id`.execute(db)

    await migrate(
      db,
      silentLogger,
      MIGRATIONS.filter((name) => name <= '20261129100000-item-image'),
    )
    const { rows } = await sql<{ image: string }>`select image from item where token_id between 1000 and 1999 order by token_id`.execute(db)
    expect(rows.map(({ image }) => image)).toEqual(['ipfs://ab\ufffd', '"{a,b}\\', '', '', '', '', '', 'i'.repeat(2_048), ''])
    const { rows: copies } = await sql`select count(*) as n from item where token_id > 5000 and length(image) = 2048`.execute(db)
    expect(copies).toEqual([{ n: 1_000 }])
    expect((await sql`select * from item_mark order by token_id`.execute(db)).rows).toEqual(marks)
    await sql`update item set width = 1 where token_id = 505`.execute(db)
    expect((await sql`select * from item_mark order by token_id`.execute(db)).rows).not.toEqual(marks)
    for (const one of salts) {
      await sql`update market_order set salt = ${one} where id = ${first?.id}`.execute(db)
      const { terms } = await db.selectFrom('market_order').select('terms').where('salt', '=', one).executeTakeFirstOrThrow()
      expect(terms).toBe(termsOf(one))
    }
  })

  it('[F-123] has the floors filled of all that was ever listed, sold out or not', async () => {
    const db = await empty()
    await migrate(db, silentLogger, FIRST_VERSION)
    await writeOldMarket(db, { chainId: CHAIN, official, exchange, dollar, alice, bob, head })
    await sql`insert into pay_token (chain_id, address, name, symbol, decimals, is_default, position)
      select distinct chain_id, pay_token, 'Coin', 'ETH', 18, true, 0 from market_order where side = 1`.execute(db)
    await sql`update market_order set status = 1, is_live = false`.execute(db)
    await migrate(db, silentLogger)
    const { rows } = await sql`select collection, money, floor, is_filled from floor_change`.execute(db)
    expect(rows).toEqual([{ collection: bytes(official), money: bytes(ZERO_ADDRESS), floor: null, is_filled: false }])
  })

  it('[F-65] separates names from bios in search texts of before', async () => {
    const db = await empty()
    const landed = MIGRATIONS.filter((name) => name <= '20261126024500-search-texts')
    await migrate(db, silentLogger, landed)
    const account = { avatar: '', banner_url: '', short_url: null, login_type: '1', created_at: 1, updated_at: 1 }
    await db
      .insertInto('account')
      .values([
        { ...account, id: 1, address: bytes(alice), nickname: 'Alice', brief: 'Aurora  over Oslo' },
        { ...account, id: 2, address: bytes(bob), nickname: 'Bob', brief: '' },
      ])
      .execute()
    const place = (id: number, folded: string) => ({ id, folded, grams: ['a'] })
    await db
      .insertInto('account_search')
      .values([place(1, 'alice aurora over oslo'), place(2, 'bob')])
      .execute()
    await migrate(db, silentLogger)
    const found = await db.selectFrom('account_search').select('folded').orderBy('id').execute()
    expect(found.map(({ folded }) => folded)).toEqual(['alice\u001faurora over oslo', 'bob'])
  })
})
