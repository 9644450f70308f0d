import { AppError, type PrivateSaleRecord } from '@plinth/api'
import { type Address, ORDER_TERMS, termsOf } from '@plinth/protocol'
import { feeAsShown, type Purchase, type PurchaseTerms } from './buy.ts'
import type { PrivateMarket } from './market.ts'
import { askSigner } from './signing.ts'

/** The private sale of an item by one account, as its seller or its buyer sees it. */
export type PrivateSlot = { readonly collection: Address; readonly tokenId: bigint; readonly seller: Address }

async function findSale(
  { api, chainId }: PrivateMarket,
  { collection, tokenId, seller }: PrivateSlot,
): Promise<PrivateSaleRecord | undefined> {
  const sales = await api.privateSale.forItem({ collection, tokenId, chainId })
  return sales.find(({ maker }) => maker === seller)
}

/** Throws ORDER_NOT_FOUND if none is open, and for every account but its two. */
export async function fetchPrivateSale(market: PrivateMarket, slot: PrivateSlot): Promise<PrivateSaleRecord> {
  const sale = await findSale(market, slot)
  if (!sale) throw new AppError('ORDER_NOT_FOUND')
  return sale
}

/** Whether the server no longer has this private sale as the open one. */
export const isPrivateEnded = async (
  market: PrivateMarket,
  slot: PrivateSlot,
  { salt }: Pick<PrivateSaleRecord, 'salt'>,
): Promise<boolean> => (await findSale(market, slot))?.salt !== salt

/**
 * The current private sale to the account. Throws what a buyer should know, and ORDER_MISMATCH for one that the exchange would not
 * fill for it.
 */
export async function fetchPrivatePurchase(market: PrivateMarket, terms: PurchaseTerms): Promise<Purchase> {
  const { api, chainId, account } = market
  const { collection, tokenId, seller, shown, amount } = terms
  const feeOf = (salt: bigint) =>
    askSigner(() => api.privateSale.buyerFee({ collection, tokenId, owner: seller, salt, quantity: amount, chainId }))
  const order = await findSale(market, terms)
  if (!order) {
    // The fee request for the one that was seen returns the reason.
    await feeOf(shown.salt)
    throw new AppError('ORDER_NOT_FOUND')
  }
  if (order.taker !== account || termsOf(order.salt) !== ORDER_TERMS.PRIVATE) throw new AppError('ORDER_MISMATCH')
  return { order, fee: await feeAsShown(order, shown, feeOf), voucher: undefined }
}
