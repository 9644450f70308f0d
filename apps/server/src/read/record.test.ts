import { ORDER_TERMS, ORDER_TYPE, withTerms } from '@plinth/protocol'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  at,
  counted,
  db,
  dollar,
  everyItem,
  forgetCopies,
  lockUntil,
  lot,
  market,
  openItems,
  own,
  ref,
  repeat,
  sold,
  viewedBy,
  WHO,
} from '../../test/acts/items.ts'
import type { Who } from '../../test/market/market.ts'
import type { Context } from '../context.ts'
import { bytes } from '../db/database.ts'
import type { ItemRef } from '../db/item-keys.ts'
import { PRIVATE_SIDE } from '../state/orders/private.ts'
import { listBids } from './lists/order-lists.ts'
import { hydrateItems } from './record.ts'

/** What `db/kept.ts` keeps costs none while it is kept. */
const KEPT = /from "?(?:pay_token|category|official_sender|site_setting|feed|rate)\b"?/

async function read(refs: readonly ItemRef[], who?: Who, over?: Context) {
  return hydrateItems(await viewedBy(who, over), refs)
}

/** Other listings of the item: bob's for dollars, and one of dan's to bob alone. */
async function listMore(): Promise<void> {
  const { rows } = await sql<{ name: string }>`select column_name as name from information_schema.columns
    where table_name = 'market_order' and table_schema = current_schema() and is_identity = 'NO' and is_generated = 'NEVER'`.execute(db())
  const [listing] = await db()
    .selectFrom('market_order')
    .select('salt')
    .where(sql<boolean>`${at(sold)}`)
    .where('side', '=', 1)
    .execute()
  const copies: Record<string, unknown>[] = [
    { sequence: 900_000, maker: bytes(market.address('bob')), pay_token: bytes(dollar()) },
    {
      sequence: 900_001,
      maker: bytes(market.address('dan')),
      salt: withTerms(listing?.salt ?? 0n, ORDER_TERMS.PRIVATE),
      side: PRIVATE_SIDE,
      taker: bytes(market.address('bob')),
    },
  ]
  for (const over of copies)
    await sql`insert into market_order (${sql.join(rows.map(({ name }) => sql.ref(name)))})
      select ${sql.join(rows.map(({ name }) => (name in over ? sql`${over[name]}` : sql.ref(name))))}
      from market_order where ${at(sold)} and side = ${ORDER_TYPE.SALE} and maker <> ${bytes(market.address('bob'))}`.execute(db())
}

beforeAll(async () => {
  await openItems()
  await listMore()
  await lockUntil(sold, market.server.clock.now() + 60)
  await sql`update item set is_visible = false where ${at(lot.item)}`.execute(db())
})
afterAll(() => market.close())

describe('the record of an item', () => {
  it('[READ-04] costs four statements at 1, 20 and 200 rows, whatever it shows, and one more for a viewer', async () => {
    await repeat(sold, 220)
    const others = (await everyItem()).filter(({ tokenId }) => tokenId > 1_000_000n)
    const shown = [sold, lot.item, own].map(ref)
    const texts = new Set<string>()
    for (const who of WHO) {
      const { context: over, statements } = counted()
      for (const refs of [...shown.map((one) => [one]), [...shown, ...others].slice(0, 20), [...shown, ...others].slice(0, 200)]) {
        statements.length = 0
        const records = await read(refs, who, over)
        const asked = statements.filter((text) => !KEPT.test(text))
        expect(asked).toHaveLength(who ? 5 : 4)
        expect(records.map(({ tokenId }) => tokenId)).toEqual(refs.map(({ tokenId }) => tokenId))
        for (const text of asked) texts.add(text)
      }
    }
    // Each of the five is one text, under whose name its plan is kept.
    expect(texts.size).toBe(5)
    await forgetCopies()
  })

  it('[READ-04][PRIV-02] shows offers in several moneys, no private sale, a lock and a hidden work', async () => {
    const [record, hidden] = await read([ref(sold), ref(lot.item)])
    expect(record?.listings.map(({ payTokenSymbol, user }) => [payTokenSymbol, user.address])).toEqual([
      ['ETH', market.address('alice')],
      ['PUSD', market.address('bob')],
    ])
    expect(record?.bids.map(({ payTokenSymbol, maker }) => [payTokenSymbol, maker])).toEqual([['PUSD', market.address('eve')]])
    expect(record).toMatchObject({ isLocked: true, isTradeLocked: false, onlyOwner: market.address('alice') })
    expect(hidden?.auctions.map(({ owner, highestBidder }) => [owner, highestBidder])).toEqual([
      [market.address('bob'), market.address('carol')],
    ])
  })

  it('[READ-04] is of one moment, whatever is committed between its statements', async () => {
    const give = async (by: number) => {
      for (const [table, column] of [
        ['item', 'supply'],
        ['holding', 'quantity'],
      ] as const)
        await sql`update ${sql.table(table)} set ${sql.ref(column)} = ${sql.ref(column)} + ${sql.lit(by)} where ${at(sold)}`.execute(db())
    }
    let statements = 0
    const over: Context = {
      ...market.server.context,
      db: db().withPlugin({
        transformQuery: ({ node }) => node,
        transformResult: async ({ result }) => {
          if (++statements === 1) await give(1)
          return result
        },
      }),
    }
    const [record] = await read([ref(sold)], undefined, over)
    expect(statements).toBeGreaterThanOrEqual(4)
    expect(record?.holdings.map(({ quantity }) => quantity)).toEqual([record?.supply])
    await give(-1)
  })

  it('[READ-04] is read once for each item that is there, in the order asked', async () => {
    const gone = { ...ref(sold), tokenId: 999_999n }
    const asked = [ref(own), gone, ref(sold), ref(own)]
    expect((await read(asked)).map(({ tokenId }) => tokenId)).toEqual([own.tokenId, sold.tokenId])
    expect(await read([])).toEqual([])
  })

  it('[READ-04] shows a bid for a burnt item to its bidder alone', async () => {
    await sql`update item set supply = 0 where ${at(sold)}`.execute(db())
    expect((await read([ref(sold)]))[0]).toMatchObject({ bids: [], restingBids: [] })
    expect((await read([ref(sold)], 'eve'))[0]).toMatchObject({ bids: [], restingBids: [{ isFundable: false }] })
    await sql`update item set supply = 1 where ${at(sold)}`.execute(db())
    expect((await read([ref(sold)]))[0]).toMatchObject({ bids: [{ isFundable: true }] })
  })

  it('[READ-06] shows its maker an own listing that can’t be filled, and no other account', async () => {
    const [[seen], [hidden]] = [await read([ref(own)], 'dan'), await read([ref(own)])]
    expect(seen).toMatchObject({ resting: [{ maker: market.address('dan') }], holdings: [{ isOnSale: true, saleType: 1 }] })
    expect(hidden).toMatchObject({ resting: [], holdings: [{ isOnSale: false }] })
  })

  it('[READ-06] shows a holder beyond the hundred its own share', async () => {
    await sql`insert into holding (chain_id, collection, token_id, owner, quantity, received_at)
      select ${market.chainId}, ${bytes(own.collection)}, ${own.tokenId}, decode(lpad(to_hex(n), 40, '0'), 'hex'), 5, 1 from generate_series(1, 150) n`.execute(
      db(),
    )
    const [[others], [dans]] = [await read([ref(own)]), await read([ref(own)], 'dan')]
    expect(others?.holdings).toHaveLength(100)
    expect(dans?.holdings).toHaveLength(101)
    expect(dans?.holdings.at(-1)).toMatchObject({ owner: market.address('dan'), quantity: 1n })
    await sql`delete from holding where received_at = 1 and quantity = 5`.execute(db())
  })

  it('[READ-04][READ-06] comes with each of an account’s bids, for one statement more than the items', async () => {
    const { context: over, statements } = counted()
    const list = { chainIds: [market.chainId], address: market.address('eve'), category: undefined }
    const ask = async () => listBids({ ...over, caller: undefined }, list, { page: 1, limit: 20 })
    await ask()
    statements.length = 0
    const { list: bids, total } = await ask()
    expect([bids.length, total]).toEqual([1, 1])
    expect(bids[0]?.nft).toEqual((await read([ref(sold)]))[0])
    expect(statements.filter((text) => !KEPT.test(text)).length).toBe(5)
  })
})
