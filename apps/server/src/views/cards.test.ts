import { randomBytes } from 'node:crypto'
import { ItemRecord, OrderRecord, type Page } from '@plinth/api'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { z } from 'zod'
import {
  answerOf,
  build,
  counted,
  db,
  detail,
  everyItem,
  expectFresh,
  forgetCopies,
  lot,
  market,
  openCards,
  own,
  plainly,
  repeat,
  sold,
  viewedBy,
  WHO,
} from '../../test/acts/cards.ts'
import type { Who } from '../../test/market/market.ts'
import { bytes } from '../db/database.ts'
import { buildCards, cardsBuilt } from './card-builder.ts'
import { listItems } from './item-lists.ts'

beforeAll(openCards)
afterAll(() => market.close())

describe('a page from cards', () => {
  beforeEach(build)

  it('[READ-04] costs two statements at 1, 20 and 200 rows, and one more for a viewer', async () => {
    await repeat(sold, 220)
    const all = await everyItem()
    await buildCards(await viewedBy(undefined), all)
    for (const limit of [1, 20, 200]) {
      for (const who of WHO) {
        const { context: over, statements } = counted()
        const list = { of: 'collection', chainId: market.chainId, collection: sold.collection, onlyOnSale: false } as const
        const { json } = await listItems(await viewedBy(who, over), list, { page: 1, limit })
        await cardsBuilt(over.db)
        expect(statements).toHaveLength(who ? 3 : 2)
        const page = JSON.parse(json) as Page<unknown>
        expect(page.list).toHaveLength(limit)
        expect(page).toMatchObject({ total: all.length, page: 1, limit, pages: Math.ceil(all.length / limit) })
      }
    }
    await forgetCopies()
  })

  it('[READ-04] finds a card in its row, compressed', async () => {
    // As long as most are, and as repetitive; the slim one is not.
    const half = randomBytes(640).toString('hex')
    const slim = randomBytes(350).toString('hex')
    await sql`update item_card set card = ${half + half}, slim = ${slim}`.execute(db())
    const { rows } = await sql<{ beside: boolean; bytes: number }>`select pg_column_toast_chunk_id(card) is not null as beside,
      pg_column_size(card) as bytes from item_card`.execute(db())
    expect(rows.length).toBeGreaterThan(0)
    for (const { beside, bytes: taken } of rows)
      expect({ beside, isCompressed: taken < 2 * half.length }).toEqual({ beside: false, isCompressed: true })
  })

  it('[READ-04] of one item costs two statements, and three for a viewer', async () => {
    for (const item of [sold, lot.item, own]) await expectFresh(item)
  })

  it.each([
    ['/home/list', {}],
    ['/home/search', { search: 'bottles' }],
    ['/auction/newlist', {}],
    ['/user/created', { address: 'alice' }],
    ['/user/collections', { address: 'dan' }],
    ['/user/onsales', { address: 'dan' }],
    ['/user/like', { address: 'dan' }],
    ['/contract/listitems', { contract: 'official' }],
  ] as const)('[READ-04][READ-06] answers %s in the documented form', async (path, fields: Record<string, string>) => {
    const { address, contract, ...rest } = fields
    const asked = {
      ...rest,
      ...(address ? { address: market.address(address as Who) } : {}),
      ...(contract ? { address: market.official, chainId: String(market.chainId) } : {}),
    }
    const seen: number[] = []
    for (const who of WHO) {
      const { data, statements } = await answerOf(path, asked, who)
      const { list } = data as { list: unknown[] }
      // From an answer, which the schema checks.
      const records = list.map((item) => z.decode(ItemRecord, item as never))
      expect(list).toEqual(await Promise.all(records.map(({ collection, tokenId }) => plainly({ collection, tokenId }, who))))
      expect(records.map((record) => z.encode(ItemRecord, record))).toEqual(list)
      // A search counts and chooses before it reads.
      const most = path === '/home/search' ? 4 : 2
      if (list.length > 0) expect(statements).toHaveLength(who ? most + 1 : most)
      seen.push(list.length)
    }
    expect(Math.max(...seen)).toBeGreaterThan(0)
  })

  it('[READ-04][READ-06] answers an account’s bids with their items', async () => {
    for (const who of WHO) {
      const { data, statements } = await answerOf('/user/bid', { address: market.address('eve') }, who)
      const { list, total } = data as { list: { nft: unknown }[]; total: number }
      expect([list.length, total]).toEqual([1, 1])
      const [bid] = (await (await market.session(who ?? 'carol')).api.nft.activebids({ items: [sold], chainId: market.chainId })).map(
        (record) => ({ ...(z.encode(OrderRecord, record) as object), nft: undefined }),
      )
      expect(list).toEqual([{ ...bid, nft: await plainly(sold, who) }])
      expect(statements).toHaveLength(who ? 3 : 2)
    }
  })

  it('[READ-06] shows its maker an own listing that can’t be filled, and no other account', async () => {
    const [seen, hidden] = [(await detail(own, 'dan')).data, (await detail(own)).data] as Record<string, unknown[]>[]
    expect(seen).toMatchObject({ restingSales: [{ owner: market.address('dan') }], items: [{ onsell: true, onsellType: 1 }] })
    expect(hidden).toMatchObject({ restingSales: [], items: [{ onsell: false }] })
  })

  it('[READ-06] shows a holder beyond the hundred of a card its own share', async () => {
    await sql`insert into holding (chain_id, collection, token_id, owner, quantity, received_at)
      select ${market.chainId}, ${bytes(own.collection)}, ${own.tokenId}, decode(lpad(to_hex(n), 40, '0'), 'hex'), 5, 1 from generate_series(1, 150) n`.execute(
      db(),
    )
    await build()
    expect(((await detail(own)).data as { items: unknown[] }).items).toHaveLength(100)
    const { data } = await detail(own, 'dan')
    expect((data as { items: unknown[] }).items).toHaveLength(101)
    expect(data).toEqual(await plainly(own, 'dan'))
    await sql`delete from holding where received_at = 1 and quantity = 5`.execute(db())
  })
})
