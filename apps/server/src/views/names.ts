import { CardPrice, Category, CollectionBrief, PayToken, Person } from '@plinth/api'
import { type Address, type Currency, ORDER_TYPE, singlePrice, toAddress } from '@plinth/protocol'
import { type RawBuilder, sql } from 'kysely'
import { z } from 'zod'
import type { Chain } from '../chain/chain.ts'
import { auctionFeeToShow, feesToShow } from '../chain/shown-fees.ts'
import type { OfficialSender } from '../config.ts'
import type { Context } from '../context.ts'
import { anyOf } from '../db/columns.ts'
import type { Db } from '../db/database.ts'
import { type CategoryNode, categoriesOf } from '../modules/categories/service.ts'
import { buyerFeeOf } from '../modules/orders/service.ts'
import { presentPayToken, type StoredPayToken } from '../modules/pay-tokens/service.ts'
import { type CollectionFacts, type CollectionFactsRow, factsOfCollection } from '../state/collections/store.ts'
import { asciiJson, type Hole, type HoleKind, type KnownWord, tokenIn } from './card-text.ts'
import { type KeptNames, keptNames, type NamesSeen } from './kept-names.ts'
import { payTokenOf } from './orders.ts'
import { type OnePrice, readPrices } from './slim-text.ts'
import { bestPrice, rateBranches, type StoredRate, type Worths, worthsOf } from './worths.ts'

type Reads = Pick<Context, 'db' | 'chains'>

/** What belongs to nouns other than an item, by the keys of its card's holes. */
type Names = {
  readonly people: ReadonlyMap<string, Person>
  readonly collections: ReadonlyMap<string, CollectionFacts & { readonly isVerified: boolean }>
  readonly categories: ReadonlyMap<number, Category>
  readonly tokens: ReadonlyMap<number, ReadonlyMap<string, PayToken>>
  readonly senders: ReadonlyMap<number, readonly OfficialSender[]>
  readonly fees: ReadonlyMap<number, Fees>
  readonly worths: Worths
}
/** With the official senders of the configuration. */
type Fees = { readonly order: bigint; readonly auction: bigint; readonly senders: readonly OfficialSender[] }

/** Words in memory, as new as the statement that has `seen`; none without one. */
export function knownWords({ db, chains }: Reads, seen: NamesSeen | undefined): KnownWord | undefined {
  const kept = seen && keptNames(db)
  if (!kept) return undefined
  kept.note(seen)
  const feeOfSale = feesOfSales(chains, kept)
  return (kind, key) => (kind === 'buyerFee' ? feeOfSale(key) : kept.word(kind, key))
}

const OF_SALE = `:${ORDER_TYPE.SALE}:`

/** The fee of a sale by the hole's key, on chains without official senders; undefined of other orders, and while no fee is known. */
function feesOfSales(chains: Reads['chains'], kept: KeptNames): (key: string) => string | undefined {
  const known = new Map<string, string | undefined>()
  const read = (chainId: number): string | undefined => {
    const chain = chains.find(chainId)
    const hasNone = kept.senders.get(chainId)?.length === 0 && (chain?.config.officialSenders ?? []).length === 0
    const fees = hasNone ? chain?.freshFees() : undefined
    return fees && String(fees.buyerFeeBps)
  }
  return (key) => {
    const end = key.indexOf(':')
    if (!key.startsWith(OF_SALE, end)) return undefined
    const chainId = key.slice(0, end)
    if (!known.has(chainId)) known.set(chainId, read(Number(chainId)))
    return known.get(chainId)
  }
}

/**
 * Reads what stands in these holes; returns it as JSON, in their order. In one statement, or in none where `seen` says that the names
 * in memory are as new as the statement that found the holes. Prices of several moneys are compared each time.
 */
export async function readNames(context: Reads, holes: readonly Hole[], seen?: NamesSeen): Promise<readonly string[]> {
  if (holes.length === 0) return []
  const known = knownWords(context, seen)
  const words = holes.map(({ kind, key }) => known?.(kind, key))
  const missing = holes.filter((_, place) => words[place] === undefined)
  if (missing.length === 0) return words as string[]
  const asked = new Map<HoleKind, Map<string, string>>()
  for (const { kind, key } of missing) {
    const ofKind = asked.get(kind)
    if (ofKind) ofKind.set(key, '')
    else asked.set(kind, new Map([[key, '']]))
  }
  await findWords(context, asked, seen && keptNames(context.db))
  return words.map((word, place) => {
    if (word !== undefined) return word
    const { kind, key } = holes[place] as Hole
    return asked.get(kind)?.get(key) ?? ''
  })
}

/** What stands in holes, by their keys: to be found. */
type Asked = ReadonlyMap<HoleKind, Map<string, string>>

/** The first part of these keys: of most a chain. */
function heads(asked: Asked, ...kinds: HoleKind[]): number[] {
  const found = kinds.flatMap((kind) => [...(asked.get(kind)?.keys() ?? [])].map((key) => Number(key.split(':', 1)[0])))
  return [...new Set(found)]
}

/** What stands in a hole; the fall-backs are those of the records without one. */
function wordOf(names: Names, kind: Exclude<HoleKind, 'payTokenWords'>, key: string): unknown {
  // With a limit: without, the engine keeps each part for the next time.
  const [head = '', address = '', total = '0', quantity = '0'] = key.split(':', 4)
  switch (kind) {
    case 'person':
      return z.encode(Person, names.people.get(key) ?? { address: toAddress(key), nickname: '', avatar: '' })
    case 'avatar':
      return names.people.get(key)?.avatar ?? ''
    case 'nickname':
      return names.people.get(key)?.nickname ?? ''
    case 'collection':
      return z.encode(
        CollectionBrief,
        names.collections.get(key)?.brief ?? { address: toAddress(address), name: '', symbol: '', cover: '' },
      )
    case 'collectionName':
      return names.collections.get(key)?.brief.name ?? ''
    case 'isVerified':
      return names.collections.get(key)?.isVerified ?? false
    case 'metadataState':
      return names.collections.get(key)?.metadataState ?? 'unknown'
    case 'category': {
      const category = names.categories.get(Number(key))
      return category ? z.encode(Category, category) : null
    }
    case 'payToken':
      return z.encode(PayToken, tokenOf(names, head, address))
    case 'payTokenName':
      return tokenOf(names, head, address).name
    case 'payTokenSymbol':
      return tokenOf(names, head, address).symbol
    case 'payTokenDecimals':
      return tokenOf(names, head, address).decimals
    case 'unitPrice':
      return singlePrice(BigInt(total), BigInt(quantity), tokenOf(names, head, address).decimals)
    case 'buyerFee':
      return orderFee(names, key)
    case 'auctionFee':
      return Number(names.fees.get(Number(head))?.auction ?? 0n)
    case 'cheapest':
    case 'dearest':
      return cardPrice(names, head, bestOf(names, key, kind))
    case 'cheapestSeller':
      return bestOf(names, key, 'cheapest').maker
    case 'cheapestSince':
      return bestOf(names, key, 'cheapest').since
  }
}

/** Without the first of their keys, which is part of the card. */
function tokenWords(names: Names, key: string): string {
  const [chainId = '', address = ''] = key.split(':', 2)
  const { name, symbol, decimals } = tokenOf(names, chainId, address)
  return `${asciiJson(name)},"paytokenSymbol":${asciiJson(symbol)},"paytokenDecimals":${decimals}`
}

/** @throws Error for a key without prices, which no card has */
function bestOf(names: Names, key: string, which: 'cheapest' | 'dearest'): OnePrice {
  const [chainId = ''] = key.split(':', 1)
  const best = bestPrice(readPrices(key), which, {
    rateOf: (token) => names.worths.get(`${chainId}:${token}`),
    decimalsOf: (token) => tokenOf(names, chainId, token).decimals,
  })
  if (!best) throw new Error(`A card has a hole without a price: ${key}`)
  return best
}

function cardPrice(names: Names, chainId: string, { payToken, unitPrice }: OnePrice): unknown {
  const { symbol, decimals } = tokenOf(names, chainId, payToken)
  return z.encode(CardPrice, { payToken, symbol, decimals, unitPrice })
}

const tokenOf = ({ tokens }: Names, chainId: string, address: string): PayToken =>
  payTokenOf(tokens.get(Number(chainId)) ?? new Map(), Number(chainId), tokenIn(address))

function orderFee({ senders, fees }: Names, key: string): number {
  const [chain = '', side, collection = '', maker = '', salt = ''] = key.split(':', 5)
  const current = fees.get(Number(chain))
  if (!current) return 0
  const official = [...current.senders, ...(senders.get(Number(chain)) ?? [])]
  const order = {
    side: Number(side) === ORDER_TYPE.SALE ? ORDER_TYPE.SALE : ORDER_TYPE.BID,
    collection: toAddress(collection),
    maker: toAddress(maker),
    salt: BigInt(salt),
  }
  return Number(buyerFeeOf(official, order, current.order))
}

type Rows = {
  readonly person: Person
  readonly collection: CollectionFactsRow & { readonly chain_id: number; readonly is_verified: boolean }
  readonly category: CategoryNode
  readonly token: StoredPayToken
  readonly sender: OfficialSender & { readonly chain_id: number }
  readonly rate: StoredRate
  readonly currency: Currency
}
type Row = { [K in keyof Rows]: { readonly kind: K; readonly row: string } }[keyof Rows]

/** Holes whose pay tokens are read, and of these the ones that several moneys are compared for. */
const COMPARED = ['cheapest', 'cheapestSeller', 'cheapestSince', 'dearest'] as const
const OF_TOKEN = ['payToken', 'payTokenName', 'payTokenSymbol', 'payTokenDecimals', 'payTokenWords', 'unitPrice'] as const
const PRICED = [...OF_TOKEN, ...COMPARED] as const
const OF_PERSON = ['person', 'avatar', 'nickname'] as const
const OF_COLLECTION = ['collection', 'metadataState', 'collectionName', 'isVerified'] as const

/** Fills in what stands in these holes, as JSON: of what is kept in memory, nothing is read. */
async function findWords(context: Reads, asked: Asked, kept: KeptNames | undefined): Promise<void> {
  const edition = kept?.edition
  const names = await namesOf(context, asked, kept)
  const isKept = kept !== undefined && kept.edition === edition
  if (isKept) keep(kept, names, asked)
  for (const [kind, ofKind] of asked)
    for (const key of ofKind.keys()) {
      const word = kind === 'payTokenWords' ? tokenWords(names, key) : asciiJson(wordOf(names, kind, key))
      ofKind.set(key, word)
      if (isKept) kept.keepWord(kind, key, word)
    }
}

function keep(kept: KeptNames, { tokens, senders, categories }: Names, asked: Asked): void {
  for (const [chainId, ofChain] of tokens) kept.tokens.set(chainId, ofChain)
  for (const [chainId, ofChain] of senders) kept.senders.set(chainId, ofChain)
  if (asked.has('category')) kept.categories = categories
}

async function namesOf({ db, chains }: Reads, asked: Asked, kept: KeptNames | undefined): Promise<Names> {
  const people = OF_PERSON.flatMap((kind) => [...(asked.get(kind)?.keys() ?? [])]).map(toAddress)
  const collections = OF_COLLECTION.flatMap((kind) => [...(asked.get(kind)?.keys() ?? [])]).map((key) => toAddress(key.split(':')[1] ?? ''))
  // Before the first wait: what changes meanwhile is taken out of memory.
  const tokens = ofChains(heads(asked, ...PRICED), kept?.tokens)
  const senders = ofChains(heads(asked, 'buyerFee'), kept?.senders)
  const categories = asked.has('category') ? kept?.categories : undefined
  const [rows, fees] = await Promise.all([
    readRows(db, {
      people,
      collections,
      hasCategories: asked.has('category') && !categories,
      priced: tokens.missing,
      feed: senders.missing,
      compared: heads(asked, ...COMPARED).flatMap((id) => chains.find(id) ?? []),
    }),
    feesOf(
      heads(asked, 'buyerFee', 'auctionFee').flatMap((id) => chains.find(id) ?? []),
      asked.has('auctionFee'),
    ),
  ])
  const of = <K extends keyof Rows>(kind: K): Rows[K][] =>
    rows.flatMap((row) => (row.kind === kind ? [JSON.parse(row.row) as Rows[K]] : []))
  const [ofTokens, ofSenders] = [of('token'), of('sender')]
  for (const id of tokens.missing)
    tokens.known.set(
      id,
      new Map(ofTokens.filter(({ chain_id }) => chain_id === id).map((row) => [`${id}:${row.address}`, presentPayToken(row)])),
    )
  for (const id of senders.missing)
    senders.known.set(
      id,
      ofSenders.filter(({ chain_id }) => chain_id === id).map(({ collection, sender }) => ({ collection, sender })),
    )
  return {
    people: new Map(of('person').map((person) => [person.address, person])),
    collections: new Map(
      of('collection').map((row) => [`${row.chain_id}:${row.address}`, { ...factsOfCollection(row), isVerified: row.is_verified }]),
    ),
    categories: categories ?? categoriesOf(of('category')),
    tokens: tokens.known,
    senders: senders.known,
    fees,
    worths: worthsOf(of('rate'), of('currency')[0] ?? 'USD'),
  }
}

/** Those of these chains that are in memory, and the chains that are not. */
function ofChains<T>(ids: readonly number[], kept: ReadonlyMap<number, T> | undefined): { known: Map<number, T>; missing: number[] } {
  const known = new Map(ids.flatMap((id) => (kept?.has(id) ? [[id, kept.get(id) as T] as const] : [])))
  return { known, missing: ids.filter((id) => !known.has(id)) }
}

/** Of most pages no auction's fee is asked. */
async function feesOf(chains: readonly Chain[], hasAuctions: boolean): Promise<Map<number, Fees>> {
  const read = async (chain: Chain) => {
    const [{ buyerFeeBps }, auction] = await Promise.all([feesToShow(chain), hasAuctions ? auctionFeeToShow(chain) : 0n])
    const senders = chain.config.officialSenders ?? []
    return [chain.id, { order: buyerFeeBps, auction, senders }] as const
  }
  return new Map(await Promise.all(chains.map(read)))
}

type Wanted = {
  readonly people: readonly Address[]
  readonly collections: readonly Address[]
  readonly hasCategories: boolean
  /** Chains whose pay tokens, and whose official senders are wanted. */
  readonly priced: readonly number[]
  readonly feed: readonly number[]
  /** Chains whose rates are wanted. */
  readonly compared: readonly Chain[]
}

const hex = (column: string) => sql`'0x' || encode(${sql.ref(column)}, 'hex')`

async function readRows(db: Db, { people, collections, hasCategories, priced, feed, compared }: Wanted): Promise<Row[]> {
  const branches: RawBuilder<unknown>[] = []
  if (people.length > 0)
    branches.push(sql`select 'person' as kind, 0 as place,
      json_build_object('address', ${hex('address')}, 'nickname', nickname, 'avatar', avatar)::text as row
      from account where address = ${anyOf([...new Set(people)])}`)
  if (collections.length > 0)
    branches.push(sql`select 'collection' as kind, 0 as place, json_build_object('chain_id', chain_id, 'address', ${hex('address')}, 'name', name,
      'symbol', symbol, 'cover', cover, 'owner', ${hex('owner')}, 'followed_from', followed_from, 'frozen_prefix', frozen_prefix,
      'is_verified', is_verified)::text as row
      from collection where address = ${anyOf([...new Set(collections)])}`)
  if (hasCategories)
    branches.push(sql`select 'category' as kind, row_number() over (order by position, id) as place, json_build_object('id', id,
      'parent_id', parent_id, 'name', name, 'title_en', title_en, 'title_zh', title_zh)::text as row from category`)
  if (priced.length > 0)
    branches.push(sql`select 'token' as kind, 0 as place, json_build_object('id', id, 'chain_id', chain_id, 'address', ${hex('address')},
      'name', name, 'symbol', symbol, 'decimals', decimals, 'avatar', avatar, 'is_default', is_default, 'is_listed', is_listed)::text as row
      from pay_token where chain_id in (${sql.join([...priced])})`)
  if (feed.length > 0)
    branches.push(sql`select 'sender' as kind, 0 as place, json_build_object('chain_id', chain_id, 'collection', ${hex('collection')},
      'sender', ${hex('sender')})::text as row from official_sender where chain_id in (${sql.join([...feed])})`)
  if (compared.length > 0) branches.push(...rateBranches(compared))
  if (branches.length === 0) return []
  const { rows } = await sql<Row>`${sql.join(branches, sql` union all `)} order by place`.execute(db)
  return rows
}
