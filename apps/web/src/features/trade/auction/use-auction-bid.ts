import type { AuctionBidRecord, AuctionRecord, ItemRecord } from '@plinth/api'
import { leastBid, outbidShare, unitPriceReaching, ZERO_ADDRESS } from '@plinth/protocol'
import { useState } from 'react'
import { auctionTermsOf, sharersOf } from '../../../entities/auction.ts'
import { useSession } from '../../../lib/session.ts'
import { useNetwork } from '../../../lib/site.ts'
import { isWrappedCoin } from '../../../lib/wrapped-coin.ts'
import { fundingOf } from '../bid-form.ts'
import { useSpendable } from '../use-spendable.ts'
import { auctionBidError, auctionBidFigures, figuresOf } from './auction-bid-form.ts'

type Given = {
  item: ItemRecord
  auction: AuctionRecord
  bids: readonly AuctionBidRecord[]
  /** The total, where none is typed. */
  fixed?: bigint
}

/** What a bid at an auction says as it is typed: what has to be reached, its sums, and where the money comes from. */
export function useAuctionBid({ item, auction, bids, fixed }: Given) {
  const { address } = useSession()
  const [price, setPrice] = useState('')
  const { chainId, quantity, payToken: token, payTokenDecimals: decimals, payTokenSymbol: symbol } = auction
  const coin = useNetwork(chainId)?.symbol ?? ''
  const highest = auction.highestPrice > 0n ? auction.highestPrice : undefined
  const ladder = { startPrice: auction.startPrice, step: auction.increment }
  const least = leastBid(ladder, highest)
  const feeBps = BigInt(auction.buyerFee)
  const figures = fixed === undefined ? auctionBidFigures(price, { decimals, quantity, feeBps }) : figuresOf(fixed, feeBps)
  // Those who lose if this bid wins: the bidders who share now, and the current leader.
  const losers = new Set([...sharersOf(bids, auction), ...(auction.highestBidder === '' ? [] : [auction.highestBidder])])
  const others = [...losers].filter((bidder) => bidder !== address).length
  const spendable = useSpendable({
    chainId,
    token: token.address,
    payment: figures.draw,
    exceptSalt: auction.salt,
    at: auction.auctionExchange,
  })
  const coinSpendable = useSpendable({ chainId, token: ZERO_ADDRESS, payment: 0n })
  const isWrapped = isWrappedCoin(token, coin)
  return {
    price,
    setPrice,
    coin,
    feeBps,
    figures,
    spendable,
    least,
    others,
    money: { decimals, symbol },
    /** Of one, rounded up where the lot can't be parted evenly. */
    leastEach: unitPriceReaching(least, quantity),
    error: auctionBidError(price, { decimals, quantity, least }),
    share: figures.total > 0n ? outbidShare(auctionTermsOf(item, auction), ladder, figures.total, others) : 0n,
    funding: fundingOf({ balance: spendable.balance, coin: coinSpendable.balance, isWrapped, draw: figures.draw }),
  }
}

export type AuctionBidding = ReturnType<typeof useAuctionBid>
