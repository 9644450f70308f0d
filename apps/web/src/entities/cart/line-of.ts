import { type ItemRecord, itemName, type OrderRecord, readMetadata } from '@plinth/api'
import type { CartLine } from './cart.ts'

/** A line for pieces of a listing, at the price that it shows. */
export function lineOf(item: ItemRecord, listing: OrderRecord, quantity = 1n): CartLine {
  const { chainId, collection, tokenId } = item
  const { name, image } = readMetadata(item.metadata)
  const { maker: seller, salt, payTokenAddress, payTokenSymbol, payTokenDecimals, buyerFee } = listing
  return {
    chainId,
    collection,
    tokenId,
    seller,
    salt,
    quantity,
    name: itemName(name, ''),
    image,
    payToken: payTokenAddress,
    symbol: payTokenSymbol,
    decimals: payTokenDecimals,
    unitPrice: listing.buying / listing.selling,
    buyerFee,
    at: Date.now(),
    failedIn: undefined,
  }
}
