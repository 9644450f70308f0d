import { setTimeout } from 'node:timers/promises'
import { DEFAULT_FEE_BPS } from '@plinth/protocol'
import type { Chain } from './chain.ts'
import type { ChainFees } from './fees.ts'

const FEES_WAIT_MS = 1_000

/** What a bid on an auction made now pays on top, in bps; known last while the node is slow or down. */
export async function auctionFeeToShow(chain: Chain): Promise<bigint> {
  const waited = setTimeout(FEES_WAIT_MS, undefined, { ref: false })
  const fresh = await Promise.race([chain.auctionFees().catch(() => undefined), waited])
  return (fresh ?? chain.lastAuctionFees())?.buyerFeeBps ?? DEFAULT_FEE_BPS
}

/** The site opens also while the node is slow or down: then with the fees known last. What is signed or paid asks the chain. */
export async function feesToShow(chain: Chain): Promise<Pick<ChainFees, 'buyerFeeBps' | 'minSellerFeeBps'>> {
  const waited = setTimeout(FEES_WAIT_MS, undefined, { ref: false })
  const fresh = await Promise.race([chain.fees().catch(() => undefined), waited])
  return fresh ?? chain.lastFees() ?? { buyerFeeBps: DEFAULT_FEE_BPS, minSellerFeeBps: 0n }
}
