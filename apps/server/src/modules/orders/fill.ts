import { AppError } from '@plinth/api'
import { ORDER_STATUS, orderDomain, orderValidity, type Signature } from '@plinth/protocol'
import type { Chain } from '../../chain/chain.ts'
import type { Context } from '../../context.ts'
import { isBehind } from '../../state/chain/checkpoint.ts'
import { findItem } from '../../state/items/store.ts'
import { type StoredOrder, signedOrderOf } from '../../state/orders/store.ts'
import { officialSenders } from '../senders/service.ts'
import { backingOnChain } from './backing.ts'
import { buyerFeeOf, isFeeSignatureNeeded } from './buyer-fee.ts'
import { isRoyaltyKept, isStillWanted } from './proof.ts'
import { shapeOf } from './shape.ts'
import { spentError } from './spent.ts'

type FeeTerms = {
  readonly buyerFee: bigint
  readonly feeEpoch: bigint
  /** Whether a fill needs the operator's fee signature; the market's own leave it out where none does. */
  readonly isSignatureNeeded: boolean
}

/** The buyer fee of an order as the exchange takes it; whether the order can be filled is not looked at. */
export async function feeTermsOf(context: Context, chain: Chain, stored: StoredOrder): Promise<FeeTerms> {
  const fees = await chain.fees()
  const senders = (await officialSenders(context.db, [chain])).get(chain.id) ?? []
  const buyerFee = buyerFeeOf(senders, stored, fees.buyerFeeBps)
  return { buyerFee, feeEpoch: fees.feeEpoch, isSignatureNeeded: isFeeSignatureNeeded({ ...stored, buyerFee }, fees) }
}

export function signFee({ signer }: Context, chain: Chain, stored: StoredOrder, { buyerFee, feeEpoch }: FeeTerms): Promise<Signature> {
  const order = signedOrderOf(stored)
  return signer.buyerFee({ order, taker: stored.taker, buyerFee, feeEpoch }, orderDomain(chain.id, chain.config.contracts.exchange))
}

/** How many items can be filled on chain now; `attempts` as in `spentError`. @throws AppError why none can */
export async function itemsLeft(context: Context, chain: Chain, stored: StoredOrder, attempts?: number): Promise<bigint> {
  if ((await findItem(context.db, stored))?.isTradeLocked) throw new AppError('TRADE_LOCKED')
  if (stored.status === ORDER_STATUS.FILLED) throw new AppError('ORDER_FILLED')
  if (stored.status === ORDER_STATUS.CANCELLED) throw new AppError('ORDER_CANCELLED')
  const validity = orderValidity(stored, chain.now())
  if (validity === 'expired') throw new AppError('ORDER_EXPIRED')
  const order = signedOrderOf(stored)
  const backing = await backingOnChain(chain, order, shapeOf(order))
  if (backing.isSpent) throw await spentError(context, chain, order, attempts)
  if (await isBehind(context.db, chain.id, backing.block)) throw new AppError('MARKET_BEHIND')
  if (stored.hasLeft || validity === 'early' || !backing.has || !backing.isApproved) throw new AppError('ORDER_NOT_FUNDABLE')
  if (!(await isStillWanted(chain, stored))) throw new AppError('ORDER_NOT_FUNDABLE')
  if (!(await isRoyaltyKept(chain, stored))) throw new AppError('ROYALTY_ROSE')
  return backing.left
}

/** An order for its taker: all that the fill takes, with the operator's fee signature. */
export async function signedFill(context: Context, chain: Chain, stored: StoredOrder, left: bigint) {
  const terms = await feeTermsOf(context, chain, stored)
  const { v, r, s } = await signFee(context, chain, stored, terms)
  return {
    v: String(v),
    r,
    s,
    isFeeSignatureNeeded: terms.isSignatureNeeded,
    buyerFee: Number(terms.buyerFee),
    sellerFee: stored.sellerFee,
    salt: stored.salt,
    chainId: chain.id,
    left,
    signature: stored.signature,
    proof: stored.proof,
    ...sidesOf(stored),
  }
}

export function sidesOf(stored: StoredOrder) {
  const order = signedOrderOf(stored)
  return {
    maker: order.owner,
    sellToken: order.sellAsset.token,
    sellTokenId: order.sellAsset.tokenId,
    sellType: order.sellAsset.assetType,
    selling: order.selling,
    buyToken: order.buyAsset.token,
    buyTokenId: order.buyAsset.tokenId,
    buyType: order.buyAsset.assetType,
    buying: order.buying,
  }
}
