import { POSITION_HEADER } from '@plinth/api'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { EventReader } from '../../test/market/event-reader.ts'
import { type ItemId, TestMarket } from '../../test/market/market.ts'
import { bytes, connect, type Db, transact } from '../db/database.ts'
import { type OpenDatabase, openPool } from '../db/driver.ts'
import { createFeed } from '../modules/events/service.ts'
import { metadataColumns } from '../state/items/metadata-columns.ts'
import { emitEvents } from '../state/outbox/outbox.ts'
import { createAnswers } from './answers.ts'

let market: TestMarket
let url: string
/** This process hears nothing of other processes. */
let pool: OpenDatabase
let elsewhere: Db
let item: ItemId
let reader: EventReader
beforeAll(async () => {
  market = await TestMarket.open()
  item = await market.minted('alice')
  url = await market.server.app.listen({ host: '127.0.0.1', port: 0 })
  pool = openPool({ connectionString: market.server.database.url, max: 2 }, 'external', () => undefined)
  elsewhere = connect(pool.dialect)
  reader = await EventReader.open(url)
})
afterEach(() => void vi.restoreAllMocks())
afterAll(async () => {
  await reader?.close()
  await pool?.close()
  await market?.close()
})

/** Names the item, with its event, in one transaction. */
const rename = (db: Db, name: string) =>
  transact(db, async (tx) => {
    await tx
      .updateTable('item')
      .set(metadataColumns(JSON.stringify({ name })))
      .where('collection', '=', bytes(item.collection))
      .where('token_id', '=', item.tokenId)
      .execute()
    await emitEvents(tx, [{ topic: 'item', chainId: market.chainId, ...item }])
  })
const nameIn = async (db: Db) =>
  (
    await db
      .selectFrom('item')
      .select('name')
      .where('collection', '=', bytes(item.collection))
      .where('token_id', '=', item.tokenId)
      .executeTakeFirstOrThrow()
  ).name
const ask = (headers: Record<string, string> = {}) =>
  fetch(`${url}/v1/items/${market.chainId}/${item.collection}/${item.tokenId}`, { headers })
const nameOf = async (answer: Response) => JSON.parse(((await answer.json()) as { metadataContent: string }).metadataContent).name
const positionOf = ({ headers }: Response) => Number(headers.get(POSITION_HEADER))
/** Waits for the next event of the item; returns its position. */
async function eventAfter(work: () => Promise<unknown>): Promise<number> {
  const before = reader.events.length
  await work()
  await reader.until(() => reader.events.length > before)
  return Number(reader.lastId)
}

describe('the position of an answer', () => {
  it('[READ-07] names no event that the answer has not: a commit between its statements counts as later', async () => {
    const { context } = market.server
    const feed = createFeed(context, 50)
    const sent: string[] = []
    const leave = feed.join({ topics: new Set(['item']), after: undefined, owner: undefined, send: (frame) => sent.push(frame) })
    await vi.waitUntil(() => feed.position() !== undefined)
    const answers = createAnswers({ ...context, maxBytes: 1e6, position: feed.position })
    const gate = Promise.withResolvers<void>()
    await rename(context.db, 'before')
    const slow = answers.read('slow', async () => {
      const name = await nameIn(context.db)
      await gate.promise
      return name
    })
    await new Promise((resolve) => setTimeout(resolve, 200))
    const id = await eventAfter(() => rename(context.db, 'after'))
    await vi.waitUntil(() => (feed.position() ?? 0) >= id)
    gate.resolve()
    const first = await slow
    expect([String(first.body), (first.position ?? id) < id]).toEqual(['before', true])
    const second = await answers.read('slow', () => nameIn(context.db))
    expect([String(second.body), (second.position ?? 0) >= id]).toEqual(['after', true])
    leave()
    feed.stop()
  })

  it('[READ-07] is at least the event because of which it is asked, and what is kept is not older', async () => {
    await rename(market.server.context.db, 'one')
    const [, kept] = [await ask(), await ask()]
    expect(await nameOf(kept)).toBe('one')
    // A kept answer would live on.
    vi.spyOn(performance, 'now').mockReturnValue(performance.now())
    vi.spyOn(Date, 'now').mockReturnValue(Date.now())
    const id = await eventAfter(() => rename(elsewhere, 'two'))
    const fresh = await ask()
    expect(positionOf(fresh)).toBeGreaterThanOrEqual(id)
    expect(await nameOf(fresh)).toBe('two')
  })

  it('[READ-07] stands beside the ETag, in a 304 and in the answer of a call, for pages of any site', async () => {
    const id = await eventAfter(() => rename(elsewhere, 'three'))
    const whole = await ask()
    const still = await ask({ 'if-none-match': whole.headers.get('etag') ?? '' })
    expect([whole.status, still.status]).toEqual([200, 304])
    for (const answer of [
      whole,
      still,
      await fetch(`${url}/api/rates/list`, { method: 'POST' }),
      await fetch(`${url}/api/user/info`, { method: 'POST' }),
    ]) {
      expect(positionOf(answer)).toBeGreaterThanOrEqual(id)
      expect(answer.headers.get('access-control-expose-headers')).toContain(POSITION_HEADER)
    }
  })

  it('is not said before the process has followed events', async () => {
    const silent = await TestMarket.open()
    const answer = await silent.server.app.inject({ url: '/v1/rates' })
    expect([answer.statusCode, answer.headers[POSITION_HEADER]]).toEqual([200, undefined])
    await silent.close()
  })
})
