import { type FacetName, type ItemSort, MEDIA_KINDS, MOVING } from '@plinth/api'
import { ZERO_ADDRESS } from '@plinth/protocol'
import type { Db } from '../../src/db/database.ts'
import type { Answer } from '../../src/read/explore/answer.ts'
import { MemoryItemIndex } from '../../src/read/explore/memory/item-index.ts'
import type { Asked, Question } from '../../src/read/explore/question.ts'
import { askDatabase } from '../../src/read/explore/sql.ts'
import type { Random } from '../simulator/random.ts'
import type { Filters } from './oracle.ts'
import { ACCOUNTS, CATEGORIES, CHAINS, COLLECTIONS, PAY_TOKENS } from './world.ts'

export type Way = (question: Question) => Promise<Answer>

/** As the fields of a call. */
export function asked({ min, max, ...filters }: Filters, more: { sort: ItemSort; limit: number; cursor?: string | undefined }): Asked {
  const text = ({ above, below }: NonNullable<Filters['min']>) => {
    const digits = String(below).length - 1
    const padded = String(above).padStart(digits + 1, '0')
    return digits === 0 ? padded : `${padded.slice(0, -digits)}.${padded.slice(-digits)}`
  }
  return {
    ...(filters as Asked),
    categories: filters.categories?.map(BigInt),
    minPrice: min && text(min),
    maxPrice: max && text(max),
    withCounts: more.cursor === undefined,
    ...more,
  }
}

export function randomFilters(random: Random): Filters {
  const some = <T>(list: readonly T[], most = 2): T[] => [
    ...new Set(Array.from({ length: random.between(1, most) }, () => random.pick(list))),
  ]
  const maybe = <T>(probability: number, value: () => T): T | undefined => (random.chance(probability) ? value() : undefined)
  const collections = maybe(0.5, () => some(COLLECTIONS, random.chance(0.7) ? 1 : 2))
  const number = () => ({ above: BigInt(random.between(0, 3_000)), below: 10n ** BigInt(random.between(0, 3)) })
  const filters = {
    chains: maybe(0.2, () => some(CHAINS)),
    statuses: maybe(0.3, () => some(['onSale', 'auction', 'offers', 'new24', 'new7'] as const)),
    categories: maybe(0.15, () => some(CATEGORIES.slice(1))),
    collections,
    attributes:
      collections?.length === 1
        ? maybe(0.6, () =>
            some(['Colour', 'Size', 'Mood']).map((key) =>
              key === 'Size' || random.chance(0.2)
                ? { key, min: random.between(-3, 5), ...(random.chance(0.5) && { max: random.between(2, 12) }) }
                : { key, values: some(['red', 'green', '青', 'off white', '1', 'calm', '3'], 3) },
            ),
          )
        : undefined,
    payTokens: maybe(0.2, () => some(COLLECTIONS).map(({ chainId }) => ({ chainId, address: random.pick(PAY_TOKENS) }))),
    media: maybe(0.2, () => some(MEDIA_KINDS)),
    moving: maybe(0.2, () => some(MOVING)),
    standards: maybe(0.2, () => some([2, 3])),
    creators: maybe(0.2, () => some(ACCOUNTS, 3)),
    money: maybe(0.5, () => ({
      chainId: random.pick(CHAINS),
      address: random.pick([ZERO_ADDRESS, PAY_TOKENS[2] ?? ZERO_ADDRESS, PAY_TOKENS[3] ?? ZERO_ADDRESS]),
    })),
    min: maybe(0.25, number),
    max: maybe(0.25, number),
    words: maybe(0.3, () => random.pick(WORDS)),
  } satisfies Record<FacetName | 'attributes' | 'money' | 'min' | 'max' | 'words', unknown>
  return Object.fromEntries(Object.entries(filters).filter(([, value]) => value !== undefined)) as Filters
}

const WORDS = [
  'drift',
  '雪山',
  'ue',
  'drifter',
  'drift 12',
  '12 drift',
  '12',
  'north drift',
  ...[7, 12, 30].map((n) => `collection 1 ${n}`),
]

/** Both ways of asking: the index, which must have room, and the database. */
export function waysOf(db: Db): Way[] {
  return [byIndex(db), (question) => askDatabase(db, question)]
}

/** An index that is read with the first question. */
export function byIndex(db: Db): Way {
  const index = new MemoryItemIndex(db, 100_000_000)
  return async (question) => {
    const answer = await index.ask(question)
    if (!answer) throw new Error('The index has no room')
    return answer
  }
}

export async function clear(db: Db): Promise<void> {
  for (const table of [
    'item_like',
    'item_lock',
    'item_rank',
    'sale',
    'account_stat',
    'auction',
    'market_order',
    'item',
    'account_search',
    'account',
    'collection',
    'chain_cursor',
  ] as const)
    await db.deleteFrom(table).execute()
}
