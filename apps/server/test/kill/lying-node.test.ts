/** @module-tag more */
import { buyItem, findFreePort, type Item, listItem, type Person } from '@plinth/devnet'
import { toAddress } from '@plinth/protocol'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ChainConfig } from '../../src/config/config.ts'
import { addressOf, bytes, connect, type Db } from '../../src/db/database.ts'
import type { ServerOptions } from '../../src/main.ts'
import { type LieName, type LyingNode, startLyingNode } from '../chain/lying-node.ts'
import { openTestDatabase, type TestDatabase } from '../database/database.ts'
import { chainOf, PEOPLE } from '../market/harness.ts'
import { expectAgreement } from './agreement.ts'
import { differencesFromFresh } from './fresh-build.ts'
import { ServerProcess } from './server-process.ts'
import { Stage } from './stage.ts'
import { visit } from './visitors.ts'

/** Each contradicts what else the node says, or is no answer: nothing of it is taken, and the next node is asked. */
const NOTICED: readonly LieName[] = [
  'logLeftOut',
  'receiptLeftOut',
  'logForged',
  'receiptsOfAnotherBlock',
  'headFarAhead',
  'headStale',
  'hashesForged',
  'tenMegabytes',
  'internalError',
  'page',
  'silence',
  'cut',
]
const VISITED = ['/v1/items?limit=20', '/v1/activity?limit=20', '/v1/collections?limit=20']
const SOON = { timeout: 30_000, interval: 50 }
const EVE = toAddress(PEOPLE.eve.address)

type Market = { readonly db: Db; readonly liar: LyingNode }
type Other = Market & { readonly database: TestDatabase; readonly options: ServerOptions; readonly server: ServerProcess }

/** The market whose first node is the liar, and another, of the same chain, whose second node is. */
let stage: Stage
let first: Market
let other: Other
/** The honest node of the other market, which is out of reach now and then. */
let door: LyingNode
let people: readonly [Person, Person]
/** Alice's, which the lies give to Eve. */
let item: Item
const nodes: LyingNode[] = []

const withNodes = (chain: ChainConfig, rpcUrls: readonly string[]): ChainConfig => ({ ...chain, rpcUrls, rpcLimits: { timeoutMs: 1_000 } })
const startNode = async (rpcUrl: string): Promise<LyingNode> => {
  const node = await startLyingNode(rpcUrl, () => ({ collection: item.collection, tokenId: item.tokenId, to: EVE }))
  nodes.push(node)
  return node
}

beforeAll(async () => {
  stage = await Stage.open({ requestsPerIp: 1e9 }, async (chain, { rpcUrl }) => withNodes(chain, [(await startNode(rpcUrl)).url, rpcUrl]))
  const { rpcUrl } = stage.testnet
  const liar = await startNode(rpcUrl)
  door = await startNode(rpcUrl)
  first = { db: stage.db, liar: nodes[0] as LyingNode }
  const database = await openTestDatabase()
  const chains = [withNodes(chainOf(stage.testnet), [door.url, liar.url])]
  const options = { ...stage.options, port: await findFreePort(), databaseUrl: database.url, chains }
  other = { database, db: connect(database.dialect), options, server: await ServerProcess.start(options), liar }
  people = [await stage.person('Alice'), await stage.person('Bob')]
  item = await stage.item(people[0])
}, 120_000)
afterAll(async () => {
  await other?.server.stop()
  await other?.database.close()
  await stage?.close()
  for (const node of nodes) await node.close()
})

async function holdersOf(db: Db, { collection, tokenId }: Item): Promise<string[]> {
  const rows = await db
    .selectFrom('holding')
    .select('owner')
    .where('collection', '=', bytes(collection))
    .where('token_id', '=', tokenId)
    .execute()
  return rows.map(({ owner }) => addressOf(owner)).sort()
}

async function trade(): Promise<Item> {
  const [alice, bob] = people
  const sold = await stage.item(alice)
  await listItem(alice, sold, '0.01')
  await buyItem(bob, sold, alice.address)
  return sold
}

/** Both liars lie until those of the markets named were asked, and the honest node of the other market is out of reach meanwhile. */
async function during<T>(lie: LieName, act: () => Promise<T>, lied: readonly Market[] = [first, other]): Promise<T> {
  first.liar.lie(lie)
  other.liar.lie(lie)
  door.lie('cut')
  const done = await act()
  for (const { liar } of lied) await expect.poll(() => liar.counts().false, { ...SOON, message: lie }).toBeGreaterThan(0)
  door.lie(undefined)
  return done
}

/** From now on the truth; waits until the first liar is asked again. */
async function repent(): Promise<void> {
  for (const { liar } of [first, other]) liar.lie(undefined)
  await expect.poll(() => first.liar.counts().true, SOON).toBeGreaterThan(0)
}

describe('a lying node beside an honest one, first or second', () => {
  it('[DATA-09] changes nothing that is traded where it contradicts itself, and is believed no longer than it is asked where not', async () => {
    const [alice, bob] = people
    const ports = [stage.options.port, other.options.port]
    const visits = ports.map((port) => visit(`http://127.0.0.1:${port}`, VISITED))
    const took: Record<string, number> = {}
    for (const lie of NOTICED) {
      const began = performance.now()
      const sold = await during(lie, trade)
      await expect.poll(() => holdersOf(first.db, sold), { ...SOON, message: lie }).toEqual([bob.address])
      await expect.poll(() => holdersOf(other.db, sold), { ...SOON, message: lie }).toEqual([bob.address])
      for (const { db } of [first, other]) expect(await holdersOf(db, item), lie).toEqual([alice.address])
      took[lie] = Math.round(performance.now() - began)
      await repent()
    }
    // Nothing contradicts a whole block: it goes with the next true one.
    await during('blockForged', async () => {
      for (const { db } of [first, other]) await expect.poll(() => holdersOf(db, item), SOON).toContain(EVE)
    })
    await repent()
    const sold = await trade()
    for (const { db } of [first, other]) {
      await expect.poll(() => holdersOf(db, sold), SOON).toEqual([bob.address])
      expect(await holdersOf(db, item)).toEqual([alice.address])
    }
    // Nor a false contract state: the market refuses an order, and sells none without its item.
    await during('stateForged', () => expect(trade()).rejects.toMatchObject({ code: 'NO_HOLDING' }), [first])
    await repent()
    await trade()
    console.log(JSON.stringify(took))
    for (const leave of visits) {
      const { lost, answers } = await leave()
      expect(lost).toEqual([])
      expect(answers).toBeGreaterThan(100)
    }
    await expectAgreement(stage)
    const { testnet, url, chainId } = stage
    const options = { ...stage.options, chains: [chainOf(testnet)] }
    for (const { db } of [first, other]) expect(await differencesFromFresh({ testnet, db, options, url, chainId })).toEqual([])
  }, 240_000)
})
