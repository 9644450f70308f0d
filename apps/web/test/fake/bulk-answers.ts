import { type ItemRecord, itemName, readMetadata, type SellingFacts } from '@plinth/api'
import { type Address, type AssetType, MAX_FEE_BPS, moneyOf, orderDigest, orderDomain, packSalt, parseUnits } from '@plinth/protocol'
import { CHAIN, EXCHANGE } from '../addresses.ts'
import type { MarketState } from './market-state.ts'

let sequence = 9_000n

/** Facts for a price of an item; a test gives floors, offers and the last sale. */
export function factsOf(item: ItemRecord, account: Address, over: Partial<SellingFacts> = {}): SellingFacts {
  const { chainId, collection, tokenId, listings, holdings } = item
  const metadata = readMetadata(item.metadata)
  const sale = listings.find(({ maker }) => maker === account)
  return {
    item: { chainId, collection, tokenId },
    name: itemName(metadata.name, ''),
    image: metadata.image,
    collectionName: item.collectionBrief.name,
    standard: item.standard,
    royalties: item.royalties,
    creator: item.creator.address,
    held: holdings.find(({ owner }) => owner === account)?.quantity ?? 0n,
    isTradeLocked: item.isTradeLocked,
    listing: sale && {
      salt: sale.salt,
      payToken: sale.payToken.address,
      unitPrice: parseUnits(sale.unitPrice, sale.payTokenDecimals),
      quantity: sale.selling,
      left: sale.selling - sale.filled,
      sellerFee: sale.sellerFee,
      validUntil: sale.validUntil,
      isMinted: false,
    },
    floors: [],
    attributeFloors: [],
    offers: [],
    ...over,
  }
}

/** Sales of many works; each is taken. */
export function answerBulk(market: MarketState): void {
  market
    .answer('selling.facts', ({ items }, { token }) => {
      const { address } = market.callerOf(token)
      return { list: items.flatMap((ref) => market.itemOf(ref) ?? []).map((item) => factsOf(item, address)) }
    })
    .answer('order.preparemany', ({ maker, chainId, orders }) => ({
      chainId,
      buyerFee: 250,
      orders: orders.map(({ collection, tokenId, assetType, quantity, unitPrice, payToken, salt, validUntil = 0 }) => {
        const allotted = salt ?? packSalt({ sequence: ++sequence, validUntil, validFrom: 0, maxBuyerFeeBps: Number(MAX_FEE_BPS) })
        const sellerFee = Number(market.config.sellerFee)
        const order = {
          owner: maker,
          salt: allotted,
          // The wire's kinds of assets are plain numbers.
          sellAsset: { token: collection, tokenId, assetType: assetType as AssetType },
          buyAsset: moneyOf(payToken),
          selling: quantity,
          buying: quantity * unitPrice,
          sellerFee: BigInt(sellerFee),
        }
        return { salt: allotted, digest: orderDigest(order, orderDomain(chainId ?? CHAIN, EXCHANGE)), sellerFee, validUntil }
      }),
    }))
    .answer('order.submitmany', ({ orders }) => ({ orders: orders.map(() => ({})) }))
}
