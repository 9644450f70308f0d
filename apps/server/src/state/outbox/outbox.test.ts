import { LiveEvent } from '@plinth/api'
import { toAddress } from '@plinth/protocol'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { z } from 'zod'
import { openTestServer, type TestServer } from '../../../test/market/harness.ts'
import { transact } from '../../db/database.ts'
import { emitEvents } from './outbox.ts'

let server: TestServer
beforeAll(async () => {
  server = await openTestServer()
})
afterAll(() => server.close())

const collection = toAddress(`0x${'a7'.repeat(20)}`)

it.each([
  { topic: 'item', chainId: 4_243, collection, tokenId: 2n ** 256n - 1n },
  { topic: 'transaction', chainId: 4_243, hash: `0x${'0c'.repeat(32)}`, status: 'orphaned' },
  { topic: 'order', chainId: 4_243, orderId: 3n, collection, tokenId: 0n, maker: collection },
] as const)('[READ-07] an event of $topic is written as its schema writes it', async (event) => {
  const { db } = server.context
  await transact(db, (tx) => emitEvents(tx, [event]))
  const { body } = await db.selectFrom('outbox').select('body').orderBy('id', 'desc').limit(1).executeTakeFirstOrThrow()
  expect(body).toBe(JSON.stringify(z.encode(LiveEvent, event)))
})
