import { AppError, type BuyerFeeReply, type OrderRecord } from '@plinth/api'
import { type Address, ASSET_TYPE, ORDER_TYPE } from '@plinth/protocol'
import type { Hex } from 'viem'
import { isGone } from './errors.ts'
import type { ContractCall, Market } from './market.ts'
import { exchangeCall } from './order-calls.ts'
import { askSigner } from './signing.ts'

export type PurchaseTerms = {
  collection: Address
  tokenId: bigint
  seller: Address
  /** How many of the item. */
  amount: bigint
  /** The sale as the buyer saw it: another one, or a dearer one, is not bought. */
  shown: { unitPrice: string; salt: bigint; buyerFeeBps: bigint }
}

export type Purchase = {
  order: OrderRecord
  /** The operator's signature of the buyer's fee. */
  fee: BuyerFeeReply
  /** Where the sale is of an item that its purchase mints. */
  voucher: Hex | undefined
}

/** The current sale. Throws what a buyer should know: sold, cancelled, expired, another price, another fee. */
export async function fetchPurchase(market: Market, terms: PurchaseTerms): Promise<Purchase> {
  const { api, chainId } = market
  const { collection, tokenId, seller, shown, amount } = terms
  const slot = { collection, tokenId, chainId, owner: seller, type: ORDER_TYPE.SALE }
  const feeOf = (salt: bigint) => askSigner(() => api.order.buyerFee({ ...slot, salt, quantity: amount }))
  const order = await api.order.get(slot).catch(async (error: unknown) => {
    // No open sale any more: the fee request for the one that was seen returns the reason.
    if (isGone(error)) await feeOf(shown.salt)
    throw error
  })
  const fee = await feeAsShown(order, shown, feeOf)
  const voucher = order.sellType === ASSET_TYPE.MINTED ? await voucherOf(market, order) : undefined
  return { order, fee, voucher }
}

/** The fee signature of a sale that is as the buyer saw it. Throws ORDER_EXPIRED, ORDER_EDITED, FEE_CHANGED. */
export async function feeAsShown(
  order: OrderRecord,
  shown: PurchaseTerms['shown'],
  feeOf: (salt: bigint) => Promise<BuyerFeeReply>,
): Promise<BuyerFeeReply> {
  if (order.isExpired) throw new AppError('ORDER_EXPIRED')
  if (order.unitPrice !== shown.unitPrice || order.salt !== shown.salt) throw new AppError('ORDER_EDITED')
  const fee = await feeOf(order.salt)
  if (BigInt(fee.buyerFee) > shown.buyerFeeBps) throw new AppError('FEE_CHANGED')
  return fee
}

async function voucherOf({ api, chainId }: Market, { sellToken, sellTokenId, maker, buyType }: OrderRecord): Promise<Hex> {
  const asked = { chainId, collection: sellToken, tokenId: sellTokenId, from: maker, payType: buyType }
  return (await askSigner(() => api.dapp.signtyid(asked))).voucher
}

/** The `exchange` call that buys `amount` of the sale for the sender. */
export function buyCall({ chainId, config }: Market, { order, fee, voucher }: Purchase, amount: bigint): ContractCall {
  return { ...exchangeCall(order, fee, amount, voucher), chainId, address: config.contract.exchange }
}
