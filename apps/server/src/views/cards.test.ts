import { ItemRecord, OrderRecord, type Page } from '@plinth/api'
import { ORDER_TYPE } from '@plinth/protocol'
import { sql } from 'kysely'
import { parseEther } from 'viem'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { bidOn, fund, type Lot, offered, openAuctionMarket, passTo, usd } from '../../test/acts/auctions.ts'
import type { ItemId, TestMarket, Who } from '../../test/market/market.ts'
import { allow, bid } from '../../test/market/money.ts'
import { breakable } from '../../test/simulator/database.ts'
import { type Context, type RequestContext, requestContext } from '../context.ts'
import { addressOf, bytes, connect, type Db, transact } from '../db/database.ts'
import type { ItemRef } from '../db/item-keys.ts'
import { createApp } from '../http/app.ts'
import { checkCards } from '../jobs/check-cards.ts'
import { buildCards, cardsBuilt } from './card-builder.ts'
import { differingCards } from './card-check.ts'
import { FORM } from './card-text.ts'
import { hydrate } from './cards.ts'
import { listItems } from './item-lists.ts'

let market: TestMarket
let sold: ItemId
let lot: Lot
let own: ItemId
beforeAll(async () => {
  market = await openAuctionMarket()
  for (const who of ['carol', 'eve'] as const) await fund(market, who, usd('1000'))
  await market.approve('alice', market.official)
  sold = (await market.listed('alice')).item
  await bid(market, 'eve', sold, usd('40'), { payToken: dollar() })
  lot = await offered(market, 'bob')
  await bidOn(market, 'carol', lot, usd('30'))
  // Its approval is gone: only its maker sees that listing.
  await market.approve('dan', market.official)
  own = (await market.listed('dan')).item
  await market.approve('dan', market.official, false)
  await (await market.session('dan')).api.like.add({ ...sold, chainId: market.chainId })
  await market.sync()
})
afterAll(() => market.close())

const context = (): Context => market.server.context
const db = (): Db => context().db
const dollar = () => market.testnet.contracts.dollar
const ref = ({ collection, tokenId }: ItemId): ItemRef => ({ chainId: market.chainId, collection, tokenId })
const everyItem = async (): Promise<ItemRef[]> => {
  const rows = await db().selectFrom('item').select(['chain_id', 'collection', 'token_id']).execute()
  return rows.map((row) => ({ chainId: row.chain_id, collection: addressOf(row.collection), tokenId: row.token_id }))
}
const at = ({ collection, tokenId }: ItemId) =>
  sql`chain_id = ${market.chainId} and collection = ${bytes(collection)} and token_id = ${tokenId}`

async function viewedBy(who: Who | undefined, over: Context = context()): Promise<RequestContext> {
  const address = who && (await market.session(who)).address
  const cookie = { value: undefined, keep: () => undefined }
  return requestContext(over, {
    caller: address && { accountId: 0, address },
    token: undefined,
    language: 'en',
    ip: '',
    picture: cookie,
    codeRequest: cookie,
    knownBrowser: cookie,
    files: [],
    gone: new AbortController().signal,
    sent: new Set(),
  })
}

/** All cards, fresh. */
async function build(): Promise<void> {
  await cardsBuilt(db())
  await buildCards(await viewedBy(undefined), await everyItem())
}

/** The same database through a driver that counts. */
function counted(): { context: Context; statements: string[] } {
  const statements: string[] = []
  const breaker = { current: (statement: string, moment: 'before' | 'after') => void (moment === 'before' && statements.push(statement)) }
  return { context: { ...context(), db: connect(breakable(market.server.database.dialect, breaker)) }, statements }
}

async function answerOf(path: string, fields: Record<string, string>, who?: Who): Promise<{ statements: string[]; data: unknown }> {
  const through = counted()
  const app = await createApp(through.context)
  const token = who && (await market.session(who)).token
  const response = await app.inject({
    method: 'POST',
    url: `${context().config.prefix}${path}`,
    headers: { 'content-type': 'application/x-www-form-urlencoded', ...(token ? { 'finger-nft-token': token } : {}) },
    payload: new URLSearchParams(fields).toString(),
  })
  await app.close()
  await cardsBuilt(through.context.db)
  const { errno, data } = JSON.parse(response.body) as { errno?: number; data?: unknown }
  expect(errno, response.body).toBeUndefined()
  return { statements: through.statements.filter((text) => !text.includes('session')), data }
}

const detail = (item: ItemId, who?: Who) =>
  answerOf('/nft/detail', { token: item.collection, tokenId: String(item.tokenId), chainId: String(market.chainId) }, who)

/** As read without cards. */
async function plainly(item: ItemId, who?: Who): Promise<unknown> {
  const [text] = (await hydrate(await viewedBy(who), [ref(item)])).values()
  return JSON.parse(text ?? 'null')
}

const WHO = [undefined, 'alice', 'bob', 'dan', 'eve'] as const

/** From its card where it has a fresh one: with two statements, and one for a viewer. */
async function expectFresh(item: ItemId): Promise<void> {
  for (const who of WHO) {
    const { data, statements } = await detail(item, who)
    expect(data).toEqual(await plainly(item, who))
    expect(statements).toHaveLength(who ? 3 : 2)
  }
}

async function expectRight(): Promise<void> {
  for (const item of [sold, lot.item, own]) for (const who of WHO) expect((await detail(item, who)).data).toEqual(await plainly(item, who))
}

async function isKept(item: ItemId): Promise<boolean> {
  return (await detail(item)).statements.length === 2
}

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
      const records = list.map((item) => z.decode(ItemRecord, item as never))
      expect(list).toEqual(await Promise.all(records.map(({ collection, tokenId }) => plainly({ collection, tokenId }, who))))
      expect(records.map((record) => z.encode(ItemRecord, record))).toEqual(list)
      if (list.length > 0) expect(statements).toHaveLength(who ? 3 : 2)
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

  it('[READ-06] shows its maker an own listing that can’t be filled, and nobody else', async () => {
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

/** Copies of an item's rows in a table, as those of other items from here on. */
async function copyRows(table: string, item: ItemId, first: bigint, times: number): Promise<void> {
  const { rows } = await sql<{ name: string }>`select column_name as name from information_schema.columns
    where table_name = ${table} and table_schema = current_schema() and is_identity = 'NO'`.execute(db())
  const columns = rows.filter(({ name }) => name !== 'token_id').map(({ name }) => sql.ref(name))
  const values = rows
    .filter(({ name }) => name !== 'token_id')
    .map(({ name }) => (name === 'sequence' ? sql`sequence + n * 1000000` : sql.ref(name)))
  await sql`insert into ${sql.table(table)} (${sql.join(columns)}, token_id) select ${sql.join(values)}, ${first} + n
    from ${sql.table(table)}, generate_series(1, ${times}) n where ${at(item)}`.execute(db())
}

const COPIED = 1_000_000n
async function repeat(item: ItemId, times: number): Promise<void> {
  for (const table of ['item', 'holding', 'market_order']) await copyRows(table, item, COPIED, times)
}

async function forgetCopies(): Promise<void> {
  for (const table of ['market_order', 'auction', 'holding', 'item_lock', 'item', 'item_card', 'item_mark'])
    await sql`delete from ${sql.table(table)} where token_id > ${COPIED}`.execute(db())
}

const lockUntil = (item: ItemId, until: number) =>
  sql`insert into item_lock (chain_id, collection, token_id, buyer, tx_hash, until)
  values (${market.chainId}, ${bytes(item.collection)}, ${item.tokenId}, ${Buffer.alloc(20)}, ${Buffer.alloc(32)}, ${until})
  on conflict (chain_id, collection, token_id) do update set until = excluded.until`.execute(db())

async function versionOf(item: ItemId): Promise<number | undefined> {
  const { rows } = await sql<{ version: number }>`select version from item_mark where ${at(item)}`.execute(db())
  return rows[0]?.version
}

describe('a card', () => {
  beforeEach(build)

  it.each([
    ['item', 'width'],
    ['holding', 'received_at'],
    ['market_order', 'listed_block'],
    ['auction', 'listed_block'],
    ['item_lock', 'until'],
  ])('[READ-05] has an old version after any change of a row of %s', async (table, column) => {
    const item = table === 'auction' ? lot.item : sold
    if (table === 'item_lock') await lockUntil(item, 1)
    const before = await versionOf(item)
    await sql`update ${sql.table(table)} set ${sql.ref(column)} = ${sql.ref(column)} where ${at(item)}`.execute(db())
    expect(await versionOf(item)).not.toBe(before)

    const copy = { ...item, tokenId: COPIED + 1n }
    expect(await versionOf(copy)).toBeUndefined()
    await copyRows(table, item, COPIED, 1)
    expect(await versionOf(copy)).toBe(1)
    await sql`delete from ${sql.table(table)} where ${at(copy)}`.execute(db())
    expect(await versionOf(copy)).toBe(2)
    await forgetCopies()
    await sql`delete from item_lock`.execute(db())
  })

  it('[READ-05] is not read once an order, a bid, an auction or a transfer has changed what it says', async () => {
    const acts: (() => Promise<unknown>)[] = [
      async () => {
        const { salt } = await (await market.session('alice')).api.order.get({
          ...sold,
          owner: market.address('alice'),
          type: ORDER_TYPE.SALE,
        })
        await market.list('alice', sold, parseEther('0.4'), { edit: true, salt })
      },
      () => bid(market, 'carol', sold, usd('20'), { payToken: dollar() }),
      () => bidOn(market, 'eve', lot, usd('45')),
      () => allow(market, 'eve', dollar(), 0n),
      () => market.approve('alice', market.official, false),
      () => market.approve('alice', market.official),
      () => market.transfer('alice', 'eve', sold),
      () => market.transfer('eve', 'alice', sold),
      () => market.testnet.reorg(1),
      () => sql`update item set is_trade_locked = true, is_visible = true where ${at(sold)}`.execute(db()),
      () => sql`update item set is_trade_locked = false where ${at(sold)}`.execute(db()),
    ]
    for (const act of acts) {
      await build()
      await act()
      await market.testnet.mine(1)
      await market.sync()
      await expectRight()
    }
  })

  it('[READ-05] is not read where its inputs changed while it was built', async () => {
    const item = ref(sold)
    const through = connect(
      breakable(market.server.database.dialect, {
        current: (statement, moment) => {
          // Just after the version was read.
          if (moment === 'after' && statement.includes('from item_mark'))
            changes.push(sql`update item set width = 77 where ${at(sold)}`.execute(db()))
        },
      }),
    )
    const changes: Promise<unknown>[] = []
    await buildCards({ ...(await viewedBy(undefined)), db: through }, [item])
    await Promise.all(changes)
    expect(changes).toHaveLength(1)
    expect((await detail(sold)).data).toMatchObject({ mediaWidth: 77 })
    await build()
    expect(await isKept(sold)).toBe(true)
    await expectRight()
  })

  it('[READ-05] is not read by one process once another has committed a change', async () => {
    const other = connect(market.server.database.dialect)
    expect(await isKept(sold)).toBe(true)
    await other.transaction().execute(async (tx) => {
      await sql`update item set height = 99 where ${at(sold)}`.execute(tx)
      expect((await detail(sold)).data).not.toMatchObject({ mediaHeight: 99 })
    })
    expect((await detail(sold)).data).toMatchObject({ mediaHeight: 99 })
    await expectRight()
  })

  it('[READ-05] is built after the request that missed it', async () => {
    await sql`delete from item_card`.execute(db())
    expect(await isKept(sold)).toBe(false)
    expect(await isKept(sold)).toBe(true)
    await sql`update item_card set form = ${FORM - 1}`.execute(db())
    expect(await isKept(sold)).toBe(false)
    expect(await isKept(sold)).toBe(true)
  })

  it('[READ-05] leaves a card of a later form alone', async () => {
    await sql`update item_card set form = ${FORM + 1}, card = 'later'`.execute(db())
    await build()
    const { rows } = await sql<{ card: string }>`select distinct card from item_card`.execute(db())
    expect(rows).toEqual([{ card: 'later' }])
    await expectRight()
    await sql`delete from item_card`.execute(db())
  })

  it('[READ-05] is not made of an item that was burnt before it was minted, and those beside it are', async () => {
    await sql`delete from item_card`.execute(db())
    await sql`update item set supply = -1 where ${at(own)}`.execute(db())
    await build()
    const { rows } = await sql<{ token_id: bigint }>`select token_id from item_card`.execute(db())
    expect(rows.map((row) => row.token_id)).toContain(sold.tokenId)
    expect(rows.map((row) => row.token_id)).not.toContain(own.tokenId)
    await sql`update item set supply = 1 where ${at(own)}`.execute(db())
  })

  it('[READ-05] of an item with very many bids is not kept', async () => {
    await sql`update item set metadata = ${JSON.stringify({ name: 'x'.repeat(1_200_000) })} where ${at(sold)}`.execute(db())
    await build()
    const { rows } = await sql<{ card: string }>`select card from item_card where ${at(sold)}`.execute(db())
    expect(rows).toEqual([{ card: '' }])
    await expectRight()
    await sql`update item set metadata = ${JSON.stringify({ name: 'Five bottles' })} where ${at(sold)}`.execute(db())
  })
})

describe('what belongs to other nouns', () => {
  beforeEach(build)

  const HOSTILE = '{"$p":"0x00"} \\{"$v":"liked"} $& $1 "}],"x":{"$k":"1:0x"} </script> \u2028 \\u0000 {"$'

  it.each([
    ['the name of a person', 'update account set nickname = $1, avatar = $1'],
    ['the name of a collection', 'update collection set name = $1, symbol = $1, cover = $1'],
    ['the state of its metadata', "update collection set frozen_prefix = 'ipfs://' || $1"],
    ['a category', 'update category set title_en = $1, title_zh = $1'],
    ['a pay token', 'update pay_token set name = $1, symbol = $1, decimals = 3, avatar = $1'],
  ])('[READ-05] is as it is now, and hostile: %s', async (_, change) => {
    const [first = '', ...rest] = change.split('$1')
    await sql`${sql.raw(first)}${sql.join(
      rest.map((part) => sql`${HOSTILE}::text${sql.raw(part)}`),
      sql``,
    )}`.execute(db())
    for (const item of [sold, lot.item, own]) await expectFresh(item)
  })

  it('[READ-05] is what a record without them says: of an unknown person, collection, category or token', async () => {
    await transact(db(), async (tx) => {
      await sql`update pay_token set chain_id = chain_id + 1`.execute(tx)
      await sql`update account set address = address || '\\x00'`.execute(tx)
      await sql`update collection set chain_id = chain_id + 1`.execute(tx)
      await sql`update category set id = id + 1000`.execute(tx)
    })
    for (const item of [sold, lot.item, own]) {
      const { data } = await detail(item)
      expect(data).toEqual(await plainly(item))
      expect(data).toMatchObject({ category: null, contract: { name: '' }, user: { nickname: '' } })
    }
    await sql`update pay_token set chain_id = chain_id - 1`.execute(db())
    await sql`update account set address = substr(address, 1, 20)`.execute(db())
    await sql`update collection set chain_id = chain_id - 1`.execute(db())
    await sql`update category set id = id - 1000`.execute(db())
  })

  it('[READ-05] is as it is now: the sellers that pay no fee, and the fees', async () => {
    const { item } = await market.listed('bob')
    await build()
    const feeOf = async () => ((await detail(item)).data as { sales: { buyFee: number }[] }).sales[0]?.buyFee
    const before = await feeOf()
    await sql`insert into official_sender (chain_id, collection, sender)
      values (${market.chainId}, ${bytes(item.collection)}, ${bytes(market.address('bob'))})`.execute(db())
    await expectFresh(item)
    expect([await feeOf(), before]).toEqual([0, 250])
    await sql`delete from official_sender`.execute(db())
    await expectFresh(item)
  })

  it('[READ-05] can’t be forged by the text of an item', async () => {
    const metadata = JSON.stringify({ name: HOSTILE, description: `\ud800 ${HOSTILE}`, image: '{"$t":"1:0x"}' })
    await sql`update item set metadata = ${metadata}, metadata_url = ${HOSTILE} where ${at(sold)}`.execute(db())
    await build()
    await expectFresh(sold)
    expect((await detail(sold)).data).toMatchObject({ metadataContent: metadata, metadataUrl: HOSTILE })
  })
})

describe('what the clock changes', () => {
  beforeEach(build)

  it('[READ-05] is not older than the end of a lock', async () => {
    const { clock } = market.server
    await lockUntil(sold, clock.now() + 60)
    await build()
    await expectFresh(sold)
    expect((await detail(sold)).data).toMatchObject({ isLock: true })
    clock.advance(61)
    expect((await detail(sold)).data).toMatchObject({ isLock: false })
    await expectRight()
  })

  it('[READ-05] is not older than the end of an order or an auction, nor younger once the chain’s time steps back', async () => {
    const chain = context().chains.get(market.chainId)
    const item = await market.minted('bob')
    await market.list('bob', item, parseEther('1'), { validUntil: chain.now() + 100 })
    await build()
    await expectFresh(item)
    const isPast = async () => ((await detail(item)).data as { sales: { expired: boolean }[] }).sales.map(({ expired }) => expired)
    expect(await isPast()).toEqual([false])
    const before = chain.head()
    await passTo(market, chain.now() + 200)
    expect(await isPast()).toEqual([true])
    await build()
    expect([await isPast(), await isKept(item)]).toEqual([[true], true])
    if (before) chain.noteHead(before)
    expect(await isPast()).toEqual([false])
    await build()

    const auctions = async () => ((await detail(lot.item)).data as { auctions: unknown[] }).auctions.length
    expect([await auctions(), await isKept(lot.item)]).toEqual([1, true])
    chain.noteHead({ number: 1_000_000, timestamp: lot.auction.expiredTime })
    expect(await auctions()).toBe(0)
    expect((await detail(lot.item)).data).toEqual(await plainly(lot.item))
    if (before) chain.noteHead(before)
  })
})

describe('check-cards', () => {
  beforeEach(build)

  it('[READ-05] finds and repairs a card that says something else, and drops those of no item', async () => {
    expect(await checkCards(context())).toEqual([])
    await sql`update item_card set card = replace(card, '"mediaKind":"', '"mediaKind":"x') where ${at(sold)}`.execute(db())
    await sql`insert into item_card select chain_id, collection, 424242, version, form, fresh_from, fresh_until, locked_until, card
      from item_card where ${at(own)}`.execute(db())
    const viewer = await viewedBy(undefined)
    expect(await differingCards(viewer, await everyItem())).toEqual([ref(sold)])
    expect(await checkCards(context())).toEqual([ref(sold)])
    expect(await checkCards(context())).toEqual([])
    const { rows } = await sql`select 1 from item_card where token_id = 424242`.execute(db())
    expect(rows).toEqual([])
    await expectFresh(sold)
  })
})
