import type { Hex } from 'viem'
import { type Db, hexOf } from '../../src/db/database.ts'
import type { Block, FakeChain } from './chain.ts'
import type { SimCollection } from './ledger.ts'

/** Events that many seeds must have shown, each at least once: a drawn fault need not have happened. */
export const DEEDS = [
  'the chain grew',
  'blocks were taken back that the index had',
  'blocks were taken back while old ones were being read',
  'blocks were taken back that were being read as old ones',
  'a fork that was left became the chain again',
  'the index had a fork, lost it and has it again',
  'the indexer was replaced in the middle',
  'another process took the lease of the one that led',
  'who had lost the lease noticed and stood by',
  'a range in hand was taken by another process',
  'the connection broke before a statement',
  'the connection broke after a statement',
  'a commit went through unheard',
  'a collection was followed late',
  'a followed collection said what nobody can read',
  'an order was signed under an epoch',
  'an order of an epoch was traded',
  'an end took an order of an epoch',
  'a bid was made under an epoch',
  'an order was over since its epoch was taken back',
] as const
export type Deed = (typeof DEEDS)[number]

const rangeName = (subject: Uint8Array, first: number): string => `${hexOf(subject)}:${first}`

/** Records what really happened in a run. */
export class Witness {
  readonly deeds = new Map<Deed, number>()
  /** Of the unreadable logs, by their index among all of them. */
  readonly shapes = new Set<number>()
  /** The most indexed blocks that a reorg reverted at once. */
  deepest = 0
  readonly #chain: FakeChain
  readonly #db: Db
  readonly #asked: Promise<void>[] = []
  #cursor: Block | undefined
  #held = new Set<Hex>()
  readonly #lost = new Set<Hex>()

  constructor(chain: FakeChain, db: Db) {
    this.#chain = chain
    this.#db = db
  }

  note(deed: Deed): void {
    this.deeds.set(deed, (this.deeds.get(deed) ?? 0) + 1)
  }

  /** Just before the chain reverts all above this block. Does not wait: work under way continues. */
  seeTakenBack(above: number): void {
    const cursor = this.#cursor
    if (cursor && this.#chain.isCanonical(cursor) && cursor.number > above) {
      this.note('blocks were taken back that the index had')
      this.deepest = Math.max(this.deepest, cursor.number - above)
    }
    this.#asked.push(this.#seeRanges(above))
  }

  async #seeRanges(above: number): Promise<void> {
    const ranges = await this.#db.selectFrom('backfill_range').select('last_block').execute()
    if (ranges.length > 0) this.note('blocks were taken back while old ones were being read')
    if (ranges.some(({ last_block }) => last_block > above)) this.note('blocks were taken back that were being read as old ones')
  }

  /** Ranges that a process is reading, with the number of that reading. */
  async rangesInHand(): Promise<ReadonlyMap<string, number>> {
    const rows = await this.#db.selectFrom('backfill_range').selectAll().where('state', '=', 'leased').execute()
    return new Map(rows.map(({ subject, first_block, fence }) => [rangeName(subject, first_block), fence]))
  }

  async seeStolen(inHand: ReadonlyMap<string, number>): Promise<void> {
    const rows = await this.#db.selectFrom('backfill_range').selectAll().execute()
    const now = new Map(rows.map(({ subject, first_block, fence }) => [rangeName(subject, first_block), fence]))
    // Read again, or read and written: its first reader waited in the meantime.
    if ([...inHand].some(([name, fence]) => now.get(name) !== fence)) this.note('a range in hand was taken by another process')
  }

  /** Between two steps of the indexer. */
  async look(): Promise<void> {
    const cursor = await this.#db.selectFrom('chain_cursor').select('hash').executeTakeFirst()
    this.#cursor = cursor && this.#chain.byHash(hexOf(cursor.hash))
    const rows = await this.#db.selectFrom('chain_block').select('hash').execute()
    const held = new Set(rows.map(({ hash }) => hexOf(hash)))
    for (const hash of this.#held) if (!held.has(hash) && this.#isOnAnotherFork(hash)) this.#lost.add(hash)
    const back = [...this.#lost].filter((hash) => held.has(hash) && !this.#isOnAnotherFork(hash))
    for (const hash of back) this.#lost.delete(hash)
    if (back.length > 0) this.note('the index had a fork, lost it and has it again')
    this.#held = held
  }

  async #seeSigned(): Promise<void> {
    const { ledger } = this.#chain.head
    if (ledger.signedBids.some(({ epoch }) => epoch > 0n)) this.note('a bid was made under an epoch')
    const ofEpochs = ledger.signed.filter(({ sequence }) => sequence >= 1_024n)
    if (ofEpochs.length > 0) this.note('an order was signed under an epoch')
    if (ofEpochs.some(({ key }) => ledger.isTraded(key))) this.note('an order of an epoch was traded')
    const rows = await this.#db.selectFrom('account_end').select('epoch').execute()
    const begun = new Set(rows.map(({ epoch }) => epoch))
    for (const { maker, sequence } of ofEpochs) {
      if (!ledger.isEnded(maker, sequence)) continue
      this.note(begun.has(sequence >> 24n) ? 'an end took an order of an epoch' : 'an order was over since its epoch was taken back')
    }
  }

  #isOnAnotherFork(hash: Hex): boolean {
    const block = this.#chain.byHash(hash)
    return block !== undefined && !this.#chain.isCanonical(block)
  }

  async end(followed: readonly SimCollection[]): Promise<void> {
    await Promise.all(this.#asked)
    await this.#seeSigned()
    for (const { unreadable } of this.#chain.blocks()) {
      if (!followed.some(({ address }) => address === unreadable?.by)) continue
      this.note('a followed collection said what nobody can read')
      for (const shape of unreadable?.shapes ?? []) this.shapes.add(shape)
    }
  }
}
