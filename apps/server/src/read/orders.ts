import type { OrderRecord, PayToken, Person } from '@plinth/api'
import { ACTION_TYPE, type Address, ASSET_TYPE, ORDER_STATUS, ORDER_TYPE, orderValidity, singlePrice } from '@plinth/protocol'
import { type Selectable, sql } from 'kysely'
import { feesToShow } from '../chain/shown-fees.ts'
import type { Context } from '../context.ts'
import { byteas, givenRows, int8s, numerics } from '../db/columns.ts'
import { addressOf, type Database, type Db } from '../db/database.ts'
import { type ItemRef, refKey } from '../db/item-keys.ts'
import { buyerFeeOf, sidesOf } from '../modules/orders/service.ts'
import { NO_RATE, ratedPayTokens } from '../modules/pay-tokens/service.ts'
import { officialSenders } from '../modules/senders/service.ts'
import { peopleOf, personOf } from '../modules/users/service.ts'
import { findItems, isBurnt, isOfBurnt } from '../state/items/store.ts'
import { PRIVATE_SIDE } from '../state/orders/private.ts'
import { filledUnits, type StoredOrder } from '../state/orders/store.ts'

export type Reads = Pick<Context, 'db' | 'chains'>

/** A bid that may be accepted as far as the chain's logs of its maker go, whose item is burnt: no account can accept it. */
const isForBurnt = sql<boolean>`market_order.side = ${sql.lit(ORDER_TYPE.BID)} and ${isOfBurnt('market_order')}`

/** Live, and not for a burnt item. */
export const canBeFilled = sql<boolean>`market_order.is_live and not (${isForBurnt})`

/** Whether it is the last order of its maker and side for the item. Looked up by the slot's key. */
const isInSlot = sql<boolean>`((select slot.order_id from order_slot slot where slot.chain_id = market_order.chain_id
  and slot.collection = market_order.collection and slot.token_id = market_order.token_id and slot.maker = market_order.maker
  and slot.side = market_order.side) is not distinct from market_order.id)`

/** Rows of `market_order` that their maker alone sees among the item's, none of them private; beside these conditions they must not be past their time. */
export const isAtRest = sql<boolean>`(market_order.side <> ${sql.lit(PRIVATE_SIDE)} and not (${canBeFilled}) and (market_order.status = ${sql.lit(ORDER_STATUS.OPEN)}
  or market_order.has_moved and not market_order.has_left
    and ${isInSlot}))`

export type PayTokens = ReadonlyMap<string, PayToken>

export async function payTokensOf(context: Reads, chainIds: Iterable<number>): Promise<PayTokens> {
  const tokens = await ratedPayTokens(context, [...new Set(chainIds)])
  return new Map(tokens.map((token) => [`${token.chainId}:${token.address}`, token]))
}

/** A token taken off the list since is shown by its address, without a name. */
export function payTokenOf(tokens: PayTokens, chainId: number, address: Address): PayToken {
  return (
    tokens.get(`${chainId}:${address}`) ?? {
      id: 0n,
      chainId,
      address,
      name: '',
      symbol: '',
      decimals: 0,
      avatar: '',
      isDefault: false,
      tokenId: 0n,
      type: 1,
      rate: NO_RATE,
      isErc20: true,
    }
  )
}

/** An order with what else its statement read. */
export type ReadOrder = {
  readonly order: StoredOrder
  readonly maker: Person
  /** What its maker holds of the item. */
  readonly held: bigint | undefined
  /** A bid's item. */
  readonly isBurnt: boolean
}

/** Pay tokens and fees come from memory: no statement. */
export async function presentReadOrders(context: Reads, read: readonly ReadOrder[]): Promise<OrderRecord[]> {
  if (read.length === 0) return []
  const orders = read.map(({ order }) => order)
  const [tokens, fees] = await Promise.all([
    payTokensOf(
      context,
      orders.map((order) => order.chainId),
    ),
    buyerFees(context, orders),
  ])
  return read.map(({ order, maker, held, isBurnt }) => {
    const people = new Map([[order.maker, maker]])
    return presentOrder(context, order, { people, tokens, held, buyerFee: fees.get(order.id) ?? 0, isBurnt })
  })
}

export async function presentOrders(context: Reads, orders: readonly StoredOrder[]): Promise<OrderRecord[]> {
  if (orders.length === 0) return []
  const [people, held, burnt] = await Promise.all([
    peopleOf(
      context.db,
      orders.map((order) => order.maker),
    ),
    holdingsOfOwners(context.db, orders),
    burntAmong(
      context.db,
      orders.filter(({ side }) => side === ORDER_TYPE.BID),
    ),
  ])
  return presentReadOrders(
    context,
    orders.map((order) => ({
      order,
      maker: personOf(people, order.maker),
      held: held.get(`${refKey(order)}:${order.maker}`),
      isBurnt: order.side === ORDER_TYPE.BID && burnt.has(refKey(order)),
    })),
  )
}

type OrderFacts = {
  readonly people: ReadonlyMap<Address, Person>
  readonly tokens: PayTokens
  /** What its maker holds of the item. */
  readonly held: bigint | undefined
  readonly buyerFee: number
  /** A bid's item. */
  readonly isBurnt: boolean
}

function presentOrder(context: Pick<Context, 'chains'>, order: StoredOrder, facts: OrderFacts): OrderRecord {
  const payToken = payTokenOf(facts.tokens, order.chainId, order.payToken)
  return {
    id: BigInt(order.id),
    chainId: order.chainId,
    ...sidesOf(order),
    type: order.side,
    action: actionOf(order),
    filled: filledUnits(order),
    salt: order.salt,
    signature: order.signature,
    proof: order.proof,
    digest: order.digest,
    sellerFee: order.sellerFee,
    buyerFee: facts.buyerFee,
    status: order.status,
    isExpired: isExpired(context, order),
    isFundable: order.isFundable && !order.hasLeft && !facts.isBurnt,
    isReturned: order.isFundable && order.hasLeft,
    hasRisen: hasRisen(order),
    isMoved: order.hasMoved,
    validFrom: order.validFrom,
    validUntil: order.validUntil,
    item: order.collection,
    quantity: facts.held ?? (order.assetType === ASSET_TYPE.MINTED ? order.quantity : 0n),
    payToken,
    payTokenAddress: payToken.address,
    payTokenName: payToken.name,
    payTokenSymbol: payToken.symbol,
    payTokenDecimals: payToken.decimals,
    unitPrice: singlePrice(order.total, order.quantity, payToken.decimals),
    user: personOf(facts.people, order.maker),
    createdAt: order.createdAt,
    updatedAt: order.updatedAt,
  }
}

/** A key's signature stays good, so a royalty above the bound is the only way in which its sale becomes unproven. */
function hasRisen({ side, isProven, proof }: StoredOrder): boolean {
  return side === ORDER_TYPE.SALE && !isProven && (proof === 'typed' || proof === 'text')
}

/** The item that an order is for, as `refKey`. */
export function itemOfOrder({ chainId, item: collection, type, sellTokenId, buyTokenId }: OrderRecord): string {
  return refKey({ chainId, collection, tokenId: type === ORDER_TYPE.SALE ? sellTokenId : buyTokenId })
}

/** What `type` of a bid or sale says: the last of its acts (document B §3). */
function actionOf({ side, status, version }: StoredOrder): OrderRecord['action'] {
  const isSale = side === ORDER_TYPE.SALE
  if (status === ORDER_STATUS.FILLED) return isSale ? ACTION_TYPE.BUY : ACTION_TYPE.ACCEPT
  if (status === ORDER_STATUS.CANCELLED) return isSale ? ACTION_TYPE.CANCEL_SALE : ACTION_TYPE.CANCEL_BID
  if (version > 1) return isSale ? ACTION_TYPE.EDIT_SALE : ACTION_TYPE.EDIT_BID
  return isSale ? ACTION_TYPE.SALE : ACTION_TYPE.BID
}

/** By the chain's clock (decision 15). */
export function isExpired({ chains }: Pick<Context, 'chains'>, order: StoredOrder): boolean {
  const now = chains.find(order.chainId)?.now()
  return order.status === ORDER_STATUS.OPEN && now !== undefined && orderValidity(order, now) === 'expired'
}

/** Those of these items that are burnt, by `refKey`. */
async function burntAmong(db: Db, refs: readonly ItemRef[]): Promise<Set<string>> {
  const items = await findItems(db, refs)
  return new Set(items.filter(isBurnt).map(refKey))
}

/** How much of the offered item its maker holds, by item and maker. Looked up by the whole primary key: a maker may hold thousands. */
export async function holdingsOfOwners(db: Db, orders: readonly (ItemRef & { readonly maker: Address })[]): Promise<Map<string, bigint>> {
  const distinct = [...new Map(orders.map((order) => [`${refKey(order)}:${order.maker}`, order])).values()]
  if (distinct.length === 0) return new Map()
  const given = givenRows({
    chain_id: int8s(distinct.map((order) => order.chainId)),
    collection: byteas(distinct.map((order) => order.collection)),
    token_id: numerics(distinct.map((order) => order.tokenId)),
    owner: byteas(distinct.map((order) => order.maker)),
  })
  const { rows } = await sql<HoldingRow>`select chain_id, collection, token_id, owner, quantity
    from ${given} join holding using (chain_id, collection, token_id, owner)`.execute(db)
  return new Map(
    rows.map((row) => [
      `${refKey({ chainId: row.chain_id, collection: addressOf(row.collection), tokenId: row.token_id })}:${addressOf(row.owner)}`,
      row.quantity,
    ]),
  )
}

type HoldingRow = Selectable<Pick<Database['holding'], 'chain_id' | 'collection' | 'token_id' | 'owner' | 'quantity'>>

/** The present buyer fee, by order. */
async function buyerFees(context: Reads, orders: readonly StoredOrder[]): Promise<Map<number, number>> {
  const feeOf = await presentFees(context)
  return new Map(orders.map((order) => [order.id, feeOf(order)] as const))
}

type FeeOf = (order: Parameters<typeof buyerFeeOf>[1] & { readonly chainId: number }) => number

/** Bps that the buyer of an order pays on top now; the last known fee while its node is slow or down. */
export async function presentFees(context: Reads): Promise<FeeOf> {
  const chains = context.chains.all
  const current = new Map(await Promise.all(chains.map(async (chain) => [chain.id, (await feesToShow(chain)).buyerFeeBps] as const)))
  const senders = await officialSenders(context.db, chains)
  return (order) => Number(buyerFeeOf(senders.get(order.chainId) ?? [], order, current.get(order.chainId) ?? 0n))
}
