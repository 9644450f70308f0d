import { type Address, ASSET_TYPE, ORDER_STATUS, ORDER_TYPE, packSalt, withTerms, ZERO_ADDRESS } from '@plinth/protocol'
import { keccak256, toHex, zeroHash } from 'viem'
import { bytes } from '../../src/db/database.ts'
import type { ItemRef } from '../../src/db/item-keys.ts'
import { attributesToCount } from '../../src/state/items/attributes.ts'

export type Order = {
  readonly id: number
  readonly maker: Address
  readonly isSale: boolean
  readonly payToken: Address
  readonly total: bigint
  readonly quantity: bigint
  readonly validUntil: number
  readonly isPrivate: boolean
  readonly createdAt: number
  readonly placedAt: number
  isLive: boolean
}
export type Auction = { readonly id: number; readonly endsAt: number; isLive: boolean }
export type Sale = {
  readonly at: number
  readonly block: number
  readonly isCounted: boolean
  readonly units: bigint
  readonly worth: bigint | undefined
}

/** An item of the world, as a test that shares nothing with the market keeps it. */
export type Item = ItemRef & {
  readonly creator: Address
  readonly category: number
  readonly media: 'image' | 'audio' | 'video' | 'unknown'
  readonly frames: number | null
  readonly standard: number
  readonly made: number
  readonly orders: Order[]
  readonly auctions: Auction[]
  readonly sales: Sale[]
  readonly likes: Map<Address, boolean>
  name: string
  attributes: { readonly key: string; readonly value: string }[]
  isVisible: boolean
  isLocked: boolean
  lockedUntil: number
  isBurnt: boolean
  rank: number | undefined
}

export function metadataOf({ name, attributes }: Pick<Item, 'name' | 'attributes'>): string {
  return JSON.stringify({ name, description: '', attributes: attributes.map(({ key, value }) => ({ trait_type: key, value })) })
}

export const itemRow = (item: Item) => ({
  chain_id: item.chainId,
  collection: bytes(item.collection),
  token_id: item.tokenId,
  standard: item.standard,
  supply: 5n,
  creator: bytes(item.creator),
  name: item.name,
  category_id: item.category || null,
  metadata_url: 'ipfs://x',
  metadata: metadataOf(item),
  media_kind: item.media,
  frames: item.frames,
  width: 1,
  height: 1,
  royalties: '[]',
  declared_royalties: '[]',
  is_declared: false,
  declared_supply: 0n,
  declared_at: 0,
  is_confirmed: true,
  is_visible: item.isVisible,
  is_trade_locked: item.isLocked,
  mint_tx: null,
  created_at: item.made,
  traded_at: 0,
  is_on_sale: false,
  floor: null,
  metadata_next_at: null,
  counted_attributes: bytes(attributesToCount(metadataOf(item)) ?? '0x'),
})

export function orderRow(item: Item, order: Order) {
  const salt = packSalt({ validUntil: order.validUntil, validFrom: 0, maxBuyerFeeBps: 0, sequence: BigInt(order.id) })
  return {
    id: order.id,
    chain_id: item.chainId,
    exchange: bytes(ZERO_ADDRESS),
    maker: bytes(order.maker),
    sequence: BigInt(order.id),
    side: order.isSale ? ORDER_TYPE.SALE : ORDER_TYPE.BID,
    collection: bytes(item.collection),
    token_id: item.tokenId,
    asset_type: ASSET_TYPE.ERC721,
    quantity: order.quantity,
    pay_token: bytes(order.payToken),
    total: order.total,
    unit_value: 1n,
    seller_fee: 0,
    salt: order.isPrivate ? withTerms(salt, 2n) : salt,
    digest: bytes(zeroHash),
    signature: bytes(zeroHash),
    proof: 'typed' as const,
    valid_from: 0,
    valid_until: order.validUntil,
    version: 1,
    status: ORDER_STATUS.OPEN,
    filled_items: 0n,
    is_fundable: true,
    has_left: false,
    is_live: order.isLive,
    listed_block: 0,
    created_at: order.createdAt,
    updated_at: order.createdAt,
  }
}

export const auctionRow = (item: Item, auction: Auction) => ({
  id: auction.id,
  chain_id: item.chainId,
  exchange: bytes(ZERO_ADDRESS),
  owner: bytes(item.creator),
  sequence: BigInt(auction.id),
  collection: bytes(item.collection),
  token_id: item.tokenId,
  asset_type: ASSET_TYPE.ERC721,
  quantity: 1n,
  pay_token: bytes(ZERO_ADDRESS),
  buying: 1n,
  start_price: 1n,
  increment: 1n,
  encourage: 0,
  seller_fee: 0,
  salt: BigInt(auction.id),
  start_time: 0,
  end_time: auction.endsAt,
  first_end: auction.endsAt,
  expired_time: auction.endsAt + 1_000,
  struct_hash: bytes(keccak256(toHex(auction.id))),
  digest: bytes(keccak256(toHex(`digest ${auction.id}`))),
  signature: bytes(zeroHash),
  proof: 'typed',
  version: 1,
  end_code: 0,
  winner: null,
  sold_for: null,
  end_tx: null,
  is_open: true,
  is_fundable: true,
  has_left: false,
  is_live: auction.isLive,
  highest_price: 0n,
  highest_bidder: null,
  bidders: 0,
  as_of_block: null,
  listed_block: 0,
  created_at: 1,
  updated_at: 1,
  told_leader: null,
})
