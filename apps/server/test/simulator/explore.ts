import { deepStrictEqual } from 'node:assert'
import { isDeepStrictEqual } from 'node:util'
import { ITEM_SORTS, type ItemSort } from '@plinth/api'
import type { Context } from '../../src/context.ts'
import { MemoryItemIndex } from '../../src/read/explore/memory/item-index.ts'
import { readMoneys } from '../../src/read/explore/present-moneys.ts'
import { type Asked, readQuestion, timesOf } from '../../src/read/explore/question.ts'
import { askDatabase } from '../../src/read/explore/sql.ts'
import { CHAIN_ID } from './context.ts'
import { OFFICIAL } from './ledger.ts'

// Those that mean nothing without one collection, or without words.
const NARROW: readonly ItemSort[] = ['rarity', 'token', 'match']
const SORTS = ITEM_SORTS.filter((sort) => !NARROW.includes(sort))
const MOST = 10_000_000

/** Compares the item index, which lives as long as the run, with what PostgreSQL answers, after each step of the indexer. */
export class ExploreWatch {
  readonly #context: Pick<Context, 'db' | 'chains' | 'clock'>
  readonly #index: MemoryItemIndex
  #looks = 0

  constructor(context: Pick<Context, 'db' | 'chains' | 'clock'>) {
    this.#context = context
    this.#index = new MemoryItemIndex(context.db, MOST)
  }

  /** @throws where they differ */
  async look(): Promise<void> {
    const moneys = await readMoneys(this.#context)
    const sort = SORTS[this.#looks % SORTS.length] ?? 'made'
    const collections = [{ chainId: CHAIN_ID, address: OFFICIAL.erc721.address }]
    // Every other time with a collection's attributes.
    const asked: Asked = { limit: 200, withCounts: true, sort, collections: this.#looks % 2 === 1 ? collections : undefined }
    this.#looks++
    const question = readQuestion(asked, timesOf(this.#context), () => moneys)
    const sorted = ({ counts, ...rest }: Awaited<ReturnType<typeof askDatabase>>) => ({
      ...rest,
      counts: counts && {
        ...counts,
        attributes: counts.attributes.toSorted((one, other) => (one.digest < other.digest ? -1 : 1)),
      },
    })
    const inDatabase = async () => sorted(await askDatabase(this.#context.db, question))
    const inIndex = async () => {
      const answer = await this.#index.ask(question)
      if (!answer) throw new Error('The item index has no room')
      return sorted(answer)
    }
    let [answer, after] = [await inIndex(), await inDatabase()]
    // Others write meanwhile: then what the database says before and after the index is asked differs.
    for (let turn = 0; turn < 20 && !isDeepStrictEqual(answer, after); turn++) {
      const before = after
      answer = await inIndex()
      after = await inDatabase()
      if (isDeepStrictEqual(before, after)) break
    }
    deepStrictEqual(answer, after)
  }
}
