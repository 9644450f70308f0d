import { toAddress } from '@plinth/protocol'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openTestDatabase } from '../../test/database/database.ts'
import { EventReader } from '../../test/market/event-reader.ts'
import { openTestServer, type TestServer } from '../../test/market/harness.ts'
import { bytes, connect, transact } from '../db/database.ts'
import { migrate } from '../db/migrate.ts'
import { silentLogger } from '../process/log.ts'
import { emitEvents, type OutboxEvent } from '../state/outbox/outbox.ts'

const COLLECTION = toAddress(`0x${'ab'.repeat(20)}`)
const item = (tokenId: number): OutboxEvent => ({ topic: 'item', chainId: 31337, collection: COLLECTION, tokenId: BigInt(tokenId) })

let server: TestServer
let url: string
const listeners: (() => void)[] = []
beforeAll(async () => {
  const database = await openTestDatabase({ name: 'plinth', prepare: (dialect) => migrate(connect(dialect), silentLogger) })
  const follower = { hosts: () => [], onMoved: (listener: () => void) => void listeners.push(listener) }
  server = await openTestServer({ database: { ...database, follower } })
  url = await server.app.listen({ host: '127.0.0.1', port: 0 })
})
afterAll(() => server?.close())

const say = (...events: OutboxEvent[]) => transact(server.context.db, (tx) => emitEvents(tx, events))

async function insertItem(): Promise<void> {
  const texts = { name: 'Snow', metadata_url: '', metadata: '', media_kind: 'unknown' as const, royalties: '[]', declared_royalties: '[]' }
  const flags = { is_declared: false, is_confirmed: true, is_visible: true, is_on_sale: false }
  const numbers = { declared_at: 0, created_at: 0, traded_at: 0, width: 0, height: 0, supply: 1n, standard: 3 as const }
  const rest = { creator: bytes(COLLECTION), category_id: null, mint_tx: null, floor: null }
  const key = { chain_id: 31337, collection: bytes(COLLECTION), token_id: 1n }
  await server.context.db
    .insertInto('item')
    .values({ ...key, ...texts, ...flags, ...numbers, ...rest })
    .execute()
}

describe('a standby that lacked the last commits and takes writes now', () => {
  it('[SCALE-02] has readers of events fetch everything again, and goes on from where it stands', async () => {
    const reader = await EventReader.open(url)
    await say(item(1), item(2), item(3))
    await reader.until(() => reader.events.length === 3)
    const last = Number(reader.lastId)
    // What it never received.
    await sql`delete from outbox where position > ${last - 2}`.execute(server.context.db)
    await sql`update outbox_counter set last = ${last - 2}`.execute(server.context.db)
    for (const tell of listeners) tell()
    await reader.until(() => reader.events.some(({ topic }) => topic === 'reset'))
    await say(item(4))
    await reader.until(() => reader.events.at(-1)?.topic === 'item')
    expect(Number(reader.lastId)).toBe(last - 1)
    await reader.close()
  })

  it('[SCALE-02] is asked again for all that a process kept of the former', async () => {
    const { db } = server.context
    await insertItem()
    const total = async () => (await server.api().explore.items({ limit: 1 })).total
    expect(await total()).toBe(1)
    // Gone without a mark, as a change that was never received.
    await sql`alter table item disable trigger user`.execute(db)
    await sql`delete from item`.execute(db)
    await sql`alter table item enable trigger user`.execute(db)
    for (const tell of listeners) tell()
    expect(await total()).toBe(0)
  })
})
