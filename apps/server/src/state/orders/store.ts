import type { FloorPrice } from '@plinth/api'
import { type Address, type Asset, moneyOf, ORDER_STATUS, ORDER_TYPE, type Order, type OrderType } from '@plinth/protocol'
import { type Selectable, sql } from 'kysely'
import type { Hex } from 'viem'
import { addressOf, bytes, type Db, hexOf } from '../../db/database.ts'
import type { MarketTables, OrderSnapshot } from '../../db/schema/market.ts'
import type { MakerAt } from '../offers/epochs.ts'
import { signedIdOf } from './criteria.ts'

type Row = Selectable<MarketTables['market_order']>

export type StoredOrder = {
  readonly id: number
  readonly chainId: number
  readonly exchange: Address
  readonly maker: Address
  readonly sequence: bigint
  readonly side: OrderType
  readonly collection: Address
  /** Of a bid for a set 2^256 and more: see criteria.ts. */
  readonly tokenId: bigint
  readonly assetType: number
  /** Of a private sale: the only account that can buy. */
  readonly taker: Address | undefined
  readonly quantity: bigint
  readonly payToken: Address
  /** Whole price in base units. */
  readonly total: bigint
  readonly sellerFee: number
  readonly salt: bigint
  readonly digest: Hex
  readonly signature: Hex
  readonly proof: Row['proof']
  readonly isProven: boolean
  readonly validFrom: number
  readonly validUntil: number
  readonly version: number
  readonly status: number
  readonly filledItems: bigint
  readonly isFundable: boolean
  readonly hasLeft: boolean
  readonly isLive: boolean
  readonly hasMoved: boolean
  readonly listedBlock: number
  readonly createdAt: number
  readonly updatedAt: number
}

export function readOrder(row: Row): StoredOrder {
  return {
    id: row.id,
    chainId: row.chain_id,
    exchange: addressOf(row.exchange),
    maker: addressOf(row.maker),
    sequence: row.sequence,
    side: row.side === ORDER_TYPE.BID ? ORDER_TYPE.BID : ORDER_TYPE.SALE,
    collection: addressOf(row.collection),
    tokenId: row.token_id,
    assetType: row.asset_type,
    taker: row.taker ? addressOf(row.taker) : undefined,
    quantity: row.quantity,
    payToken: addressOf(row.pay_token),
    total: row.total,
    sellerFee: row.seller_fee,
    salt: row.salt,
    digest: hexOf(row.digest),
    signature: hexOf(row.signature),
    proof: row.proof,
    isProven: row.is_proven,
    validFrom: row.valid_from,
    validUntil: row.valid_until,
    version: row.version,
    status: row.status,
    filledItems: row.filled_items,
    isFundable: row.is_fundable,
    hasLeft: row.has_left,
    isLive: row.is_live,
    hasMoved: row.has_moved,
    listedBlock: row.listed_block,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  }
}

/** The signed order as the exchange takes it. */
export function signedOrderOf(order: StoredOrder): Order {
  const item: Asset = { token: order.collection, tokenId: signedIdOf(order.tokenId), assetType: order.assetType as Asset['assetType'] }
  const money = moneyOf(order.payToken)
  const isSale = order.side === ORDER_TYPE.SALE
  return {
    owner: order.maker,
    salt: order.salt,
    sellAsset: isSale ? item : money,
    buyAsset: isSale ? money : item,
    selling: isSale ? order.quantity : order.total,
    buying: isSale ? order.total : order.quantity,
    sellerFee: BigInt(order.sellerFee),
  }
}

/** Units of the sell side already filled, as the wire format has it. */
export function filledUnits(order: Pick<StoredOrder, 'side' | 'filledItems' | 'total' | 'quantity'>): bigint {
  return order.side === ORDER_TYPE.SALE ? order.filledItems : (order.filledItems * order.total) / order.quantity
}

/** The present state of the order, for its row in the history. */
export function snapshotOf(order: StoredOrder): OrderSnapshot {
  const signed = signedOrderOf(order)
  return {
    maker: order.maker,
    sellToken: signed.sellAsset.token,
    buyToken: signed.buyAsset.token,
    sellValue: signed.selling.toString(),
    buyValue: signed.buying.toString(),
    filled: filledUnits(order).toString(),
    payToken: order.payToken,
    quantity: order.quantity.toString(),
  }
}

export async function findOrder(db: Db, id: number): Promise<StoredOrder | undefined> {
  const row = await db.selectFrom('market_order').selectAll().where('id', '=', id).executeTakeFirst()
  return row && readOrder(row)
}

export async function findOrderBySequence(
  db: Db,
  { chainId, exchange, maker }: MakerAt,
  sequence: bigint,
): Promise<StoredOrder | undefined> {
  const row = await db
    .selectFrom('market_order')
    .selectAll()
    .where('chain_id', '=', chainId)
    .where('exchange', '=', bytes(exchange))
    .where('maker', '=', bytes(maker))
    .where('sequence', '=', sequence)
    .executeTakeFirst()
  return row && readOrder(row)
}

export type SlotKey = {
  readonly chainId: number
  readonly collection: Address
  readonly tokenId: bigint
  readonly maker: Address
  readonly side: OrderType
}

/** The latest order of a maker for an item and side, in whatever state. */
export async function findSlotOrder(db: Db, key: SlotKey): Promise<StoredOrder | undefined> {
  const row = await db
    .selectFrom('order_slot')
    .innerJoin('market_order', 'market_order.id', 'order_slot.order_id')
    .selectAll('market_order')
    .where('order_slot.chain_id', '=', key.chainId)
    .where('order_slot.collection', '=', bytes(key.collection))
    .where('order_slot.token_id', '=', key.tokenId)
    .where('order_slot.maker', '=', bytes(key.maker))
    .where('order_slot.side', '=', key.side)
    .executeTakeFirst()
  return row && readOrder(row)
}

/** The lowest unit price among the live sales of a collection, by token. */
export async function floorsOf(db: Db, chainId: number, collection: Address): Promise<FloorPrice[]> {
  const rows = await db
    .selectFrom('market_order')
    .select(({ fn }) => ['pay_token', fn.min<bigint>(sql<bigint>`div(total, quantity)`).as('unit_price')])
    .where('chain_id', '=', chainId)
    .where('collection', '=', bytes(collection))
    .where('side', '=', ORDER_TYPE.SALE)
    .where('status', '=', ORDER_STATUS.OPEN)
    .where('is_live', '=', true)
    .groupBy('pay_token')
    .orderBy('pay_token')
    .execute()
  return rows.map((row) => ({ payToken: addressOf(row.pay_token), unitPrice: row.unit_price }))
}

/** A maker's open sale of an item, fundable or not, to any account or to one. */
export async function findOpenSale(db: Db, key: Omit<SlotKey, 'side'>): Promise<StoredOrder | undefined> {
  const order = await findSlotOrder(db, { ...key, side: ORDER_TYPE.SALE })
  return order?.status === ORDER_STATUS.OPEN ? order : undefined
}
