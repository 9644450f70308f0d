import type { PayToken } from '@plinth/api'
import { ACTION_TYPE, type Address, ASSET_TYPE, assetTypeOf, moneyOf, standardOf } from '@plinth/protocol'
import type { Chain } from './context.ts'
import { signOrder } from './sign-order.ts'

export type SaleTerms = {
  collection: Address
  tokenId: bigint
  standard: number
  quantity: bigint
  /** Of one, in base units of the pay token. */
  unitPrice: bigint
  payToken: Pick<PayToken, 'address'>
  /** Unix seconds. */
  validUntil: number
  /** In bps, as the screen said: nothing above it is signed. An edited sale keeps its own, whatever the market asks now. */
  sellerFeeBps: bigint
  /** Of the open sale that is edited: only the price goes down (decision 20). */
  salt?: bigint
  /** Signed before the mint, which is its first purchase's; it stays an order of that kind afterwards (decision 26). */
  isMintedBySale?: boolean
}

/** Offers items for money. */
export function signSale(chain: Chain, terms: SaleTerms): Promise<void> {
  const { collection, tokenId, standard, quantity, unitPrice, payToken, validUntil, salt, sellerFeeBps } = terms
  const assetType = terms.isMintedBySale ? ASSET_TYPE.MINTED : assetTypeOf(standardOf(standard))
  return signOrder(chain, {
    type: salt === undefined ? ACTION_TYPE.SALE : ACTION_TYPE.EDIT_SALE,
    sell: { token: collection, tokenId, assetType },
    buy: moneyOf(payToken.address),
    selling: quantity,
    buying: unitPrice * quantity,
    maxBuyerFeeBps: 0n,
    validUntil,
    salt,
    sellerFeeBps,
  })
}
