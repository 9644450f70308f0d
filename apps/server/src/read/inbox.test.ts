import { NOTICE_SUBTYPE } from '@plinth/protocol'
import { parseUnits } from 'viem'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { checkFloors } from '../../test/market/floors.ts'
import type { Session } from '../../test/market/harness.ts'
import { type ItemId, TestMarket } from '../../test/market/market.ts'
import { allow, bid, sendMoney, takeDollars } from '../../test/market/money.ts'
import { makeOffer, type Offered } from '../../test/market/offers.ts'
import { bytes, transact } from '../db/database.ts'
import { HOLDERS, notifyOffers } from '../jobs/notify-offers.ts'
import { applyRules, setRule } from '../state/items/moderated.ts'
import { recordFloors } from '../state/statistics/floor-history.ts'
import { rowsOf } from './rows.ts'

let market: TestMarket
let alice: Session
let first: ItemId
let second: ItemId
let blue: ItemId
let collection: ItemId['collection']
beforeAll(async () => {
  market = await TestMarket.open()
  alice = await market.session('alice')
  const { dollar } = market.testnet.contracts
  for (const who of ['bob', 'carol', 'dan'] as const) {
    await takeDollars(market, who, usd('1000'))
    await allow(market, who, dollar, usd('100000'))
  }
  const { context } = market.server
  const since = context.chains.get(market.chainId).now()
  await context.db
    .insertInto('rate')
    .values({
      chain_id: market.chainId,
      money: dollar,
      source: 'operator',
      currency: 'USD',
      answer: 1n,
      decimals: 0,
      round: null,
      until: null,
      since,
    })
    .execute()
  collection = await market.collection('alice', 'Colours', 'COL')
  await market.approve('alice', collection)
  const items: ItemId[] = []
  for (const Colour of ['Red', 'Red', 'Blue']) items.push(await market.mint('alice', { collection, properties: { Colour } }))
  await market.sync()
  ;[first, second, blue] = items as [ItemId, ItemId, ItemId]
})
afterAll(() => market.close())

const usd = (text: string) => parseUnits(text, 6)
const PAGE = { page: 1, limit: 20 }
const RED = [{ key: 'Colour', values: ['Red'] }]
const inboxOf = async (session = alice, page = PAGE) => session.api.offer.inbox(page)
const pricesOf = (rows: readonly { offer: { unitPrice: bigint } }[]) => rows.map(({ offer }) => offer.unitPrice)
async function idOf({ order }: Offered): Promise<bigint> {
  const { list } = await market.server.api().offer.list({ page: 1, limit: 100, owner: order.owner })
  return list.find(({ salt }) => salt === order.salt)?.id ?? 0n
}
/** The index reads the money of a new offer with the next block. */
async function nextBlock(): Promise<void> {
  await market.testnet.mine(1)
  await market.sync()
}
async function seeFloors(): Promise<void> {
  await checkFloors(market)
  const { context } = market.server
  await transact(context.db, (tx) => recordFloors(tx, market.chainId, context.chains.get(market.chainId).now()))
}
async function runJob(): Promise<void> {
  while (await notifyOffers.run(market.server.context));
}
const notified = async (session = alice) => {
  const { list } = await session.api.notices.list({ page: 1, limit: 100 })
  return list.filter(({ subType }) => subType === NOTICE_SUBTYPE.OFFERED).map(({ content }) => content.price)
}

describe('offers received', () => {
  it('[PORT-04] are all that the items held can be sold to, best first, with the works that fit and the difference to the floor', async () => {
    await bid(market, 'bob', blue, usd('12'), { payToken: market.testnet.contracts.dollar })
    await makeOffer(market, 'carol', usd('10'), { collection, quantity: 2n })
    await makeOffer(market, 'carol', usd('11'), { collection, attributes: RED })
    // Alice holds nothing of this collection.
    await makeOffer(market, 'dan', usd('500'), { collection: await elsewhere() })
    await nextBlock()
    const { list, hasMore, least } = await inboxOf()
    expect(pricesOf(list)).toEqual([usd('12'), usd('11'), usd('10')])
    expect([hasMore, least]).toEqual([false, 0])
    const ids = (at: number) => list[at]?.items.map(({ tokenId }) => tokenId).sort()
    expect(ids(0)).toEqual([blue.tokenId])
    expect(ids(1)).toEqual([first.tokenId, second.tokenId].sort())
    expect(list[2]?.items).toHaveLength(3)
    expect(list[1]).toMatchObject({
      collectionName: 'Colours',
      offer: { kind: 'attributes', sharesMoney: false },
      items: [{ held: 1n }, {}],
    })
    expect(list.map(({ toFloor }) => toFloor)).toEqual([undefined, undefined, undefined])
    const pages = [1, 2].map((page) => inboxOf(alice, { page, limit: 2 }))
    expect((await Promise.all(pages)).map((page) => [pricesOf(page.list), page.hasMore])).toEqual([
      [[usd('12'), usd('11')], true],
      [[usd('10')], false],
    ])
    expect((await inboxOf(await market.session('carol'))).list).toEqual([])

    // The floor becomes 10.
    await market.list('alice', second, usd('10'), { payToken: market.testnet.contracts.dollar })
    await seeFloors()
    expect((await inboxOf()).list.map(({ toFloor }) => toFloor)).toEqual([2_000, 1_000, 0])
    await alice.api.offer.setLeast({ least: 105 })
    const above = await inboxOf()
    expect([pricesOf(above.list), above.least]).toEqual([[usd('12'), usd('11')], 105])
    await alice.api.offer.setLeast({ least: 0 })
    // As visitors see it, for programs.
    const resource = await market.server.app.inject(`/v1/accounts/${alice.address}/inbox?limit=2`)
    expect(resource.json().list).toHaveLength(2)
  })

  it('[COFF-06] have none for a work that the operator hid or stopped', async () => {
    const { db } = market.server.context
    const { chainId } = market
    for (const rule of ['is_hidden', 'is_locked'] as const) {
      const ruled = (value: boolean) =>
        transact(db, async (tx) => {
          await setRule({ tx, chainId }, blue, rule, value)
          await applyRules({ tx, chainId }, [blue])
        })
      await ruled(true)
      const { list } = await inboxOf()
      expect(pricesOf(list)).toEqual([usd('11'), usd('10')])
      expect(list[1]?.items.map(({ tokenId }) => tokenId)).not.toContain(blue.tokenId)
      await ruled(false)
    }
    expect((await inboxOf()).list).toHaveLength(3)
  })

  it('[MORE-01] leave out what was declined, and all of a blocked maker, until that is taken back', async () => {
    const { api } = alice
    const [top] = (await inboxOf()).list
    const id = top?.offer.id ?? 0n
    await api.offer.decline({ id })
    await api.offer.decline({ id })
    expect(pricesOf((await inboxOf()).list)).toEqual([usd('11'), usd('10')])
    expect(await api.offer.passed({ ids: [id, id + 1n] })).toEqual([{ id, isDeclined: true, isBlocked: false }])
    const carol = market.address('carol')
    await api.offer.block({ address: carol })
    expect((await inboxOf()).list).toEqual([])
    expect((await api.offer.blocked(PAGE)).list).toMatchObject([{ user: { address: carol } }])
    expect((await api.user.export({})).blocked).toMatchObject([{ address: carol }])
    await api.offer.unblock({ address: carol })
    await api.offer.restore({ id })
    expect((await inboxOf()).list).toHaveLength(3)
    // Bob has a list of its own.
    expect((await (await market.session('bob')).api.offer.blocked(PAGE)).list).toEqual([])
    await expect(api.offer.decline({ id: 999_999n })).rejects.toMatchObject({ code: 'ORDER_NOT_FOUND' })
    await expect(api.offer.block({ address: alice.address })).rejects.toMatchObject({ code: 'BAD_ARGUMENT_VALUE' })
  })

  it('[MORE-01] an account blocks a thousand others at most', async () => {
    const { db } = market.server.context
    const dan = await market.session('dan')
    const rows = Array.from({ length: 999 }, (_, at) => Buffer.from(at.toString(16).padStart(40, '0'), 'hex'))
    await db
      .insertInto('maker_block')
      .values(rows.map((maker) => ({ account: bytes(dan.address), maker, created_at: 1 })))
      .execute()
    await dan.api.offer.block({ address: alice.address })
    await expect(dan.api.offer.block({ address: market.address('bob') })).rejects.toMatchObject({ code: 'BAD_ARGUMENT_VALUE' })
    await dan.api.offer.block({ address: alice.address })
    expect((await dan.api.offer.blocked(PAGE)).total).toBe(1_000)
  })
})

describe('holders are notified', () => {
  const hourLater = async () => {
    market.server.clock.advance(3_601)
    await market.sync()
  }

  it('[COFF-07] [COFF-11] of a new best offer for any work, once an hour, five percent better than the last, from half of the floor on', async () => {
    await runJob()
    // Carol's 10 for any work; offers with attributes are for fewer.
    expect(await notified()).toEqual(['10'])
    await makeOffer(market, 'dan', usd('10.6'), { collection })
    await nextBlock()
    await runJob()
    expect(await notified()).toEqual(['10'])
    await hourLater()
    await runJob()
    expect(await notified()).toEqual(['10.6', '10'])
    // 10.9 is less than five percent more.
    await hourLater()
    await makeOffer(market, 'bob', usd('10.9'), { collection })
    await nextBlock()
    await runJob()
    expect(await notified()).toHaveLength(2)
    // Bob holds nothing here, only works of the other collection.
    expect(await notified(await market.session('bob'))).toEqual(['500'])
  })

  it('[COFF-11] of none below half of the floor', async () => {
    const dear = await market.collection('alice', 'Dear', 'DEAR')
    await market.approve('alice', dear)
    const item = await market.mint('alice', { collection: dear })
    await market.sync()
    await market.list('alice', item, usd('100'), { payToken: market.testnet.contracts.dollar })
    await seeFloors()
    const before = await notified()
    await makeOffer(market, 'bob', usd('49'), { collection: dear })
    await nextBlock()
    await runJob()
    expect(await notified()).toEqual(before)
    await makeOffer(market, 'dan', usd('50'), { collection: dear })
    await nextBlock()
    await runJob()
    expect(await notified()).toEqual(['50', ...before])
  })

  it('[COFF-11] of a large collection some at a time, and each once', async () => {
    const wide = await market.collection('bob', 'Wide', 'WIDE')
    const item = await market.mint('bob', { collection: wide })
    await market.sync()
    const { db } = market.server.context
    const owners = Array.from({ length: HOLDERS + 100 }, (_, at) => Buffer.from((at + 1).toString(16).padStart(40, '0'), 'hex'))
    const of = { chain_id: market.chainId, collection: bytes(wide) }
    await db
      .insertInto('holding')
      .values(owners.map((owner) => ({ ...of, token_id: item.tokenId, owner, quantity: 1n, received_at: 1 })))
      .execute()
    await db
      .insertInto('collection_holder')
      .values(owners.map((owner) => ({ ...of, owner, items: 1, units: 1n })))
      .execute()
    await makeOffer(market, 'dan', usd('5'), { collection: wide, withNew: true })
    await nextBlock()
    const notifiedOf = async () => {
      const { id } = (await market.server.api().offer.list({ page: 1, limit: 1, collection: wide })).list[0] ?? { id: 0n }
      return Number((await db.selectFrom('notice').select('id').where('source', '=', `offer:${id}:1`).execute()).length)
    }
    expect(await notifyOffers.run(market.server.context)).toBe(true)
    expect(await notifiedOf()).toBe(HOLDERS)
    await runJob()
    // Bob too, who holds the only real one.
    expect(await notifiedOf()).toBe(HOLDERS + 101)
  })

  it('[MORE-01] [PORT-04] of none by a blocked maker, and of none below the account’s minimum', async () => {
    const carol = await market.session('carol')
    await alice.api.offer.block({ address: carol.address })
    await hourLater()
    const before = (await notified()).length
    const dear = await makeOffer(market, 'carol', usd('12'), { collection: collection, withNew: true })
    await nextBlock()
    await runJob()
    expect(await notified()).toHaveLength(before)
    await bid(market, 'carol', first, usd('3'), { payToken: market.testnet.contracts.dollar })
    const { list } = await alice.api.notices.list({ page: 1, limit: 100 })
    expect(list.filter(({ subType, operator }) => subType === NOTICE_SUBTYPE.BIDDEN && operator.address === carol.address)).toEqual([])
    await alice.api.offer.unblock({ address: carol.address })
    await hourLater()
    await alice.api.offer.setLeast({ least: 200 })
    await makeOffer(market, 'dan', usd('15'), { collection, withNew: true })
    await nextBlock()
    await runJob()
    expect(await notified()).toHaveLength(before)
    await alice.api.offer.setLeast({ least: 0 })
    expect(await idOf(dear)).not.toBe(0n)
  })
})

describe('open offers of one account in one money', () => {
  it('[COFF-11] count as far as its balance goes, the best first; the rest share its money', async () => {
    const eve = 'eve' as const
    await takeDollars(market, eve, usd('100'))
    await allow(market, eve, market.testnet.contracts.dollar, usd('100000'))
    const high = await makeOffer(market, eve, usd('60'), { collection, quantity: 3n })
    const low = await makeOffer(market, eve, usd('50'), { collection, withNew: true })
    await bid(market, eve, blue, usd('30'), { payToken: market.testnet.contracts.dollar })
    await nextBlock()
    const shares = async () => {
      const { list } = await (await market.session(eve)).api.offer.mine(PAGE)
      return list.map(({ unitPrice, sharesMoney, isFundable }) => [unitPrice, sharesMoney, isFundable])
    }
    // 60 with the fee leaves less than 40: not 50, but 30.
    expect(await shares()).toEqual([
      [usd('60'), false, true],
      [usd('50'), true, true],
    ])
    const card = async () => {
      const [row] = await rowsOf(market.server.context, [{ chainId: market.chainId, collection, tokenId: blue.tokenId }])
      return row?.bid?.unitPrice
    }
    // Bob's 12 and Carol's 3 are less.
    expect(await card()).toBe(usd('30'))
    await sendMoney(market, eve, 'dan', market.testnet.contracts.dollar, usd('40'))
    await market.sync()
    // 60 is not paid any more: 50 is the best that is, and leaves nothing for 30.
    expect(await shares()).toEqual(
      [
        [usd('50'), false, true],
        [usd('60'), false, false],
      ].sort((a, b) => Number(b[0]) - Number(a[0])),
    )
    expect(await card()).toBe(usd('12'))
    expect([await idOf(high), await idOf(low)]).not.toContain(undefined)
  })
})

async function elsewhere() {
  const other = await market.collection('bob', 'Other', 'OTH')
  await market.mint('bob', { collection: other })
  await market.sync()
  return other
}
