import type { CollectionBrief } from '@plinth/api'
import type { Address } from '@plinth/protocol'
import type { OrderSnapshot } from '../db/schema/market.ts'

type EventOrigin = {
  readonly chainId: number
  /** The source of the notices; a reorg removes them by it. */
  readonly source: string
  /** "" for acts without a transaction. */
  readonly txHash: string
  readonly at: number
}
type AboutItem = EventOrigin & { readonly collection: Address; readonly tokenId: bigint }
/** Items that were transferred. */
type AboutTransfer = AboutItem & { readonly quantity: bigint }
/** An order, or a lot at auction. */
export type AboutOrder = AboutItem & { readonly maker: Address; readonly snapshot: OrderSnapshot }

/** A series of boxes, and the collection of its first prize. */
type AboutBox = EventOrigin & {
  readonly collection: Address
  readonly owner: Address
  readonly box: { readonly id: bigint; readonly name: string; readonly image: string }
}

/** Events of the market that lead to notices. */
export type MarketEvent =
  | ({ kind: 'listed' | 'repriced' | 'saleCancelled' | 'bidden' | 'bidRaised' | 'bidCancelled' } & AboutOrder)
  /** `maker` sells to `taker` alone. */
  | ({ kind: 'reserved'; taker: Address } & AboutOrder)
  /** `maker` sold to `taker`. */
  | ({ kind: 'bought'; taker: Address } & AboutOrder)
  /** `taker` accepted the bid of `maker`. */
  | ({ kind: 'accepted'; taker: Address } & AboutOrder)
  | ({ kind: 'auctioned' | 'auctionEdited' } & AboutOrder)
  /** `bidders` are those whose bids end with it. */
  | ({ kind: 'auctionCancelled' | 'auctionAborted'; bidders: readonly Address[] } & AboutOrder)
  | ({ kind: 'auctionEnding'; readers: readonly Address[] } & AboutOrder)
  | ({ kind: 'auctionBid'; bidder: Address; outbid: Address | undefined } & AboutOrder)
  | ({ kind: 'auctionBidWithdrawn'; bidder: Address } & AboutOrder)
  /** The bid of `fallen` no longer counts, and `bidder` leads again. */
  | ({ kind: 'auctionLeading'; bidder: Address; fallen: Address } & AboutOrder)
  /** The bid of `bidder` counts again, and is higher. */
  | ({ kind: 'auctionOvertaken'; bidder: Address; outbid: Address } & AboutOrder)
  /** Bidding is over and the bid of `winner` can be settled. */
  | ({ kind: 'auctionWon'; winner: Address } & AboutOrder)
  | ({ kind: 'auctionSettled'; winner: Address } & AboutOrder)
  /** A share of the price went to each of `receivers`. `maker` and `sequence` name the auction. */
  | ({ kind: 'dividend'; sequence: bigint; winner: Address; receivers: readonly Address[] } & AboutOrder)
  /** The buyer's boxes are drawn, or its payment is refunded because the draw was missed. */
  | ({ kind: 'boxDrawn' | 'boxRefunded'; buyer: Address; boxes: number } & AboutBox)
  /** A series can be opened now. */
  | ({ kind: 'boxStarted'; followers: readonly Address[] } & AboutBox)
  | ({ kind: 'boxSoldOut'; boxes: number } & AboutBox)
  | ({ kind: 'minted'; minter: Address } & AboutTransfer)
  | ({ kind: 'burnt'; owner: Address } & AboutTransfer)
  | ({ kind: 'transferred'; from: Address; to: Address } & AboutTransfer)
  | ({ kind: 'liked'; liker: Address; creator: Address } & AboutItem)
  | ({ kind: 'collectionCreated'; collection: Address; creator: Address } & EventOrigin)
  /** A contract that says it is the announced collection, and is none of the market's: it has no row of its own. */
  | ({ kind: 'collectionUnknown'; collection: Address; creator: Address; brief: CollectionBrief } & EventOrigin)
