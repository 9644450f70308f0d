import { Encoded, type ExplorePage, ITEM_STATUSES, ItemCounts, MEDIA_KINDS } from '@plinth/api'
import { type Address, TOKEN_STANDARD, toAddress } from '@plinth/protocol'
import { z } from 'zod'
import type { SharedContext } from '../../context.ts'
import type { Db } from '../../db/database.ts'
import type { Connection } from '../../db/driver.ts'
import { peopleOf } from '../../modules/users/service.ts'
import { noteKept } from '../../reading.ts'
import { namesOfCollections } from '../../state/collections/store.ts'
import { readItemCards } from '../slim-cards.ts'
import type { Counts } from './answer.ts'
import { isNumericKey } from './attributes.ts'
import { fromDatabase } from './from-database.ts'
import type { ItemIndex } from './index/item-index.ts'
import { openItemIndex } from './index/open-index.ts'
import { moneysOfWalk, readMoneys } from './moneys.ts'
import { writePosition } from './position.ts'
import { type Asked, amountText, type Question, readQuestion, timesOf } from './question.ts'

/** The most values of an attribute that counts name, the most frequent first, beside those that are chosen. */
const MOST_OF_ATTRIBUTE = 200

/** Items by any filters, as JSON text of an `ExplorePage`. @throws AppError BAD_ARGUMENT_VALUE, LIST_NOT_READY */
export async function exploreItems(context: SharedContext, asked: Asked): Promise<Encoded<ExplorePage>> {
  const present = await readMoneys(context)
  const question = readQuestion(asked, timesOf(context), (mark) => moneysOfWalk(present, mark))
  noteKept(READ, 0)
  const { list, total, counts } = (await indexOf(context).ask(question)) ?? (await fromDatabase(context.db, question))
  const [cards, shown] = await Promise.all([readItemCards(context, list), counts && presentCounts(context, question, counts)])
  const last = list.length === question.limit ? list.at(-1) : undefined
  const rest = {
    ...(last && { next: writePosition(last, question.sort) }),
    total,
    ...(shown && { counts: z.encode(ItemCounts, shown) }),
    hasUnrated: list.some((one) => one.class === 1),
  }
  return new Encoded(`{"list":[${cards.join(',')}],${JSON.stringify(rest).slice(1)}`)
}

/** What the index is made of and kept true by: an answer that is shared ends with a commit to any of them. */
const READ = ['item', 'item_mark', 'item_index_mark', 'item_search', 'item_text_search', 'item_transfer', 'account_search', 'account']

const indexes = new WeakMap<Db, ItemIndex>()
const connections = new WeakMap<Db, Connection>()

/** Lets the index of a large market have a thread, which connects to the same database so. */
export function allowThread(db: Db, connection: Connection): void {
  connections.set(db, connection)
}

/** Reads the market into this process before visitors ask for it. */
export function warmItemIndex(context: IndexContext): Promise<void> {
  return indexOf(context).warm(timesOf(context))
}

type IndexContext = Pick<SharedContext, 'db' | 'config' | 'stopping' | 'chains' | 'clock'>

function indexOf({ db, config, stopping }: IndexContext): ItemIndex {
  const known = indexes.get(db)
  if (known) return known
  const index = openItemIndex(db, config.itemIndexBytes, { signal: stopping.signal, connection: connections.get(db) })
  indexes.set(db, index)
  return index
}

type Valued<T> = { value: T; count: number }

/** The most frequent first, those that leave none last; equals in the order they came. */
const ranked = <T extends { count: number }>(values: readonly T[]): T[] => values.toSorted((one, other) => other.count - one.count)

/** Each of these values, with 0 where nothing was counted. */
const each = <T>(values: Iterable<T>, counts: ReadonlyMap<T, number>): Valued<T>[] =>
  [...values].map((value) => ({ value, count: counts.get(value) ?? 0 }))

async function presentCounts({ db }: SharedContext, question: Question, counts: Counts): Promise<ItemCounts> {
  const chosen = new Set([
    ...counts.collections.keys(),
    ...(question.collections ?? []).map(({ chainId, address }) => `${chainId}:${address}`),
  ])
  const collections = each(chosen, counts.collections).map(({ value, count }) => ({ value: chainAddressOf(value), count }))
  const creators = each(new Set<Address>([...counts.creators.keys(), ...(question.creators ?? [])]), counts.creators)
  const [names, people] = await Promise.all([
    namesOfCollections(
      db,
      collections.map(({ value: { chainId, address } }) => ({ chainId, collection: address })),
    ),
    peopleOf(
      db,
      creators.map(({ value }) => value),
    ),
  ])
  const tokens = new Set([
    ...question.moneys.tokens.map(({ chainId, address }) => `${chainId}:${address}`),
    ...(question.payTokens ?? []).map(({ chainId, address }) => `${chainId}:${address}`),
    ...counts.payTokens.keys(),
  ])
  return {
    statuses: each(ITEM_STATUSES, counts.statuses),
    chains: ranked(
      each(
        [...question.times.chains.keys()].sort((a, b) => a - b),
        counts.chains,
      ),
    ),
    categories: ranked(each(new Set([...counts.categories.keys(), ...(question.categories ?? [])]), counts.categories)).map(
      ({ value, count }) => ({
        value: BigInt(value),
        count,
      }),
    ),
    collections: ranked(collections).map((one) => {
      const { name = '', isVerified = false } = names.get(`${one.value.chainId}:${one.value.address}`) ?? {}
      return { ...one, name, isVerified }
    }),
    payTokens: ranked(each(tokens, counts.payTokens)).map(({ value, count }) => ({ value: chainAddressOf(value), count })),
    media: ranked(each(MEDIA_KINDS, counts.media as ReadonlyMap<(typeof MEDIA_KINDS)[number], number>)),
    standards: ranked(each<number>([TOKEN_STANDARD.ERC721, TOKEN_STANDARD.ERC1155], counts.standards)),
    creators: ranked(creators).map((one) => ({ ...one, name: people.get(one.value)?.nickname ?? '' })),
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
