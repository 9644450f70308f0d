import { type ChainAddress, FACET_NAMES, type FacetName, type ItemCounts } from '@plinth/api'
import { type Address, toAddress } from '@plinth/protocol'
import { sql } from 'kysely'
import { anyOf, byteas, givenFew, int8s } from '../../db/columns.ts'
import { addressOf, type Db } from '../../db/database.ts'
import { type Counts, keyOf } from './answer.ts'
import { isNumericKey } from './attributes.ts'
import { chainAddressOf, type Named, TELLING_OF, type Telling } from './facets.ts'
import { amountText, type Question } from './question.ts'

/** The most values of an attribute that counts name, the most frequent first, beside those that are chosen. */
const MOST_OF_ATTRIBUTE = 200

/** The most frequent first, those that leave none last; equals in the order they came. */
const ranked = <T extends { count: number }>(values: readonly T[]): T[] => values.toSorted((one, other) => other.count - one.count)

/** The counts, with names of collections and creators. */
export async function presentCounts(db: Db, question: Question, counts: Counts): Promise<ItemCounts> {
  const keysOf = (name: FacetName): string[] => [
    ...new Set([...(TELLING_OF[name].always?.(question) ?? []), ...counts[name].keys(), ...(question[name] ?? []).map(keyOf)]),
  ]
  const names = await readNames(db, keysOf('collections').map(chainAddressOf), keysOf('creators').map(toAddress))
  const tell = (name: FacetName) => {
    const { read, isAsListed, name: nameOf }: Telling<FacetName> = TELLING_OF[name]
    const values = keysOf(name).map((key) => ({ value: read(key), ...nameOf?.(names.get(key)), count: counts[name].get(key) ?? 0 }))
    return isAsListed ? values : ranked(values)
  }
  return {
    ...(Object.fromEntries(FACET_NAMES.map((name) => [name, tell(name)])) as Pick<ItemCounts, FacetName>),
    attributes: presentAttributes(question, counts),
    prices: counts.prices && {
      min: amountText(counts.prices.min, question.scale, 'min'),
      max: amountText(counts.prices.max, question.scale, 'max'),
      counts: [...counts.prices.counts],
      unpriced: counts.prices.unpriced,
    },
  }
}

type NameRow = { readonly chain_id: number | null; readonly address: Uint8Array; readonly name: string; readonly is_verified: boolean }

/** Of collections by `chainId:address`, of people by their address. */
async function readNames(db: Db, collections: readonly ChainAddress[], people: readonly Address[]): Promise<Map<string, Named>> {
  if (collections.length + people.length === 0) return new Map()
  const given = givenFew({
    of_chain: int8s(collections.map(({ chainId }) => chainId)),
    at: byteas(collections.map(({ address }) => address)),
  })
  const { rows } = await sql<NameRow>`select chain_id, address, name, is_verified
      from ${given} join collection on collection.chain_id = given.of_chain and collection.address = given.at
    union all select null, address, nickname, false from account where address = ${anyOf(people)}`.execute(db)
  return new Map(
    rows.map((row) => {
      const address = addressOf(row.address)
      return [row.chain_id === null ? address : `${row.chain_id}:${address}`, { name: row.name, isVerified: row.is_verified }]
    }),
  )
}

function presentAttributes({ attributes: filters }: Question, { attributes }: Counts): ItemCounts['attributes'] {
  const byName = attributes.toSorted((one, other) => compare(one.key, other.key) || compare(one.value, other.value))
  return [...Map.groupBy(byName, ({ key }) => key)].map(([key, values]) => {
    const chosen = new Set(filters.find((filter) => filter.key === key)?.values)
    const shown = ranked(values).filter(({ value }, place) => place < MOST_OF_ATTRIBUTE || chosen.has(value))
    return { key, isNumeric: isNumericKey(values.map(({ value }) => value)), values: shown.map(({ value, count }) => ({ value, count })) }
  })
}

const compare = (one: string, other: string): number => (one < other ? -1 : one > other ? 1 : 0)
