import { AppError, type AuctionRecord, type PayToken } from '@plinth/api'
import { AUCTION_ACT, type AuctionBid, auctionDomain, bidDigest, bidTypedData, toAddress } from '@plinth/protocol'
import { api } from '../lib/api.ts'
import { auctionOf } from './auctions.ts'
import { type Chain, openChain, requireSameAccount } from './context.ts'
import type { Flow } from './engine.ts'
import { moneySteps } from './money-steps.ts'
import { popUp } from './sign-order.ts'

export type AuctionBidContext = {
  /** As the screen showed it. */
  auction: AuctionRecord
  /** For the lot, in base units of the pay token. */
  total: bigint
  payToken: Pick<PayToken, 'address' | 'symbol'>
  /** All that it draws when it wins, buyer fee included. */
  draw: bigint
  /** In bps, as the screen said: nothing above it is signed. */
  buyerFeeBps: bigint
  isUnlimited: boolean
  /** Of the chain's coin, the most that is wrapped first; 0 where nothing has to be. */
  wrap: bigint
  chain?: Chain
}

const chainOf = async (context: AuctionBidContext): Promise<Chain> => {
  context.chain ??= await openChain(context.auction.chainId, context.auction.auctionExchange)
  return context.chain
}

async function signBid(context: AuctionBidContext): Promise<void> {
  const chain = await chainOf(context)
  const { wallet, account, chainId, config } = chain
  const { auction: record, total, buyerFeeBps } = context
  await wallet.switchChain(chainId)
  const { owner, collection, tokenId, salt } = record
  const asked = { owner, collection, tokenId, salt, total, chainId }
  const prepared = await api.auction.prepare({ ...asked, type: AUCTION_ACT.AUCTION_BID }).catch(popUp)
  if (BigInt(prepared.buyerFee) > buyerFeeBps) throw new AppError('FEE_CHANGED')
  const { buyerFee, epoch } = prepared
  const bid: AuctionBid = { auction: auctionOf(record), bidder: account, buying: total, buyerFee: BigInt(buyerFee), epoch }
  const domain = auctionDomain(chainId, toAddress(config.contract.auctionExchange))
  // What is signed is built here, from what the bidder saw.
  if (bidDigest(bid, domain) !== prepared.digest) throw new AppError('ORDER_MISMATCH')
  requireSameAccount(chain)
  const signature = await wallet.signTypedData(bidTypedData(bid, domain))
  await api.auction.bid({ ...asked, digest: prepared.digest, signature })
}

/** Wrap what is missing of the coin, allow what all open bids and this one can draw, sign and submit (document B §4, decision 22). */
export const auctionBidFlow: Flow<AuctionBidContext> = {
  steps: [...moneySteps(chainOf, ({ auction }) => auction.salt), { key: 'sign', run: signBid }],
}
