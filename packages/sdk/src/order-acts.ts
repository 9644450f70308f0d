import { ASSET_TYPE, ORDER_TYPE, payAmount } from '@plinth/protocol'
import { type AcceptTerms, acceptBidCall, fetchAcceptance } from './accept.ts'
import { allowSteps, approveStep, transaction, wrapStep } from './act-steps.ts'
import { amountDue } from './amount-due.ts'
import type { Spending } from './approvals.ts'
import { type BidTerms, prepareBid } from './bid.ts'
import { buyCall, fetchPurchase, type Purchase, type PurchaseTerms } from './buy.ts'
import { cancelCall, fetchOrder, isCancelled, type OrderSlot } from './cancel.ts'
import { isMoved } from './items.ts'
import type { Market, PrivateMarket } from './market.ts'
import { orderOf } from './order-of.ts'
import { fetchPrivatePurchase, fetchPrivateSale, isPrivateEnded } from './private-sale.ts'
import type { Act, ActStep } from './requests.ts'
import { prepareSale, type SaleTerms } from './sale.ts'

/** Puts items on sale, to any account or to `taker` alone; with the salt of an open sale, lowers its price. */
export const list = (market: Market, terms: SaleTerms): Act => [
  ...(terms.isMintedBySale ? [] : [approveStep(market, terms.collection)]),
  { key: 'sign', prepare: () => prepareSale(market, terms) },
]

/** Ends the account's open sale or bid of an item. */
export function cancel(market: Market, item: Pick<OrderSlot, 'collection' | 'tokenId'>, type: OrderSlot['type'] = ORDER_TYPE.SALE): Act {
  const slot = { collection: item.collection, tokenId: item.tokenId, owner: market.account, type }
  let ended: Awaited<ReturnType<typeof fetchOrder>> | undefined
  return [
    {
      key: 'cancel',
      prepare: async () => {
        ended = await fetchOrder(market, slot)
        return transaction(cancelCall(market, ended))
      },
      isIndexed: async () => ended === undefined || isCancelled(market, slot, ended),
    },
  ]
}

/** Ends the account's private sale of an item. */
export function cancelPrivate(market: PrivateMarket, { collection, tokenId }: Pick<OrderSlot, 'collection' | 'tokenId'>): Act {
  const slot = { collection, tokenId, seller: market.account }
  let ended: Awaited<ReturnType<typeof fetchPrivateSale>> | undefined
  return [
    {
      key: 'cancel',
      prepare: async () => {
        ended = await fetchPrivateSale(market, slot)
        return transaction(cancelCall(market, ended))
      },
      isIndexed: async () => ended === undefined || isPrivateEnded(market, slot, ended),
    },
  ]
}

/** Buys from a sale, for the price and the fee that were seen. */
export const buy = (market: Market, terms: PurchaseTerms): Act => buySteps(market, terms, () => fetchPurchase(market, terms))

/** The same from a private sale to the account. */
export const buyPrivately = (market: PrivateMarket, terms: PurchaseTerms): Act =>
  buySteps(market, terms, () => fetchPrivatePurchase(market, terms))

function buySteps(market: Market, terms: PurchaseTerms, fetch: () => Promise<Purchase>): Act {
  const spendingOf = async (): Promise<Spending | undefined> => {
    const { order, fee } = await fetch()
    if (order.buyType === ASSET_TYPE.COIN) return undefined
    return { token: order.buyToken, payment: amountDue(orderOf(order), terms.amount, BigInt(fee.buyerFee)), isUnlimited: false }
  }
  const pay: ActStep = {
    key: 'pay',
    prepare: async () => transaction(buyCall(market, await fetch(), terms.amount)),
    isIndexed: isMoved(market, terms),
  }
  return [...allowSteps(market, spendingOf), pay]
}

export type BidActTerms = BidTerms & {
  /** Of the chain's coin, the most that is wrapped first, in wei. Default: nothing. */
  wrap?: bigint
}

/** Bids for items; with the salt of an open bid, raises it. */
export function bid(market: Market, terms: BidActTerms): Act {
  const token = terms.payToken.address
  const payment = payAmount(terms.unitPrice, terms.quantity, terms.maxBuyerFeeBps)
  return [
    ...(terms.wrap ? [wrapStep(market, token, payment, terms.wrap)] : []),
    ...allowSteps(market, async () => ({ token, payment, isUnlimited: false, exceptSalt: terms.salt })),
    { key: 'sign', prepare: () => prepareBid(market, terms) },
  ]
}

/** Sells to a bid, for at least what the holder was shown. */
export const accept = (market: Market, terms: AcceptTerms): Act => [
  approveStep(market, terms.collection),
  {
    key: 'accept',
    prepare: async () => transaction(acceptBidCall(market, await fetchAcceptance(market, terms), terms.quantity, terms.receives)),
    isIndexed: isMoved(market, terms),
  },
]
