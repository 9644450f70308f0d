import type { EventFrame } from '@plinth/api'
import { createV1 } from '@plinth/api/v1'
import { toAddress } from '@plinth/protocol'
import type { FastifyInstance } from 'fastify'
import { parseEther } from 'viem'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { EventReader } from '../../../test/market/event-reader.ts'
import { HALF_ETHER, type ItemId, TestMarket } from '../../../test/market/market.ts'
import { bytes, transact } from '../../db/database.ts'
import { createApp } from '../../http/app.ts'
import { metadataColumns } from '../../state/items/metadata-columns.ts'
import { emitEvents, type OutboxEvent } from '../../state/outbox/outbox.ts'
import { MOST_ITEMS } from './cards.ts'
import { createFeed } from './service.ts'

let market: TestMarket
let other: FastifyInstance
let urls: string[]
const readers: EventReader[] = []
beforeAll(async () => {
  market = await TestMarket.open({ limits: { streamsPerIp: 20 } })
  await market.approve('alice', market.official)
  await market.sync()
  other = await createApp(market.server.context)
  urls = await Promise.all([market.server.app, other].map((app) => app.listen({ host: '127.0.0.1', port: 0 })))
})
afterEach(async () => {
  await Promise.all(readers.splice(0).map((reader) => reader.close()))
})
afterAll(async () => {
  await other?.close()
  await market?.close()
})

async function open(at = 0, options?: Parameters<typeof EventReader.open>[1]): Promise<EventReader> {
  const reader = await EventReader.open(urls[at] ?? '', options)
  readers.push(reader)
  return reader
}

const emit = (...events: OutboxEvent[]) => transact(market.server.context.db, (tx) => emitEvents(tx, events))
const eventOf = ({ collection, tokenId }: ItemId): OutboxEvent => ({ topic: 'item', chainId: market.chainId, collection, tokenId })
const NOWHERE = toAddress(`0x${'ab'.repeat(20)}`)
/** Of items that there are not. */
const others = (count: number): OutboxEvent[] =>
  Array.from({ length: count }, (_, at) => eventOf({ collection: NOWHERE, tokenId: BigInt(at) }))

/** Events that name the item, each with its id. */
const of = (reader: EventReader, { tokenId }: ItemId) =>
  reader.frames.flatMap(({ id, news }) => (news && 'tokenId' in news && news.tokenId === tokenId ? [{ id: Number(id), event: news }] : []))
const cards = (reader: EventReader, item: ItemId) => of(reader, item).flatMap(({ event }) => event.card ?? [])
const ask = (reader: EventReader, { collection, tokenId }: ItemId) =>
  createV1({ baseUrl: urls[readers.indexOf(reader) % 2] ?? '' })
    .collectionItems({ chainId: market.chainId, collection, limit: 200 })
    .then(({ list }) => list.find((card) => card.tokenId === tokenId))

describe('the card in an event', () => {
  it('[READ-07] is the item’s row after the change, from either process, and the events beside it are in it', async () => {
    const both = [await open(0), await open(1)]
    const { item, listing } = await market.listed('alice')
    for (const reader of both) {
      await reader.until(() => cards(reader, item).some(({ price }) => price?.unitPrice === HALF_ETHER))
      expect(cards(reader, item).at(-1)).toEqual(await ask(reader, item))
    }
    const lower = parseEther('0.2')
    await market.list('alice', item, lower, { edit: true, salt: listing.order.salt })
    for (const reader of both) {
      await reader.until(() => cards(reader, item).at(-1)?.price?.unitPrice === lower)
      const named = of(reader, item)
      const last = named.findLast(({ event }) => event.card)
      const beside = named.filter(({ id }) => id > (last?.id ?? 0))
      expect(beside.map(({ event }) => event.topic)).not.toEqual([])
      expect(beside.every(({ id, event }) => event.card === undefined && id <= (last?.event.asOf ?? 0))).toBe(true)
    }
  })

  it('[READ-07] says what a reorganisation brings back', async () => {
    const { item, listing } = await market.listed('alice')
    const reader = await open()
    await market.buy('bob', listing)
    await reader.until(() => cards(reader, item).at(-1)?.owner?.address === market.address('bob'))
    expect(cards(reader, item).at(-1)?.price).toBeUndefined()
    await market.testnet.reorg(1)
    await market.testnet.mine(1)
    await market.sync()
    await reader.until(() => cards(reader, item).at(-1)?.owner?.address === market.address('alice'))
    expect(cards(reader, item).at(-1)?.price?.unitPrice).toBe(HALF_ETHER)
  })

  it('[READ-07] holds hostile text as text: no frame, event or hole is forged', async () => {
    const item = await market.minted('alice')
    const name = `"}\n\nid: 99999\nevent: reset\ndata: {"topic":"reset"}\r\n\r\n{"$p":"${market.address('eve')}"}`
    const reader = await open()
    const { db } = market.server.context
    await db
      .updateTable('item')
      .set(metadataColumns(JSON.stringify({ name, image: name })))
      .where('token_id', '=', item.tokenId)
      .where('collection', '=', bytes(item.collection))
      .execute()
    await emit(eventOf(item))
    await reader.until(() => cards(reader, item).some((card) => card.name.includes('reset')))
    expect(cards(reader, item).at(-1)).toMatchObject({ name, image: name, creator: { address: market.address('alice') } })
    expect(reader.events.filter(({ topic }) => topic === 'reset')).toEqual([])
    expect(reader.frames.every(({ id }) => id !== '99999')).toBe(true)
  })

  it('[READ-07] is left off where a batch names more items than it may', async () => {
    const item = await market.minted('alice')
    const reader = await open()
    /** The event of the item that came just before that many others. */
    const emitWith = async (count: number) => {
      const isOther = ({ news }: EventFrame) => news?.topic === 'item' && news.collection === NOWHERE
      const before = reader.frames.filter(isOther).length
      await emit(eventOf(item), ...others(count))
      await reader.until((frames) => frames.filter(isOther).length === before + count)
      const first = reader.frames.filter(isOther)[before]
      return of(reader, item).find(({ id }) => id === Number(first?.id) - 1)?.event
    }
    expect((await emitWith(MOST_ITEMS - 1))?.card?.tokenId).toBe(item.tokenId)
    expect(await emitWith(MOST_ITEMS)).toEqual(eventOf(item))
  })

  it('[READ-07] is left off of what is sent again, and of an item that no list shows', async () => {
    const item = await market.minted('alice')
    const reader = await open()
    await emit(eventOf(item))
    await reader.until(() => cards(reader, item).length > 0)
    const last = of(reader, item).findLast(({ event }) => event.card)
    const again = await open(0, { after: String((last?.id ?? 0) - 1) })
    await again.until(() => of(again, item).length > 0)
    expect(of(again, item)[0]).toEqual({ id: last?.id, event: eventOf(item) })
    const { db } = market.server.context
    await db
      .updateTable('item')
      .set({ is_visible: false })
      .where('collection', '=', bytes(item.collection))
      .where('token_id', '=', item.tokenId)
      .execute()
    const count = of(reader, item).length
    await emit(eventOf(item))
    await reader.until(() => of(reader, item).length > count)
    expect(of(reader, item).at(-1)?.event).toEqual(eventOf(item))
  })

  it('[READ-07] is read once for all clients, and an event whose card can’t be read comes without it', async () => {
    const cardsOf = vi.fn(async () => {
      throw new Error('not today')
    })
    const frames: string[] = []
    const feed = createFeed(market.server.context, cardsOf, 3_600_000)
    for (let client = 0; client < 3; client++)
      feed.join({ topics: new Set(['item']), after: undefined, owner: undefined, send: (frame) => frames.push(frame) })
    await vi.waitUntil(() => frames.length === 3)
    await emit(...others(1))
    await vi.waitUntil(() => frames.length === 6, { timeout: 10_000 })
    feed.stop()
    expect(cardsOf).toHaveBeenCalledTimes(1)
    expect(frames.slice(3).every((frame) => frame.includes('"topic":"item"') && !frame.includes('card'))).toBe(true)
  })
})
