import { AppError } from '@plinth/api'
import {
  type Address,
  digestByTerms,
  isEnded,
  MAX_SALT_TIME,
  ORDER_LIFE_S,
  ORDER_STATUS,
  ORDER_TERMS,
  ORDER_TYPE,
  orderDomain,
  saltValidity,
  termsOf,
  unpackSalt,
} from '@plinth/protocol'
import type { Hex } from 'viem'
import type { Chain } from '../../chain/chain.ts'
import type { ChainFees } from '../../chain/fees.ts'
import type { RequestContext } from '../../context.ts'
import { holdingOf } from '../../state/items/holdings.ts'
import { findItem } from '../../state/items/store.ts'
import { epochOf } from '../../state/offers/epochs.ts'
import { type Allotment, allotSalt, findAllotment } from '../../state/offers/salts.ts'
import { findSlotOrder, type StoredOrder } from '../../state/orders/store.ts'
import { checkNotAtAuction } from '../auctions/service.ts'
import { findPayToken } from '../pay-tokens/service.ts'
import { sellerFeeAt } from '../settings/service.ts'
import { checkDaily, checkDailyPrivate } from './daily.ts'
import { checkEdit, findEdited, wholeOf } from './edits.ts'
import { mostRoyalty } from './proof.ts'
import {
  checkAgainstItem,
  checkTaker,
  checkType,
  isEdit,
  type OfferType,
  type OrderShape,
  type OrderSides,
  orderOf,
  shapeOf,
} from './shape.ts'

export type PrepareInput = OrderSides & {
  readonly salt?: bigint
  /** Makes a private sale of it. */
  readonly taker?: Address | undefined
  readonly type: OfferType
  readonly validUntil?: number
  readonly validFrom?: number
  readonly chainId?: number
}

export type Prepared = OrderSides & {
  readonly digest: Hex
  readonly salt: bigint
  readonly sellerFee: number
  readonly buyerFee: number
  readonly type: OfferType
  readonly chainId: number
  readonly validUntil: number
}

/**
 * Checks the shape, allots a salt (an edit keeps the order's) and returns the digest to sign, with the fields that it covers. Stores
 * nothing else.
 */
export async function prepareOrder(context: RequestContext, input: PrepareInput): Promise<Prepared> {
  if (context.requireCaller().address !== input.maker) throw new AppError('NOT_AUTHORISED')
  const asked = shapeOf(orderOf(input, 0n, 0n))
  const { item, side } = asked
  checkType(input.type, side)
  checkTaker(input, asked)
  const chain = await context.chains.resolveForWrite({ chainId: input.chainId, collection: item.token, tokenId: item.tokenId })
  await chain.requireTrusted()
  const { sides, shape } = await checkPrepared(context, chain, input, asked)
  const fees = await chain.fees()
  const { salt, sellerFee } = await saltFor(context, chain, input, shape, fees)
  const order = orderOf(sides, salt, BigInt(sellerFee))
  const { maker, sellToken, sellTokenId, sellType, selling, buyToken, buyTokenId, buyType, buying } = sides
  return {
    maker,
    sellToken,
    sellTokenId,
    sellType,
    selling,
    buyToken,
    buyTokenId,
    buyType,
    buying,
    digest: digestByTerms(order, orderDomain(chain.id, chain.config.contracts.exchange), input.taker),
    salt,
    sellerFee,
    buyerFee: Number(fees.buyerFeeBps),
    type: input.type,
    chainId: chain.id,
    validUntil: unpackSalt(salt).validUntil,
  }
}

type Checked = { readonly sides: OrderSides; readonly shape: OrderShape; readonly edited: StoredOrder | undefined }

/** Checks an order against its item and the maker's open ones. An edit is read as the whole order. */
export async function checkPrepared(context: RequestContext, chain: Chain, input: PrepareInput, asked: OrderShape): Promise<Checked> {
  const { item, side } = asked
  const edited = await findEdited(context.db, chain, input, asked)
  if (edited) checkEdit(input, asked, edited)
  const sides = edited ? wholeOf(input, asked, edited) : input
  const shape = shapeOf(orderOf(sides, 0n, 0n))
  await checkTraded(context, chain, shape, { maker: input.maker, isEdit: edited !== undefined })
  if (side === ORDER_TYPE.SALE) await checkNotAtAuction(context.db, chain, input.maker, item)
  await checkSlot(context, chain, input, shape)
  return { sides, shape, edited }
}

type Act = { readonly maker: Address; readonly isEdit: boolean }

/**
 * Checks that item and pay token are known, that the order names the item's true asset type, and that other accounts can fill a
 * new bid. An edit has the quantity of the open bid, which its maker may raise whatever it has bought since.
 */
export async function checkTraded(context: RequestContext, chain: Chain, shape: OrderShape, act: Act): Promise<{ decimals: number }> {
  const { token: collection, tokenId } = shape.item
  const item = await findItem(context.db, { chainId: chain.id, collection, tokenId })
  if (!item) throw new AppError('NOT_FOUND')
  if (item.isTradeLocked) throw new AppError('TRADE_LOCKED')
  checkAgainstItem(shape, item, act.maker)
  if (shape.side === ORDER_TYPE.BID && item.isConfirmed && !act.isEdit) {
    if (shape.quantity > item.supply) throw new AppError('BAD_ARGUMENT_VALUE', { field: 'buyValue', reason: 'more than there are' })
    checkOthers(shape.quantity, item.supply, await holdingOf(context.db, chain.id, { collection, tokenId, owner: act.maker }))
  }
  const payToken = await findPayToken(context.db, chain.id, shape.payToken)
  if (!payToken) throw new AppError('UNKNOWN_PAY_TOKEN')
  return { decimals: payToken.decimals }
}

/** @throws AppError BID_OWN_ITEM, BID_ABOVE_OTHERS */
function checkOthers(quantity: bigint, supply: bigint, own: bigint): void {
  const left = supply - own
  if (left === 0n) throw new AppError('BID_OWN_ITEM')
  if (quantity > left) throw new AppError('BID_ABOVE_OTHERS', { left: left.toString() })
}

async function saltFor(context: RequestContext, chain: Chain, input: PrepareInput, shape: OrderShape, fees: ChainFees): Promise<Allotment> {
  const kept = input.salt || (await saltToEdit(context, chain, input, shape))
  const terms = termsOfNew(input)
  if (kept && termsOf(kept) !== terms) throw new AppError('UNKNOWN_SALT')
  if (kept) return keptSalt(context, chain, input.maker, kept)
  const isBid = shape.side === ORDER_TYPE.BID
  return newSalt(context, chain, input, fees, {
    maxBuyerFeeBps: async () => (isBid ? Number(fees.buyerFeeBps) : mostRoyalty(chain, input.maker, shape)),
    terms,
  })
}

/** Terms of the salt. */
export const termsOfNew = ({ taker }: { readonly taker?: Address | undefined }): bigint =>
  taker === undefined ? ORDER_TERMS.PLAIN : ORDER_TERMS.PRIVATE

/** The salt of an open order, to be signed again. @throws AppError UNKNOWN_SALT */
export async function keptSalt(context: RequestContext, chain: Chain, maker: Address, kept: bigint): Promise<Allotment> {
  const who = { chainId: chain.id, exchange: chain.config.contracts.exchange, maker }
  const allotment = await findAllotment(context.db, who, kept)
  // A salt that its maker ended with everything must not be signed again.
  if (!allotment || isEnded(await epochOf(context.db, who), unpackSalt(kept).sequence)) throw new AppError('UNKNOWN_SALT')
  return allotment
}

type Window = { readonly maker: Address; readonly validUntil?: number; readonly validFrom?: number }
type SaltTerms = { readonly maxBuyerFeeBps: () => Promise<number>; readonly terms?: bigint }

/** Allots a salt for a new order of this time. @throws AppError BAD_ARGUMENT_VALUE, DAILY_ORDERS */
export async function newSalt(
  context: RequestContext,
  chain: Chain,
  input: Window,
  fees: ChainFees,
  { maxBuyerFeeBps, terms = ORDER_TERMS.PLAIN }: SaltTerms,
): Promise<Allotment> {
  const now = chain.now()
  await checkDaily(context.db, input.maker, now)
  if (terms === ORDER_TERMS.PRIVATE) await checkDailyPrivate(context.db, input.maker, now)
  const { validUntil, validFrom } = windowFrom(input, now)
  return allotSalt(
    context.db,
    { chainId: chain.id, exchange: chain.config.contracts.exchange, maker: input.maker },
    { validUntil, validFrom, maxBuyerFeeBps: await maxBuyerFeeBps(), terms },
    Number(await sellerFeeAt(context, fees)),
    context.clock.now(),
  )
}

/** The time of a new order. @throws AppError BAD_ARGUMENT_VALUE */
export function windowFrom({ validUntil: until, validFrom = 0 }: Omit<Window, 'maker'>, now: number) {
  const validUntil = until ?? now + ORDER_LIFE_S
  if (validUntil <= now) throw new AppError('BAD_ARGUMENT_VALUE', { field: 'endTime', reason: 'must be later than now' })
  if (validUntil > MAX_SALT_TIME) throw new AppError('BAD_ARGUMENT_VALUE', { field: 'endTime', reason: 'too far away' })
  if (validFrom >= validUntil) throw new AppError('BAD_ARGUMENT_VALUE', { field: 'startTime', reason: 'must be before the end' })
  return { validUntil, validFrom }
}

/** What order.add would refuse: a second order beside an open one. Clients of the documents send SALE and the salt for an edit, too. */
async function checkSlot(context: RequestContext, chain: Chain, input: PrepareInput, shape: OrderShape): Promise<void> {
  if (isEdit(input.type)) return
  const { token: collection, tokenId } = shape.item
  const current = await findSlotOrder(context.db, { chainId: chain.id, collection, tokenId, maker: input.maker, side: shape.side })
  if (current?.status !== ORDER_STATUS.OPEN || current.salt === input.salt) return
  if (saltValidity(current.salt, chain.now()) !== 'expired') throw new AppError('ORDER_EXISTS')
}

async function saltToEdit(context: RequestContext, chain: Chain, input: PrepareInput, shape: OrderShape): Promise<bigint | undefined> {
  if (!isEdit(input.type)) return undefined
  const { token: collection, tokenId } = shape.item
  return (await findSlotOrder(context.db, { chainId: chain.id, collection, tokenId, maker: input.maker, side: shape.side }))?.salt
}
