import type { Client } from '@plinth/api'
import type { V1ClientOf, V1Resources } from '@plinth/api/v1'
import { toAddress } from '@plinth/protocol'
import { CHAIN_ID } from '../bench-chain.ts'
import { collectionsOf, type Size, TOLD, wordsOf } from '../market/fill.ts'
import { addressText, COMMON_WORD, chineseWord, collectionBytes, latinWord, personBytes } from '../market/names.ts'

export type Ask = (client: Client, v1: V1ClientOf<V1Resources>) => Promise<unknown>
export type Case = {
  readonly name: string
  /** Cost is known to grow with the market, without a goal: docs/performance.md says why. */
  readonly isKnown?: boolean
  /** By the account with the most notices; others by a visitor without one. */
  readonly isSignedIn?: boolean
  /** Answers are kept, as in a market; in all other rows each is computed. "Bare" is a route that sends the same bytes. */
  readonly isRepeated?: boolean
  /** By the item index, which the bare statements would not have: they are left out. */
  readonly isIndexed?: boolean
  /** The plain way answers it too. */
  readonly hasPlain?: boolean
  /** The item that is asked for has been changed just before, by the chain or an order. */
  readonly isChanged?: boolean
  /** Request number `n`, pseudo-random but reproducible. */
  readonly ask: (n: number, size: Size) => Ask
}

const LIMIT = 20
export const FIRST_READING = 'item, first reading after a change'
export const LATER_READINGS = 'item, later readings'
const firstPages: Case['ask'] = (n) => (client) => client.home.list({ page: 1 + chance(n, 5), limit: LIMIT })
const itemAt = (n: number, size: Size) => {
  const item = chance(n, size.items)
  const tokenId = BigInt(Math.floor(item / collectionsOf(size)) + 1)
  return { collection: collectionAt(item % collectionsOf(size)), tokenId, chainId: CHAIN_ID }
}
const detail: Case['ask'] = (n, size) => (client) => client.nft.detail(itemAt(n, size))
const item: Case['ask'] = (n, size) => (_, v1) => v1.item(itemAt(n, size))
/** The same numbers in every run. */
const chance = (n: number, below: number): number => Math.floor(((((n + 1) * 2_654_435_761) % 4_294_967_296) / 4_294_967_296) * below)
const collectionAt = (index: number) => toAddress(addressText(collectionBytes(index)))
const personAt = (index: number) => toAddress(addressText(personBytes(index)))

export const CASES: readonly Case[] = [
  { name: 'home, first pages', ask: firstPages },
  { name: 'the same, signed in', isSignedIn: true, ask: firstPages },
  { name: 'home, the same page again', isRepeated: true, ask: () => (client) => client.home.list({ page: 1, limit: LIMIT }) },
  { name: 'home by /v1', hasPlain: true, ask: () => (_, v1) => v1.items({ limit: LIMIT }) },
  { name: 'home by /v1, the same page again', hasPlain: true, isRepeated: true, ask: () => (_, v1) => v1.items({ limit: LIMIT }) },
  {
    name: 'home, by time of listing',
    ask: (n) => (client) => client.home.list({ page: 1 + chance(n, 5), limit: LIMIT, sort: 'update_time', order: 'desc' }),
  },
  {
    name: 'one category',
    ask: (n) => (client) => client.home.list({ page: 1 + chance(n, 5), limit: LIMIT, categories: [BigInt(1 + chance(n, 3))] }),
  },
  {
    name: 'by price, either way',
    ask: (n) => (client) => client.home.list({ page: 1 + chance(n, 5), limit: LIMIT, sort: 'price', order: n % 2 === 0 ? 'asc' : 'desc' }),
  },
  { name: 'home, pages 200 to 500', ask: (n) => (client) => client.home.list({ page: 200 + chance(n, 300), limit: LIMIT }) },
  {
    name: 'home, any page to the last',
    ask:
      (n, { items }) =>
      (client) =>
        client.home.list({ page: 1 + chance(n, (items * 0.6) / LIMIT - 1), limit: LIMIT }),
  },
  { name: 'detail', ask: detail },
  { name: 'detail, signed in', isSignedIn: true, ask: detail },
  { name: FIRST_READING, hasPlain: true, isChanged: true, ask: item },
  { name: LATER_READINGS, hasPlain: true, ask: item },
  { name: 'search: a word', ask: (n, size) => search(latinWord(chance(n, wordsOf(size)))) },
  { name: 'search: 中文', ask: (n, size) => search(chineseWord(5 * chance(n, wordsOf(size) / 5))) },
  { name: 'search: an address', ask: (n, size) => search(collectionAt(chance(n, collectionsOf(size)))) },
  { name: 'search: #id', isKnown: true, ask: (n) => search(`#${1 + chance(n, 900)}`) },
  { name: 'search: a word of every 100th', isKnown: true, ask: () => search(COMMON_WORD) },
  { name: 'account with 120 items', ask: (n) => holdings(0, 1 + chance(n, 6)) },
  { name: 'account with 10,000 items', ask: (n) => holdings(1, 1 + chance(n, 5)) },
  { name: 'the same, any page to the last', ask: (n) => holdings(1, 1 + chance(n, 10_000 / LIMIT)) },
  { name: 'made by the same', ask: (n) => (client) => client.user.created({ address: personAt(1), page: 1 + chance(n, 5), limit: LIMIT }) },
  { name: 'notices', isSignedIn: true, ask: (n) => (client) => client.notices.list({ page: 1 + chance(n, 5), limit: LIMIT }) },
  {
    name: 'notices, any page to the last',
    isSignedIn: true,
    ask: (n) => (client) => client.notices.list({ page: 1 + chance(n, TOLD / LIMIT - 1), limit: LIMIT }),
  },
  explore('all', () => ({})),
  explore('on sale, a category, a price range', (n) => ({
    statuses: ['onSale'],
    categories: [BigInt(1 + chance(n, 5))],
    minPrice: String(20 + n),
    maxPrice: '150000',
  })),
  explore('one collection, two values of an attribute', (n, size) => ({
    collections: [{ chainId: CHAIN_ID, address: collectionAt(chance(n, collectionsOf(size))) }],
    attributes: [{ key: 'Series', values: [String(n % 40), String((n + 7) % 40)] }],
  })),
  explore('part of a name, each another', (n, size) => ({ words: latinWord(chance(n, wordsOf(size))).slice(1, 5) })),
  explore('中文, each another', (n, size) => ({ words: chineseWord(5 * chance(n, wordsOf(size) / 5)).slice(0, 2) })),
  { name: 'ranking by volume, 24 hours', ask: () => rankings(24) },
  { name: 'ranking by volume, 1 hour', ask: () => rankings(1) },
  { name: 'activity of the market', ask: () => (client) => client.statistics.activity({ chainId: CHAIN_ID, limit: 50 }) },
  {
    name: 'activity of a collection',
    ask: (n, size) => (client) =>
      client.statistics.activity({ collection: collectionAt(chance(n, collectionsOf(size))), chainId: CHAIN_ID, limit: 50 }),
  },
  {
    name: 'chart of a collection, 30 days',
    ask: (n, size) => (client) =>
      client.statistics.chart({ collection: collectionAt(chance(n, collectionsOf(size))), hours: 720, chainId: CHAIN_ID }),
  },
]

/** Filters with all counts; the index answers, and cards and names are read for the page. */
function explore(name: string, filtersOf: (n: number, size: Size) => Omit<Parameters<Client['explore']['items']>[0], 'limit'>): Case {
  const ask: Case['ask'] = (n, size) => (client) => client.explore.items({ ...filtersOf(n, size), withCounts: true, limit: LIMIT })
  return { name: `explore: ${name}`, isKnown: true, isIndexed: true, ask }
}

function search(text: string): Ask {
  return (client) => client.home.search({ search: text, page: 1, limit: LIMIT })
}

const rankings =
  (hours: 1 | 24): Ask =>
  (client) =>
    client.statistics.rankings({ by: 'volume', hours, chainId: CHAIN_ID, limit: 50 })

function holdings(person: number, page: number): Ask {
  return (client) => client.user.collections({ address: personAt(person), page, limit: LIMIT })
}
