import type { HistoryRecord } from '@plinth/api'
import { type Address, HISTORY_TYPE, type HistoryType, ORDER_STATUS, toAddress, ZERO_ADDRESS } from '@plinth/protocol'
import { type Selectable, sql } from 'kysely'
import type { SharedContext } from '../../context.ts'
import { addressOf, bytes, hexOf } from '../../db/database.ts'
import type { ItemRef } from '../../db/item-keys.ts'
import { type Rows, type RowsOf, readRowsAfter } from '../../db/rows-after.ts'
import type { MarketTables } from '../../db/schema/market.ts'
import { peopleOf, personOf } from '../../modules/users/service.ts'
import { isOfBurnt } from '../../state/items/store.ts'
import { unitPriceText } from '../../state/orders/unit-price.ts'
import { type PayTokens, payTokenOf, payTokensOf } from '../orders.ts'

/** The most rows of one item's history. */
const MOST_ROWS = 500
/** Rows that are invalid once their order is edited, filled, cancelled or past its time, or the item is burnt. */
const OFFERS: readonly number[] = [HISTORY_TYPE.SALE, HISTORY_TYPE.EDIT_SALE, HISTORY_TYPE.BID, HISTORY_TYPE.EDIT_BID]

type Row = Selectable<MarketTables['activity']> & {
  readonly status: number | null
  readonly current: number | null
  readonly valid_until: number | null
  /** Of a sale. */
  readonly is_counted: boolean | null
  readonly is_burnt: boolean
}

/**
 * An item's history, of all kinds of acts or of these, newest first. Within one second, what the chain did last comes first and a
 * mint last.
 */
export async function listHistory(context: SharedContext, ref: ItemRef, only?: readonly HistoryType[]): Promise<HistoryRecord[]> {
  const rows: Row[] = await context.db
    .selectFrom('activity')
    .leftJoin('market_order', 'market_order.id', 'activity.order_id')
    .leftJoin('sale', (join) =>
      join
        .onRef('sale.chain_id', '=', 'activity.chain_id')
        .onRef('sale.block_hash', '=', 'activity.block_hash')
        .onRef('sale.log_index', '=', 'activity.log_index'),
    )
    .selectAll('activity')
    .select(['market_order.status', 'market_order.version as current', 'market_order.valid_until', 'sale.is_counted'])
    .select(isOfBurnt('activity').as('is_burnt'))
    .where('activity.chain_id', '=', ref.chainId)
    .where('activity.collection', '=', bytes(ref.collection))
    .where('activity.token_id', '=', ref.tokenId)
    .$if(only !== undefined, (query) => query.where('activity.type', 'in', [...(only ?? [])]))
    .orderBy('activity.created_at', 'desc')
    .orderBy(({ eb }) => eb('activity.type', '=', HISTORY_TYPE.MINT))
    .orderBy('activity.id', 'desc')
    .limit(MOST_ROWS)
    .execute()
  return present(context, ref, rows)
}

/** The same from a row on. */
export async function listHistoryRows(
  context: SharedContext,
  ref: ItemRef,
  page: RowsOf,
  only?: readonly HistoryType[],
): Promise<Rows<HistoryRecord>> {
  const kinds = only ? sql`and activity.type in (${sql.join(only.map((kind) => sql.lit(kind)))})` : sql``
  const { list, next } = await readRowsAfter<Row>(
    context.db,
    {
      from: sql`activity left join market_order on market_order.id = activity.order_id
        left join sale on sale.chain_id = activity.chain_id and sale.block_hash = activity.block_hash and sale.log_index = activity.log_index`,
      where: sql`activity.chain_id = ${ref.chainId} and activity.collection = ${bytes(ref.collection)}
        and activity.token_id = ${ref.tokenId} ${kinds}`,
      order: [
        { by: sql`activity.created_at`, direction: 'desc' },
        { by: sql`(activity.type = ${sql.lit(HISTORY_TYPE.MINT)})`, direction: 'asc', kind: 'flag' },
        { by: sql`activity.id`, direction: 'desc' },
      ],
    },
    sql`activity.*, market_order.status, market_order.version as current, market_order.valid_until, sale.is_counted,
      ${isOfBurnt('activity')} as is_burnt`,
    page,
  )
  return { list: await present(context, ref, list), next }
}

async function present(context: SharedContext, ref: ItemRef, rows: readonly Row[]): Promise<HistoryRecord[]> {
  const addresses = rows.flatMap((row) => [addressOf(row.from_account), ...(row.to_account ? [addressOf(row.to_account)] : [])])
  const [people, tokens] = await Promise.all([peopleOf(context.db, addresses), payTokensOf(context, [ref.chainId])])
  const now = context.chains.find(ref.chainId)?.now() ?? context.clock.now()
  return rows.map((row) => {
    const from = addressOf(row.from_account)
    const to = row.to_account ? addressOf(row.to_account) : undefined
    return {
      id: String(row.id),
      chainId: row.chain_id,
      collection: ref.collection,
      tokenId: row.token_id,
      type: row.type,
      from,
      to: to ?? '',
      fromUser: personOf(people, from),
      toUser: personOf(people, to ?? ZERO_ADDRESS),
      ...orderOf(row, tokens),
      quantity: row.quantity,
      txHash: row.tx_hash ? hexOf(row.tx_hash) : '',
      isExpired: isOver(row, now),
      isLeftOut: row.is_counted === false,
      isOwn: isOwn(context.caller?.address, row.type, from, to),
      createdAt: row.created_at,
    }
  })
}

/** The row's order as it was then, as `content` and flat. */
function orderOf(row: Row, tokens: PayTokens): Partial<HistoryRecord> {
  const snapshot = row.snapshot
  if (!snapshot) return {}
  const payToken = payTokenOf(tokens, row.chain_id, toAddress(snapshot.payToken))
  const order = {
    maker: toAddress(snapshot.maker),
    sellToken: toAddress(snapshot.sellToken),
    buyToken: toAddress(snapshot.buyToken),
    sellValue: BigInt(snapshot.sellValue),
    buyValue: BigInt(snapshot.buyValue),
    filled: BigInt(snapshot.filled),
    payTokenSymbol: payToken.symbol,
    payTokenDecimals: payToken.decimals,
    payTokenAddress: payToken.address,
    unitPrice: unitPriceText(snapshot, payToken.decimals),
  }
  const content = { ...order, quantity: BigInt(snapshot.quantity) }
  return { ...order, payToken, payTokenName: payToken.name, status: row.status ?? undefined, content }
}

function isOver(row: Row, now: number): boolean {
  if (!OFFERS.includes(row.type)) return false
  const isPast = row.valid_until !== null && row.valid_until !== 0 && now > row.valid_until
  return isPast || row.is_burnt || row.status !== ORDER_STATUS.OPEN || row.current !== row.version
}

/** Bought and accepted rows belong to their receiver, the others to their sender (document A §2). */
function isOwn(caller: Address | undefined, type: number, from: Address, to: Address | undefined): boolean {
  const actor = type === HISTORY_TYPE.BUY || type === HISTORY_TYPE.ACCEPT ? to : from
  return caller !== undefined && actor === caller
}
