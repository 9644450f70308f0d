import { isLocalChain } from '@plinth/protocol'
import type { Chain } from '../chain/chain.ts'
import { HeadSocket } from '../chain/head-socket.ts'
import { NodeFault } from '../chain/node-fault.ts'
import { reorgWindowOf } from '../chain/reorg-window.ts'
import type { Context } from '../context.ts'
import { outlastOutage } from '../db/outage.ts'
import {
  type Cursor,
  claimCursor,
  firstBlockOf,
  heartbeat,
  LostLease,
  leaveCursor,
  readCursor,
  startCursor,
  stopCursor,
} from '../state/chain/checkpoint.ts'
import { findFirstRange, isReadingOld, listReadRanges, MARKET } from '../state/chain/ranges.ts'
import { type Header, headerOf } from './answers.ts'
import type { Write } from './apply.ts'
import { applyPortion } from './apply.ts'
import { applyBackfilled } from './apply-backfilled.ts'
import { cutPlan, planBackfill, stepBackfill } from './backfill.ts'
import { HeadPace } from './head-pace.ts'
import { RangeReader } from './range-reader.ts'
import { pollHead, readBlock } from './reading.ts'
import { handleReorg, ReorgTooDeep } from './reorg.ts'
import { readHeader } from './rpc.ts'
import { latestAt, readingFrom } from './source.ts'

export type ChainIndexer = {
  readonly chainId: number
  /** The last block whose effects are in the tables. */
  head(): number
  /** Known blocks of the chain that are not indexed yet. */
  lag(): number
  /** Whether this process writes the chain; otherwise it is on standby and helps to read old blocks. */
  isLeading(): boolean
  /** Why the chain is no longer indexed. */
  stopped(): string | undefined
  /** Resolves once the block, and all before it, are indexed. */
  waitForBlock(number: number | bigint): Promise<void>
  stop(): Promise<void>
}

export type FollowOptions = {
  /** Instead of a pause by the time between blocks. */
  readonly pollMs?: number
  /** At a greater lag, ranges are read instead of blocks. Defaults to the window of reorganisations. */
  readonly backfillGap?: number
  /** Blocks of the first range. */
  readonly rangeWidth?: number
  /** How many ranges this process reads at once, for itself or for another writer. */
  readonly readers?: number
}

/** While new heads are subscribed to, polling only notices a connection that says nothing any more. */
const SUBSCRIBED_POLL_MS = 15_000
/** A poll may be faster than the subscription once. */
const MOST_UNPUSHED = 2
const RETRY_MS = 500
const IDLE_MS = 1_000
const HEARTBEAT_MS = 2_000
const LONGEST_WAIT_MS = 30_000
const READERS = 2
/** A node may lag behind itself; only a head that stays lower was rolled back. */
const PATIENCE = 5

/** Indexes one chain until stopped: blocks with their effects in one transaction, reorganisations reverted. */
export async function startIndexer(context: Context, chain: Chain, options: FollowOptions = {}): Promise<ChainIndexer> {
  const indexer = new Follower(context, chain, options)
  indexer.begin()
  return indexer
}

export class Follower implements ChainIndexer {
  readonly chainId: number
  readonly #context: Context
  readonly #chain: Chain
  readonly #options: FollowOptions
  readonly #pace: HeadPace
  readonly #socket: HeadSocket | undefined
  readonly #reader: RangeReader
  #epoch: number | undefined
  #cursor: Cursor | undefined
  #hasClaimed = false
  #heartbeatAtMs = 0
  #known = 0
  #indexed = -1
  #seen: string | undefined
  /** The newest head that the subscription brought, until it is read. */
  #pushed: Header | undefined
  /** The one that is being read; other nodes may have it later. */
  #taken: Header | undefined
  #unpushed = 0
  /** Until the head is asked for next, as the pauses of this process count. */
  #leftMs = 0
  /** `waitForBlock` was called: the head is asked for at once. */
  #isAwaited = false
  #lower = 0
  #reason: string | undefined
  /** Whether the last step found ranges; unknown to a process on standby. */
  #hasRanges: boolean | undefined
  #isStopping = false
  #running: Promise<unknown> = Promise.resolve()
  readonly #wakers = new Set<() => void>()
  #waiters: { number: number; done: () => void }[] = []

  constructor(context: Context, chain: Chain, options: FollowOptions = {}) {
    this.chainId = chain.id
    this.#context = context
    this.#chain = chain
    this.#options = options
    this.#pace = new HeadPace(chain.config.blockTimeS)
    this.#socket = this.#openSocket(chain.config.wsUrl)
    this.#reader = new RangeReader(context, chain, options.rangeWidth)
  }

  head = (): number => this.#indexed
  lag = (): number => Math.max(0, this.#known - this.head())
  isLeading = (): boolean => this.#cursor !== undefined
  stopped = (): string | undefined => this.#reason

  waitForBlock = (number: number | bigint): Promise<void> => {
    if (this.head() >= Number(number)) return Promise.resolve()
    this.#isAwaited = true
    this.#wake()
    return new Promise((done) => this.#waiters.push({ number: Number(number), done }))
  }

  stop = async (): Promise<void> => {
    this.#isStopping = true
    this.#socket?.close()
    this.#wake()
    await this.#running
    if (this.#cursor && this.#epoch !== undefined) await leaveCursor(this.#context.db, this.chainId, this.#epoch)
  }

  begin(): void {
    const readers = Array.from({ length: this.#options.readers ?? READERS }, () => this.#readAlong())
    this.#running = Promise.all([this.#run(), ...readers])
  }

  async #run(): Promise<void> {
    for (let failures = 0; !this.#isStopping; ) {
      const isDue = this.#isAwaited || this.#pushed !== undefined || this.#leftMs <= 0
      this.#isAwaited = false
      const failed = await this.step(failures, isDue)
      failures = isDue ? failed : Math.max(failures, failed)
      if (failures > 0 && (await this.#outlastOutage())) failures = 0
      if (isDue) this.#leftMs = this.#untilNextPoll(failures)
      // The lease and old blocks need a step now and then, however long the next head takes.
      const mostMs = this.#hasRanges ? RETRY_MS : HEARTBEAT_MS
      const pauseMs = this.#isAwaited || this.#pushed ? 0 : Math.min(mostMs, this.#leftMs)
      await this.#pause(pauseMs)
      this.#leftMs -= pauseMs
    }
  }

  get #retryMs(): number {
    return this.#options.pollMs ?? RETRY_MS
  }

  #untilNextPoll(failures: number): number {
    if (failures > 0) return Math.min(LONGEST_WAIT_MS, this.#retryMs * 2 ** Math.min(failures, 10))
    if (this.#socket?.isSubscribed()) return SUBSCRIBED_POLL_MS
    // Blocks of a local chain come with transactions.
    return this.#options.pollMs ?? (isLocalChain(this.chainId) ? RETRY_MS : this.#pace.pauseMs(performance.now()))
  }

  #openSocket(url: string | undefined): HeadSocket | undefined {
    if (url === undefined) return undefined
    const { log } = this.#context
    const onHead = (answer: unknown): void => {
      try {
        this.#pushed = headerOf(answer, latestAt(this.#context, this.#chain))
        this.#wake()
      } catch (error) {
        log.warn('new head not taken', { chainId: this.chainId, error })
      }
    }
    return new HeadSocket({ chainId: this.chainId, url, log, onHead })
  }

  #outlastOutage(): Promise<boolean> {
    return outlastOutage(this.#context.db, { pause: (ms) => this.#pause(ms), isStopping: () => this.#isStopping })
  }

  /** One step: reads the head, if it is due, and applies what follows from it. Returns how many steps in a row have failed. */
  async step(failures = 0, isDue = true): Promise<number> {
    try {
      await this.#tick(isDue)
      return 0
    } catch (error) {
      return this.#fail(error, failures).catch(() => failures + 1)
    }
  }

  /** Reads old blocks for the leading process. */
  async #readAlong(): Promise<void> {
    const reader = new RangeReader(this.#context, this.#chain, this.#options.rangeWidth)
    while (!this.#isStopping) {
      if (this.#hasRanges === false) {
        await this.#pause(IDLE_MS)
        continue
      }
      const hasRead = await reader.readOne().catch((error: unknown) => {
        if (!this.#isStopping) this.#context.log.warn('old blocks not read', { chainId: this.chainId, error })
        return false
      })
      if (!hasRead) await this.#pause(IDLE_MS)
    }
  }

  async #fail(error: unknown, failures: number): Promise<number> {
    if (this.#isStopping) return failures
    if (error instanceof LostLease) {
      // Either another writer took over, or a commit succeeded whose answer was lost: the stored cursor decides.
      const stored = await readCursor(this.#context.db, this.chainId)
      const isOurs = stored?.epoch === this.#epoch
      this.#hasClaimed = !isOurs
      this.#cursor = undefined
      if (!isOurs) this.#context.log.warn('indexer stands by', { chainId: this.chainId, error })
      return 0
    }
    if (error instanceof ReorgTooDeep && this.#epoch !== undefined) {
      await stopCursor(this.#context.db, this.chainId, this.#epoch, error.message)
      this.#cursor = undefined
      this.#context.log.error('chain stopped', { chainId: this.chainId, error })
      return 0
    }
    this.#context.log.warn('indexer retries', { chainId: this.chainId, failures: failures + 1, error })
    return failures + 1
  }

  async #tick(isDue: boolean): Promise<void> {
    const cursor = await this.#lead()
    if (!cursor || this.#isStopping) {
      this.#socket?.close()
      this.#hasRanges = undefined
      return
    }
    this.#socket?.open()
    const head = isDue ? await this.#readHead(cursor) : undefined
    if (head) await this.#plan(cursor, head)
    // Old blocks are seldom read: one query instead of two, twice a second on each chain.
    const hasRanges = await isReadingOld(this.#context.db, this.chainId)
    const hasBegun = hasRanges && this.#hasRanges === false
    this.#hasRanges = hasRanges
    if (hasBegun) this.#wake()
    if (hasRanges && (await findFirstRange(this.#context.db, this.chainId, MARKET))) await this.#backfill()
    if (head) await this.#follow(head)
    if (hasRanges && this.#cursor)
      for (const range of await listReadRanges(this.#context.db, this.chainId)) await applyBackfilled(this.#write, this.#cursor, range)
  }

  get #gap(): number {
    return this.#options.backfillGap ?? reorgWindowOf(this.#chain)
  }

  async #plan(cursor: Cursor, { number }: Header): Promise<void> {
    if (this.#hasRanges !== false) await cutPlan(this.#write, cursor, number)
    if (number - cursor.number > this.#gap) await planBackfill(this.#write, cursor, number - this.#gap)
  }

  get #write(): Write {
    return { context: this.#context, chain: this.#chain, epoch: this.#epoch ?? 0 }
  }

  /** This writer's cursor; undefined while another process leads, or the chain is stopped. */
  async #lead(): Promise<Cursor | undefined> {
    const { db, clock } = this.#context
    if (this.#cursor && this.#epoch !== undefined) {
      if (clock.nowMs() - this.#heartbeatAtMs > HEARTBEAT_MS) await heartbeat(db, this.chainId, this.#epoch)
      this.#heartbeatAtMs = clock.nowMs()
      return this.#cursor
    }
    const stored = (await readCursor(db, this.chainId)) ?? (await this.#start())
    this.#reason = stored?.stopped ?? undefined
    if (!stored) return undefined
    this.#note(stored.number)
    // The newest process leads; an older one leads again only once the newer one is gone.
    if (stored.stopped !== null || (this.#hasClaimed && !stored.isDeserted)) return undefined
    this.#epoch = await claimCursor(db, this.chainId)
    this.#hasClaimed = true
    const claimed = await readCursor(db, this.chainId)
    if (claimed?.epoch !== this.#epoch) return undefined
    if (claimed) this.#move(claimed)
    return this.#cursor
  }

  async #start() {
    const { db, clock } = this.#context
    const first = await this.#withNode((source) => readHeader(source, firstBlockOf(this.#chain.config)))
    if (!first) return undefined
    await startCursor(db, this.chainId, first, clock.now())
    return readCursor(db, this.chainId)
  }

  #withNode<T>(read: (source: ReturnType<typeof readingFrom>) => Promise<T>): Promise<T> {
    return this.#chain.pool.withNode((node) => read(readingFrom(this.#context, this.#chain, node)))
  }

  /** A node below our cursor may only lag: another one is asked, and when all of them lag, they get some time. */
  async #readHead(cursor: Cursor): Promise<Header> {
    const atLeast = this.#lower >= PATIENCE ? 0 : cursor.number
    const pushed = this.#pushed
    this.#pushed = undefined
    try {
      const isNear = pushed && pushed.number >= cursor.number && pushed.number - cursor.number <= this.#gap
      const head = isNear ? pushed : await this.#withNode((source) => pollHead(source, { atLeast, cursor, gap: this.#gap }))
      this.#taken = pushed
      this.#known = head.number
      // Noted once per head: the chain's clock counts from the moment its last block was first seen.
      if (head.hash === this.#seen) this.#chain.noteAnswer()
      else {
        this.#chain.noteHead({ number: head.number, timestamp: head.timestamp })
        this.#pace.note(head.number, performance.now())
        this.#unpushed = pushed ? 0 : this.#unpushed + 1
        if (this.#unpushed >= MOST_UNPUSHED && this.#socket?.isSubscribed()) this.#socket.restart()
      }
      this.#seen = head.hash
      this.#lower = 0
      return head
    } catch (error) {
      if (error instanceof NodeFault && error.kind === 'behind') this.#lower++
      throw error
    }
  }

  async #backfill(): Promise<void> {
    while (!this.#isStopping && this.#cursor) {
      const step = await stepBackfill(this.#write, this.#reader, this.#cursor)
      if (step.at === 'done') return
      if (step.at === 'moved') this.#move(step.cursor)
      if (step.at === 'waiting') await this.#pause(this.#retryMs)
      if (step.at === 'forked') return this.#compare(this.#cursor)
    }
  }

  async #follow(head: Header): Promise<void> {
    while (!this.#isStopping && this.#cursor) {
      const cursor = this.#cursor
      if (cursor.number >= head.number) return head.hash === cursor.hash ? undefined : this.#compare(cursor)
      // A second node is not blamed for the head of the first: it reads its own.
      let isHead = head.number === cursor.number + 1
      const read = await this.#withNode(async (source) => {
        const header = isHead ? head : await readHeader(source, cursor.number + 1)
        isHead = false
        return header && readBlock(this.#write, source, header, { isPushed: header === this.#taken })
      })
      if (!read) return
      if (read.to.parentHash !== cursor.hash) return this.#compare(cursor)
      await applyPortion(this.#write, cursor, read)
      this.#move(read.to)
    }
  }

  /** Another block at our cursor's height is a reorganisation. */
  async #compare(cursor: Cursor): Promise<void> {
    const there = await this.#withNode((source) => readHeader(source, cursor.number))
    if (there?.hash === cursor.hash) return
    this.#move(await handleReorg(this.#write, cursor))
    this.#wake()
  }

  #move(cursor: Cursor): void {
    this.#cursor = { number: cursor.number, hash: cursor.hash }
    this.#note(cursor.number)
  }

  #note(indexed: number): void {
    this.#indexed = indexed
    const served = this.#waiters.filter((waiter) => waiter.number <= indexed)
    this.#waiters = this.#waiters.filter((waiter) => waiter.number > indexed)
    this.#isAwaited &&= this.#waiters.length > 0
    for (const waiter of served) waiter.done()
  }

  #wake(): void {
    for (const wake of [...this.#wakers]) wake()
  }

  #pause(ms: number): Promise<void> {
    if (this.#isStopping) return Promise.resolve()
    return new Promise((resume) => {
      const wake = (): void => {
        clearTimeout(timer)
        this.#wakers.delete(wake)
        resume()
      }
      const timer = setTimeout(wake, ms)
      this.#wakers.add(wake)
    })
  }
}
