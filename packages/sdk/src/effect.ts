import { AppError, type Config } from '@plinth/api'
import type { Address } from '@plinth/protocol'
import type { Hex } from 'viem'

/** Base units of a coin or token; the zero address is the chain's coin. */
export type Money = { readonly token: Address; readonly amount: bigint }

/** Items of a collection: one id, every id, or the ids behind a Merkle root. */
export type Works = { readonly collection: Address; readonly ids: bigint | 'any' | { readonly root: Hex }; readonly units: bigint }

/** Unix seconds; 0 for none. */
type Window = { readonly from: number; readonly until: number }
type AuctionTimes = { readonly startsAt: number; readonly endsAt: number; readonly settledBy: number }

export type Listing = {
  readonly is: 'list'
  readonly works: Works
  /** For all units, taken in parts at one price each. */
  readonly price: Money
  readonly sellerFee: number
  /** The most that creators may take of the price; undefined for as much as the collection asks. */
  readonly mostRoyalty: number | undefined
  /** The only account that can buy. */
  readonly taker: Address | undefined
  /** The items come into being with the first purchase. */
  readonly isMint: boolean
} & Window

/** Acts of others that a signature allows later. Rates are in bps. */
export type SignedEffect =
  | Listing
  /** Each by itself, as if it were signed alone. */
  | { readonly is: 'listMany'; readonly sales: readonly Listing[] }
  | ({ readonly is: 'bid'; readonly works: Works; readonly price: Money; readonly mostBuyerFee: number } & Window)
  | ({
      readonly is: 'auction'
      readonly works: Works
      readonly reserve: Money
      /** Ends the auction at once. */
      readonly buyNow: Money | undefined
      /** Of the price, to those who are outbid. */
      readonly shared: number
      readonly sellerFee: number
      /** Seconds by which a late bid moves the end; 0 for none. */
      readonly extension: number
    } & AuctionTimes)
  | ({ readonly is: 'auctionBid'; readonly works: Works; readonly price: Money; readonly buyerFee: number } & AuctionTimes)

/** What is sold to a bid or offer: `receives` is the least that the seller gets. */
export type Sale = { readonly works: Works; readonly price: Money; readonly receives: Money }

/** A purchase from one sale, fee included. */
export type Bought = { readonly works: Works; readonly pays: Money }
export type Sending = { readonly works: Works; readonly to: Address }

/** Outcome of a transaction, and acts of others that it allows. `to` is another account than the sender. */
export type SentEffect =
  | { readonly is: 'buy'; readonly works: Works; readonly pays: Money; readonly to: Address | undefined }
  /** Each as a whole or not at all, and none where fewer than `least` can be bought. `pays` is the sum, and the most. */
  | {
      readonly is: 'buyMany'
      readonly buys: readonly Bought[]
      readonly pays: Money
      readonly least: bigint
      readonly to: Address | undefined
    }
  | (Sale & { readonly is: 'sell'; readonly to: Address | undefined })
  /** Each as a whole or not at all, and none where fewer than `least` can be sold. */
  | { readonly is: 'sellMany'; readonly sales: readonly Sale[]; readonly least: bigint; readonly to: Address | undefined }
  | {
      readonly is: 'settle'
      readonly works: Works
      readonly price: Money
      readonly buyerFee: number
      /** Least proceeds of the owner; undefined if the call names none. */
      readonly least: Money | undefined
      readonly owner: Address
      readonly winner: Address
    }
  | { readonly is: 'cancel'; readonly works: Works; readonly of: 'listing' | 'bid' | 'auction' }
  | { readonly is: 'cancelBids'; readonly auction: Hex; readonly upTo: bigint }
  /** Whatever has one of these numbers at the exchange. */
  | { readonly is: 'cancelMany'; readonly numbers: readonly bigint[] }
  | { readonly is: 'endEverything' }
  /** `amount` is the allowance from then on; 'unlimited' for 2^256 - 1. */
  | { readonly is: 'allow'; readonly token: Address; readonly spender: Address; readonly amount: bigint | 'unlimited' }
  | { readonly is: 'approve'; readonly collection: Address; readonly operator: Address; readonly isApproved: boolean }
  | { readonly is: 'wrap' | 'unwrap'; readonly token: Address; readonly amount: bigint }
  | ({ readonly is: 'transfer' } & Sending)
  /** All of them, or none. */
  | { readonly is: 'transferMany'; readonly transfers: readonly Sending[] }
  | { readonly is: 'burn'; readonly works: Works }
  | { readonly is: 'mint'; readonly works: Works; readonly royalty: number }
  | {
      readonly is: 'createCollection'
      readonly name: string
      readonly symbol: string
      readonly signer: Address
      readonly isOfMany: boolean
    }
  | { readonly is: 'addSigner'; readonly collection: Address; readonly signer: Address }
  | { readonly is: 'describe' | 'freeze'; readonly collection: Address }
  | { readonly is: 'openBoxes'; readonly box: Hex; readonly boxes: bigint; readonly pays: bigint }
  | { readonly is: 'refundBox'; readonly box: Hex }
  | { readonly is: 'collectPrizes'; readonly box: Hex; readonly kind: bigint; readonly count: bigint; readonly to: Address | undefined }
  | { readonly is: 'claim'; readonly token: Address; readonly to: Address | undefined }

export type Effect = SignedEffect | SentEffect

/** Whose request it is, and the contracts that may be part of it. */
export type Reader = { readonly chainId: number; readonly account: Address; readonly contract: Config['contract'] }

/** The refusal of a request with a field that can't be read: it is neither shown nor asked for. */
export const unreadable = (): AppError => new AppError('ORDER_MISMATCH')
