import { connect as connectSocket } from 'node:net'
import { toAddress } from '@plinth/protocol'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { EventReader } from '../../../test/market/event-reader.ts'
import { openTestServer, PEOPLE, type TestServer } from '../../../test/market/harness.ts'
import { type Db, type Tx, transact } from '../../db/database.ts'
import { createApp } from '../../http/app.ts'
import { emitEvents, type OutboxEvent, pruneEvents, publishEvents } from '../../state/outbox/outbox.ts'
import { addNotices } from '../notices/service.ts'
import { createFeed } from './service.ts'

const COLLECTION = toAddress(`0x${'ab'.repeat(20)}`)
const item = (tokenId: number | bigint): OutboxEvent => ({
  topic: 'item',
  chainId: 31337,
  collection: COLLECTION,
  tokenId: BigInt(tokenId),
})

let server: TestServer
let url: string
const readers: EventReader[] = []
beforeAll(async () => {
  server = await openTestServer({ limits: { streamsPerIp: 20, streamsPerToken: 3 } })
  url = await server.app.listen({ host: '127.0.0.1', port: 0 })
})
afterEach(async () => {
  await Promise.all(readers.splice(0).map((reader) => reader.close()))
})
afterAll(() => server.close())

async function read(options?: Parameters<typeof EventReader.open>[1], from = url): Promise<EventReader> {
  const reader = await EventReader.open(from, options)
  readers.push(reader)
  return reader
}

const say = (...events: OutboxEvent[]) => transact(server.context.db, (tx) => emitEvents(tx, events))
const tokenIds = (reader: EventReader) => reader.events.flatMap((event) => ('tokenId' in event ? [Number(event.tokenId)] : []))

/** A transaction that stays open until `commit` is called, without a notification in this process. */
async function openTransaction(db: Db, work: (tx: Tx) => Promise<void>): Promise<{ commit(): Promise<void> }> {
  let release = (): void => undefined
  const hold = new Promise<void>((resolve) => {
    release = resolve
  })
  let running: Promise<void> = Promise.resolve()
  await new Promise<void>((written, failed) => {
    running = db.transaction().execute(async (tx) => {
      await work(tx).then(written, failed)
      await hold
    })
  })
  return {
    commit: () => {
      release()
      return running
    },
  }
}

describe('GET /events', () => {
  it('is a stream that nothing compresses, keeps or holds back', async () => {
    const { response } = await read()
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-store, no-transform',
      'access-control-allow-origin': '*',
      'x-content-type-options': 'nosniff',
    })
    expect(response.headers.get('content-encoding')).toBeNull()
  })

  it('sends what this process emitted without waiting for the next poll', async () => {
    const frames: string[] = []
    const feed = createFeed(server.context, 3_600_000)
    feed.join({ topics: new Set(['item']), after: undefined, owner: undefined, send: (frame) => frames.push(frame) })
    await vi.waitUntil(() => frames.length === 1)
    await say(item(1))
    await vi.waitUntil(() => frames.length === 2, { timeout: 10_000 })
    feed.stop()
    expect(frames[1]).toContain(COLLECTION)
  })

  it('sends each event with the point to go on from', async () => {
    const reader = await read()
    await say(item(1), { topic: 'collection', chainId: 31337, address: COLLECTION })
    await reader.until(() => reader.events.length === 2)
    const ids = reader.frames.slice(-2).map(({ id }) => Number(id))
    expect(ids[1]).toBe((ids[0] ?? 0) + 1)
    expect(reader.events).toEqual([
      { topic: 'item', chainId: 31337, collection: COLLECTION, tokenId: 1n, asOf: ids[1] },
      { topic: 'collection', chainId: 31337, address: COLLECTION },
    ])
  })

  it('[READ-07] names in each event of an item what changed and the last event sent with it, also where it is sent again', async () => {
    const reader = await read()
    await say(item(1), item(2), { topic: 'order', chainId: 31337, orderId: 5n, collection: COLLECTION, tokenId: 2n, maker: COLLECTION })
    await reader.until(() => reader.events.length === 3)
    const last = Number(reader.lastId)
    expect(reader.events.map((event) => 'asOf' in event && event.asOf)).toEqual([last, last, last])
    const again = await read({ after: String(last - 3) })
    await again.until(() => again.events.length === 3)
    expect(again.events).toEqual(reader.events)
    expect(Object.keys(again.events[0] ?? {}).sort()).toEqual(['asOf', 'chainId', 'collection', 'tokenId', 'topic'])
  })

  it('says nothing of a transaction that was rolled back', async () => {
    const reader = await read()
    const failing = transact(server.context.db, async (tx) => {
      await emitEvents(tx, [item(2)])
      throw new Error('not today')
    })
    await expect(failing).rejects.toThrow('not today')
    await say(item(3))
    await reader.until(() => reader.events.length > 0)
    expect(tokenIds(reader)).toEqual([3])
  })

  it('loses nothing when a lower id commits after a higher one was read', async () => {
    const reader = await read()
    const slow = await openTransaction(server.context.db, (tx) => emitEvents(tx, [item(10)]))
    await say(item(11))
    await reader.until(() => reader.events.length === 1)
    const resumeAt = reader.lastId ?? ''
    await slow.commit()
    await reader.until(() => reader.events.length === 2)
    expect(tokenIds(reader)).toEqual([11, 10])
    const late = await read({ after: resumeAt })
    await late.until(() => late.events.length === 1)
    expect(tokenIds(late)).toEqual([10])
  })

  it('goes on after Last-Event-ID or ?after, missing nothing and repeating nothing', async () => {
    const first = await read()
    await say(item(20))
    await first.until(() => first.events.length === 1)
    await first.close()
    await say(item(21))
    await say(item(22))
    for (const options of [{ after: first.lastId ?? '' }, { query: `?after=${first.lastId}` }]) {
      const reader = await read(options)
      await reader.until(() => reader.events.length === 2)
      expect(tokenIds(reader)).toEqual([21, 22])
    }
  })

  it('sends only the topics asked for, and refuses unknown ones', async () => {
    const reader = await read({ query: '?topics=collection,order' })
    await say(item(30), { topic: 'collection', chainId: 31337, address: COLLECTION })
    await reader.until(() => reader.events.length > 0)
    expect(reader.events.map(({ topic }) => topic)).toEqual(['collection'])
    await expect(EventReader.open(url, { query: '?topics=item,secrets' })).rejects.toThrow('400')
  })

  it('begins with a reset when the position is pruned, unknown or foreign', async () => {
    const { db, clock } = server.context
    const reader = await read()
    await say(item(40))
    await reader.until(() => reader.events.length === 1)
    const kept = Number(reader.lastId)
    await pruneEvents(db, clock.now() + 90_000)
    for (const after of [String(kept - 1), String(kept + 1_000), 'yesterday']) {
      const lost = await read({ after })
      expect(lost.events, after).toEqual([{ topic: 'reset' }])
      expect(lost.lastId).toBe(String(kept))
    }
    const inTime = await read({ after: String(kept) })
    await say(item(41))
    await inTime.until(() => inTime.events.length === 1)
    expect(tokenIds(inTime)).toEqual([41])
  })

  it('sends a reset to a reader that missed thousands', async () => {
    const reader = await read()
    const start = reader.lastId ?? ''
    await say(...Array.from({ length: 2_500 }, (_, index) => item(1_000 + index)))
    await reader.until(() => reader.events.length === 2_500)
    expect((await read({ after: start })).events).toEqual([{ topic: 'reset' }])
  })

  it('finds what another process emits within half a second', async () => {
    const other = await createApp(server.context)
    const otherUrl = await other.listen({ host: '127.0.0.1', port: 0 })
    const [here, there] = [await read(), await read({}, otherUrl)]
    const before = Date.now()
    // Committed without a notification in this process, as by another one.
    await (await openTransaction(server.context.db, (tx) => emitEvents(tx, [item(50)]))).commit()
    for (const reader of [here, there]) await reader.until(() => reader.events.length === 1)
    expect(Date.now() - before).toBeLessThan(1_000)
    expect(here.lastId).toBe(there.lastId)
    await other.close()
    await there.ended
  })

  it('gives positions without gaps however many publish at once', async () => {
    const { db, clock } = server.context
    await Promise.all(
      Array.from({ length: 20 }, async (_, index) => {
        await say(item(60 + index))
        await publishEvents(db, clock.now())
      }),
    )
    const rows = await db.selectFrom('outbox').select(['id', 'position']).orderBy('position', 'desc').limit(20).execute()
    const positions = rows.map(({ position }) => Number(position))
    expect(positions).toEqual(positions.map((_, index) => (positions[0] ?? 0) - index))
    expect(await db.selectFrom('outbox').select('id').where('position', 'is', null).execute()).toEqual([])
  })
})

describe('notices', () => {
  const noticeEvent = (account: string) => ({ topic: 'notice', account: toAddress(account) }) as const
  const aNotice = (source: string, account: string) =>
    ({
      account: toAddress(account),
      source,
      chainId: 31337,
      type: 3,
      subType: 16,
      actor: COLLECTION,
      media: '',
      content: {
        chainId: 31337,
        txHash: '',
        sellToken: '',
        sellTokenId: '',
        buyToken: '',
        buyTokenId: '',
        price: '',
        symbol: '',
        quantity: '',
      },
      createdAt: 1,
    }) as const
  const notify = (source: string, account: string) =>
    transact(server.context.db, async (tx) => {
      await addNotices(tx, [aNotice(source, account)])
      await emitEvents(tx, [noticeEvent(account)])
    })

  it('reach their account alone, with the number that is unread', async () => {
    const [alice, bob] = [await server.signIn(PEOPLE.alice), await server.signIn(PEOPLE.bob)]
    const mine = await read({ token: alice.token })
    const others = [await read({ token: bob.token }), await read(), await read({ token: 'x'.repeat(43) })]
    await notify('one', alice.address)
    await notify('two', alice.address)
    await mine.until(() => mine.events.some((event) => event.topic === 'notice' && event.unread === 2))
    await say(item(70))
    for (const reader of others) {
      await reader.until(() => reader.events.length > 0)
      expect(reader.events.map(({ topic }) => topic)).toEqual(['item'])
    }
  })

  it('end with the token: revoked or expired, it receives public events alone', async () => {
    const carol = await server.signIn(PEOPLE.carol)
    const again = await server.signIn(PEOPLE.carol)
    const [leaving, staying] = [await read({ token: carol.token }), await read({ token: again.token })]
    await carol.api.user.logout({})
    await notify('three', carol.address)
    await staying.until(() => staying.events.some(({ topic }) => topic === 'notice'))
    await say(item(71))
    await leaving.until(() => leaving.events.length > 0)
    expect(leaving.events.map(({ topic }) => topic)).toEqual(['item'])

    server.clock.advance(8 * 86_400)
    await notify('four', carol.address)
    await say(item(72))
    await staying.until(() => tokenIds(staying).includes(72))
    expect(staying.events.filter(({ topic }) => topic === 'notice')).toHaveLength(1)
  })

  it('missed while away come as one word with today’s number', async () => {
    const dan = await server.signIn(PEOPLE.dan)
    const first = await read({ token: dan.token })
    for (const source of ['a', 'b', 'c']) await notify(source, dan.address)
    await first.until(() => first.events.some((event) => event.topic === 'notice' && event.unread === 3))
    const again = await read({ token: dan.token, after: first.frames[0]?.id ?? '' })
    await again.until(() => again.events.length > 0)
    // An event in delivery may arrive twice: the same event, never with an older id.
    expect(new Set(again.events.map((event) => JSON.stringify(event)))).toEqual(new Set([JSON.stringify({ topic: 'notice', unread: 3 })]))
    expect(again.events.length).toBeLessThan(3)
  })
})

describe('bounds', () => {
  it('refuse one stream too many of a token and of an address, and take the place again when one leaves', async () => {
    const { token } = await server.signIn(PEOPLE.eve)
    const mine = await Promise.all([1, 2, 3].map(() => read({ token })))
    await expect(EventReader.open(url, { token })).rejects.toThrow('429')
    await mine[0]?.close()
    await vi.waitFor(async () => readers.push(await EventReader.open(url, { token })))
    await Promise.all(Array.from({ length: 17 }, () => read()))
    await expect(EventReader.open(url)).rejects.toThrow('429 Too many requests')
  })

  it('drop a reader that does not read, after a reset, and keep the others', async () => {
    const { hostname, port } = new URL(url)
    const lazy = connectSocket({ host: hostname, port: Number(port) })
    await new Promise<void>((resolve) => lazy.once('connect', resolve))
    lazy.write('GET /events?topics=item HTTP/1.1\r\nhost: plinth.test\r\n\r\n')
    await new Promise<void>((resolve) => lazy.once('readable', resolve))
    lazy.pause()
    const reader = await read({ query: '?topics=item' })
    const heapBefore = process.memoryUsage().heapUsed
    for (let round = 0; round < 40; round++) {
      await say(...Array.from({ length: 1_000 }, (_, index) => item(10n ** 70n + BigInt(round * 1_000 + index))))
      await reader.until(() => reader.events.length === (round + 1) * 1_000, 20_000)
    }
    expect(process.memoryUsage().heapUsed - heapBefore).toBeLessThan(150_000_000)
    let received = ''
    lazy.on('data', (chunk) => {
      received = (received + chunk.toString()).slice(-2_000)
    })
    lazy.resume()
    await vi.waitFor(() => expect(received.includes('"reset"') || lazy.destroyed).toBe(true), 8_000)
    expect(reader.events).toHaveLength(40_000)
    lazy.destroy()
  }, 60_000)
})

describe('the heartbeat', () => {
  it('advances the position of a reader that receives no events', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    const app = await createApp(server.context)
    const reader = await read({ query: '?topics=order' }, await app.listen({ host: '127.0.0.1', port: 0 }))
    await say(item(80))
    await new Promise((resolve) => setTimeout(resolve, 200))
    const before = reader.frames.length
    vi.advanceTimersByTime(15_000)
    await reader.until((frames) => frames.length > before)
    expect(Number(reader.lastId)).toBeGreaterThan(Number(reader.frames[0]?.id))
    vi.useRealTimers()
    const began = Date.now()
    await app.close()
    await reader.ended
    expect(Date.now() - began).toBeLessThan(2_000)
  })
})
