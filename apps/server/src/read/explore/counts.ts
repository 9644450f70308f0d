import { type ChainAddress, ITEM_STATUSES, type ItemCounts, MEDIA_KINDS } from '@plinth/api'
import { type Address, TOKEN_STANDARD, toAddress } from '@plinth/protocol'
import { sql } from 'kysely'
import { anyOf, byteas, givenFew, int8s } from '../../db/columns.ts'
import { addressOf, type Db } from '../../db/database.ts'
import type { Counts } from './answer.ts'
import { isNumericKey } from './attributes.ts'
import { amountText, type Question } from './question.ts'

/** The most values of an attribute that counts name, the most frequent first, beside those that are chosen. */
const MOST_OF_ATTRIBUTE = 200

type Valued<T> = { value: T; count: number }

/** The most frequent first, those that leave none last; equals in the order they came. */
const ranked = <T extends { count: number }>(values: readonly T[]): T[] => values.toSorted((one, other) => other.count - one.count)

/** Each of these values, with 0 where nothing was counted. */
const each = <T>(values: Iterable<T>, counts: ReadonlyMap<T, number>): Valued<T>[] =>
  [...values].map((value) => ({ value, count: counts.get(value) ?? 0 }))

/** The counts, with names of collections and creators. */
export async function presentCounts(db: Db, question: Question, counts: Counts): Promise<ItemCounts> {
  const chosen = (question.collections ?? []).map(({ chainId, address }) => `${chainId}:${address}`)
  const collections = ranked(each(new Set([...counts.collections.keys(), ...chosen]), counts.collections))
  const creators = ranked(each(new Set<Address>([...counts.creators.keys(), ...(question.creators ?? [])]), counts.creators))
  const names = await readNames(
    db,
    collections.map(({ value }) => chainAddressOf(value)),
    creators.map(({ value }) => value),
  )
  return {
    collections: collections.map(({ value, count }) => {
      const { name = '', isVerified = false } = names.get(value) ?? {}
      return { value: chainAddressOf(value), name, isVerified, count }
    }),
    creators: creators.map(({ value, count }) => ({ value, name: names.get(value)?.name ?? '', count })),
    ...othersOf(question, counts),
  }
}

type Named = { readonly name: string; readonly isVerified: boolean }
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

function othersOf(question: Question, counts: Counts): Omit<ItemCounts, 'collections' | 'creators'> {
  const tokens = new Set([
    ...question.moneys.tokens.map(({ chainId, address }) => `${chainId}:${address}`),
    ...(question.payTokens ?? []).map(({ chainId, address }) => `${chainId}:${address}`),
    ...counts.payTokens.keys(),
  ])
  const chains = [...question.times.chains.keys()].sort((a, b) => a - b)
  const categories = new Set([...counts.categories.keys(), ...(question.categories ?? [])])
  return {
    statuses: each(ITEM_STATUSES, counts.statuses),
    chains: ranked(each(chains, counts.chains)),
    categories: ranked(each(categories, counts.categories)).map(({ value, count }) => ({ value: BigInt(value), count })),
    payTokens: ranked(each(tokens, counts.payTokens)).map(({ value, count }) => ({ value: chainAddressOf(value), count })),
    media: ranked(each(MEDIA_KINDS, counts.media as ReadonlyMap<(typeof MEDIA_KINDS)[number], number>)),
    standards: ranked(each<number>([TOKEN_STANDARD.ERC721, TOKEN_STANDARD.ERC1155], counts.standards)),
    attributes: presentAttributes(question, counts),
    prices: counts.prices && {
      min: amountText(counts.prices.min, question.scale, 'min'),
      max: amountText(counts.prices.max, question.scale, 'max'),
      counts: [...counts.prices.counts],
      unpriced: counts.prices.unpriced,
    },
  }
}

function chainAddressOf(text: string) {
  const [chainId, address = ''] = text.split(':')
  return { chainId: Number(chainId), address: toAddress(address) }
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
