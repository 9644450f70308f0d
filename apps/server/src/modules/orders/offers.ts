import { AppError, type AttributeChoice } from '@plinth/api'
import {
  type Address,
  assetTypeOf,
  digestByTerms,
  moneyOf,
  ORDER_STATUS,
  ORDER_TERMS,
  ORDER_TYPE,
  orderDomain,
  saltValidity,
  standardOf,
  unpackSalt,
} from '@plinth/protocol'
import type { Hex } from 'viem'
import type { Chain } from '../../chain/chain.ts'
import type { RequestContext } from '../../context.ts'
import { findCollection } from '../../state/collections/store.ts'
import { idOfRoot, isForSet, rootOf } from '../../state/orders/criteria.ts'
import { findOrderBySequence, findSlotOrder, type StoredOrder } from '../../state/orders/store.ts'
import { findPayToken } from '../pay-tokens/service.ts'
import { allottedOrder, checkBacking, storeOrder } from './add.ts'
import { findSet, type MadeSet, makeSet, publishSet } from './offer-sets.ts'
import { keptSalt, newSalt } from './prepare.ts'
import { proofOf } from './proof.ts'
import { type OrderSides, orderOf, shapeOf } from './shape.ts'

/** Most units of one offer (COFF-01). */
const MOST_UNITS = 500n

type Terms = {
  readonly maker: Address
  readonly collection: Address
  readonly payToken: Address
  /** Of one, in base units. */
  readonly unitPrice: bigint
  readonly quantity: bigint
  readonly chainId?: number
}

export type PrepareOffer = Terms & {
  readonly attributes?: readonly AttributeChoice[]
  /** Items that are minted later, too. */
  readonly withNew?: boolean
  /** Of the open offer that is signed again. */
  readonly salt?: bigint
  readonly validUntil?: number
  readonly validFrom?: number
}

/** Chooses the set, allots a salt (an edit keeps both) and returns the digest to sign. Stores the set, and nothing else. */
export async function prepareOffer(context: RequestContext, input: PrepareOffer) {
  const { chain, assetType } = await openOffer(context, input)
  const { maker, collection, payToken, unitPrice, quantity } = input
  const edited = input.salt === undefined ? undefined : await openOfferOf(context, chain, input, input.salt)
  const set = edited ? await keptSet(context, edited) : await makeSetOf(context, chain, input)
  const sides = sidesOf(input, set.root, assetType)
  shapeOf(orderOf(sides, 0n, 0n))
  if (edited?.quantity !== undefined && edited.quantity !== quantity)
    throw new AppError('EDIT_PRICE_ALONE', { left: (edited.quantity - edited.filledItems).toString() })
  if (!edited) await checkSlot(context, chain, input, set.root)
  const fees = await chain.fees()
  const maxBuyerFeeBps = async () => Number(fees.buyerFeeBps)
  const { salt, sellerFee } = edited
    ? await keptSalt(context, chain, maker, edited.salt)
    : await newSalt(context, chain, input, fees, { maxBuyerFeeBps, terms: ORDER_TERMS.CRITERIA })
  const order = orderOf(sides, salt, BigInt(sellerFee))
  return {
    maker,
    chainId: chain.id,
    collection,
    root: set.root,
    ...(set.items !== undefined && { items: set.items }),
    assetType,
    payToken,
    unitPrice,
    quantity,
    salt,
    sellerFee,
    buyerFee: Number(fees.buyerFeeBps),
    validUntil: unpackSalt(salt).validUntil,
    digest: digestByTerms(order, orderDomain(chain.id, chain.config.contracts.exchange)),
  }
}

export type AddOffer = Terms & { readonly root: Hex; readonly salt: bigint; readonly digest: Hex; readonly signature: Hex }

/** Stores a signed offer, or its edit, and publishes the list behind its root. */
export async function addOffer(context: RequestContext, input: AddOffer): Promise<void> {
  const { chain, assetType, decimals } = await openOffer(context, input)
  const sides = sidesOf(input, input.root, assetType)
  const shape = shapeOf(orderOf(sides, 0n, 0n))
  const order = await allottedOrder(context, chain, { ...sides, salt: input.salt }, ORDER_TERMS.CRITERIA)
  const domain = orderDomain(chain.id, chain.config.contracts.exchange)
  const digest = digestByTerms(order, domain)
  if (digest !== input.digest) throw new AppError('ORDER_MISMATCH')
  if (saltValidity(order.salt, chain.now()) === 'expired') throw new AppError('ORDER_EXPIRED')
  const proof = await proofOf(chain, { order, digest, isRegistrable: true }, input.signature)
  const seenAt = await checkBacking(context, chain, order, shape)
  await publishSet(context, { chainId: chain.id, collection: input.collection }, input.root)
  const signature = proof === 'registered' ? '0x' : input.signature
  const isEdit = (await slotOrder(context, chain, input, input.root))?.salt === input.salt
  await storeOrder(context, { chain, order, taker: undefined, shape, decimals, digest, signature, proof, isEdit, seenAt })
}

/** What both calls check first: the token says who offers. */
async function openOffer(context: RequestContext, { maker, collection, payToken, quantity, chainId }: Terms) {
  if (context.requireCaller().address !== maker) throw new AppError('NOT_AUTHORISED')
  const chain = await context.chains.resolveForWrite({ chainId, collection })
  await chain.requireTrusted()
  const found = await findCollection(context.db, chain.id, collection)
  if (!found || found.is_hidden) throw new AppError('NOT_FOUND')
  if (found.is_locked) throw new AppError('TRADE_LOCKED')
  if (quantity < 1n || quantity > MOST_UNITS) throw new AppError('BAD_ARGUMENT_VALUE', { field: 'quantity', reason: `1 to ${MOST_UNITS}` })
  const money = await findPayToken(context.db, chain.id, payToken)
  if (!money) throw new AppError('UNKNOWN_PAY_TOKEN')
  return { chain, assetType: assetTypeOf(standardOf(found.standard)), decimals: money.decimals }
}

function sidesOf({ maker, collection, payToken, unitPrice, quantity }: Terms, root: Hex, assetType: number): OrderSides {
  const money = moneyOf(payToken)
  return {
    maker,
    sellToken: money.token,
    sellTokenId: money.tokenId,
    sellType: money.assetType,
    selling: unitPrice * quantity,
    buyToken: collection,
    buyTokenId: BigInt(root),
    buyType: assetType,
    buying: quantity,
  }
}

/** @throws AppError ORDER_NOT_FOUND */
async function openOfferOf(
  context: RequestContext,
  chain: Chain,
  { maker, collection, payToken }: Terms,
  salt: bigint,
): Promise<StoredOrder> {
  const stored = await findOffer(context, chain, maker, salt)
  const isIt = stored?.status === ORDER_STATUS.OPEN && stored.collection === collection && stored.payToken === payToken
  if (!stored || !isIt) throw new AppError('ORDER_NOT_FOUND')
  return stored
}

/** The offer of this salt, in whatever state. */
export async function findOffer(context: RequestContext, chain: Chain, maker: Address, salt: bigint): Promise<StoredOrder | undefined> {
  const who = { chainId: chain.id, exchange: chain.config.contracts.exchange, maker }
  const stored = await findOrderBySequence(context.db, who, unpackSalt(salt).sequence)
  return stored?.salt === salt && isForSet(stored) ? stored : undefined
}

async function keptSet({ db }: RequestContext, edited: StoredOrder): Promise<MadeSet> {
  const root = rootOf(edited.tokenId)
  return { root, items: (await findSet(db, edited, root))?.ids.length }
}

function makeSetOf(context: RequestContext, chain: Chain, { maker, collection, attributes = [], withNew = false }: PrepareOffer) {
  return makeSet(context, { chainId: chain.id, collection, attributes, withNew: withNew && attributes.length === 0, account: maker })
}

const slotOrder = ({ db }: RequestContext, chain: Chain, { maker, collection }: Terms, root: Hex) =>
  findSlotOrder(db, { chainId: chain.id, collection, tokenId: idOfRoot(root), maker, side: ORDER_TYPE.BID })

/** An account has one open offer for a set. @throws AppError ORDER_EXISTS */
async function checkSlot(context: RequestContext, chain: Chain, input: Terms, root: Hex): Promise<void> {
  const current = await slotOrder(context, chain, input, root)
  if (current?.status !== ORDER_STATUS.OPEN) return
  if (saltValidity(current.salt, chain.now()) !== 'expired') throw new AppError('ORDER_EXISTS')
}
