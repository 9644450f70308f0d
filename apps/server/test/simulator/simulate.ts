import { deepStrictEqual } from 'node:assert'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Context } from '../../src/context.ts'
import { bytes, connect, type Db } from '../../src/db/database.ts'
import { Follower, type FollowOptions } from '../../src/indexer/indexer.ts'
import { RangeReader } from '../../src/indexer/range-reader.ts'
import { type Block, FakeChain } from './chain.ts'
import { CHAIN_ID, openContext, register, SimClock, type SimDatabase, WINDOW } from './context.ts'
import { type Breaker, BrokenConnection, breakable } from './database.ts'
import { ExploreWatch } from './explore.ts'
import { FAULT_NAMES, type FaultName } from './faults.ts'
import { FOREIGN, type SimCollection } from './ledger.ts'
import { type FakeNodes, startNodes } from './node.ts'
import { insertOrders } from './orders.ts'
import { Random } from './random.ts'
import { checkRows, readPages } from './rows.ts'
import { copyBids, signBid, signOrder } from './signing.ts'
import { checkStatistics, refreshAll } from './statistics.ts'
import { differences, readTables } from './tables.ts'
import { misreadings, untruths } from './truth.ts'
import { type Deed, Witness } from './witness.ts'

export const DEEPEST = 64

export type Run = {
  readonly blocks: number
  readonly deepest: number
  readonly met: ReadonlyMap<FaultName, number>
  readonly deeds: ReadonlyMap<Deed, number>
  readonly shapes: ReadonlySet<number>
}

/** Databases and a folder that runs use in sequence. */
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

  /**
   * One chain's life by the seed, followed through all its faults. @throws when the tables are wrong, or differ from a
   * fresh build
   */
  async run(seed: number): Promise<Run> {
    const [built, fresh] = this.#databases
    const world = await World.open(seed, built, this.#dataDir)
    try {
      await world.live()
      const wrong = await world.untruths()
      if (wrong.length > 0) throw new Error(`Seed ${seed}: the index says what is not so\n${wrong.slice(0, 20).join('\n')}`)
      const again = await world.buildFresh(fresh)
      const differ = differences(await readTables(world.context.db), await readTables(again.db))
      if (differ.length > 0) throw new Error(`Seed ${seed}: the tables differ from a fresh build\n${differ.slice(0, 20).join('\n')}`)
      deepStrictEqual(await readPages(world.context), await readPages(again), `Seed ${seed}: pages differ from those of a fresh build`)
      const { deepest, deeds, shapes } = world.witness
      return { blocks: world.chain.head.number, deepest, met: world.nodes.met, deeds, shapes }
    } finally {
      await world.close()
    }
  }
}

class World {
  readonly chain: FakeChain
  readonly nodes: FakeNodes
  readonly context: Context
  /** For the simulator's own writes: its connection never breaks. */
  readonly #calm: Db
  readonly witness: Witness
  readonly #explore: ExploreWatch
  readonly #seed: number
  readonly #random: Random
  /** For later additions, so that earlier seeds draw the same as before. */
  readonly #more: Random | undefined
  readonly #signing: Random | undefined
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
    this.witness = new Witness(parts.chain, parts.calm)
    this.#explore = new ExploreWatch({ ...parts.context, db: parts.calm })
    this.#clock = parts.clock
    this.#dataDir = parts.dataDir
    this.#breaker = parts.breaker
    this.#random = new Random(parts.seed, 1)
    this.#more = hasMore(parts.seed) ? new Random(parts.seed, 5) : undefined
    this.#signing = isSigning(parts.seed) ? new Random(parts.seed, 7) : undefined
    this.#options = { backfillGap: this.#random.pick([6, 12, 40, 1_000]), rangeWidth: this.#random.pick([1, 5, 16, 64]), pollMs: 10 }
    this.#follower = this.#newFollower()
  }

  static async open(seed: number, database: SimDatabase, dataDir: string): Promise<World> {
    const chain = new FakeChain(CHAIN_ID, new Random(seed, 2), {
      unreadable: hasMore(seed) ? new Random(seed, 4) : undefined,
      signing: isSigning(seed) ? new Random(seed, 6) : undefined,
    })
    const nodes = await startNodes(chain, new Random(seed, 3), {
      count: 1 + (seed % 3),
      favourite: favouriteOf(seed),
      keen: hasMore(seed),
      seed,
    })
    const clock = new SimClock()
    const breaker: { current: Breaker | undefined } = { current: undefined }
    const context = await openContext({ ...database, dialect: breakable(database.dialect, breaker) }, nodes.urls, clock, dataDir)
    return new World({ seed, chain, nodes, context, calm: connect(database.dialect), clock, dataDir, breaker })
  }

  async close(): Promise<void> {
    await this.nodes.close()
  }

  /** The main phase: the chain grows and reorganises, nodes lie, processes die, all while the indexer works. */
  async live(): Promise<void> {
    const random = this.#random
    this.chain.mine(random.chance(0.2) ? random.between(30, 66) : random.between(2, 16))
    this.nodes.onCall(() => this.#interrupt())
    for (let turn = random.between(5, 11); turn > 0; turn--) {
      this.nodes.setTrouble(random.pick([0, 0, 0.04, 0.1, 0.25]))
      await this.#act()
      if (this.#more?.chance(0.15)) this.#breakOnce('after', (statement) => statement === 'commit')
      for (let steps = random.between(1, 3); steps > 0; steps--) await this.#step()
      await this.#sign()
      await this.#refreshStatistics()
    }
    if (this.#signing) await this.#takeBackEnds(this.#signing)
    // Random reorgs seldom go that deep.
    if (this.#seed % 10 === 0) {
      this.chain.mine(DEEPEST)
      await (this.#more ? this.#catchUp() : this.#step())
      this.#reorganise(DEEPEST)
    }
    await this.#settle()
    await this.#refreshStatistics()
    await this.witness.end(this.#followed)
  }

  async untruths(): Promise<string[]> {
    const wrong = await untruths(this.#calm, this.chain.head.ledger, this.#followed)
    return [...wrong, ...(await misreadings(this.#calm, this.chain))]
  }

  async buildFresh(database: SimDatabase): Promise<Context> {
    this.nodes.onCall(async () => undefined)
    const context = await openContext(database, this.nodes.urls, this.#clock, this.#dataDir)
    for (const collection of this.#followed) await register(context, collection)
    const { signed, signedBids } = this.chain.head.ledger
    await insertOrders(context.db, CHAIN_ID, signed)
    await copyBids(context.db, signedBids)
    const follower = new Follower(context, context.chains.get(CHAIN_ID), { backfillGap: 1_000_000 })
    for (let tries = 0; tries < 5 && follower.head() < this.chain.head.number; tries++) await follower.step()
    await refreshAll(context)
    if (follower.head() !== this.chain.head.number) throw new Error(`Seed ${this.#seed}: the fresh build stands at ${follower.head()}`)
    return context
  }

  /** All faults end: the indexer must reach the head by itself. */
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
      // Keeps one reader: it narrows its requests around what a node can't answer, and finishes.
      const reader = this.#newReader()
      while (await reader.readOne().catch(() => false));
    }
    const { db } = this.context
    const state = [await db.selectFrom('chain_cursor').selectAll().execute(), await db.selectFrom('backfill_range').selectAll().execute()]
    throw new Error(`Seed ${this.#seed}: the indexer does not come to block ${this.chain.head.number}: ${JSON.stringify(state)}`)
  }

  async #catchUp(): Promise<void> {
    this.nodes.setTrouble(0)
    this.#breaker.current = undefined
    for (let steps = 0; steps < 20 && this.#follower.head() !== this.chain.head.number; steps++) {
      await this.#expireLeases()
      await this.#step()
    }
  }

  async #step(): Promise<void> {
    this.#clock.at(this.chain.head.timestamp)
    const ms = this.#random.pick([100, 2_500, 70_000])
    this.#clock.pass(ms)
    // The leases run by the database's clock, which can't be advanced: simulates a minute, after which those of silent
    // processes expire.
    if (ms > 60_000) await this.#expireLeases()
    this.#failures = await this.#follower.step(this.#failures)
    await this.witness.look()
    await checkRows({ ...this.context, db: this.#calm })
    await this.#explore.look()
    await checkStatistics(this.#calm, this.#seed)
  }

  async #refreshStatistics(): Promise<void> {
    await refreshAll({ ...this.context, db: this.#calm })
    await checkStatistics(this.#calm, this.#seed)
  }

  async #act(): Promise<void> {
    const random = this.#random
    const acts: Record<string, () => Promise<void> | void> = {
      grow: () => this.#grow(),
      reorganise: () => this.#reorganise(random.chance(0.2) ? random.between(9, DEEPEST) : random.between(1, 8)),
      flip: () => this.#flip(),
      restart: () => this.#restart(),
      crash: () => this.#crash(),
      steal: () => this.#steal(),
      follow: () => this.#follow(),
      wait: () => undefined,
    }
    const name = random.pick(['grow', 'grow', 'grow', ...Object.keys(acts)])
    await acts[name]?.()
  }

  #grow(): void {
    this.chain.mine(this.#random.between(1, 9))
    this.witness.note('the chain grew')
  }

  #reorganise(depth: number): void {
    this.#left = this.chain.head
    const deepest = Math.min(depth, this.chain.head.number)
    if (deepest === 0) return
    this.witness.seeTakenBack(this.chain.head.number - deepest)
    this.chain.reorg(deepest, this.#random.between(deepest, deepest + 4))
  }

  /** The orphaned fork becomes canonical again: A, B, A. */
  #flip(): void {
    if (!this.#left || this.#left.number < this.chain.head.number - WINDOW / 2) return
    const now = this.chain.head
    this.chain.flipTo(this.#left)
    if (!this.chain.isCanonical(now)) this.witness.note('a fork that was left became the chain again')
    this.#left = now
    // A chain longer than the one it replaces, as consensus requires.
    while (this.chain.head.number <= now.number) this.chain.mine(1)
  }

  /** Accounts trade on, also after they ended everything. */
  async #sign(): Promise<void> {
    const random = this.#signing
    if (!random) return
    const signing = [this.#calm, this.chain.head, random, this.#clock.now()] as const
    for (let orders = random.between(0, 3); orders > 0; orders--) await signOrder(...signing)
    for (let bids = random.between(0, 2); bids > 0; bids--) await signBid(...signing)
  }

  /** Orders are signed under ends that a reorg takes back, while others of their accounts stand or follow. */
  async #takeBackEnds(random: Random): Promise<void> {
    for (let rounds = 3; rounds > 0; rounds--) {
      const depth = random.between(3, 12)
      this.chain.mine(depth)
      await this.#catchUp()
      for (let signings = 2; signings > 0; signings--) await this.#sign()
      this.#reorganise(depth)
    }
  }

  #restart(): void {
    this.#breaker.current = undefined
    if (this.#follower.head() > 1) this.witness.note('the indexer was replaced in the middle')
    this.#follower = this.#newFollower()
    this.#failures = 0
  }

  /** The connection breaks before or after some later statement; a commit may succeed unacknowledged. */
  #crash(): void {
    let left = this.#random.between(1, 120)
    const moment = this.#random.pick(['before', 'after'] as const)
    const onlyCommits = this.#random.chance(0.5)
    this.#breakOnce(moment, (statement) => {
      if (onlyCommits && statement !== 'commit') return false
      left -= onlyCommits ? 10 : 1
      return left <= 0
    })
  }

  #breakOnce(moment: Parameters<Breaker>[1], isTime: (statement: string) => boolean): void {
    this.#breaker.current = (statement, at) => {
      if (at !== moment || !isTime(statement)) return
      this.#breaker.current = undefined
      this.witness.note(at === 'before' ? 'the connection broke before a statement' : brokeAfter(statement))
      throw new BrokenConnection('Connection terminated unexpectedly')
    }
  }

  /** Another process takes the lease of the chain, or of the range being read; sometimes both continue. */
  async #steal(): Promise<void> {
    const [thief, robbed] = [this.#newFollower(), this.#follower]
    const inHand = await this.witness.rangesInHand()
    const isStolen = robbed.isLeading()
    await thief.step()
    if (isStolen && thief.isLeading()) this.witness.note('another process took the lease of the one that led')
    if (this.#random.chance(0.5)) this.#follower = thief
    else await robbed.step()
    if (isStolen && !robbed.isLeading()) this.witness.note('who had lost the lease noticed and stood by')
    await this.#expireLeases()
    await this.#newReader()
      .readOne()
      .catch(() => false)
    await this.witness.seeStolen(inHand)
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
    if (this.#follower.head() > 1) this.witness.note('a collection was followed late')
  }

  /** Anything may also happen between two requests of the indexer. */
  async #interrupt(): Promise<void> {
    if (this.#isBusy) return
    const isTheft = this.#more?.chance(0.01)
    if (!isTheft && !this.#random.chance(0.02)) return
    this.#isBusy = true
    try {
      const what = isTheft ? 3 : this.#random.below(4)
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

/** Later additions apply to half of the seeds: the others, which stay unchanged, include those kept for past failures. */
const hasMore = (seed: number): boolean => (seed & 2) !== 0

/** A quarter of the seeds, none of which is kept for a past failure: in the others nothing is signed after the start. */
const isSigning = (seed: number): boolean => seed % 8 === 0 || seed % 8 === 3

const brokeAfter = (statement: string): Deed =>
  statement === 'commit' ? 'a commit went through unheard' : 'the connection broke after a statement'

function favouriteOf(seed: number): FaultName {
  return FAULT_NAMES[seed % FAULT_NAMES.length] as FaultName
}
