import type { Context } from '../../src/context.ts'
import { addressOf } from '../../src/db/database.ts'
import { buildCards } from '../../src/views/card-builder.ts'
import { differingCards } from '../../src/views/card-check.ts'
import type { Reads } from '../../src/views/items.ts'
import { CHAIN_ID } from './context.ts'

const FEES = { buyerFeeBps: 250n, minSellerFeeBps: 0n, feeEpoch: 0n, pausedUntil: 0 } as const

/** Compares every fresh card with what is read without it, after each step of the indexer. */
export class CardWatch {
  readonly #reads: Reads

  constructor({ db, chains, clock }: Pick<Context, 'db' | 'chains' | 'clock'>) {
    const chain = chains.get(CHAIN_ID)
    // The nodes are not asked for fees: their faults are drawn by seed, request by request.
    const quiet = { ...chain, fees: async () => FEES, auctionFees: async () => FEES }
    this.#reads = { db, clock, caller: undefined, chains: { ...chains, find: (id) => (id === CHAIN_ID ? quiet : undefined) } }
  }

  /** @throws where a card says something else */
  async look(): Promise<void> {
    const rows = await this.#reads.db.selectFrom('item').select(['chain_id', 'collection', 'token_id']).execute()
    const refs = rows.map((row) => ({ chainId: row.chain_id, collection: addressOf(row.collection), tokenId: row.token_id }))
    const [wrong] = await differingCards(this.#reads, refs)
    if (wrong) throw new Error(`The card of ${wrong.collection}:${wrong.tokenId} says something else than the tables`)
    await buildCards(this.#reads, refs)
  }
}
