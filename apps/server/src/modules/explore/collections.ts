import type { FoundCollection, Page } from '@plinth/api'
import { sql } from 'kysely'
import type { SharedContext } from '../../context.ts'
import { anyOf, int8s } from '../../db/columns.ts'
import { addressOf, type Db } from '../../db/database.ts'
import { nothing, type PageOf, pageBounds } from '../../db/paging.ts'
import { AT_LEAST, readSearch } from '../../db/search.ts'
import { type CollectionRow, searchConfirmed } from '../../state/collections/store.ts'
import { floorsOfCollections } from '../../state/statistics/floors.ts'

/** Collections that a search finds, as it shows them (EXPL-13). */
export async function findCollections(
  context: SharedContext,
  { words, chainId, ...page }: PageOf & { readonly words: string; readonly chainId?: number },
): Promise<Page<FoundCollection> & { totalIsAtLeast?: true | undefined }> {
  const by = readSearch(words)
  if (by === undefined) return nothing(page)
  const chains = context.chains.scope(chainId)
  const { total, rows, isCut } = await searchConfirmed(
    context.db,
    chains.map(({ id }) => id),
    by,
    page,
  )
  const items = await countItems(context.db, rows)
  const floors = await Promise.all(
    chains.map(async ({ id, now }) => {
      const collections = rows.flatMap((row) => (row.chain_id === id && row.address ? [row.address] : []))
      return (await floorsOfCollections(context.db, id, collections, now())).map((floor) => ({ ...floor, chainId: id }))
    }),
  )
  const list = rows.flatMap((row) => {
    const { chain_id: at, address: collection } = row
    if (!collection) return []
    const own = floors.flat().filter((floor) => floor.chainId === at && floor.collection === collection)
    return [
      {
        chainId: at,
        collection,
        name: row.name,
        cover: row.cover,
        isVerified: row.is_verified,
        isOfficial: row.is_official,
        items: items.get(`${at}:${collection}`) ?? 0,
        floors: own.map(({ money, payToken, unitPrice, isThin }) => ({ money, payToken, unitPrice, isThin })),
      },
    ]
  })
  return { list, ...pageBounds(total, page).counts, ...(isCut ? AT_LEAST : {}) }
}

async function countItems(db: Db, rows: readonly CollectionRow[]): Promise<Map<string, number>> {
  const addresses = rows.flatMap(({ address }) => (address ? [address] : []))
  if (addresses.length === 0) return new Map()
  const { rows: stats } = await sql<{ chain_id: number; collection: Uint8Array; items: number }>`
    select chain_id, collection, items from collection_stat where chain_id = any(${int8s([...new Set(rows.map((row) => row.chain_id))])}) and collection = ${anyOf(addresses)}`.execute(
    db,
  )
  return new Map(stats.map((row) => [`${row.chain_id}:${addressOf(row.collection)}`, row.items]))
}
