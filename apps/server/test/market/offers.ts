import type { AttributeChoice } from '@plinth/api'
import {
  type Address,
  criteriaBidTypedData,
  moneyOf,
  type Order,
  orderDomain,
  toExchangeOrder,
  unitPriceOf,
  ZERO_ADDRESS,
} from '@plinth/protocol'
import { exchangeAbi } from '@plinth/protocol/abi'
import { type Hex, zeroHash } from 'viem'
import type { ItemId, TestMarket, Who } from './market.ts'

export type OfferTerms = {
  readonly collection?: Address
  readonly payToken?: Address
  readonly quantity?: bigint
  readonly attributes?: AttributeChoice[]
  readonly withNew?: boolean
  readonly salt?: bigint
  readonly validUntil?: number
}
/** An offer as its maker signed it. */
export type Offered = { readonly order: Order; readonly root: Hex; readonly items: number | undefined }

/** Prepares an offer for any item of a set and signs it; `price` is that of one. */
export async function signOffer(market: TestMarket, who: Who, price: bigint, options: OfferTerms = {}) {
  const { api, address: maker } = await market.session(who)
  const { collection = market.official, payToken = market.testnet.contracts.dollar, quantity = 1n, ...choice } = options
  const terms = { maker, collection, payToken, unitPrice: price, quantity, chainId: market.chainId }
  const { root, items, assetType, salt, sellerFee, digest } = await api.offer.prepare({ ...terms, ...choice })
  const order: Order = {
    owner: maker,
    salt,
    sellAsset: moneyOf(payToken),
    buyAsset: { token: collection, tokenId: BigInt(root), assetType: assetType as Order['buyAsset']['assetType'] },
    selling: price * quantity,
    buying: quantity,
    sellerFee: BigInt(sellerFee),
  }
  const typedData = criteriaBidTypedData(order, orderDomain(market.chainId, market.exchange))
  const signature = await market.wallet(who).signTypedData(typedData)
  return { input: { ...terms, root, salt, digest, signature }, order, root, items }
}

export async function makeOffer(market: TestMarket, who: Who, price: bigint, options: OfferTerms = {}): Promise<Offered> {
  const { input, order, root, items } = await signOffer(market, who, price, options)
  await (await market.session(who)).api.offer.add(input)
  return { order, root, items }
}

/** What a holder needs to sell the item to the offer. */
export async function fillOf(market: TestMarket, who: Who, { order }: Offered, item: ItemId, quantity?: bigint) {
  const { api } = await market.session(who)
  const { collection, tokenId } = item
  const asked = { owner: order.owner, salt: order.salt, collection, tokenId, chainId: market.chainId }
  return api.offer.buyerFee(quantity === undefined ? asked : { ...asked, quantity })
}

/** The call that sells units of an item to an offer; the seller must have approved the collection. */
export async function acceptanceOf(market: TestMarket, who: Who, offered: Offered, item: ItemId, quantity = 1n) {
  const fill = await fillOf(market, who, offered, item, quantity)
  const feeProof = fill.isFeeSignatureNeeded ? { v: Number(fill.v), r: fill.r, s: fill.s } : { v: 0, r: zeroHash, s: zeroHash }
  const amount = unitPriceOf(offered.order) * quantity
  const order = toExchangeOrder(offered.order)
  const args = [order, fill.signature, BigInt(fill.buyerFee), feeProof, amount, ZERO_ADDRESS, 1n, item.tokenId, fill.idProof] as const
  return { address: market.exchange, abi: exchangeAbi, functionName: 'acceptCriteriaBid', args } as const
}

/** Sells units of an item to an offer. */
export async function acceptOffer(market: TestMarket, who: Who, offered: Offered, item: ItemId, quantity = 1n): Promise<Hex> {
  return market.mined(await market.wallet(who).writeContract(await acceptanceOf(market, who, offered, item, quantity)))
}
