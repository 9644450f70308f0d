import { AppError, type BuyerFeeReply, type OrderRecord } from '@plinth/api'
import { type Address, ORDER_TYPE } from '@plinth/protocol'
import { isGone } from './errors.ts'
import type { ContractCall, Market } from './market.ts'
import { acceptCall } from './order-calls.ts'
import { askSigner } from './signing.ts'

export type AcceptTerms = {
  collection: Address
  tokenId: bigint
  quantity: bigint
  /** The bid as the holder saw it; nothing else is accepted. */
  shown: Pick<OrderRecord, 'maker' | 'salt' | 'unitPrice' | 'sellerFee'>
  /** The least that the holder gets, in base units. */
  receives: bigint
}

export type Acceptance = {
  bid: OrderRecord
  /** The operator's signature of the bidder's fee. */
  fee: BuyerFeeReply
}

/** The current bid. Throws what a holder should know, in the registry's words for a sale: ORDER_FILLED, ORDER_CANCELLED and so on. */
export async function fetchAcceptance({ api, chainId }: Market, terms: AcceptTerms): Promise<Acceptance> {
  const { collection, tokenId, shown, quantity } = terms
  const slot = { collection, tokenId, owner: shown.maker, type: ORDER_TYPE.BID, chainId }
  const feeOf = (salt: bigint) => askSigner(() => api.order.buyerFee({ ...slot, salt, quantity }))
  const bid = await api.order.get(slot).catch(async (error: unknown) => {
    // No open bid any more: the fee request for the one that was seen returns the reason.
    if (isGone(error)) await feeOf(shown.salt)
    throw error
  })
  if (bid.isExpired) throw new AppError('ORDER_EXPIRED')
  const isShown = bid.unitPrice === shown.unitPrice && bid.salt === shown.salt && bid.sellerFee === shown.sellerFee
  if (!isShown) throw new AppError('BID_EDITED')
  return { bid, fee: await feeOf(bid.salt) }
}

/** The `acceptBid` call that sells to the bid, for `receives` base units or not at all. */
export function acceptBidCall({ chainId, config }: Market, { bid, fee }: Acceptance, quantity: bigint, receives: bigint): ContractCall {
  return { ...acceptCall(bid, fee, quantity, receives), chainId, address: config.contract.exchange }
}
