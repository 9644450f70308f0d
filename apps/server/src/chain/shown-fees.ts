import { DEFAULT_FEE_BPS } from '@plinth/protocol'
import type { Chain } from './chain.ts'
import type { ChainFees } from './fees.ts'

/** The buyer fee in bps of a bid made on an auction now; the last known one while the node is slow or down. */
export async function auctionFeeToShow(chain: Chain): Promise<bigint> {
  return (await chain.shownAuctionFees())?.buyerFeeBps ?? DEFAULT_FEE_BPS
}

/** The buyer fee of a box opened now. */
export async function boxFeeToShow(chain: Chain): Promise<bigint> {
  return (await chain.shownBoxFees())?.buyerFeeBps ?? DEFAULT_FEE_BPS
}

/** The site also opens while the node is slow or down: then with the last known fees. Signing and paying read the chain. */
export async function feesToShow(chain: Chain): Promise<Pick<ChainFees, 'buyerFeeBps' | 'minSellerFeeBps'>> {
  return (await chain.shownFees()) ?? { buyerFeeBps: DEFAULT_FEE_BPS, minSellerFeeBps: 0n }
}
