import { setTimeout } from 'node:timers/promises'
import { DEFAULT_FEE_BPS } from '@plinth/protocol'
import type { Chain } from './chain.ts'
import type { ChainFees } from './fees.ts'

const FEES_WAIT_MS = 1_000

/** The buyer fee in bps of a bid made on an auction now; the last known one while the node is slow or down. */
export async function auctionFeeToShow(chain: Chain): Promise<bigint> {
  return (await freshOrLast(chain.auctionFees, chain.lastAuctionFees))?.buyerFeeBps ?? DEFAULT_FEE_BPS
}

/** The buyer fee of a box opened now. */
export async function boxFeeToShow(chain: Chain): Promise<bigint> {
  return (await freshOrLast(chain.boxFees, chain.lastBoxFees))?.buyerFeeBps ?? DEFAULT_FEE_BPS
}

async function freshOrLast(now: Chain['fees'], last: Chain['lastFees']): Promise<ChainFees | undefined> {
  const waited = setTimeout(FEES_WAIT_MS, undefined, { ref: false })
  return (await Promise.race([now().catch(() => undefined), waited])) ?? last()
}

/** The site also opens while the node is slow or down: then with the last known fees. Signing and paying read the chain. */
export async function feesToShow(chain: Chain): Promise<Pick<ChainFees, 'buyerFeeBps' | 'minSellerFeeBps'>> {
  return chain.freshFees() ?? (await freshOrLast(chain.fees, chain.lastFees)) ?? { buyerFeeBps: DEFAULT_FEE_BPS, minSellerFeeBps: 0n }
}
