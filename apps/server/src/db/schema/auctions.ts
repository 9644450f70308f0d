import type { ColumnType, Generated } from 'kysely'

type Bytes = Uint8Array
/** numeric(78,0): read as bigint. */
type Big = ColumnType<bigint, bigint | string, bigint | string>
type Proof = 'typed' | 'text' | 'contract'

/** Prices are totals of the lot, in base units. */
type AuctionTable = {
  id: Generated<number>
  chain_id: number
  exchange: Bytes
  owner: Bytes
  /** From the salt: versions of one auction share it. */
  sequence: Big
  collection: Bytes
  token_id: Big
  asset_type: number
  quantity: Big
  pay_token: Bytes
  buying: Big
  start_price: Big
  increment: Big
  encourage: number
  seller_fee: number
  salt: Big
  start_time: number
  /** End of bidding, as late bids have moved it. */
  end_time: number
  /** The signed end. */
  first_end: number
  expired_time: number
  /** Names the auction in `voidBids` and settlements. */
  struct_hash: Bytes
  digest: Bytes
  signature: Bytes
  proof: Proof
  version: number
  /** 0 while it is open, 1 cancelled, 2 settled, 3 expired */
  end_code: number
  winner: Bytes | null
  sold_for: Big | null
  end_tx: Bytes | null
  /** Not finished, and it can still have a result. */
  is_open: boolean
  /** By the index, holding and approval cover the lot. */
  is_fundable: boolean
  /** The lot has left its owner in the meantime; only the owner can relist the auction. */
  has_left: boolean
  /** Open, fundable, not left. */
  is_live: boolean
  /** Best bid that is active and funded; 0 without one. */
  highest_price: Big
  highest_bidder: Bytes | null
  bidders: number
  /** The best bid is one at the buy-now total: no other bid is taken. */
  is_taken: Generated<boolean>
  /** A bid has reached half of the buy-now total. */
  is_buy_now_over: Generated<boolean>
  /** First block not before the end, at which the losing bidders' balances and allowances count; null until it is read. */
  as_of_block: number | null
  is_ending_told: Generated<boolean>
  /** Its end has been notified. */
  is_closed: Generated<boolean>
  /** The bidder last notified of leading, and once the end has been notified, of winning. */
  told_leader: Bytes | null
  /** How often the keeper tried to settle it, and when it tries again. */
  keeper_tries: Generated<number>
  keeper_after: Generated<number>
  /** Head of the chain when auction.add last read the owner's holding. */
  listed_block: number
  created_at: number
  updated_at: number
}

type AuctionBidTable = {
  id: Generated<number>
  auction_id: number
  chain_id: number
  pay_token: Bytes
  bidder: Bytes
  total: Big
  buyer_fee: number
  /** The bidder's, as it signed it. */
  epoch: Big
  /** The total and its fee. */
  draw: Big
  digest: Bytes
  signature: Bytes
  proof: Proof
  /** 0 active, 1 cancelled, 2 settled */
  status: number
  /** By auction.cancel. */
  is_withdrawn: boolean
  is_funded: boolean
  /** As of the auction's `as_of_block`; null until it is read. */
  was_funded_at_end: boolean | null
  /** At the buy-now total, made while the market signed settlements at it. */
  is_buy_now: Generated<boolean>
  /** Named by a settlement that any account may send. */
  is_public: Generated<boolean>
  listed_block: number
  created_at: number
}

/** Settlements and cancels, by owner and sequence number. */
type AuctionEventTable = {
  chain_id: number
  exchange: Bytes
  block_hash: Bytes
  log_index: number
  block_number: number
  at: number
  tx_hash: Bytes
  kind: 'settle' | 'cancel'
  owner: Bytes
  sequence: Big
  /** For a cancel the owner. */
  buyer: Bytes
  collection: Bytes
  token_id: Big
  total: Big
}

/** Bids that their bidder has voided on chain, up to a total. */
type BidVoidTable = {
  chain_id: number
  exchange: Bytes
  block_hash: Bytes
  log_index: number
  block_number: number
  bidder: Bytes
  auction: Bytes
  up_to: Big
}

export type AuctionTables = {
  auction: AuctionTable
  auction_bid: AuctionBidTable
  auction_event: AuctionEventTable
  bid_void: BidVoidTable
}
