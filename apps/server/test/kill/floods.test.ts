/** @module-tag more */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { FOREIGN_ABI, type Foreign, findFreePort, foreignCode, foreignMint, receiptOf, startTestnet, type Testnet } from '@plinth/devnet'
import { type Address, toAddress } from '@plinth/protocol'
import { encodeFunctionData, type Hex } from 'viem'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { configOf } from '../../src/config/server-config.ts'
import { type Context, createContext } from '../../src/context.ts'
import { bytes, connect, type Db } from '../../src/db/database.ts'
import type { ServerOptions } from '../../src/main.ts'
import { importCollection } from '../../src/modules/collections/service.ts'
import { openTestDatabase, type TestDatabase } from '../database/database.ts'
import { chainOf } from '../market/harness.ts'
import { differences, readTables, type Tables } from '../simulator/tables.ts'
import { ServerProcess } from './server-process.ts'
import { visit } from './visitors.ts'

const LONG = Boolean(process.env.PLINTH_LONG)
/** Ids of one transaction. */
const BATCH = 5_000
const BATCHES = LONG ? 20 : 4
/** How often each batch moves: a million transfers at length, a tenth else. */
const ROUNDS = LONG ? 10 : 5
const MEBIBYTE = 1 << 20
const OPERATOR = { who: 'tester', why: 'a test', role: undefined }
const FLOOD_MS = LONG ? 3_000_000 : 300_000

let folder: string
let testnet: Testnet
const closing: (() => Promise<unknown>)[] = []
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'plinth-floods-'))
  testnet = await startTestnet()
}, 60_000)
afterAll(async () => {
  for (const close of closing.reverse()) await close()
  await testnet?.stop()
  rmSync(folder, { recursive: true, force: true })
})

type Market = { readonly db: Db; readonly context: Context; readonly url: string; readonly server: ServerProcess }

/** The whole server in a process of its own, and a context of an operator's command beside it. */
async function openMarket(name: string): Promise<Market> {
  const database: TestDatabase = await openTestDatabase()
  const port = await findFreePort()
  const chains = [{ ...chainOf(testnet), wsUrl: testnet.rpcUrl.replace('http', 'ws') }]
  const options: ServerOptions = {
    host: '127.0.0.1',
    port,
    dataDir: join(folder, name),
    databaseUrl: database.url,
    chains,
    keys: testnet.keys,
    limits: { requestsPerIp: 1e9 },
  }
  const server = await ServerProcess.start(options)
  const context = await createContext({ config: configOf(options, port), dialect: database.dialect, keys: testnet.keys })
  closing.push(async () => {
    await context.source.close()
    await server.kill()
    await database.close()
  })
  return { db: connect(database.dialect), context, url: `http://127.0.0.1:${port}`, server }
}

async function send(data: Hex, to?: Address): Promise<Address | undefined> {
  const hash = await testnet.walletOf('Carol').sendTransaction({ data, ...(to && { to }), gas: 28_000_000n })
  const { contractAddress, status } = await receiptOf(testnet.publicClient, hash)
  expect(status).toBe('success')
  return contractAddress ? toAddress(contractAddress) : undefined
}

async function deploy(name: Foreign): Promise<Address> {
  const address = await send(foreignCode(name))
  if (!address) throw new Error(`${name} was not deployed`)
  return address
}

const pour = (batch: bigint): Hex => encodeFunctionData({ abi: FOREIGN_ABI, functionName: 'pour', args: [batch, BigInt(BATCH)] })
const pourMany = (from: Address, to: Address): Hex =>
  encodeFunctionData({ abi: FOREIGN_ABI, functionName: 'pour', args: [from, to, BigInt(BATCH)] })
const tune = (length: number): Hex => encodeFunctionData({ abi: FOREIGN_ABI, functionName: 'tune', args: [BigInt(length)] })

const cursorOf = async (db: Db): Promise<number> => (await db.selectFrom('chain_cursor').select('number').executeTakeFirst())?.number ?? 0

async function upToDate(db: Db): Promise<Tables> {
  const head = Number(await testnet.publicClient.getBlockNumber())
  await expect.poll(() => cursorOf(db), { timeout: FLOOD_MS, interval: 200 }).toBe(head)
  const due = async () => (await db.selectFrom('statistic_due').select('collection').execute()).length
  await expect.poll(due, { timeout: FLOOD_MS, interval: 200 }).toBe(0)
  const ranges = async () => (await db.selectFrom('backfill_range').selectAll().where('state', '<>', 'read').execute()).length
  await expect.poll(ranges, { timeout: FLOOD_MS, interval: 200 }).toBe(0)
  const tables = await readTables(db)
  // By the market's clock, not the chain's; and what a job reads of the contract, item by item.
  const collection = (tables.collection ?? []).map((row) => row.replace(/("created_at":)\d+/, '$1…'))
  const READ = /"(?:image|royalties|counted_category|counted_attributes)":(?:\[.*?\]|"[^"]*"|[^,}]*)/g
  const item = (tables.item ?? []).map((row) => row.replaceAll(READ, '…'))
  return { ...tables, collection, item }
}

const VISITED = ['/v1/items?limit=20', '/v1/collections?limit=20', '/v1/activity?limit=20']

describe('a flood', () => {
  it(
    `[DATA-09] of ${BATCH * BATCHES * ROUNDS} transfers of a foreign collection leaves the tables of a fresh build, and visitors served`,
    async () => {
      const market = await openMarket('flooded')
      const flood = await deploy('Flood')
      await importCollection(market.context, OPERATOR, { chainId: testnet.chainId, address: flood, fromBlock: 0 })
      const leave = visit(market.url, VISITED)
      const began = performance.now()
      for (let round = 0; round < ROUNDS; round++)
        for (let batch = 0; batch < BATCHES; batch++) {
          await send(pour(BigInt(batch)), flood)
          // Else each full block raises the price of the next.
          await testnet.mine()
        }
      const minedMs = performance.now() - began
      const flooded = await upToDate(market.db)
      const indexedMs = performance.now() - began
      const { lost, ...served } = await leave()
      const memory = await market.server.mostHeld()
      console.log(JSON.stringify({ transfers: BATCH * BATCHES * ROUNDS, minedMs, indexedMs, memoryMB: memory / 1e6, ...served }))
      expect(lost).toEqual([])
      expect(flooded.item_transfer?.length).toBe(BATCH * BATCHES * ROUNDS)
      const holders = await market.db
        .selectFrom('holding')
        .select(({ fn }) => fn.countAll().as('held'))
        .where('collection', '=', bytes(flood))
        .executeTakeFirst()
      expect(Number(holders?.held)).toBe(BATCH * BATCHES)
      await market.server.stop()
      // Read afterwards, in ranges.
      const fresh = await openMarket('fresh')
      await importCollection(fresh.context, OPERATOR, { chainId: testnet.chainId, address: flood, fromBlock: 0 })
      expect(differences(flooded, await upToDate(fresh.db)).slice(0, 5)).toEqual([])
    },
    2 * FLOOD_MS,
  )

  it(`[DATA-09] of batches of ${BATCH} ids, names of 1 MB, and texts that revert, never end or are 1 MB long, holds up no other collection`, async () => {
    const market = await openMarket('loud')
    const torrent = await deploy('Torrent')
    await send(tune(MEBIBYTE), torrent)
    await importCollection(market.context, OPERATOR, { chainId: testnet.chainId, address: torrent, fromBlock: 0 })
    const [shown] = await market.db.selectFrom('collection').select('name').where('address', '=', bytes(torrent)).execute()
    expect(shown?.name.length).toBeLessThanOrEqual(200)
    const leave = visit(market.url, VISITED)
    const [alice, bob] = [testnet.walletOf('Alice').account.address, testnet.walletOf('Bob').account.address].map(toAddress) as [
      Address,
      Address,
    ]
    const none = toAddress(`0x${'0'.repeat(40)}`)
    for (let round = 0; round < 4; round++)
      await send(pourMany(round === 0 ? none : round % 2 === 0 ? bob : alice, round % 2 === 0 ? alice : bob), torrent)
    const loud = await upToDate(market.db)
    // An item of another collection is read meanwhile.
    const quiet = await deploy('Prints')
    await importCollection(market.context, OPERATOR, { chainId: testnet.chainId, address: quiet, fromBlock: 0 })
    await send(
      encodeFunctionData({ abi: FOREIGN_ABI, functionName: 'retell', args: [7n, 'data:application/json,{"name":"Quiet"}'] }),
      quiet,
    )
    await send(foreignMint(alice, 7n, 1n), quiet)
    const nameOf = async () =>
      (await market.db.selectFrom('item').select('name').where('collection', '=', bytes(quiet)).executeTakeFirst())?.name
    await expect.poll(nameOf, { timeout: 60_000, interval: 200 }).toBe('Quiet')
    const { lost } = await leave()
    expect(lost).toEqual([])
    const held = await market.db
      .selectFrom('holding')
      .select(({ fn }) => fn.sum('quantity').as('sum'))
      .where('collection', '=', bytes(torrent))
      .where('owner', '=', bytes(bob))
      .executeTakeFirst()
    expect(Number(held?.sum)).toBe(2 * BATCH)
    expect(loud.item_transfer?.length).toBe(4 * BATCH)
    const long = await market.db
      .selectFrom('item')
      .select('name')
      .where('collection', '=', bytes(torrent))
      .where('name', 'is not', null)
      .execute()
    expect(Math.max(0, ...long.map(({ name }) => name?.length ?? 0))).toBeLessThanOrEqual(1_000)
  }, 300_000)
})
