import type { PayToken } from '@plinth/api'
import { type AuctionBidTerms, prepareAuctionBid } from '@plinth/sdk'
import { type Chain, openChain } from '../../engine/context.ts'
import type { Flow } from '../../engine/engine.ts'
import { signPrepared } from '../../engine/sign-prepared.ts'
import { moneySteps } from '../money/money-steps.ts'

export type AuctionBidContext = AuctionBidTerms & {
  payToken: Pick<PayToken, 'address' | 'symbol'>
  /** All that it draws when it wins, buyer fee included. */
  draw: bigint
  isUnlimited: boolean
  /** Of the chain's coin, the most that is wrapped first; 0 where nothing has to be. */
  wrap: bigint
  chain?: Chain
}

export const chainOf = async (context: AuctionBidContext): Promise<Chain> => {
  context.chain ??= await openChain(context.auction.chainId, context.auction.auctionExchange)
  return context.chain
}

async function signBid(context: AuctionBidContext): Promise<void> {
  const chain = await chainOf(context)
  await signPrepared(chain, () => prepareAuctionBid(chain, context))
}

/** Wrap what is missing of the coin, allow what all open bids and this one can draw, sign and submit (document B §4, decision 22). */
export const auctionBidFlow: Flow<AuctionBidContext> = {
  steps: [...moneySteps(chainOf, ({ auction }) => auction.salt), { key: 'sign', run: signBid }],
}
