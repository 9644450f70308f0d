import type { FittingItem, OfferRecord } from '@plinth/api'
import { type Address, type TradeSums, tradeSums } from '@plinth/protocol'

/** A work of the account, as far as a sale to an offer needs it. */
export type OwnWork = Pick<FittingItem, 'tokenId' | 'name' | 'image' | 'held' | 'royalties' | 'creator'>

/** An offer that the account may accept, with its works that fit. */
export type AcceptLine = { offer: OfferRecord; collectionName: string; works: readonly OwnWork[] }
/** With the work that is sold to it. */
export type ChosenLine = AcceptLine & { work: OwnWork }
/** All of one network. */
export type OpenAccept = (lines: readonly AcceptLine[]) => void

export const lineKey = ({ offer: { chainId, id } }: Pick<AcceptLine, 'offer'>): string => `${chainId}:${id}`

/** What the account gets for so many of a work, after the seller fee and the royalties; its own royalty stays with it. */
export function offerSums(offer: OfferRecord, work: OwnWork, quantity: bigint, seller: Address | undefined): TradeSums {
  const royalties = work.royalties.map((bps, at) => ({ bps: BigInt(bps), recipient: at === 0 ? work.creator : undefined }))
  return tradeSums({ unitPrice: offer.unitPrice, quantity, sellerFeeBps: BigInt(offer.sellerFee), buyerFeeBps: 0n, royalties, seller })
}

/** Units of a work that can be sold to an offer now. */
export function mostOf({ left, covered }: OfferRecord, { held }: OwnWork): bigint {
  const paid = covered < left ? covered : left
  return held < paid ? held : paid
}

/** Another work for each line, in their order; the first that fits where no other is left. */
export function worksOf(lines: readonly AcceptLine[]): OwnWork[] {
  const taken = new Map<string, bigint>()
  return lines.flatMap(({ offer, works }) => {
    const keyOf = ({ tokenId }: OwnWork) => `${offer.collection}:${tokenId}`
    const work = works.find((one) => (taken.get(keyOf(one)) ?? 0n) < one.held) ?? works[0]
    if (work) taken.set(keyOf(work), (taken.get(keyOf(work)) ?? 0n) + 1n)
    return work ? [work] : []
  })
}
