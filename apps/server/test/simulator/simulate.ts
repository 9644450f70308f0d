import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Clock } from '../../src/clock.ts'
import { type Context, createContext } from '../../src/context.ts'
import { bytes, connect, type Db, transact } from '../../src/db/database.ts'
import type { OpenDatabase } from '../../src/db/driver.ts'
import { Follower, type FollowOptions } from '../../src/indexer/indexer.ts'
import { followFrom } from '../../src/indexer/late.ts'
import { RangeReader } from '../../src/indexer/range-reader.ts'
import { blank } from '../../src/modules/collections/confirm.ts'
import { seedSite } from '../../src/modules/site/seed.ts'
import { configOf } from '../../src/server-config.ts'
import { writeAuctions } from './auctions.ts'
import { writeBoxes } from './boxes.ts'
import { type Block, FakeChain, GENESIS_AT } from './chain.ts'
import { type Breaker, BrokenConnection, breakable } from './database.ts'
import { FAULT_NAMES, type FaultName } from './faults.ts'
import { CONTRACTS, DOLLAR, FOREIGN, Ledger, type SimCollection } from './ledger.ts'
import { type FakeNodes, startNodes } from './node.ts'
import { KEYS, MINTER, writeOrders } from './orders.ts'
import { Random } from './random.ts'
import { clearTables, differences, readTables } from './tables.ts'
import { untruths } from './truth.ts'

export const CHAIN_ID = 4_242
/** Deeper than any reorganisation of the simulator. */
const WINDOW = 80
const DEEPEST = 64

export type SimDatabase = Pick<OpenDatabase, 'dialect'>

export type Run = {
  readonly blocks: number
  readonly deepest: number
  readonly met: ReadonlyMap<FaultName, number>
  readonly acts: ReadonlyMap<string, number>
}

/** Databases and a folder that runs use one after the other. */
export class Simulator {
  readonly #dataDir = mkdtempSync(join(tmpdir(), 'plinth-simulator-'))
  readonly #databases: readonly [SimDatabase, SimDatabase]

  /** On two databases of this version, which it empties. */
  constructor(built: SimDatabase, fresh: SimDatabase) {
    this.#databases = [built, fresh]
  }

  close(): void {
    rmSync(this.#dataDir, { recursive: true, force: true })
  }

  /** One chain's life as the seed has it, followed through all its trouble. @throws when the tables are not true, or not those of a fresh build */
  async run(seed: number): Promise<Run> {
    const [built, fresh] = this.#databases
    const world = await World.open(seed, built, this.#dataDir)
    try {
      await world.live()
      const wrong = await world.untruths()
      if (wrong.length > 0) throw new Error(`Seed ${seed}: the index says what is not so\n${wrong.slice(0, 20).join('\n')}`)
      const differ = differences(await readTables(world.context.db), await readTables((await world.buildFresh(fresh)).db))
      if (differ.length > 0) throw new Error(`Seed ${seed}: the tables differ from a fresh build\n${differ.slice(0, 20).join('\n')}`)
      return { blocks: world.chain.head.number, deepest: world.deepest, met: world.nodes.met, acts: world.acts }
    } finally {
      await world.close()
    }
  }
}

class World {
  readonly chain: FakeChain
  readonly nodes: FakeNodes
  readonly context: Context
  /** For what the simulator itself writes: its connection never breaks. */
  readonly #calm: Db
  readonly acts = new Map<string, number>()
  deepest = 0
  readonly #seed: number
  readonly #random: Random
  readonly #clock: SimClock
  readonly #dataDir: string
  readonly #breaker: { current: Breaker | undefined }
  readonly #options: FollowOptions
  #follower: Follower
  #failures = 0
  #left: Block | undefined
  readonly #followed: SimCollection[] = []
  #isBusy = false

  private constructor(parts: {
    seed: number
    chain: FakeChain
    nodes: FakeNodes
    context: Context
    calm: Db
    clock: SimClock
    dataDir: string
    breaker: { current: Breaker | undefined }
  }) {
    this.#seed = parts.seed
    this.chain = parts.chain
    this.nodes = parts.nodes
    this.context = parts.context
    this.#calm = parts.calm
    this.#clock = parts.clock
    this.#dataDir = parts.dataDir
    this.#breaker = parts.breaker
    this.#random = new Random(parts.seed, 1)
    this.#options = { backfillGap: this.#random.pick([6, 12, 40, 1_000]), rangeWidth: this.#random.pick([1, 5, 16, 64]), pollMs: 10 }
    this.#follower = this.#newFollower()
  }

  static async open(seed: number, database: SimDatabase, dataDir: string): Promise<World> {
    const chain = new FakeChain(CHAIN_ID, new Random(seed, 2))
    const nodes = await startNodes(chain, new Random(seed, 3), { count: 1 + (seed % 3), favourite: favouriteOf(seed) })
    const clock = new SimClock()
    const breaker: { current: Breaker | undefined } = { current: undefined }
    const context = await openContext({ ...database, dialect: breakable(database.dialect, breaker) }, nodes.urls, clock, dataDir)
    return new World({ seed, chain, nodes, context, calm: connect(database.dialect), clock, dataDir, breaker })
  }

  async close(): Promise<void> {
    await this.nodes.close()
  }

  /** The middle of it: the chain grows and changes its mind, nodes lie, processes die, all while the indexer works. */
  async live(): Promise<void> {
    const random = this.#random
    this.chain.mine(random.chance(0.2) ? random.between(30, 66) : random.between(2, 16))
    this.nodes.onCall(() => this.#interrupt())
    for (let turn = random.between(5, 11); turn > 0; turn--) {
      this.nodes.setTrouble(random.pick([0, 0, 0.04, 0.1, 0.25]))
      await this.#act()
      for (let steps = random.between(1, 3); steps > 0; steps--) await this.#step()
    }
    // Chance alone seldom goes that deep.
    if (this.#seed % 10 === 0) {
      this.chain.mine(DEEPEST)
      await this.#step()
      this.#reorganise(DEEPEST)
    }
    await this.#settle()
  }

  untruths(): Promise<string[]> {
    return untruths(this.#calm, this.chain.head.ledger, this.#followed)
  }

  async buildFresh(database: SimDatabase): Promise<Context> {
    this.nodes.onCall(async () => undefined)
    const context = await openContext(database, this.nodes.urls, this.#clock, this.#dataDir)
    for (const collection of this.#followed) await register(context, collection)
    const follower = new Follower(context, context.chains.get(CHAIN_ID), { backfillGap: 1_000_000 })
    for (let tries = 0; tries < 5 && follower.head() < this.chain.head.number; tries++) await follower.step()
    if (follower.head() !== this.chain.head.number) throw new Error(`Seed ${this.#seed}: the fresh build stands at ${follower.head()}`)
    return context
  }

  /** All is well again: the indexer must come to the head by itself. */
  async #settle(): Promise<void> {
    this.nodes.setTrouble(0)
    this.#breaker.current = undefined
    this.nodes.onCall(async () => undefined)
    this.chain.mine(2)
    for (let steps = 0; steps < 60; steps++) {
      await this.#expireLeases()
      await this.#step()
      const ranges = await this.context.db.selectFrom('backfill_range').select('first_block').execute()
      if (this.#follower.head() === this.chain.head.number && ranges.length === 0) {
        const cursor = await this.context.db.selectFrom('chain_cursor').select('hash').executeTakeFirst()
        if (cursor && bytes(this.chain.head.hash).equals(cursor.hash)) return
      }
      while (
        await this.#newReader()
          .readOne()
          .catch(() => false)
      );
    }
    const { db } = this.context
    const state = [await db.selectFrom('chain_cursor').selectAll().execute(), await db.selectFrom('backfill_range').selectAll().execute()]
    throw new Error(`Seed ${this.#seed}: the indexer does not come to block ${this.chain.head.number}: ${JSON.stringify(state)}`)
  }

  async #step(): Promise<void> {
    this.#clock.at(this.chain.head.timestamp)
    const ms = this.#random.pick([100, 2_500, 70_000])
    this.#clock.pass(ms)
    // The leases run by the database's clock, which can't be turned: after a minute none of the silent holds.
    if (ms > 60_000) await this.#expireLeases()
    this.#failures = await this.#follower.step(this.#failures)
  }

  async #act(): Promise<void> {
    const random = this.#random
    const acts: Record<string, () => Promise<void> | void> = {
      grow: () => this.chain.mine(random.between(1, 9)),
      reorganise: () => this.#reorganise(random.chance(0.2) ? random.between(9, DEEPEST) : random.between(1, 8)),
      flip: () => this.#flip(),
      restart: () => this.#restart(),
      crash: () => this.#crash(),
      steal: () => this.#steal(),
      follow: () => this.#follow(),
      wait: () => undefined,
    }
    const name = random.pick(['grow', 'grow', 'grow', ...Object.keys(acts)])
    this.acts.set(name, (this.acts.get(name) ?? 0) + 1)
    await acts[name]?.()
  }

  #reorganise(depth: number): void {
    this.#left = this.chain.head
    const deepest = Math.min(depth, this.chain.head.number)
    if (deepest === 0) return
    this.deepest = Math.max(this.deepest, deepest)
    this.chain.reorg(deepest, this.#random.between(deepest, deepest + 4))
  }

  /** The fork that was left is the chain again, as if nothing had been: A, B, A. */
  #flip(): void {
    if (!this.#left || this.#left.number < this.chain.head.number - WINDOW / 2) return
    const now = this.chain.head
    this.chain.flipTo(this.#left)
    this.#left = now
    // A chain that is longer than the one it replaces, as the rules have it.
    while (this.chain.head.number <= now.number) this.chain.mine(1)
  }

  #restart(): void {
    this.#breaker.current = undefined
    this.#follower = this.#newFollower()
    this.#failures = 0
  }

  /** The connection breaks at some statement to come, before it or just after; a commit may go through unheard. */
  #crash(): void {
    let left = this.#random.between(1, 120)
    const moment = this.#random.pick(['before', 'after'] as const)
    const onlyCommits = this.#random.chance(0.5)
    this.#breaker.current = (statement, at) => {
      if (at !== moment || (onlyCommits && statement !== 'commit')) return
      left -= onlyCommits ? 10 : 1
      if (left > 0) return
      this.#breaker.current = undefined
      throw new BrokenConnection('Connection terminated unexpectedly')
    }
  }

  /** Another process takes the chain, or the range that is being read; sometimes both go on. */
  async #steal(): Promise<void> {
    const thief = this.#newFollower()
    await thief.step()
    if (this.#random.chance(0.5)) this.#follower = thief
    else await this.#follower.step()
    await this.#expireLeases()
    await this.#newReader()
      .readOne()
      .catch(() => false)
  }

  async #expireLeases(): Promise<void> {
    await this.#calm.updateTable('backfill_range').set({ lease_until: 0 }).execute()
    await this.#calm.updateTable('chain_cursor').set({ beat_at: 0 }).execute()
  }

  async #follow(): Promise<void> {
    const next = FOREIGN[this.#followed.length]
    if (!next) return
    this.#breaker.current = undefined
    await register(this.context, next)
    this.#followed.push(next)
  }

  /** Between two questions of the indexer anything may happen, too. */
  async #interrupt(): Promise<void> {
    if (this.#isBusy || !this.#random.chance(0.02)) return
    this.#isBusy = true
    try {
      const what = this.#random.below(4)
      if (what === 0) this.chain.mine(1)
      else if (what === 1) this.#reorganise(this.#random.between(1, 3))
      else if (what === 2) this.#flip()
      else await this.#steal()
    } finally {
      this.#isBusy = false
    }
  }

  #newFollower(): Follower {
    return new Follower(this.context, this.context.chains.get(CHAIN_ID), this.#options)
  }

  #newReader(): RangeReader {
    return new RangeReader(this.context, this.context.chains.get(CHAIN_ID), this.#options.rangeWidth)
  }
}

/** The one of a row of seeds in whose `place` the nodes favour this fault. */
export function seedFavouring(name: FaultName, place: number): number {
  return place * FAULT_NAMES.length + FAULT_NAMES.indexOf(name)
}

function favouriteOf(seed: number): FaultName {
  return FAULT_NAMES[seed % FAULT_NAMES.length] as FaultName
}

class SimClock implements Clock {
  #ms = GENESIS_AT * 1_000
  nowMs = (): number => this.#ms
  now = (): number => Math.floor(this.#ms / 1_000)
  at(seconds: number): void {
    this.#ms = Math.max(this.#ms, seconds * 1_000)
  }
  pass(ms: number): void {
    this.#ms += ms
  }
}

async function openContext(
  database: Pick<SimDatabase, 'dialect'>,
  urls: readonly string[],
  clock: Clock,
  dataDir: string,
): Promise<Context> {
  const network = { chainId: CHAIN_ID, name: 'Simulated', symbol: 'SIM', rpc: '', explorer: '', logo: '', isDev: true, opensea: '' }
  const chain = {
    network,
    rpcUrls: urls,
    rpcLimits: { timeoutMs: 500, answerBytes: 300_000, parallel: 1 },
    contracts: CONTRACTS,
    payTokens: [{ address: DOLLAR, name: 'Dollar', symbol: 'USD', decimals: 6, isDefault: false }],
    reorgWindow: WINDOW,
    deployBlock: 1,
    blockTimeS: 2,
  }
  const config = configOf({ dataDir, chains: [chain], publicUrl: 'http://plinth.test' }, 80)
  const context = await createContext({ config, dialect: database.dialect, keys: KEYS, clock })
  await clearTables(context.db)
  await seedSite(context)
  for (const collection of new Ledger().collections) if (collection.kind === 'official') await insertCollection(context, collection)
  await writeOrders(context.db, CHAIN_ID, GENESIS_AT)
  await writeAuctions(context.db, CHAIN_ID, GENESIS_AT)
  await writeBoxes(context.db, CHAIN_ID, GENESIS_AT)
  return context
}

/** As an operator has a collection followed that was not made here. */
async function register(context: Context, collection: SimCollection): Promise<void> {
  await transact(context.db, async (tx) => {
    await insertCollection({ ...context, db: tx }, collection)
    await followFrom(tx, CHAIN_ID, collection.address, 1)
  })
}

async function insertCollection({ db }: Pick<Context, 'db'>, { address, standard, kind }: SimCollection): Promise<void> {
  await db
    .insertInto('collection')
    .values({
      ...blank,
      chain_id: CHAIN_ID,
      address: bytes(address),
      name: kind,
      symbol: '',
      standard,
      owner: bytes(address),
      signer: bytes(MINTER),
      is_official: kind === 'official',
      is_confirmed: true,
      created_at: GENESIS_AT,
      updated_at: GENESIS_AT,
    })
    .execute()
}
