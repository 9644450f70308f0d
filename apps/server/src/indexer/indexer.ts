import type { Chain } from '../chain/chain.ts'
import type { Context } from '../context.ts'
import { applyTolerant } from './apply.ts'
import { backfill } from './backfill.ts'
import { type Cursor, claimCursor, LostLease, readCursor, startCursor, stopCursor } from './checkpoint.ts'
import { genuineOf } from './genuine.ts'
import { ReorgTooDeep, unwind } from './reorg.ts'
import { type FetchedBlock, fetchBlock, fetchFacts } from './rpc.ts'

export type ChainIndexer = {
  readonly chainId: number
  /** The last block whose effects are in the tables. */
  head(): number
  /** Blocks of the chain that are not in yet, as far as known. */
  lag(): number
  /** Why the chain is not followed any more. */
  stopped(): string | undefined
  /** Resolves once the block, and all before it, are in. */
  waitForBlock(number: number | bigint): Promise<void>
  stop(): Promise<void>
}

const POLL_MS = 500
const LONGEST_WAIT_MS = 30_000
/** A node may lag behind itself; only a head that stays lower was rolled back. */
const PATIENCE = 5
/** Further behind than this, ranges are read instead of blocks. */
const BACKFILL_GAP = 128

/** Follows one chain until stopped: every block with its effects in one transaction, reorganisations undone. */
export async function startIndexer(context: Context, chain: Chain, pollMs = POLL_MS): Promise<ChainIndexer> {
  const indexer = new Follower(context, chain, pollMs)
  indexer.begin()
  return indexer
}

class Follower implements ChainIndexer {
  readonly chainId: number
  readonly #context: Context
  readonly #chain: Chain
  readonly #pollMs: number
  #epoch: number | undefined
  #cursor: Cursor | undefined
  #known = 0
  #seen: string | undefined
  #lower = 0
  #reason: string | undefined
  #isStopping = false
  #running: Promise<void> = Promise.resolve()
  #wake: () => void = () => undefined
  #waiters: { number: number; done: () => void }[] = []

  constructor(context: Context, chain: Chain, pollMs: number) {
    this.chainId = chain.id
    this.#context = context
    this.#chain = chain
    this.#pollMs = pollMs
  }

  head = (): number => this.#cursor?.number ?? -1
  lag = (): number => Math.max(0, this.#known - this.head())
  stopped = (): string | undefined => this.#reason

  waitForBlock = (number: number | bigint): Promise<void> => {
    this.#wake()
    if (this.head() >= Number(number)) return Promise.resolve()
    return new Promise((done) => this.#waiters.push({ number: Number(number), done }))
  }

  stop = async (): Promise<void> => {
    this.#isStopping = true
    this.#wake()
    await this.#running
  }

  begin(): void {
    this.#running = this.#run()
  }

  async #run(): Promise<void> {
    for (let failures = 0; !this.#isStopping && this.#reason === undefined; ) {
      try {
        await this.#tick()
        failures = 0
      } catch (error) {
        failures = await this.#fail(error, failures)
      }
      await this.#pause(failures === 0 ? this.#pollMs : Math.min(LONGEST_WAIT_MS, this.#pollMs * 2 ** Math.min(failures, 10)))
    }
  }

  /** Only a chain that broke its word, or another writer, ends this; everything else is tried again. */
  async #fail(error: unknown, failures: number): Promise<number> {
    if (this.#isStopping) return failures
    if (error instanceof LostLease && (await this.#isOwn().catch(() => true))) this.#cursor = undefined
    else if (error instanceof LostLease || error instanceof ReorgTooDeep) {
      this.#reason = error.message
      this.#context.log.error('indexer stopped', { chainId: this.chainId, error })
      if (this.#epoch !== undefined && error instanceof ReorgTooDeep)
        await stopCursor(this.#context.db, this.chainId, this.#epoch, error.message)
      return failures
    }
    this.#context.log.warn('indexer retries', { chainId: this.chainId, failures: failures + 1, error })
    return failures + 1
  }

  /** The lease is still ours: a commit went through whose answer was lost, so the cursor is read again. */
  async #isOwn(): Promise<boolean> {
    const stored = await readCursor(this.#context.db, this.chainId)
    return stored?.epoch === this.#epoch
  }

  async #tick(): Promise<void> {
    const { client } = this.#chain
    const cursor = await this.#claim()
    if (!cursor) return
    const latest = await client.getBlock()
    const head = { number: Number(latest.number), hash: latest.hash }
    this.#known = head.number
    // Told once per head: the chain's clock counts from the moment its last block was first seen.
    if (head.hash !== this.#seen) this.#chain.noteHead({ number: head.number, timestamp: Number(latest.timestamp) })
    this.#seen = head.hash
    if (head.hash === cursor.hash) return this.#settled()
    if (head.number - cursor.number > BACKFILL_GAP)
      this.#move(await backfill(this.#context, this.#chain, this.#epoch ?? 0, cursor, head.number - BACKFILL_GAP))
    await this.#follow(head)
  }

  /** The chain is where we are: whoever waited for less is served. */
  #settled(): void {
    this.#lower = 0
  }

  async #follow(head: { number: number; hash: string }): Promise<void> {
    while (!this.#isStopping && this.#cursor) {
      const cursor = this.#cursor
      if (cursor.number >= head.number) {
        await this.#compare(cursor, head)
        return
      }
      const fetched = await fetchBlock(this.#chain.client, cursor.number + 1)
      if (!fetched) return
      if (fetched.block.parentHash !== cursor.hash) {
        this.#move(await unwind(this.#context, this.#chain, this.#epoch ?? 0, cursor))
        continue
      }
      await this.#apply(cursor, fetched)
      this.#move({ number: fetched.block.number, hash: fetched.block.hash })
    }
  }

  /** The head is not above us: another block in our place is a reorganisation, a lower head may only be late. */
  async #compare(cursor: Cursor, head: { number: number; hash: string }): Promise<void> {
    if (head.hash === cursor.hash) return this.#settled()
    const there = await fetchFacts(this.#chain.client, cursor.number)
    if (there?.hash === cursor.hash) return this.#settled()
    if (there === undefined && ++this.#lower < PATIENCE) return
    this.#lower = 0
    this.#move(await unwind(this.#context, this.#chain, this.#epoch ?? 0, cursor))
    this.#wake()
  }

  async #apply(cursor: Cursor, fetched: FetchedBlock): Promise<void> {
    const genuine = await genuineOf(this.#chain, this.#context.signer.minter, fetched.logs)
    await applyTolerant({ context: this.#context, chain: this.#chain, epoch: this.#epoch ?? 0, genuine }, cursor, fetched)
  }

  async #claim(): Promise<Cursor | undefined> {
    if (this.#cursor) return this.#cursor
    const { db, clock } = this.#context
    let stored = await readCursor(db, this.chainId)
    if (!stored) {
      const first = await fetchFacts(this.#chain.client, Math.max(0, this.#chain.config.deployBlock - 1))
      if (!first) return undefined
      await startCursor(db, this.chainId, first, clock.now())
      stored = await readCursor(db, this.chainId)
    }
    this.#epoch = await claimCursor(db, this.chainId)
    if (stored) this.#move(stored)
    return this.#cursor
  }

  #move(cursor: Cursor): void {
    this.#cursor = { number: cursor.number, hash: cursor.hash }
    const served = this.#waiters.filter((waiter) => waiter.number <= cursor.number)
    this.#waiters = this.#waiters.filter((waiter) => waiter.number > cursor.number)
    for (const waiter of served) waiter.done()
  }

  #pause(ms: number): Promise<void> {
    if (this.#isStopping) return Promise.resolve()
    return new Promise((resume) => {
      const timer = setTimeout(resume, ms)
      this.#wake = () => {
        clearTimeout(timer)
        resume()
      }
    })
  }
}
