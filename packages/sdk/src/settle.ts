import { AppError, type AuctionRecord, type OpenSettlementReply, type SettlementReply } from '@plinth/api'
import { AUCTION_SETTLEMENT, AUCTION_STATUS, type AuctionSettlementType, auctionStructHash, toAddress } from '@plinth/protocol'
import { AUCTION_ABI } from './abi.ts'
import { acceptAuctionCall, auctionKeyOf, auctionOf, settleCall } from './auction-calls.ts'
import { codeOf } from './errors.ts'
import type { ContractCall, Market } from './market.ts'
import { askSigner } from './signing.ts'

/** The operator's signature of the winner, the sharing bidders and their amounts, as of now. */
export const fetchSettlement = (
  { api }: Pick<Market, 'api'>,
  { collection, tokenId, owner, salt, chainId }: AuctionRecord,
  type: AuctionSettlementType,
): Promise<SettlementReply> => askSigner(() => api.auction.buyerFee({ collection, tokenId, owner, salt, type, chainId }))

/** The settlement that any account may send, from the auction's end on. Throws AUCTION_PARTIES_ONLY where only owner and winner may. */
export const fetchOpenSettlement = (
  { api }: Pick<Market, 'api'>,
  { collection, tokenId, owner, salt, chainId }: AuctionRecord,
): Promise<OpenSettlementReply> => askSigner(() => api.auction.settlement({ collection, tokenId, owner, salt, chainId }))

/** Pays all parties and moves the item; any account but the owner sends it. `market` is that of the auction's edition. */
export function openSettlementCall({ chainId, config }: Market, settlement: OpenSettlementReply): ContractCall {
  const call = acceptAuctionCall(settlement, settlement.leastProceeds)
  return { ...call, chainId, address: toAddress(config.contract.auctionExchange) }
}

/** Throws BID_EDITED where another bid wins by now, or others share. */
export function requireSettlement<R extends SettlementReply>(now: R, shown: SettlementReply | undefined): R {
  const termsOf = ({ bidder, total, buyerFee, recipients }: SettlementReply) => [bidder, total, buyerFee, recipients].join()
  if (!shown || termsOf(now) !== termsOf(shown)) throw new AppError('BID_EDITED')
  return now
}

/**
 * The call that pays all parties and moves the item. The auction's owner receives `receives` base units or nothing is sold;
 * auctions of a former edition have no such call. `market` is that of the auction's edition, see `marketAt`.
 */
export function settlementCall(
  { chainId, config }: Market,
  settlement: SettlementReply,
  type: AuctionSettlementType,
  receives: bigint,
): ContractCall {
  const address = toAddress(config.contract.auctionExchange)
  const isFormer = config.contract.former.some(({ auctionExchange }) => auctionExchange === address)
  const isOwner = type === AUCTION_SETTLEMENT.ACCEPT
  const call = isOwner && !isFormer ? acceptAuctionCall(settlement, receives) : settleCall(settlement)
  return { ...call, chainId, address }
}

/** The auction as the server knows it now. */
export const fetchAuction = (
  { api }: Pick<Market, 'api'>,
  { collection, tokenId, owner, salt, chainId }: AuctionRecord,
): Promise<AuctionRecord> => api.auction.get({ collection, tokenId, owner, salt, chainId })

/** Throws AUCTION_OVER. */
export async function requireRunning(market: Pick<Market, 'api'>, auction: AuctionRecord): Promise<void> {
  if (await isFinished(market, auction)) throw new AppError('AUCTION_OVER')
}

export const isFinished = async (market: Pick<Market, 'api'>, auction: AuctionRecord): Promise<boolean> =>
  (await fetchAuction(market, auction)).status === AUCTION_STATUS.FINISHED

/** Ends the auction in all its versions, bids or not (decision 31). */
export function cancelAuctionCall({ chainId, config }: Market, auction: AuctionRecord): ContractCall {
  const address = toAddress(config.contract.auctionExchange)
  return { chainId, address, abi: AUCTION_ABI, functionName: 'cancel', args: [auctionKeyOf(auction)] }
}

/**
 * Has the server settle nothing with the account's bids up to `total`, for free. Throws AUCTION_BID_PUBLIC where anybody may settle with
 * one already, unless it is voided on the chain next.
 */
export async function forgetBids(
  { api }: Pick<Market, 'api'>,
  { collection, tokenId, owner, salt, chainId }: AuctionRecord,
  total: bigint,
  isVoidedNext = false,
): Promise<void> {
  await api.auction.cancel({ collection, tokenId, owner, salt, total, chainId }).catch((error: unknown) => {
    if (!isVoidedNext || codeOf(error) !== 'AUCTION_BID_PUBLIC') throw error
  })
}

/** Nor does the chain settle with them, whatever the operator might have signed (decision 31). */
export function voidBidsCall({ chainId, config }: Market, auction: AuctionRecord, total: bigint): ContractCall {
  const address = toAddress(config.contract.auctionExchange)
  return { chainId, address, abi: AUCTION_ABI, functionName: 'voidBids', args: [auctionStructHash(auctionOf(auction)), total] }
}
