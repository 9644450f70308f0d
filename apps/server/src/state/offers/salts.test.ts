import { setTimeout } from 'node:timers/promises'
import { toAddress, unpackSalt } from '@plinth/protocol'
import { sql } from 'kysely'
import { zeroHash } from 'viem'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openTestDatabase, type TestDatabase } from '../../../test/database/database.ts'
import { bytes, connect, type Db, transact } from '../../db/database.ts'
import { migrate } from '../../db/migrate.ts'
import { silentLogger } from '../../process/log.ts'
import { lockMakers } from '../derived.ts'
import { allotSalt } from './salts.ts'

let opened: TestDatabase
let db: Db
beforeAll(async () => {
  opened = await openTestDatabase({ name: 'plinth', prepare: (dialect) => migrate(connect(dialect), silentLogger) })
  db = connect(opened.dialect)
})
afterAll(() => opened.close())

const [exchange, maker] = [toAddress(`0x${'e1'.repeat(20)}`), toAddress(`0x${'11'.repeat(20)}`)]
const WHO = { chainId: 4_242, exchange, maker }
const PARTS = { validUntil: 0, validFrom: 0, maxBuyerFeeBps: 0 }
const allot = () => allotSalt(db, WHO, PARTS, 250, 1_900_000_000)

/** Until a transaction waits for a lock. */
async function untilOneWaits(): Promise<void> {
  const isWaiting = sql`select 1 from pg_locks l join pg_stat_activity a on a.pid = l.pid
    where not l.granted and a.datname = current_database()`
  while ((await isWaiting.execute(db)).rows.length === 0) await setTimeout(5)
}

it('[APPR-03] allots a number of the new epoch while the end of everything is being indexed', async () => {
  expect(unpackSalt((await allot()).salt).sequence).toBe(1n)
  let waiting: ReturnType<typeof allot> | undefined
  await transact(db, async (tx) => {
    await lockMakers(tx, WHO.chainId, [maker])
    waiting = allot()
    await untilOneWaits()
    const place = { chain_id: WHO.chainId, exchange: bytes(exchange), block_hash: bytes(zeroHash), log_index: 0, block_number: 1 }
    await tx
      .insertInto('account_end')
      .values({ ...place, tx_hash: bytes(zeroHash), account: bytes(maker), epoch: 7_000n })
      .execute()
  })
  expect(unpackSalt((await waiting)?.salt ?? 0n).sequence).toBe((7_000n << 24n) | 2n)
})
