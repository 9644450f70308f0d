import {
  type AccountStatistics,
  type ActivityRecord,
  AppError,
  type Chart,
  type CollectionStatistics,
  type Depth,
  type Floor,
  type HolderPage,
  type RankedAccount,
  type RankedCollection,
  type SaleRecord,
  type Sparkline,
} from '@plinth/api'
import { type Address, HISTORY_TYPE, type HistoryType, toAddress, ZERO_ADDRESS } from '@plinth/protocol'
import type { Context } from '../../context.ts'
import { addressOf, hexOf } from '../../db/database.ts'
import { FLOOR_PERIODS } from '../../state/statistics/floor-history.ts'
import { countListed, type FloorRow, floorsOfCollections } from '../../state/statistics/floors.ts'
import { categoriesUnder } from '../categories/service.ts'
import { peopleOf, personOf } from '../users/service.ts'
import { listSales, readDepth } from './store-depth.ts'
import { isUncounted, readChart, readPeriods, readRoyalty, readSparklines, readTotals } from './store-figures.ts'
import {
  type ActivityRow,
  type After,
  listAccounts,
  listActivity,
  listHolders,
  type PeopleBy,
  readAccount,
  spreadHolders,
} from './store-lists.ts'
import { listRanked, type RankedRow, type RankingBy } from './store-rankings.ts'

export { ensureWrappedCoins } from './wrapped.ts'

type OfCollection = { readonly collection: Address; readonly chainId?: number }
type PageOf = { readonly cursor?: string; readonly limit: number }

const ALL_KINDS = Object.values(HISTORY_TYPE)
const TRADES = ALL_KINDS.filter((kind) => kind < HISTORY_TYPE.MINT)

export async function getCollectionStatistics(context: Context, input: OfCollection): Promise<CollectionStatistics> {
  const chain = await context.chains.resolve(input)
  const [named, now] = [{ chainId: chain.id, collection: input.collection }, chain.now()]
  const [isPending, totals, listed, royalty, floors, periods] = await Promise.all([
    isUncounted(context.db, named),
    readTotals(context.db, named),
    countListed(context.db, chain.id, input.collection, now),
    readRoyalty(context.db, named),
    floorsOfCollections(context.db, chain.id, [input.collection], now),
    readPeriods(context.db, named, now),
  ])
  return { isPending, ...totals, listed, royalty, floors: floors.map(floorOf), periods }
}

export async function getChart(
  context: Context,
  input: OfCollection & { readonly money?: Address; readonly hours: number },
): Promise<Chart> {
  const chain = await context.chains.resolve(input)
  const { collection, money = ZERO_ADDRESS } = input
  return readChart(context.db, { chainId: chain.id, collection, money }, input.hours, chain.now())
}

export async function listCollectionSales(
  context: Context,
  input: OfCollection & PageOf & { readonly money?: Address; readonly hours: number },
): Promise<{ list: SaleRecord[]; next?: string }> {
  const chain = await context.chains.resolve(input)
  const { collection, money = ZERO_ADDRESS, hours, limit } = input
  const after = readCursor(input.cursor, [NUMBER, HASH, NUMBER])
  const rows = await listSales(context.db, { chainId: chain.id, collection, money }, { hours, now: chain.now() }, after, limit)
  return { list: rows.map(({ key, ...sale }) => sale), ...nextOf(rows, limit, ({ key }) => key) }
}

export async function getDepth(context: Context, input: OfCollection & { readonly money?: Address }): Promise<Depth> {
  const chain = await context.chains.resolve(input)
  const { collection, money = ZERO_ADDRESS } = input
  return readDepth(context.db, chain, { collection, money })
}

type OfMany = { readonly collections: readonly Address[]; readonly chainId?: number; readonly money?: Address; readonly hours: number }

export async function listSparklines(context: Context, input: OfMany): Promise<Sparkline[]> {
  const chain = await context.chains.resolve(input)
  if (input.collections.length === 0) return []
  const of = { chainId: chain.id, collections: input.collections, money: input.money ?? ZERO_ADDRESS }
  return [...(await readSparklines(context.db, of, input.hours, chain.now()))].map(([collection, line]) => ({ collection, ...line }))
}

export async function listCollectionHolders(context: Context, input: OfCollection & PageOf): Promise<HolderPage> {
  const chain = await context.chains.resolve(input)
  const named = { chainId: chain.id, collection: input.collection }
  const [rows, { owners, units }, spread] = await Promise.all([
    listHolders(context.db, named, readCursor(input.cursor, [AMOUNT, ADDRESS]), input.limit),
    readTotals(context.db, named),
    spreadHolders(context.db, named),
  ])
  const people = await peopleOf(
    context.db,
    rows.map(({ owner }) => owner),
  )
  const list = rows.map((row) => ({ owner: personOf(people, row.owner), items: row.items, units: row.units }))
  return { list, owners, units, spread, ...nextOf(rows, input.limit, (row) => [row.units, row.owner]) }
}

export type ActivityInput = PageOf & {
  readonly collection?: Address
  readonly account?: Address
  readonly kinds?: readonly HistoryType[]
  readonly chainId?: number
}

export async function listActivityOf(context: Context, input: ActivityInput): Promise<{ list: ActivityRecord[]; next?: string }> {
  const { collection, account, limit } = input
  // An address may be a collection on several chains: they are different collections.
  const chains = collection ? [await context.chains.resolve(input)] : context.chains.scope(input.chainId)
  const known = collection && !account ? ALL_KINDS : TRADES
  const kinds = input.kinds && input.kinds.length > 0 ? [...new Set(input.kinds)] : known
  if (kinds.some((kind) => !known.includes(kind)))
    throw new AppError('BAD_ARGUMENT_VALUE', { field: 'kinds', reason: 'mints, transfers and burns are of a whole collection alone' })
  const of = { chainIds: chains.map(({ id }) => id), collection, account, kinds }
  const rows = await listActivity(context.db, of, readCursor(input.cursor, [NUMBER, NUMBER]), limit)
  const people = await peopleOf(
    context.db,
    rows.flatMap(({ from_account, to_account }) => [from_account, ...(to_account ? [to_account] : [])]).map(addressOf),
  )
  return {
    list: rows.map((row) => ({
      id: String(row.id),
      chainId: row.chain_id,
      collection: addressOf(row.collection),
      tokenId: row.token_id,
      name: row.name,
      type: row.type,
      from: personOf(people, addressOf(row.from_account)),
      to: row.to_account ? personOf(people, addressOf(row.to_account)) : undefined,
      quantity: row.quantity,
      ...priceOf(row),
      isLeftOut: row.is_left_out,
      txHash: row.tx_hash ? hexOf(row.tx_hash) : '',
      at: row.created_at,
    })),
    ...nextOf(rows, limit, (row) => [row.created_at, row.id]),
  }
}

function priceOf({ snapshot, quantity }: ActivityRow): Pick<ActivityRecord, 'payToken' | 'total' | 'unitPrice'> {
  if (!snapshot) return {}
  const isBid = snapshot.sellToken === snapshot.payToken
  const [money, units] = [isBid ? snapshot.sellValue : snapshot.buyValue, isBid ? snapshot.buyValue : snapshot.sellValue].map(BigInt)
  if (money === undefined || !units) return {}
  return { payToken: toAddress(snapshot.payToken), total: (money * quantity) / units, unitPrice: money / units }
}

export type RankingInput = PageOf & {
  readonly by: RankingBy
  readonly hours: number
  readonly category?: bigint
  readonly money?: Address
  readonly chainId?: number
}

/** Volumes of two chains are in two moneys: a ranking by them is of one chain. */
export async function rankCollections(context: Context, input: RankingInput): Promise<{ list: RankedCollection[]; next?: string }> {
  const { by, hours, limit, money = ZERO_ADDRESS } = input
  if (by === 'floor' && !FLOOR_PERIODS.some((known) => known === hours))
    throw new AppError('BAD_ARGUMENT_VALUE', { field: 'hours', reason: `not one of ${FLOOR_PERIODS.join(', ')}` })
  if (by === 'newest' && hours === 1) throw new AppError('BAD_ARGUMENT_VALUE', { field: 'hours', reason: 'not of the newest' })
  const chains = by === 'volume' || by === 'floor' ? [await context.chains.resolve(input)] : context.chains.scope(input.chainId)
  const times = chains.map((chain) => ({ id: chain.id, now: chain.now() }))
  const after = readCursor(input.cursor, [AMOUNT, NUMBER, ADDRESS])
  const categories = input.category === undefined ? undefined : await categoriesUnder(context.db, Number(input.category))
  if (categories?.length === 0) return { list: [] }
  const rows = await listRanked(context.db, { chains: times, by, hours, money, categories }, after, limit)
  const floors = new Map<string, Floor[]>()
  for (const { id, now } of times) {
    const collections = rows.filter((row) => row.chain_id === id).map((row) => addressOf(row.collection))
    for (const floor of await floorsOfCollections(context.db, id, collections, now)) {
      const key = `${id}:${floor.collection}`
      floors.set(key, [...(floors.get(key) ?? []), floorOf(floor)])
    }
  }
  const people = await peopleOf(
    context.db,
    rows.map(({ owner }) => addressOf(owner)),
  )
  return {
    list: rows.map((row) => ({
      ...presentRanked(row, floors.get(`${row.chain_id}:${addressOf(row.collection)}`) ?? []),
      owner: personOf(people, addressOf(row.owner)),
    })),
    ...nextOf(rows, limit, (row) => [placeIn(row, by), row.chain_id, addressOf(row.collection)]),
  }
}

function placeIn(row: RankedRow, by: RankingBy): bigint | number {
  if (by === 'floor') return row.floor_change ?? 0n
  return by === 'newest' ? row.created_at : row[by]
}

function presentRanked(row: RankedRow, floors: Floor[]): Omit<RankedCollection, 'owner'> {
  return {
    chainId: row.chain_id,
    collection: addressOf(row.collection),
    name: row.name,
    cover: row.cover,
    isVerified: row.is_verified,
    isOfficial: row.is_official,
    createdAt: row.created_at,
    items: row.items,
    owners: row.owners,
    listed: row.listed,
    sales: row.sales,
    salesBefore: row.sales_before,
    volume: row.volume,
    volumeBefore: row.volume_before,
    worth: row.worth,
    worthBefore: row.worth_before,
    floors,
    floorChange: row.floor_change === null ? undefined : Number(row.floor_change),
  }
}

export type PeopleInput = PageOf & { readonly by: PeopleBy; readonly money?: Address; readonly chainId?: number }

export async function rankPeople(context: Context, input: PeopleInput): Promise<{ list: RankedAccount[]; next?: string }> {
  const chain = await context.chains.resolve(input)
  const { by, limit, money = ZERO_ADDRESS } = input
  const rows = await listAccounts(context.db, { chainId: chain.id, money, by }, readCursor(input.cursor, [AMOUNT, ADDRESS]), limit)
  const people = await peopleOf(
    context.db,
    rows.map(({ account }) => account),
  )
  return {
    list: rows.map((row) => ({
      account: personOf(people, row.account),
      money,
      bought: row.bought,
      boughtVolume: row.bought_volume,
      sold: row.sold,
      soldVolume: row.sold_volume,
      made: row.made,
      madeVolume: row.made_volume,
    })),
    ...nextOf(rows, limit, (row) => [row[`${by}_volume`], row.account]),
  }
}

export async function getAccountStatistics(
  context: Context,
  { account, chainId }: { readonly account: Address; readonly chainId?: number },
): Promise<AccountStatistics[]> {
  const chainIds = context.chains.scope(chainId).map(({ id }) => id)
  return (await readAccount(context.db, chainIds, account)).map((row) => ({
    chainId: row.chain_id,
    money: addressOf(row.money),
    bought: row.bought,
    boughtVolume: row.bought_volume,
    sold: row.sold,
    soldVolume: row.sold_volume,
    made: row.made,
    madeVolume: row.made_volume,
  }))
}

const floorOf = ({ money, payToken, unitPrice, isThin }: FloorRow): Floor => ({ money, payToken, unitPrice, isThin })

const AMOUNT = /^-?\d{1,130}$/
const NUMBER = /^\d{1,15}$/
const ADDRESS = /^0x[0-9a-f]{40}$/
const HASH = /^0x[0-9a-f]{64}$/

/** The values of a cursor, addresses as PostgreSQL decodes them. @throws AppError BAD_ARGUMENT_VALUE */
function readCursor(cursor: string | undefined, parts: readonly RegExp[]): After | undefined {
  if (cursor === undefined) return undefined
  const values = cursor.split('.')
  if (values.length !== parts.length || parts.some((part, place) => !part.test(values[place] ?? '')))
    throw new AppError('BAD_ARGUMENT_VALUE', { field: 'cursor', reason: 'not a cursor of this list' })
  return values.map((value) => value.replace(/^0x/, ''))
}

/** The cursor of the page after a full one. */
function nextOf<T>(rows: readonly T[], limit: number, keyOf: (row: T) => readonly (bigint | number | string)[]): { next?: string } {
  const last = rows.at(-1)
  return last !== undefined && rows.length === limit ? { next: keyOf(last).join('.') } : {}
}
