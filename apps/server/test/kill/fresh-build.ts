import { findFreePort } from '@plinth/devnet'
import type { Address } from '@plinth/protocol'
import { expect } from 'vitest'
import { configOf } from '../../src/config/server-config.ts'
import { createContext } from '../../src/context.ts'
import { connect, type Db } from '../../src/db/database.ts'
import { importCollection } from '../../src/modules/collections/service.ts'
import { openTestDatabase, type TestDatabase } from '../database/database.ts'
import { differences, readTables, type Tables } from '../simulator/tables.ts'
import { ServerProcess } from './server-process.ts'
import type { Stage } from './stage.ts'

/** What follows from the chain alone: orders live in the database of the first market. */
async function tablesOf({ testnet }: Pick<Stage, 'testnet'>, db: Db): Promise<Tables> {
  const head = Number(await testnet.publicClient.getBlockNumber())
  const at = async () => (await db.selectFrom('chain_cursor').select('number').executeTakeFirst())?.number
  await expect.poll(at, { timeout: 300_000, interval: 100 }).toBe(head)
  const unread = async () => (await db.selectFrom('backfill_range').selectAll().where('state', '<>', 'read').execute()).length
  await expect.poll(unread, { timeout: 300_000, interval: 100 }).toBe(0)
  const due = async () => (await db.selectFrom('statistic_due').select('collection').execute()).length
  await expect.poll(due, { timeout: 60_000, interval: 50 }).toBe(0)
  const { holding = [], item_transfer = [] } = await readTables(db)
  return { holding, item_transfer }
}

/** As an operator's command would, beside a running server. */
export async function importForeign(
  stage: Pick<Stage, 'options' | 'url' | 'chainId'>,
  database: TestDatabase,
  address: Address,
): Promise<void> {
  const config = configOf({ ...stage.options, publicUrl: stage.url }, 0)
  const context = await createContext({ config, dialect: database.dialect, keys: stage.options.keys })
  const operator = { who: 'tester', why: 'a test', role: undefined }
  await importCollection(context, operator, { chainId: stage.chainId, address, fromBlock: 0 })
  await context.source.close()
}

const MOST_SHOWN = 5

/** How holdings and transfers differ from those of another server, which reads the chain from its beginning: the first of them. */
export async function differencesFromFresh(
  stage: Pick<Stage, 'testnet' | 'db' | 'options' | 'url' | 'chainId'>,
  foreign?: Address,
): Promise<string[]> {
  const kept = await tablesOf(stage, stage.db)
  const database = await openTestDatabase()
  const server = await ServerProcess.start({ ...stage.options, port: await findFreePort(), databaseUrl: database.url })
  try {
    if (foreign) await importForeign(stage, database, foreign)
    return differences(kept, await tablesOf(stage, connect(database.dialect))).slice(0, MOST_SHOWN)
  } finally {
    await server.stop()
    await database.close()
  }
}
