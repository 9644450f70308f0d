import { AppError, type ItemRecord, type PrivateSaleRecord } from '@plinth/api'
import { type Address, ORDER_TERMS, withTerms } from '@plinth/protocol'
import type { MarketState } from './market-state.ts'
import { pageOf } from './page-of.ts'
import { aSale, HASH, type OrderOf, person } from './records.ts'

/** A sale to one account. */
export function aPrivateSale(item: ItemRecord, maker: Address, taker: Address, over: OrderOf = {}): PrivateSaleRecord {
  const sale = aSale(item, maker, over)
  return { ...sale, salt: withTerms(sale.salt, ORDER_TERMS.PRIVATE), taker, buyer: person(taker) }
}

/** As the server: to each account its own. */
export function answerPrivateSales(market: MarketState): void {
  const isOf = (sale: PrivateSaleRecord, { collection, tokenId }: { collection: Address; tokenId: bigint }) =>
    sale.item === collection && sale.sellTokenId === tokenId
  market
    .answer('privateSale.forItem', (item, { token }) => {
      const { address } = market.callerOf(token)
      return market.privateSales.filter((sale) => isOf(sale, item) && (sale.maker === address || sale.taker === address))
    })
    .answer('privateSale.mine', ({ page, limit }, { token }) => {
      const { address } = market.callerOf(token)
      const own = market.privateSales.filter(({ maker }) => maker === address)
      const list = own.flatMap((sale) => {
        const nft = market.itemOf({ collection: sale.item, tokenId: sale.sellTokenId })
        return nft ? [{ ...sale, nft }] : []
      })
      return pageOf(list, { page, limit })
    })
    .answer('privateSale.buyerFee', (wanted, { token }) => {
      const { address } = market.callerOf(token)
      const found = market.privateSales.find(
        (sale) => isOf(sale, wanted) && sale.maker === wanted.owner && sale.salt === wanted.salt && sale.taker === address,
      )
      if (!found) throw new AppError('ORDER_NOT_FOUND')
      const { maker, sellToken, sellTokenId, sellType, selling, buyToken, buyTokenId, buyType, buying, signature, proof } = found
      const sides = { maker, sellToken, sellTokenId, sellType, selling, buyToken, buyTokenId, buyType, buying }
      const fee = { v: '27', r: HASH, s: HASH, isFeeSignatureNeeded: false, buyerFee: found.buyerFee, sellerFee: found.sellerFee } as const
      return { ...sides, ...fee, signature, proof, salt: found.salt, chainId: found.chainId, left: selling - found.filled }
    })
}
