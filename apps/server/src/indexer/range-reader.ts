import { randomUUID } from 'node:crypto'
import { type Address, toAddress } from '@plinth/protocol'
import type { Chain } from '../chain/chain.ts'
import { everyOne, marketAddresses } from '../chain/editions.ts'
import { isNodeFault } from '../chain/node-fault.ts'
import type { Node } from '../chain/pool.ts'
import type { Context } from '../context.ts'
import { addressOf } from '../db/database.ts'
import { WIDEST_RANGE } from '../state/chain/fewest-calls.ts'
import { AGAIN, leaseRange, MARKET, notedAddresses, type Range, returnRange, stageRange } from '../state/chain/ranges.ts'
import type { RawLog } from '../state/chain/raw-log.ts'
import type { RangeFacts } from '../state/chain/staged-block.ts'
import { allCollections } from '../state/collections/store.ts'
import { confirmRange, type RangeQuestion, readRange, readTrustedRange } from './range-reading.ts'
import { readingFrom } from './source.ts'

const FIRST_WIDTH = 500
/** A range with fewer logs is followed by a wider one, with more by a narrower one. */
const FEW_LOGS = 2_000
const MANY_LOGS = 10_000

/** Reads old blocks for the writer, in any process; several may work side by side. Its ranges grow and shrink. */
export class RangeReader {
  readonly #context: Context
  readonly #chain: Chain
  readonly #owner = randomUUID()
  #width: number

  constructor(context: Context, chain: Chain, width = FIRST_WIDTH) {
    this.#context = context
    this.#chain = chain
    this.#width = width
  }

  /**
   * Reads one range. Returns false when there was none to read. @throws NodeFault when the nodes fail even on the narrowest one
   */
  async readOne(): Promise<boolean> {
    const { db } = this.#context
    const range = await leaseRange(db, this.#chain.id, this.#owner, this.#width)
    if (!range) return false
    try {
      const facts = await this.#read(range)
      await stageRange(db, range, facts)
      this.#adapt(facts)
    } catch (error) {
      await returnRange(db, range)
      const isNarrowest = range.first === range.last
      this.#width = Math.max(1, Math.floor(Math.min(this.#width, range.last - range.first + 1) / 4))
      // Too many logs, or blocks, for these nodes: a part of the range may do.
      if (isNarrowest || !isNodeFault(error)) throw error
    }
    return true
  }

  async #read(range: Range): Promise<RangeFacts> {
    const question = await this.#questionOf(range)
    const { pool, config } = this.#chain
    const sourceOf = (node: Node) => readingFrom(this.#context, this.#chain, node)
    const read = config.trustsRanges ? readTrustedRange : readRange
    // A reader that the others contradict is set aside as they are: the next one may be right.
    return pool.withNode(async (by) => {
      const facts = await read(this.#chain, this.#context.signer.mintSigners, sourceOf(by), question)
      if (!config.trustsRanges) await pool.withNode((node) => confirmRange(sourceOf(node), question, facts), { besides: by })
      return facts
    })
  }

  async #questionOf({ subject, first, last }: Range): Promise<RangeQuestion> {
    const { db } = this.#context
    const { contracts } = this.#chain.config
    if (!MARKET.equals(subject) && !AGAIN.equals(subject)) {
      const collection = addressOf(subject)
      return {
        first,
        last,
        addresses: [collection, ...everyOne(contracts, 'exchange')],
        isWanted: (log) => log.address === collection || names(log, collection),
      }
    }
    const known = await allCollections(db, this.#chain.id)
    const noted = await notedAddresses(db, this.#chain.id)
    return { first, last, addresses: [...new Set([...marketAddresses(contracts), ...known, ...noted])] }
  }

  #adapt({ blocks }: RangeFacts): void {
    const logs = blocks.reduce((sum, block) => sum + block.logs.length, 0)
    if (logs < FEW_LOGS) this.#width = Math.min(WIDEST_RANGE, this.#width * 2)
    else if (logs > MANY_LOGS) this.#width = Math.max(1, Math.floor(this.#width / 2))
  }
}

/** Whether a log of the exchange may be about a collection. */
function names({ topics, data }: RawLog, collection: Address): boolean {
  const word = toAddress(collection).slice(2)
  return data.includes(word) || topics.some((topic) => topic.endsWith(word))
}
