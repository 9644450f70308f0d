import type { AuctionBidRecord, AuctionRecord, ItemRecord } from '@plinth/api'
import {
  type Address,
  AUCTION_BID_STATUS,
  AUCTION_END,
  AUCTION_STATUS,
  type AuctionPhase,
  type AuctionTerms,
  type AuctionTimes,
  formatUnits,
} from '@plinth/protocol'
import type { TextKey } from '../i18n/translate.ts'
import { priceText } from '../lib/numbers.ts'
import { royaltiesOf } from './price/royalty.ts'

/** Not settled, not cancelled, and its time is not over (document B §4). */
export const isLiveAuction = ({ status }: Pick<AuctionRecord, 'status'>): boolean => status === AUCTION_STATUS.CREATED

const LABELS: Readonly<Record<AuctionRecord['end'], TextKey>> = {
  [AUCTION_END.NONE]: 'auction.live',
  [AUCTION_END.CANCEL]: 'auction.cancelled',
  [AUCTION_END.FINISHED]: 'auction.finished',
  [AUCTION_END.EXPIRED]: 'auction.expired',
}

/** Cancel, finished, expired or live (document B §4). */
export const auctionLabel = ({ end }: Pick<AuctionRecord, 'end'>): TextKey => LABELS[end]

/** Before each phase's countdown (decision 41). */
export const PHASE_TEXT = {
  begin: 'item.startsIn',
  end: 'item.endsIn',
  expired: 'item.waitsFor',
  final: 'time.expired',
} as const satisfies Record<AuctionPhase, TextKey>

/** The owner can deliver what it offers. */
export const isHeld = ({ held, quantity, isFundable }: Pick<AuctionRecord, 'held' | 'quantity' | 'isFundable'>): boolean =>
  held >= quantity && isFundable

/** How a settlement of it is parted. */
export const auctionTermsOf = (item: Pick<ItemRecord, 'royalties' | 'creator'>, auction: AuctionRecord): AuctionTerms => ({
  sellerFeeBps: BigInt(auction.sellerFee),
  buyerFeeBps: BigInt(auction.buyerFee),
  encourageBps: BigInt(auction.encourage),
  royalties: royaltiesOf(item),
  seller: auction.owner,
})

/** Bids that count: neither cancelled nor settled (document B §3). */
export const activeBids = (bids: readonly AuctionBidRecord[]): AuctionBidRecord[] =>
  bids.filter(({ status }) => status === AUCTION_BID_STATUS.ACTIVE)

type Closing = Pick<AuctionRecord, 'owner' | 'highestBidder' | 'asOfBlock'>

/** Who shares as of now: each losing bidder once, whose bid counts and is, or at the end was, paid for (decision 30). */
export function sharersOf(bids: readonly AuctionBidRecord[], { owner, highestBidder, asOfBlock }: Closing): Address[] {
  const paid = activeBids(bids).filter(({ isFunded, wasFundedAtEnd }) => (asOfBlock > 0 ? wasFundedAtEnd : isFunded))
  return [...new Set(paid.map(({ bidder }) => bidder))].filter((bidder) => bidder !== owner && bidder !== highestBidder)
}

/** A bid that would lead if its bidder had the money: it comes back with it (decision 29). */
export const unpaidLeadOf = (
  bids: readonly AuctionBidRecord[],
  { highestPrice }: Pick<AuctionRecord, 'highestPrice'>,
  bidder: Address | undefined,
): AuctionBidRecord | undefined => activeBids(bids).find((bid) => bid.bidder === bidder && !bid.isFunded && bid.total > highestPrice)

type InToken = Pick<AuctionRecord, 'payTokenDecimals' | 'payTokenSymbol'>

/** "4.20 WETH" */
export const totalText = (total: bigint, { payTokenDecimals, payTokenSymbol }: InToken): string =>
  `${priceText(formatUnits(total, payTokenDecimals))} ${payTokenSymbol}`

/** When what can be done at it changes. */
export const momentsOf = ({ startTime, endTime, expiredTime }: AuctionTimes): number[] => [startTime, endTime, expiredTime]
