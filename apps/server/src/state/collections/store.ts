import type { Collection, CollectionBrief, MetadataState } from '@plinth/api'
import { type Address, standardOf, type TokenStandard, ZERO_ADDRESS } from '@plinth/protocol'
import { type RawBuilder, type Selectable, sql } from 'kysely'
import { anyOf } from '../../db/columns.ts'
import { addressOf, bytes, type Db, type Tx } from '../../db/database.ts'
import { gatedSearch } from '../../db/gate.ts'
import type { Source } from '../../db/keyset.ts'
import { type PageOf, pageBounds } from '../../db/paging.ts'
import { type FoundRows, type RowsOf, readFoundPage, readRowsAfter } from '../../db/rows-after.ts'
import type { MarketTables } from '../../db/schema/market.ts'
import { AT_LEAST, ENOUGH_OF_SHORT, isFound, MOST_OF_SHORT, type Search, verifiedRankOf } from '../../db/search.ts'

export type CollectionRow = Omit<Selectable<MarketTables['collection']>, 'address' | 'owner' | 'signer'> & {
  readonly address: Address | undefined
  readonly owner: Address
  readonly signer: Address
}

function read(row: Selectable<MarketTables['collection']>): CollectionRow {
  return { ...row, address: row.address ? addressOf(row.address) : undefined, owner: addressOf(row.owner), signer: addressOf(row.signer) }
}

/** A collection the chain has confirmed. */
export async function findCollection(db: Db, chainId: number, address: Address): Promise<CollectionRow | undefined> {
  const row = await db
    .selectFrom('collection')
    .selectAll()
    .where('chain_id', '=', chainId)
    .where('address', '=', bytes(address))
    .executeTakeFirst()
  return row && read(row)
}

/** The row until the end of this transaction. */
export async function lockCollectionRow(tx: Tx, id: number): Promise<CollectionRow | undefined> {
  const row = await tx.selectFrom('collection').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()
  return row && read(row)
}

export async function isKnownCollection(db: Db, chainId: number, address: Address): Promise<boolean> {
  return (await knownCollections(db, chainId, [address])).has(address)
}

/** Which of these addresses are collections of ours, and of which standard. */
export async function knownCollections(db: Db, chainId: number, addresses: Iterable<Address>): Promise<Map<Address, TokenStandard>> {
  const asked = [...addresses]
  if (asked.length === 0) return new Map()
  const rows = await db
    .selectFrom('collection')
    .select(['address', 'standard'])
    .where('chain_id', '=', chainId)
    .where('address', '=', anyOf(asked))
    .execute()
  return new Map(rows.flatMap((row) => (row.address ? [[addressOf(row.address), standardOf(row.standard)] as const] : [])))
}

/** Every confirmed collection of a chain, whose logs are requested for a range. */
export async function allCollections(db: Db, chainId: number): Promise<Address[]> {
  const rows = await db
    .selectFrom('collection')
    .select('address')
    .where('chain_id', '=', chainId)
    .where('address', 'is not', null)
    .execute()
  return rows.flatMap((row) => (row.address ? [addressOf(row.address)] : []))
}

/** Announcing costs nothing, so a list of them has an end (decision 9: contract.listall). */
const MOST_MINTABLE = 1_000

/** Collections an account can mint in: its own, and the official ones of these chains. */
export async function listMintable(db: Db, chainIds: readonly number[], owner: Address | undefined): Promise<CollectionRow[]> {
  const rows = await db
    .selectFrom('collection')
    .selectAll()
    .where('chain_id', 'in', [...chainIds])
    .where(({ eb, or }) => or([eb('is_official', '=', true), ...(owner ? [eb('owner', '=', bytes(owner))] : [])]))
    .orderBy('is_official', 'desc')
    .orderBy(sql`case when is_official then -standard end`)
    .orderBy('id', 'desc')
    .limit(MOST_MINTABLE)
    .execute()
  return rows.map(read)
}

/** Those of these addresses that are known, on any of these chains. */
export async function collectionsAt(db: Db, chainIds: readonly number[], addresses: readonly Address[]): Promise<CollectionRow[]> {
  if (addresses.length === 0) return []
  const rows = await db
    .selectFrom('collection')
    .selectAll()
    .where('chain_id', 'in', [...chainIds])
    .where('address', '=', anyOf(addresses))
    .orderBy('id')
    .execute()
  return rows.map(read)
}

/** Newest first. */
export async function listConfirmed(
  db: Db,
  chainIds: readonly number[],
  page: PageOf,
  only: { isOfficial?: true } = {},
): Promise<{ total: number; rows: CollectionRow[] }> {
  const there = db
    .selectFrom('collection')
    .where('chain_id', 'in', [...chainIds])
    .where('is_confirmed', '=', true)
    .where('address', 'is not', null)
    .where('is_hidden', '=', false)
    .$if(only.isOfficial === true, (query) => query.where('is_official', '=', true))
  const { total } = await there.select(({ fn }) => fn.countAll<number>().as('total')).executeTakeFirstOrThrow()
  const { isThere, offset } = pageBounds(total, page)
  if (!isThere) return { total, rows: [] }
  const rows = await there.selectAll().orderBy('id', 'desc').limit(page.limit).offset(offset).execute()
  return { total, rows: rows.map(read) }
}

type CollectionsAsked = {
  readonly chainIds: readonly number[]
  readonly isOfficial?: boolean | undefined
  /** What they are found by, and then in the order of the search. */
  readonly by?: Search | Address | undefined
}

/** The confirmed ones from a row on, newest first. */
export async function listCollectionRows(
  db: Db,
  { chainIds, isOfficial, by }: CollectionsAsked,
  page: RowsOf,
): Promise<FoundRows<Collection>> {
  const shown = sql`collection.chain_id in (${sql.join([...chainIds])}) and collection.is_confirmed and not collection.is_hidden
    and collection.address is not null ${isOfficial === undefined ? sql`` : sql`and collection.is_official = ${isOfficial}`}
    ${typeof by === 'string' ? sql`and collection.address = ${bytes(by)}` : sql``}`
  const source =
    by !== undefined && typeof by !== 'string'
      ? foundSource(by, shown)
      : { from: sql`collection`, where: shown, order: [{ by: sql`collection.id`, direction: 'desc' }] as const, isCut: sql`false` }
  const columns = sql`collection.*, ${source.isCut} as is_cut`
  const { list, next } = await readRowsAfter<Selectable<MarketTables['collection']> & { is_cut: boolean }>(db, source, columns, page)
  return { list: list.map(({ is_cut: _, ...row }) => presentCollection(read(row))), next, ...(list[0]?.is_cut ? AT_LEAST : {}) }
}

const BY_AGE = { by: sql`collection.id`, direction: 'asc' } as const

/** The confirmed ones among which a search looks, and its order. Of a short word the verified ones come first among those it ends with. */
function foundSource(by: Search, shown: RawBuilder<unknown>): Source & { readonly isCut: RawBuilder<unknown> } {
  const rank = verifiedRankOf('collection_search', by, IS_VERIFIED)
  const from = sql`collection join collection_search on collection_search.id = collection.id`
  const where = sql`${shown} and ${isFound('collection_search', by)}`
  const order = (ranked: RawBuilder<unknown>) => [{ by: ranked, direction: 'asc' } as const, BY_AGE]
  if (!by.isShort) return { from, where, order: order(rank), isCut: sql`false` }
  const first = (is: RawBuilder<unknown>) =>
    sql`(select collection.id, ${rank} as rank from ${from} where ${where} and ${is} limit ${ENOUGH_OF_SHORT})`
  const hits = sql`(select id, rank, count(*) over () > ${sql.lit(MOST_OF_SHORT)} as is_cut
    from (${first(IS_VERIFIED)} union ${first(sql`true`)}) hits order by rank, id limit ${sql.lit(MOST_OF_SHORT)})`
  return { from: sql`${hits} found join collection using (id)`, where: sql`true`, order: order(sql`found.rank`), isCut: sql`found.is_cut` }
}

/** Of two equal ones that are not verified, the copy is the newer one. */
const IS_VERIFIED = sql<boolean>`(collection.is_verified or collection.is_official)`

/** Stores the name and symbol that the chain gives for a collection whose event had none. */
export async function nameCollection(tx: Db, id: number, named: { name: string; symbol: string }): Promise<void> {
  await tx.updateTable('collection').set(named).where('id', '=', id).execute()
}

export async function collectionBriefs(
  db: Db,
  keys: readonly { chainId: number; collection: Address }[],
): Promise<Map<string, CollectionBrief>> {
  const facts = await collectionFacts(db, keys)
  return new Map([...facts].map(([key, { brief }]) => [key, brief]))
}

/** What an item shows of its collection. */
export type CollectionFacts = { readonly brief: CollectionBrief; readonly metadataState: MetadataState }

async function collectionFacts(db: Db, keys: readonly { chainId: number; collection: Address }[]): Promise<Map<string, CollectionFacts>> {
  const facts = new Map<string, CollectionFacts>()
  if (keys.length === 0) return facts
  const rows = await db
    .selectFrom('collection')
    .select(['chain_id', 'address', 'name', 'symbol', 'cover', 'owner', 'followed_from', 'frozen_prefix'])
    .where('address', '=', anyOf([...new Set(keys.map((key) => key.collection))]))
    .execute()
  for (const row of rows) {
    if (!row.address) continue
    const address = addressOf(row.address)
    facts.set(`${row.chain_id}:${address}`, factsOfCollection({ ...row, address, owner: addressOf(row.owner) }))
  }
  return facts
}

/** Columns of `collection` that its items show. */
export type CollectionFactsRow = Pick<CollectionRow, 'name' | 'symbol' | 'cover' | 'owner' | 'followed_from' | 'frozen_prefix'> & {
  readonly address: Address
}

export function factsOfCollection({ address, ...row }: CollectionFactsRow): CollectionFacts {
  return { brief: { address, name: row.name, symbol: row.symbol, cover: row.cover }, metadataState: metadataStateOf(row) }
}

/** A prefix of this kind leads to content that its own address proves. */
const CONTENT_ADDRESSED = /^ipfs:\//

/**
 * Whether items' metadata can change. A prefix frozen at a web address proves nothing, since the site behind it may answer
 * otherwise; nor does an imported contract, whose code the market does not know, or one without an owner.
 */
function metadataStateOf(row: Pick<CollectionRow, 'owner' | 'followed_from' | 'frozen_prefix'>): MetadataState {
  if (row.frozen_prefix !== null) return CONTENT_ADDRESSED.test(row.frozen_prefix) ? 'frozen' : 'unknown'
  return row.followed_from !== null || row.owner === ZERO_ADDRESS ? 'unknown' : 'changeable'
}

/**
 * Whether the index compared its code with the market's, whose source is published: it does so for what the factory made. Until the
 * factory's event names another, the owner of a row from the configuration is its own address.
 */
function isOurCode({ is_confirmed, followed_from, owner, address }: CollectionRow): boolean {
  return is_confirmed && followed_from === null && owner !== address
}

export function presentCollection(row: CollectionRow): Collection {
  return {
    id: BigInt(row.id),
    chainId: row.chain_id,
    address: row.address ?? '',
    name: row.name,
    symbol: row.symbol,
    standard: row.standard,
    cover: row.cover,
    bannerUrl: row.banner_url,
    description: row.description,
    owner: row.owner,
    isOfficial: row.is_official,
    isVerified: row.is_verified,
    isConfirmed: row.is_confirmed,
    signer: row.signer,
    storageId: row.storage_id,
    shortUrl: row.short_url,
    externalUrl: row.external_url,
    metadataUrl: row.metadata_url,
    metadataState: metadataStateOf(row),
    codeMatches: isOurCode(row),
    categoryId: BigInt(row.category_id ?? 0),
    links: row.links,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  }
}

type FoundPage = { readonly total: number; readonly rows: readonly CollectionRow[]; readonly isCut: boolean }

/** By name, verified ones first and older ones before newer ones, or the one at this address. @throws AppError LIST_NOT_READY */
export async function searchConfirmed(db: Db, chainIds: readonly number[], by: Search | Address, page: PageOf): Promise<FoundPage> {
  const shown = sql`collection.chain_id in (${sql.join([...chainIds])}) and collection.is_confirmed and not collection.is_hidden
    and collection.address is not null`
  const source =
    typeof by === 'string'
      ? { from: sql`collection`, where: sql`${shown} and collection.address = ${bytes(by)}`, order: [BY_AGE], isCut: sql`false` }
      : foundSource(by, shown)
  const { total, isCut, rows } = await gatedSearch(db, (tx) =>
    readFoundPage<Selectable<MarketTables['collection']>>(tx, source, sql`collection.*`, page),
  )
  return { total, isCut, rows: rows.map(read) }
}
