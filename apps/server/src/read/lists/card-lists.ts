import type { Collection, ItemCard } from '@plinth/api'
import { sql } from 'kysely'
import type { SharedContext } from '../../context.ts'
import { addressOf, type Db } from '../../db/database.ts'
import { gatedSearch } from '../../db/gate.ts'
import type { ItemRef } from '../../db/item-keys.ts'
import { keyName, type Source, selectAfter } from '../../db/keyset.ts'
import { behind, type FoundRows, nextOf, type RowsOf } from '../../db/rows-after.ts'
import { AT_LEAST, readItemSearch, readSearch } from '../../db/search.ts'
import { listCollectionRows } from '../../state/collections/store.ts'
import { rowsOf } from '../rows.ts'
import { type ItemList, isCut, sourceOf } from './item-lists.ts'

type Keys = Readonly<Record<string, unknown>> & { readonly is_cut?: boolean }

/** A list of `/v1` from a row on (see `readRowsAfter`): one statement for the keys, one for what the list shows of them. */
export async function listItemCards(context: SharedContext, list: ItemList, page: RowsOf): Promise<FoundRows<ItemCard>> {
  const source = sourceOf(context, list)
  const isFound = list.of === 'found'
  const cut = isFound ? sql`, ${isCut(list.by)} as is_cut` : sql``
  const keys = selectAfter(source, behind(source, page.cursor), { offset: 0, limit: page.limit + 1 }, cut)
  const read = async (db: Db) => (await keys.execute(db)).rows as Keys[]
  const rows = isFound ? await gatedSearch(context.db, read) : await read(context.db)
  return {
    list: await rowsOf(
      context,
      rows.slice(0, page.limit).map((row) => refOf(source, row)),
    ),
    next: nextOf(source, rows, page.limit),
    ...(rows[0]?.is_cut === true ? AT_LEAST : {}),
  }
}

/** Every order ends with the item's key. */
function refOf({ order }: Source, row: Keys): ItemRef {
  const key = (fromLast: number) => row[keyName(order.length - fromLast)]
  return { chainId: Number(key(3)), collection: addressOf(key(2) as Uint8Array), tokenId: BigInt(String(key(1))) }
}

type Sought = RowsOf & { readonly search: string; readonly chainIds: readonly number[] }

export async function findItemCards(context: SharedContext, { search, chainIds, ...page }: Sought): Promise<FoundRows<ItemCard>> {
  const by = readItemSearch(search)
  return by === undefined ? { list: [] } : listItemCards(context, { of: 'found', chainIds, by }, page)
}

export async function findCollectionRows({ db }: SharedContext, { search, chainIds, ...page }: Sought): Promise<FoundRows<Collection>> {
  const by = readSearch(search)
  return by === undefined ? { list: [] } : gatedSearch(db, (tx) => listCollectionRows(tx, { chainIds, by }, page))
}
