import type { AuctionRecord, ItemRecord } from '@plinth/api'
import { type Address, AUCTION_SETTLEMENT } from '@plinth/protocol'
import {
  auction,
  bidInAuction,
  buyAuctionNow,
  type Connection,
  cancelAuction,
  cancelAuctionBid,
  fetchOpenSettlement,
  fetchSettlement,
  perform,
  settle,
  settleForAnybody,
} from '@plinth/sdk'

/** The account's running auction of an item. */
const auctionOf = ({ market }: Connection, item: ItemRecord): Promise<AuctionRecord> =>
  market.api.auction.get({ chainId: market.chainId, collection: item.collection, tokenId: item.tokenId, owner: market.account })

/**
 * Puts one piece up for auction for an hour; a fifth of the price goes to the bidders who lose. A bid in the last ten minutes moves the
 * end to ten minutes after it, and twenty times the lowest price ends the auction at once. `lowest` in base units.
 */
export async function offerForAnHour(connection: Connection, item: ItemRecord, token: Address, lowest: bigint): Promise<AuctionRecord> {
  const { market, signer } = connection
  const { now, sellerFee } = market.config
  const act = auction(market, {
    collection: item.collection,
    tokenId: item.tokenId,
    standard: item.standard,
    quantity: 1n,
    payToken: { address: token },
    startPrice: lowest / 2n,
    lowest,
    step: lowest / 10n,
    encourage: 2_000n,
    startTime: now - 1,
    endTime: now + 3_600,
    extension: 600,
    buyNow: lowest * 20n,
    sellerFeeBps: sellerFee,
    salt: undefined,
  })
  await perform(act, signer)
  return auctionOf(connection, item)
}

/** Bids for the lot; `total` in base units of the auction's pay token. */
export async function bidForLot({ market, signer }: Connection, lot: AuctionRecord, total: bigint): Promise<void> {
  await perform(bidInAuction(market, { auction: lot, total, buyerFeeBps: market.config.buyerFee }), signer)
}

/** Takes back the account's bids up to `total`, on the server and on the chain. */
export async function takeBackBids({ market, signer }: Connection, lot: AuctionRecord, total: bigint): Promise<void> {
  await perform(cancelAuctionBid(market, lot, total, true), signer)
}

/** Sells to the highest bid now; `least` base units or nothing is sold. */
export async function acceptHighest({ market, signer }: Connection, lot: AuctionRecord, least: bigint): Promise<void> {
  const shown = await fetchSettlement(market, lot, AUCTION_SETTLEMENT.ACCEPT)
  await perform(settle(market, { auction: lot, type: AUCTION_SETTLEMENT.ACCEPT, shown, receives: least }), signer)
}

/** Buys at the auction's buy-now total, while the market signs it. */
export async function buyNow({ market, signer }: Connection, lot: AuctionRecord): Promise<void> {
  await perform(buyAuctionNow(market, { auction: lot, buyerFeeBps: market.config.buyerFee }), signer)
}

/** Settles an ended auction of other accounts and pays the gas. */
export async function settleOfOthers({ market, signer }: Connection, lot: AuctionRecord): Promise<void> {
  await perform(settleForAnybody(market, lot, await fetchOpenSettlement(market, lot)), signer)
}

/** Ends an auction, bids or not. */
export async function endAuction({ market, signer }: Connection, lot: AuctionRecord): Promise<void> {
  await perform(cancelAuction(market, lot), signer)
}
