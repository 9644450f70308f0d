import { ORDER_TYPE } from '@plinth/protocol'
import { sql } from 'kysely'
import { parseEther } from 'viem'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { bidOn, passTo, usd } from '../../test/acts/auctions.ts'
import {
  at,
  build,
  COPIED,
  context,
  copyRows,
  db,
  detail,
  dollar,
  everyItem,
  expectFresh,
  expectRight,
  forgetCopies,
  isKept,
  lockUntil,
  lot,
  market,
  openCards,
  own,
  plainly,
  ref,
  sold,
  versionOf,
  viewedBy,
} from '../../test/acts/cards.ts'
import { allow, bid } from '../../test/market/money.ts'
import { breakable } from '../../test/simulator/database.ts'
import { connect, transact } from '../db/database.ts'
import { checkCards } from '../jobs/check-cards.ts'
import { examineWork } from '../operator/doctor-work.ts'
import { buildCards } from './card-builder.ts'
import { differingCards } from './card-check.ts'
import { FORM } from './card-text.ts'

beforeAll(openCards)
afterAll(() => market.close())

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
    // A holding marks an item that has a card, and no other.
    if (table === 'holding') {
      await copyRows(table, item, COPIED, 1)
      await sql`delete from holding where ${at(copy)}`.execute(db())
      await copyRows('item_card', item, COPIED, 1)
    }
    expect(await versionOf(copy)).toBeUndefined()
    await copyRows(table, item, COPIED, 1)
    expect(await versionOf(copy)).toBe(1)
    await sql`delete from ${sql.table(table)} where ${at(copy)}`.execute(db())
    expect(await versionOf(copy)).toBe(2)
    await forgetCopies()
    await sql`delete from item_lock`.execute(db())
  })

  it('[READ-05] is not read once an order, a bid, an auction or a transfer has changed what it says', { timeout: 90_000 }, async () => {
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

  it('[READ-05] of an item that never had one is not read where a block that was being written has moved it', async () => {
    for (const table of ['item_card', 'item_mark']) await sql`delete from ${sql.table(table)} where ${at(sold)}`.execute(db())
    let building: Promise<void> = Promise.resolve()
    await transact(db(), async (tx) => {
      // As the indexer does: it holds the cursor, and its statement does not see the row that is placed meanwhile.
      await sql`update chain_cursor set updated_at = updated_at where chain_id = ${market.chainId}`.execute(tx)
      await sql`update holding set received_at = received_at + 1 where ${at(sold)}`.execute(tx)
      expect(await versionOf(sold)).toBeUndefined()
      building = buildCards(await viewedBy(undefined), [ref(sold)])
      const waits = sql<{ n: number }>`select count(*) as n from pg_locks where not granted`
      await expect.poll(async () => (await waits.execute(db())).rows[0]?.n).toBeGreaterThan(0)
    })
    await building
    expect(await isKept(sold)).toBe(true)
    await expectRight()
    await sql`update holding set received_at = received_at - 1 where ${at(sold)}`.execute(db())
    expect(await isKept(sold)).toBe(false)
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
    // Its row is placed, and is not read.
    const { rows } = await sql<{ token_id: bigint }>`select token_id from item_card where version >= 0`.execute(db())
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

  it('[READ-05] is what the doctor looks at', async () => {
    const about = async () => (await examineWork(context())).find((finding) => finding.about.en === 'cards')
    expect(await about()).toMatchObject({ state: 'well' })
    await sql`update item_card set card = replace(card, '"mediaKind":"', '"mediaKind":"x') where ${at(sold)}`.execute(db())
    const found = await about()
    expect(found).toMatchObject({ state: 'ill' })
    expect(found?.says.en).toMatch(/^1 of \d+ that were compared say something else than what is stored, such as 31337\//)
    expect(found?.says.zh).toMatch(/\p{Script=Han}/u)
  })
})
