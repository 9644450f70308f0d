import { ITEM_STATUSES, ItemCounts, MEDIA_KINDS } from '@plinth/api'
import { type Address, TOKEN_STANDARD, toAddress } from '@plinth/protocol'
import { z } from 'zod'
import type { SharedContext } from '../../context.ts'
import type { Hole } from '../card-text.ts'
import type { NamesSeen } from '../kept-names.ts'
import { readNames } from '../names.ts'
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

/** Counts as JSON text of `ItemCounts`. Names come from memory, where `seen` says that they are new enough. */
export async function countsText(context: SharedContext, question: Question, counts: Counts, seen: NamesSeen | undefined): Promise<string> {
  const collections = ranked(
    each(
      new Set([...counts.collections.keys(), ...(question.collections ?? []).map(({ chainId, address }) => `${chainId}:${address}`)]),
      counts.collections,
    ),
  )
  const creators = ranked(each(new Set<Address>([...counts.creators.keys(), ...(question.creators ?? [])]), counts.creators))
  const holesOfCollections = collections.flatMap(({ value: key }): Hole[] => [
    { kind: 'collectionName', key },
    { kind: 'isVerified', key },
  ])
  const words = await readNames(
    context,
    [...holesOfCollections, ...creators.map(({ value: key }): Hole => ({ kind: 'nickname', key }))],
    seen,
  )
  // These are hundreds: the schema would take longer than the index.
  const ofCollections = collections.map(
    ({ value, count }, place) => `{"value":"${value}","name":${words[2 * place]},"verified":${words[2 * place + 1]},"count":${count}}`,
  )
  const ofCreators = creators.map(
    ({ value, count }, place) => `{"value":"${value}","name":${words[holesOfCollections.length + place]},"count":${count}}`,
  )
  return `{"collections":[${ofCollections.join(',')}],"creators":[${ofCreators.join(',')}],${JSON.stringify(othersOf(question, counts)).slice(1)}`
}

/** All but collections and creators, as the schema writes them. */
function othersOf(question: Question, counts: Counts): object {
  const tokens = new Set([
    ...question.moneys.tokens.map(({ chainId, address }) => `${chainId}:${address}`),
    ...(question.payTokens ?? []).map(({ chainId, address }) => `${chainId}:${address}`),
    ...counts.payTokens.keys(),
  ])
  const chains = [...question.times.chains.keys()].sort((a, b) => a - b)
  const categories = new Set([...counts.categories.keys(), ...(question.categories ?? [])])
  const { collections, creators, ...others } = z.encode(ItemCounts, {
    collections: [],
    creators: [],
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
  })
  return others
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
