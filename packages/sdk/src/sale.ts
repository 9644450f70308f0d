import type { PayToken } from '@plinth/api'
import { ACTION_TYPE, type Address, ASSET_TYPE, assetTypeOf, MAX_FEE_BPS, moneyOf, standardOf } from '@plinth/protocol'
import type { Market } from './market.ts'
import { prepareOrder } from './prepare-order.ts'
import type { SignatureRequest } from './requests.ts'

export type SaleTerms = {
  collection: Address
  tokenId: bigint
  standard: number
  /** An edit names that of the whole order, whatever is filled. */
  quantity: bigint
  /** Of one, in base units of the pay token. */
  unitPrice: bigint
  payToken: Pick<PayToken, 'address'>
  /** Unix seconds. */
  validUntil: number
  /** In bps: nothing above it is signed. An edited sale keeps its own, whatever the market asks now. */
  sellerFeeBps: bigint
  /** Of the open sale that is edited: only the price goes down (decision 20). */
  salt?: bigint
  /** The only account that can buy, and that sees the sale beside its seller. Default: any. */
  taker?: Address | undefined
  /** Signed before the mint, which is its first purchase's; it stays an order of that kind afterwards (decision 26). */
  isMintedBySale?: boolean
}

/** Offers items for money. */
export function prepareSale(market: Market, terms: SaleTerms): Promise<SignatureRequest> {
  const { collection, tokenId, standard, quantity, unitPrice, payToken, validUntil, salt, sellerFeeBps, taker } = terms
  const assetType = terms.isMintedBySale ? ASSET_TYPE.MINTED : assetTypeOf(standardOf(standard))
  return prepareOrder(market, {
    type: salt === undefined ? ACTION_TYPE.SALE : ACTION_TYPE.EDIT_SALE,
    sell: { token: collection, tokenId, assetType },
    buy: moneyOf(payToken.address),
    selling: quantity,
    buying: unitPrice * quantity,
    // In a sale these bits are the royalty that the collection asks for, which the market fills in.
    maxBuyerFeeBps: BigInt(MAX_FEE_BPS),
    validUntil,
    salt,
    sellerFeeBps,
    taker,
  })
}
