/** @module-tag more */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type DemoName, findFreePort, getDemoAccount, receiptOf, startTestnet, type Testnet } from '@plinth/devnet'
import { type Address, BASE_URI, mintDigest, parseSignature, toAddress } from '@plinth/protocol'
import { collection721Abi, collectionFactoryAbi } from '@plinth/protocol/abi'
import { sql } from 'kysely'
import { pad, parseEventLogs, toHex } from 'viem'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { connect, type Db } from '../../src/db/database.ts'
import type { ServerOptions } from '../../src/main.ts'
import { openTestDatabase, type TestDatabase } from '../database/database.ts'
import { chainOf } from '../market/harness.ts'
import { differences, readTables, type Tables } from '../simulator/tables.ts'
import { type MeteredNode, startMeteredNode } from './metered-node.ts'
import { ServerProcess } from './server-process.ts'

const PEOPLE = ['Alice', 'Bob', 'Carol'] as const
/** Between two acts, so that they lie in separate ranges. */
const QUIET_BLOCKS = 170

let folder: string
let testnet: Testnet
let node: MeteredNode
const databases: TestDatabase[] = []
const servers: ServerProcess[] = []

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'plinth-two-'))
  testnet = await startTestnet()
  node = await startMeteredNode(testnet.rpcUrl)
  await liveThrough()
}, 120_000)
afterAll(async () => {
  for (const server of servers) await server.kill()
  for (const database of databases) await database.close()
  await node?.close()
  await testnet?.stop()
  rmSync(folder, { recursive: true, force: true })
})

/** A long quiet chain with mints, transfers, and collections deployed in the middle of it. */
async function liveThrough(): Promise<void> {
  const { official721 } = testnet.contracts
  for (let id = 1n; id <= 6n; id++) {
    const [owner, next] = [nameAt(id), nameAt(id + 1n)]
    await mint(owner, official721, id)
    await testnet.mine(QUIET_BLOCKS)
    await move(owner, next, official721, id)
    if (id % 3n !== 0n) continue
    const own = await createCollection(owner, Number(id))
    await testnet.mine(QUIET_BLOCKS)
    await mint(owner, own, 1n)
    await move(owner, next, own, 1n)
  }
  await testnet.mine(QUIET_BLOCKS)
}

function nameAt(id: bigint): DemoName {
  return PEOPLE[Number(id) % PEOPLE.length] ?? 'Alice'
}

async function mined(hash: `0x${string}`) {
  return receiptOf(testnet.publicClient, hash)
}

async function mint(who: DemoName, collection: Address, tokenId: bigint): Promise<void> {
  const digest = mintDigest({ chainId: testnet.chainId, collection, tokenId, minter: getDemoAccount(who).address })
  const { v, r, s } = parseSignature(await testnet.miner.sign({ hash: digest }))
  const args = [tokenId, v, r, s, [], `/ipfs/${tokenId}`] as const
  await mined(await testnet.walletOf(who).writeContract({ address: collection, abi: collection721Abi, functionName: 'mint', args }))
}

async function move(from: DemoName, to: DemoName, collection: Address, tokenId: bigint): Promise<void> {
  const args = [getDemoAccount(from).address, getDemoAccount(to).address, tokenId] as const
  const call = { address: collection, abi: collection721Abi, functionName: 'safeTransferFrom', args } as const
  await mined(await testnet.walletOf(from).writeContract(call))
}

async function createCollection(who: DemoName, salt: number): Promise<Address> {
  const args = ['Own', 'OWN', testnet.miner.address, BASE_URI, BASE_URI, pad(toHex(salt), { size: 32 })] as const
  const address = testnet.contracts.collectionFactory
  const hash = await testnet.walletOf(who).writeContract({ address, abi: collectionFactoryAbi, functionName: 'create721', args })
  const [made] = parseEventLogs({ abi: collectionFactoryAbi, logs: (await mined(hash)).logs, eventName: 'CollectionCreated' })
  if (!made) throw new Error('No collection was made')
  return toAddress(made.args.collection)
}

async function openDatabase(): Promise<{ database: TestDatabase; db: Db }> {
  const database = await openTestDatabase()
  databases.push(database)
  return { database, db: connect(database.dialect) }
}

async function start(reader: string, database: TestDatabase): Promise<ServerProcess> {
  const options: ServerOptions = {
    host: '127.0.0.1',
    port: await findFreePort(),
    dataDir: join(folder, 'data'),
    databaseUrl: database.url,
    chains: [{ ...chainOf(testnet), rpcUrls: [node.urlOf(reader)] }],
    keys: testnet.keys,
  }
  const server = await ServerProcess.start(options)
  servers.push(server)
  return server
}

async function upToDate(db: Db): Promise<Tables> {
  const head = Number(await testnet.publicClient.getBlockNumber())
  const at = async () => (await db.selectFrom('chain_cursor').select('number').executeTakeFirst())?.number
  await expect.poll(at, { timeout: 90_000, interval: 100 }).toBe(head)
  // A job recounts the collections of old blocks once all of these are in.
  const due = async () => (await db.selectFrom('statistic_due').select('collection').execute()).length
  await expect.poll(due, { timeout: 30_000, interval: 50 }).toBe(0)
  const tables = await readTables(db)
  // The first-seen time of official collections is by the market's clock, not the chain's.
  return { ...tables, collection: (tables.collection ?? []).map((row) => row.replace(/("is_official":true.*"created_at":)\d+/, '$1…')) }
}

let built: Tables | undefined
/** What a single process derives from the chain, from its first block on. */
async function freshTables(): Promise<Tables> {
  if (built) return built
  const { database, db } = await openDatabase()
  const server = await start('fresh', database)
  built = await upToDate(db)
  expect(built.item_transfer).toHaveLength(16)
  await server.stop()
  return built
}

describe('two whole processes on one database', () => {
  it('[DATA-09] share one back-fill, and come to the tables of a fresh build', { timeout: 120_000 }, async () => {
    const { database, db } = await openDatabase()
    const readers = ['first', 'second'] as const
    for (const reader of readers) {
      node.hold(reader)
      await start(reader, database)
      await expect.poll(() => node.isWaiting(reader), { timeout: 30_000 }).toBe(true)
    }
    // The second process leads, and has released the first one's lease: that one takes other ranges.
    node.release('first')
    const owners = async () =>
      (await sql`select distinct owner from backfill_range where state <> 'open' and owner is not null`.execute(db)).rows.length
    await expect.poll(owners, { timeout: 30_000, interval: 20 }).toBeGreaterThan(1)
    node.release('second')
    expect(differences(await upToDate(db), await freshTables())).toEqual([])
    expect(Math.min(...readers.map(node.reads))).toBeGreaterThan(0)
  })

  it.each([
    ['the first', 0],
    ['the second', 1],
  ] as const)('[DATA-09] come to them when %s is killed with ranges in its hands', { timeout: 120_000 }, async (name, victim) => {
    const { database, db } = await openDatabase()
    const readers = ['one', 'other'].map((reader) => `${reader} of ${name}`.replaceAll(' ', '-'))
    for (const reader of readers) node.hold(reader)
    const pair = await Promise.all(readers.map((reader) => start(reader, database)))
    await expect.poll(() => readers.every(node.isWaiting), { timeout: 30_000 }).toBe(true)
    const survivor = readers[1 - victim] ?? ''
    await pair[victim]?.kill()
    // A minute passes: its leases expire.
    await db.updateTable('backfill_range').set({ lease_until: 0 }).where('state', '=', 'leased').execute()
    node.release(survivor)
    expect(differences(await upToDate(db), await freshTables())).toEqual([])
    expect(node.reads(survivor)).toBeGreaterThan(0)
    expect(pair[1 - victim]?.isDead()).toBe(false)
  })
})
