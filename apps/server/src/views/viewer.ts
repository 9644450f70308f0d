import type { OrderRecord, ViewerMark } from '@plinth/api'
import { type Address, ORDER_TYPE } from '@plinth/protocol'
import { type Selectable, sql } from 'kysely'
import { addressOf, bytes } from '../db/database.ts'
import { fixed } from '../db/fixed-text.ts'
import { givenPage, type ItemRef, isOfKey, type KeyColumns, refKey } from '../db/item-keys.ts'
import type { MarketTables } from '../db/schema/market.ts'
import { isOfBurnt } from '../state/items/store.ts'
import { readOrder } from '../state/orders/store.ts'
import type { Reads } from './items.ts'
import { isAtRest, isExpired, presentOrder, UNNAMED } from './orders.ts'

/** What the viewer's own rows add to an item. */
export type ViewersPart = {
  readonly isLiked: boolean
  /** The viewer's open orders that can't be filled now. */
  readonly resting: readonly OrderRecord[]
  readonly held: { readonly quantity: bigint; readonly receivedAt: number } | undefined
}

type Row = Selectable<MarketTables['market_order']> & {
  readonly given_chain: number
  readonly given_collection: Uint8Array
  readonly given_token: bigint
  readonly is_liked: boolean
  readonly held: bigint | null
  readonly received_at: number | null
  readonly is_burnt: boolean
}

const GIVEN: KeyColumns = { chainId: 'given.given_chain', collection: 'given.collection', tokenId: 'given.token_id' }
/** Beside `given`, of an account. */
const OWN_COLUMNS = fixed(sql`given.given_chain, given.collection as given_collection, given.token_id as given_token,
  item_like.account is not null as is_liked, holding.quantity as held, holding.received_at, market_order.*,
  market_order.id is not null and ${isOfBurnt('market_order')} as is_burnt`)
const IS_LIKE = fixed(isOfKey('item_like', GIVEN))
const IS_HOLDING = fixed(isOfKey('holding', GIVEN))
const IS_RESTING = fixed(sql`${isOfKey('market_order', GIVEN)} and ${isAtRest}`)

/** The viewer's part of those of these items that have any, in one statement. */
export async function readViewersPart(context: Reads, viewer: Address, refs: readonly ItemRef[]): Promise<Map<string, ViewersPart>> {
  const person = bytes(viewer)
  const { rows } = await sql<Row>`select ${OWN_COLUMNS} from ${givenPage(refs)}
    left join item_like on ${IS_LIKE} and item_like.account = ${person}
    left join holding on ${IS_HOLDING} and holding.owner = ${person}
    left join market_order on ${IS_RESTING} and market_order.maker = ${person}
    where item_like.account is not null or holding.quantity is not null or market_order.id is not null`.execute(context.db)
  const parts = new Map<string, ViewersPart>()
  for (const same of Map.groupBy(rows, keyOf).values()) {
    const [first] = same
    if (!first) continue
    parts.set(keyOf(first), {
      isLiked: first.is_liked,
      resting: same.flatMap((row) => restingOf(context, row)),
      held: first.held !== null && first.held > 0n ? { quantity: first.held, receivedAt: first.received_at ?? 0 } : undefined,
    })
  }
  return parts
}

/** What the caller sees at these items beside what everybody sees, in one statement; only those with a mark. */
export async function readMarks(context: Reads, items: readonly ItemRef[]): Promise<ViewerMark[]> {
  const viewer = context.caller?.address
  if (!viewer || items.length === 0) return []
  const parts = await readViewersPart(context, viewer, items)
  const distinct = new Map(items.map((item) => [refKey(item), item]))
  return [...distinct].flatMap(([key, item]) => {
    const part = parts.get(key)
    const hasResting = (side: number) => part?.resting.some(({ type }) => type === side) ?? false
    const mark = {
      isLiked: part?.isLiked ?? false,
      isHeld: part?.held !== undefined,
      hasRestingSale: hasResting(ORDER_TYPE.SALE),
      hasRestingBid: hasResting(ORDER_TYPE.BID),
    }
    return Object.values(mark).includes(true) ? [{ item, ...mark }] : []
  })
}

const keyOf = (row: Row): string =>
  refKey({ chainId: row.given_chain, collection: addressOf(row.given_collection), tokenId: row.given_token })

/** Without names, pay token and fee. */
function restingOf(context: Reads, row: Row): OrderRecord[] {
  if (row.id === null) return []
  const order = readOrder(row)
  if (isExpired(context, order)) return []
  const isBurnt = order.side === ORDER_TYPE.BID && row.is_burnt
  return [presentOrder(context, order, { ...UNNAMED, held: row.held ?? undefined, isBurnt })]
}
