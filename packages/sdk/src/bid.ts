import type { PayToken } from '@plinth/api'
import { ACTION_TYPE, type Address, assetTypeOf, moneyOf, standardOf } from '@plinth/protocol'
import type { Market } from './market.ts'
import { prepareOrder } from './prepare-order.ts'
import type { SignatureRequest } from './requests.ts'

export type BidTerms = {
  collection: Address
  tokenId: bigint
  standard: number
  /** An edit names that of the whole bid, whatever is accepted. */
  quantity: bigint
  /** Of one, in base units of the pay token. */
  unitPrice: bigint
  payToken: Pick<PayToken, 'address'>
  maxBuyerFeeBps: bigint
  /** In bps, paid by the account that accepts. */
  sellerFeeBps: bigint
  /** Unix seconds. */
  validUntil: number
  /** Of the open bid that is raised. */
  salt: bigint | undefined
}

/** Offers money for items. */
export function prepareBid(market: Market, terms: BidTerms): Promise<SignatureRequest> {
  const { collection, tokenId, standard, quantity, unitPrice, payToken, validUntil, salt, maxBuyerFeeBps, sellerFeeBps } = terms
  return prepareOrder(market, {
    type: salt === undefined ? ACTION_TYPE.BID : ACTION_TYPE.EDIT_BID,
    sell: moneyOf(payToken.address),
    buy: { token: collection, tokenId, assetType: assetTypeOf(standardOf(standard)) },
    selling: unitPrice * quantity,
    buying: quantity,
    validUntil,
    salt,
    maxBuyerFeeBps,
    sellerFeeBps,
  })
}
