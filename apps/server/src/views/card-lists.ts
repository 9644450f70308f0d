import { type Collection, Encoded, type ItemCard } from '@plinth/api'
import { sql } from 'kysely'
import type { SharedContext } from '../context.ts'
import { addressOf } from '../db/database.ts'
import { gatedSearch } from '../db/gate.ts'
import { keyName, selectAfter } from '../db/keyset.ts'
import { behind, type FoundRows, nextOf, type Rows, type RowsOf } from '../db/rows-after.ts'
import { AT_LEAST, readSearch } from '../db/search.ts'
import { listCollectionRows } from '../state/collections/store.ts'
import { arrayText } from './card-text.ts'
import { namesSeen } from './cards.ts'
import { type ItemList, isCut, sourceOf } from './item-lists.ts'
import type { NamesSeen } from './kept-names.ts'
import { fillSlimCards, joinSlimCards, SLIM_COLUMNS, type SlimRow } from './slim-cards.ts'

type Row = SlimRow & NamesSeen & { readonly is_cut?: boolean } & Readonly<Record<string, unknown>>

/** Slim cards of a list from a row on, as JSON text: see `readRowsAfter`. Two statements, whatever they show. */
export async function listItemCards(context: SharedContext, list: ItemList, page: RowsOf): Promise<Encoded<Rows<ItemCard>>> {
  const source = sourceOf(context, list)
  const names = source.order.map((_, at) => keyName(at))
  const [chainId = '', collection = '', tokenId = ''] = names.slice(-3)
  const columns = { chainId: `keys.${chainId}`, collection: `keys.${collection}`, tokenId: `keys.${tokenId}` }
  const isFound = list.of === 'found'
  const cut = isFound ? sql`, ${isCut(list.by)} as is_cut` : sql``
  const keys = selectAfter(source, behind(source, page.cursor), { offset: 0, limit: page.limit + 1 }, cut)
  const statement = sql<Row>`select ${sql.join(names.map((name) => sql.ref(`keys.${name}`)))}, ${SLIM_COLUMNS}${namesSeen(context)}${isFound ? sql`, keys.is_cut` : sql``}
    from (select found.*, row_number() over () as place from (${keys}) found) keys ${joinSlimCards(columns)}
    order by keys.place`
  const { rows } = isFound ? await gatedSearch(context.db, (tx) => statement.execute(tx)) : await statement.execute(context.db)
  const cards = await fillSlimCards(
    context,
    rows.slice(0, page.limit).map(({ slim, likes, rank, fresh_from, fresh_until, locked_until, ...row }) => ({
      slim,
      likes,
      rank,
      fresh_from,
      fresh_until,
      locked_until,
      chainId: Number(row[chainId]),
      collection: addressOf(row[collection] as Uint8Array),
      tokenId: BigInt(String(row[tokenId])),
    })),
    rows[0],
  )
  const next = nextOf(source, rows, page.limit)
  const rest = { ...(next === undefined ? {} : { next }), ...(rows[0]?.is_cut === true ? AT_LEAST : {}) }
  const more = JSON.stringify(rest).slice(1)
  return new Encoded(`{"list":${arrayText(cards)}${more === '}' ? '' : ','}${more}`)
}

type Sought = RowsOf & { readonly search: string; readonly chainIds: readonly number[] }

export async function findItemCards(context: SharedContext, { search, chainIds, ...page }: Sought): Promise<Encoded<FoundRows<ItemCard>>> {
  const by = readSearch(search)
  return by === undefined ? new Encoded('{"list":[]}') : listItemCards(context, { of: 'found', chainIds, by }, page)
}

export async function findCollectionRows({ db }: SharedContext, { search, chainIds, ...page }: Sought): Promise<FoundRows<Collection>> {
  const by = readSearch(search)
  return by === undefined ? { list: [] } : gatedSearch(db, (tx) => listCollectionRows(tx, { chainIds, by }, page))
}
