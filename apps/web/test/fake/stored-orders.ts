import { ORDER_TYPE, toAddress } from '@plinth/protocol'
import type { MarketState } from './market-state.ts'
import { aBid, aHolding, aSale } from './records.ts'

/** Lets the market list each order that the page stores, in the place of the maker's last one. */
export function keepOrders(market: MarketState): void {
  market.answer('order.add', ({ maker, sellToken, sellTokenId, buyToken, buyTokenId, selling, buying, salt, type }) => {
    const isBid = type === ORDER_TYPE.BID || market.payTokens.some(({ address }) => address === sellToken)
    const of = isBid ? { collection: buyToken, tokenId: buyTokenId } : { collection: sellToken, tokenId: sellTokenId }
    const item = market.itemOf({ collection: toAddress(of.collection), tokenId: of.tokenId })
    const payToken = market.payTokens.find(({ address }) => address === (isBid ? sellToken : buyToken))
    if (!item || !payToken) throw new Error('The market has no such item or pay token.')
    const order = (isBid ? aBid : aSale)(item, maker, { selling, buying, salt, payToken, price: isBid ? selling : buying })
    const others = (isBid ? item.bids : item.listings).filter((one) => one.maker !== maker)
    if (isBid) market.change(item, { bids: [...others, order] })
    else {
      const holdings = item.holdings.map((holding) => (holding.owner === maker ? aHolding(holding, order) : holding))
      market.change(item, { listings: [...others, order], isOnSale: true, holdings })
    }
    return {}
  })
}
