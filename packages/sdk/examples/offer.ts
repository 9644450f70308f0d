import type { AttributeChoice, ItemRecord, OfferRecord } from '@plinth/api'
import type { Address } from '@plinth/protocol'
import { acceptOffer, acceptOffers, type Connection, cancelOffer, offer, perform } from '@plinth/sdk'

const DAY_S = 86_400

/** Offers `price` wei of wrapped coin for each of `quantity` items with these attributes, and wraps the money for one. */
export async function offerFor(
  { market, signer }: Connection,
  collection: Address,
  wrapped: Address,
  { price, quantity, attributes }: { price: bigint; quantity: bigint; attributes: readonly AttributeChoice[] },
): Promise<OfferRecord | undefined> {
  const act = offer(market, {
    collection,
    items: attributes,
    quantity,
    unitPrice: price,
    payToken: { address: wrapped },
    maxBuyerFeeBps: market.config.buyerFee,
    sellerFeeBps: market.config.sellerFee,
    validUntil: market.config.now + DAY_S,
    raised: undefined,
    wrap: price * 2n,
    funded: 1n,
  })
  await perform(act, signer)
  const { list } = await market.api.offer.mine({ page: 1, limit: 100, chainId: market.chainId })
  return list.find((one) => one.collection === collection && one.unitPrice === price)
}

/** Raises the price of an open offer in wrapped coin. */
export async function raiseOffer({ market, signer }: Connection, open: OfferRecord, price: bigint): Promise<void> {
  const act = offer(market, {
    collection: open.collection,
    items: open.attributes ?? [],
    quantity: open.quantity,
    unitPrice: price,
    payToken: open.payToken,
    maxBuyerFeeBps: market.config.buyerFee,
    sellerFeeBps: BigInt(open.sellerFee),
    validUntil: open.validUntil,
    raised: open,
    wrap: price * 2n,
    funded: 1n,
  })
  await perform(act, signer)
}

/** Ends an open offer on the chain. */
export async function endOffer({ market, signer }: Connection, open: OfferRecord): Promise<void> {
  await perform(cancelOffer(market, open), signer)
}

/** What the item can be sold to now, best worth first. */
export async function offersOn({ market }: Connection, { collection, tokenId }: ItemRecord): Promise<OfferRecord[]> {
  return (await market.api.offer.forItem({ collection, tokenId, page: 1, limit: 20, chainId: market.chainId })).list
}

/** Sells one piece to an offer, for `least` base units after fee and royalty or not at all. */
export async function sellToOffer({ market, signer }: Connection, item: ItemRecord, shown: OfferRecord, least: bigint): Promise<void> {
  const { collection, tokenId } = item
  await perform(acceptOffer(market, { collection, tokenId, quantity: 1n, shown, receives: least }), signer)
}

/** Sells several pieces in one transaction, each for `least` base units: all of them or none. */
export async function sellAll(
  { market, signer }: Connection,
  sold: readonly { item: ItemRecord; shown: OfferRecord }[],
  least: bigint,
): Promise<void> {
  const lines = sold.map(({ item: { collection, tokenId }, shown }) => ({ collection, tokenId, quantity: 1n, shown, receives: least }))
  await perform(acceptOffers(market, lines), signer)
}
