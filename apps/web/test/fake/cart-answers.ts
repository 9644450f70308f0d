import type { CartAnswer, CartFill, CartLine, CartReason, OrderRecord } from '@plinth/api'
import type { MarketState } from './market-state.ts'

/** Open sales of a line's seller, by what lists and pages show of them. */
const saleOf = (market: MarketState, { collection, tokenId, seller }: CartLine): OrderRecord | undefined =>
  market.itemOf({ collection, tokenId })?.listings.find(({ maker }) => maker === seller)

const leftIn = ({ selling, filled }: OrderRecord) => selling - filled

function check(market: MarketState, line: CartLine): CartAnswer {
  const item = market.itemOf(line)
  const sale = saleOf(market, line)
  const found = item && {
    name: (JSON.parse(item.metadata || '{}') as { name?: string }).name ?? '',
    image: '',
    mediaKind: item.mediaKind,
    standard: item.standard,
    supply: item.supply,
    collectionName: item.collectionBrief.name,
    isVerified: false,
  }
  const reason: CartReason | undefined =
    sale === undefined ? 'sold' : sale.salt !== line.salt ? 'repriced' : leftIn(sale) < line.quantity ? 'few' : undefined
  const now = sale && {
    salt: sale.salt,
    payToken: sale.payTokenAddress,
    symbol: sale.payTokenSymbol,
    decimals: sale.payTokenDecimals,
    unitPrice: sale.buying / sale.selling,
    buyerFee: sale.buyerFee,
    royalty: 500,
    sellerFee: sale.sellerFee,
    left: leftIn(sale),
    validUntil: sale.validUntil,
    isMinted: false,
    isPrivate: false,
  }
  return { line, item: found, sale: now, reason }
}

function fillOf({ signature, proof, ...sale }: OrderRecord): CartFill {
  const { maker, sellToken, sellTokenId, sellType, selling, buyToken, buyTokenId, buyType, buying, salt, chainId, sellerFee, buyerFee } =
    sale
  const sides = { maker, sellToken, sellTokenId, sellType, selling, buyToken, buyTokenId, buyType, buying }
  const signed = { signature, proof, salt, chainId, sellerFee, buyerFee, left: leftIn({ ...sale, signature, proof }) }
  return Object.assign(sides, signed, { v: undefined, r: undefined, s: undefined, voucher: undefined, royalties: [500], creator: maker })
}

/** A cart, its purchase and sweeps, from the listings of the items. */
export function answerCart(market: MarketState): void {
  market
    .answer('cart.check', ({ lines }) => ({ list: lines.map((line) => check(market, line)) }))
    .answer('cart.fills', ({ lines }) => ({
      list: lines.map((line) => {
        const sale = saleOf(market, line)
        const { reason } = check(market, line)
        return reason || !sale ? { reason: reason ?? 'sold' } : { fill: fillOf(sale) }
      }),
    }))
    .answer('sweep.candidates', ({ payToken, tokenId, units = 50n }, { token }) => {
      const me = token === undefined ? undefined : market.callerOf(token).address
      const asks = market.items
        .filter((item) => tokenId === undefined || item.tokenId === tokenId)
        .flatMap((item) => item.listings.map((sale) => ({ item, sale })))
        .filter(({ sale }) => sale.payTokenAddress === payToken.address && sale.maker !== me)
        .toSorted((a, b) => Number(a.sale.buying / a.sale.selling - b.sale.buying / b.sale.selling))
      let wanted = units
      const list = asks.flatMap(({ item: { chainId, collection, tokenId }, sale }) => {
        const quantity = wanted < leftIn(sale) ? wanted : leftIn(sale)
        wanted -= quantity
        return quantity > 0n ? [check(market, { chainId, collection, tokenId, seller: sale.maker, salt: sale.salt, quantity })] : []
      })
      return { list, units: units - wanted, price: 0n, fees: 0n, pays: 0n }
    })
}
