import { AppError } from '@plinth/api'
import {
  type ACTION_TYPE,
  type Address,
  type Asset,
  digestByTerms,
  ORDER_TERMS,
  type Order,
  orderDomain,
  orderTypedData,
  privateSaleTypedData,
  termsOf,
  unpackSalt,
} from '@plinth/protocol'
import type { Market } from './market.ts'
import type { SignatureRequest } from './requests.ts'

export type OrderTerms = {
  type: (typeof ACTION_TYPE)['SALE' | 'EDIT_SALE' | 'BID' | 'EDIT_BID']
  sell: Asset
  buy: Asset
  selling: bigint
  buying: bigint
  /** Unix seconds. */
  validUntil: number
  /** Of the open order that is edited: the whole salt is kept (decision 20). */
  salt: bigint | undefined
  /** Nothing above it is signed. An edited order keeps its own, whatever the market asks now. */
  sellerFeeBps: bigint
  /** The highest fee a bid may be charged on top, as its maker saw it; a sale names none. */
  maxBuyerFeeBps: bigint
  /** Of a private sale: the only account that can buy. */
  taker?: Address | undefined
}

/**
 * Has the server allot the order's number and prepares exactly the order asked for. Throws ORDER_MISMATCH or FEE_CHANGED where the
 * server's answer differs from the terms.
 */
export async function prepareOrder(market: Market, terms: OrderTerms): Promise<SignatureRequest> {
  const { api, account, chainId, config } = market
  const { type, salt, validUntil, taker } = terms
  const sides = sidesOf(market, terms)
  const window = salt === undefined ? { validUntil } : { salt }
  const prepared = await api.order.prepare({ ...sides, ...window, type, taker, chainId })
  requireAsked(terms, prepared.salt)
  // Signed under other terms, it would be another kind of order.
  if (termsOf(prepared.salt) !== (taker ? ORDER_TERMS.PRIVATE : ORDER_TERMS.PLAIN)) throw new AppError('ORDER_MISMATCH')
  const order: Order = {
    owner: account,
    salt: prepared.salt,
    sellAsset: terms.sell,
    buyAsset: terms.buy,
    selling: terms.selling,
    buying: terms.buying,
    sellerFee: BigInt(prepared.sellerFee),
  }
  const domain = orderDomain(chainId, config.contract.exchange)
  // What is signed is built here, from the maker's own terms; the server only adds the number.
  const digest = digestByTerms(order, domain, taker)
  if (digest !== prepared.digest || order.sellerFee > terms.sellerFeeBps) throw new AppError('ORDER_MISMATCH')
  return {
    kind: 'signature',
    typedData: taker ? privateSaleTypedData({ order, taker }, domain) : orderTypedData(order, domain),
    digest,
    submit: async (signature) => void (await api.order.add({ ...sides, salt: prepared.salt, type, taker, digest, signature, chainId })),
  }
}

const sidesOf = ({ account }: Market, { sell, buy, selling, buying }: OrderTerms) => ({
  maker: account,
  sellToken: sell.token,
  sellTokenId: sell.tokenId,
  sellType: sell.assetType,
  selling,
  buyToken: buy.token,
  buyTokenId: buy.tokenId,
  buyType: buy.assetType,
  buying,
})

/** The salt carries the order's time and the fee a bid allows: both must be those of the terms. */
export function requireAsked(
  { salt, validUntil, maxBuyerFeeBps }: Pick<OrderTerms, 'salt' | 'validUntil' | 'maxBuyerFeeBps'>,
  given: bigint,
): void {
  const parts = unpackSalt(given)
  if (salt === undefined ? parts.validUntil !== validUntil : given !== salt) throw new AppError('ORDER_MISMATCH')
  if (salt === undefined && BigInt(parts.maxBuyerFeeBps) > maxBuyerFeeBps) throw new AppError('FEE_CHANGED')
}
