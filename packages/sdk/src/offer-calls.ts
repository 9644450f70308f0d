import { AppError, type OfferFill, type OfferRecord } from '@plinth/api'
import {
  type Address,
  ASSET_TYPE,
  formatUnits,
  isCode,
  isCriteriaBid,
  isInCriteria,
  type Order,
  orderKeyOf,
  toExchangeOrder,
  unitPriceOf,
  ZERO_ADDRESS,
} from '@plinth/protocol'
import { toHex } from 'viem'
import { EXCHANGE_ABI } from './abi.ts'
import { fetchAcceptance } from './accept.ts'
import type { ContractCall, OfferMarket } from './market.ts'
import { offerOrderOf } from './offer.ts'
import { feeProof } from './order-calls.ts'
import { askSigner } from './signing.ts'

export type AcceptOfferTerms = {
  collection: Address
  tokenId: bigint
  quantity: bigint
  /** The offer as the holder saw it; nothing else is accepted. */
  shown: Pick<OfferRecord, 'maker' | 'salt' | 'unitPrice' | 'sellerFee'> & Partial<Pick<OfferRecord, 'kind' | 'payToken'>>
  /** The least that the holder gets, in base units. */
  receives: bigint
}

/** A bid for this item alone stands among the lines as an offer does: its id needs no proof. */
async function fetchBidFill(market: OfferMarket, terms: AcceptOfferTerms): Promise<OfferFill> {
  const { collection, tokenId, quantity, receives, shown } = terms
  const unitPrice = formatUnits(shown.unitPrice, shown.payToken?.decimals ?? 0)
  const asked = { maker: shown.maker, salt: shown.salt, sellerFee: shown.sellerFee, unitPrice }
  const { bid, fee } = await fetchAcceptance(market, { collection, tokenId, quantity, receives, shown: asked })
  const { maker, sellToken, sellTokenId, sellType, selling, buyToken, buyTokenId, buyType, buying } = bid
  const sides = { maker, sellToken, sellTokenId, sellType, selling, buyToken, buyTokenId, buyType, buying }
  const { salt, chainId, sellerFee, signature, proof } = bid
  const { v, r, s, isFeeSignatureNeeded, buyerFee } = fee
  const signed = { v, r, s, isFeeSignatureNeeded, buyerFee, salt, chainId, sellerFee, signature, proof }
  return Object.assign(sides, signed, { left: quantity, tokenId, root: toHex(tokenId, { size: 32 }), idProof: [] })
}

/** The offer as it stands, with the proof of the item's id. Throws what a holder should know: ORDER_FILLED, ORDER_CANCELLED and so on. */
export async function fetchOfferFill(market: OfferMarket, terms: AcceptOfferTerms): Promise<OfferFill> {
  const { collection, tokenId, quantity, shown } = terms
  if (shown.kind === 'item') return fetchBidFill(market, terms)
  const { api, chainId } = market
  const fill = await askSigner(() => api.offer.buyerFee({ owner: shown.maker, salt: shown.salt, collection, tokenId, quantity, chainId }))
  const order = orderOfFill(fill)
  const isShown = order.owner === shown.maker && order.salt === shown.salt && fill.sellerFee === shown.sellerFee
  if (!isShown || unitPriceOf(order) !== shown.unitPrice) throw new AppError('BID_EDITED')
  if (!isCriteriaBid(order) || order.buyAsset.token !== collection || !isInCriteria(fill.root, tokenId, fill.idProof))
    throw new AppError('ORDER_MISMATCH')
  return fill
}

function orderOfFill(fill: OfferFill): Order {
  if (!isCode(ASSET_TYPE, fill.sellType) || !isCode(ASSET_TYPE, fill.buyType)) throw new AppError('ORDER_TOKEN')
  return {
    owner: fill.maker,
    salt: fill.salt,
    sellAsset: { token: fill.sellToken, tokenId: fill.sellTokenId, assetType: fill.sellType },
    buyAsset: { token: fill.buyToken, tokenId: BigInt(fill.root), assetType: fill.buyType },
    selling: fill.selling,
    buying: fill.buying,
    sellerFee: BigInt(fill.sellerFee),
  }
}

/** The `acceptCriteriaBid` call that sells to the offer, for `receives` base units or not at all. */
export function acceptOfferCall({ chainId, config }: OfferMarket, fill: OfferFill, quantity: bigint, receives: bigint): ContractCall {
  const order = orderOfFill(fill)
  const amount = unitPriceOf(order) * quantity
  const rest = [amount, ZERO_ADDRESS, receives, fill.tokenId, fill.idProof]
  const args = [toExchangeOrder(order), fill.signature, BigInt(fill.buyerFee), feeProof(fill), ...rest]
  return { chainId, address: config.contract.exchange, abi: EXCHANGE_ABI, functionName: 'acceptCriteriaBid', args }
}

/** What one line more may use, of the limit that an estimate finds for the least that must pass. */
const LINE_GAS = 300_000n

/** Most lines of one transaction. */
export const MOST_ACCEPTED = 50

/** The `acceptBids` call, of bids for one item too: each line as a whole or not at all, and none of them where fewer than `least` pass. */
export function acceptOffersCall(
  { chainId, config }: OfferMarket,
  lines: readonly { readonly fill: OfferFill; readonly terms: AcceptOfferTerms }[],
  least: number = lines.length,
): ContractCall {
  const bids = lines.map(({ fill, terms }) => {
    const order = orderOfFill(fill)
    return {
      order: toExchangeOrder(order),
      signature: fill.signature,
      buyerFee: BigInt(fill.buyerFee),
      buyerFeeSig: feeProof(fill),
      amount: unitPriceOf(order) * terms.quantity,
      leastProceeds: terms.receives,
      leastAmount: 0n,
      tokenId: fill.tokenId,
      proof: fill.idProof,
    }
  })
  const args = [bids, ZERO_ADDRESS, BigInt(least)]
  const gasReserve = BigInt(lines.length - least) * LINE_GAS
  return { chainId, address: config.contract.exchange, abi: EXCHANGE_ABI, functionName: 'acceptBids', args, gasReserve }
}

/** The `cancel` call that ends an offer at all its prices. */
export function cancelOfferCall({ chainId, config }: OfferMarket, offer: OfferRecord): ContractCall {
  const args = [orderKeyOf(offerOrderOf(offer))]
  return { chainId, address: config.contract.exchange, abi: EXCHANGE_ABI, functionName: 'cancel', args }
}
