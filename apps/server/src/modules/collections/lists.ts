import type { Collection, Page } from '@plinth/api'
import type { Address } from '@plinth/protocol'
import { byChain } from '../../chain/chains.ts'
import { isOfMarket } from '../../chain/editions.ts'
import type { Context } from '../../context.ts'
import { transact } from '../../db/database.ts'
import { type PageOf, pageBounds } from '../../db/paging.ts'
import { placeNamed } from '../../db/search.ts'
import {
  type CollectionRow,
  collectionsAt,
  findCollection,
  listConfirmed,
  listMintable,
  nameCollection,
  presentCollection,
} from '../../state/collections/store.ts'
import { nameOf } from './names.ts'

/** The most official collections in one answer. */
const MOST_OFFICIAL = 100

const idsOf = (context: Context, chainId: number | undefined) => context.chains.scope(chainId).map((chain) => chain.id)

/** Reads a collection's name from the chain once, where its event did not carry it. */
export async function getNamedCollection(
  context: Context,
  input: { collection: Address; chainId?: number },
): Promise<Collection | Record<string, never>> {
  const chain = await context.chains.resolve(input)
  const row = await findCollection(context.db, chain.id, input.collection)
  if (!row) return {}
  if (row.name !== '' && row.symbol !== '') return presentCollection(row)
  const onChain = await nameOf(chain, input.collection).catch(() => undefined)
  const named = { name: row.name || onChain?.name || '', symbol: row.symbol || onChain?.symbol || '' }
  if (named.name !== row.name || named.symbol !== row.symbol) {
    await transact(context.db, async (tx) => {
      await nameCollection(tx, row.id, named)
      await placeNamed(tx, 'collection_search', row.id, named.name)
    })
  }
  return presentCollection({ ...row, ...named })
}

export async function listOfficialCollections(context: Context, chainId: number | undefined): Promise<Collection[]> {
  const chainIds = idsOf(context, chainId)
  const { rows } = await listConfirmed(context.db, chainIds, { page: 1, limit: MOST_OFFICIAL }, { isOfficial: true })
  return byChain(rows.map(presentCollection), chainIds)
}

export async function listAllCollections(context: Context, chainId: number | undefined, page: PageOf): Promise<Page<Collection>> {
  const { total, rows } = await listConfirmed(context.db, idsOf(context, chainId), page)
  return { list: rows.map(presentCollection), ...pageBounds(total, page).counts }
}

export async function listCollections(context: Context, addresses: readonly Address[], chainId: number | undefined): Promise<Collection[]> {
  return (await collectionsAt(context.db, idsOf(context, chainId), addresses)).map(presentCollection)
}

export async function listMintableCollections(
  context: Context,
  owner: Address | undefined,
  chainId: number | undefined,
): Promise<Collection[]> {
  const chains = context.chains.scope(chainId)
  const chainIds = chains.map((chain) => chain.id)
  const rows = await listMintable(context.db, chainIds, owner)
  // The create form preselects the first.
  const isFirst = (row: CollectionRow) => chains.some((chain) => chain.id === row.chain_id && isOfMarket(chain, row.address))
  return byChain([...rows.filter(isFirst), ...rows.filter((row) => !isFirst(row))].map(presentCollection), chainIds)
}

/** An account's collections, without the official ones. */
export async function listOwnCollections(context: Context, owner: Address, chainId: number | undefined): Promise<Collection[]> {
  return (await listMintableCollections(context, owner, chainId)).filter((collection) => !collection.isOfficial)
}
