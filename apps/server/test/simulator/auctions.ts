import { type Address, ASSET_TYPE, AUCTION_BID_STATUS, AUCTION_END, feeOf, packSalt, TOKEN_STANDARD, ZERO_ADDRESS } from '@plinth/protocol'
import { type Hex, numberToHex, zeroHash } from 'viem'
import { bytes, type Db } from '../../src/db/database.ts'
import { CONTRACTS, DOLLAR, type Ledger, OFFICIAL, PEOPLE, type SimCollection } from './ledger.ts'
import { auctionLog, moveLog, type SimLog } from './logs.ts'
import type { Random } from './random.ts'

export type SimAuction = {
  readonly hash: Hex
  readonly owner: Address
  readonly sequence: bigint
  readonly salt: bigint
  readonly collection: SimCollection
  readonly tokenId: bigint
  readonly quantity: bigint
  readonly bids: readonly { readonly bidder: Address; readonly total: bigint }[]
}

/** None ends by time in a simulation. */
const END_TIME = 4_000_000_000
const LOWEST = 100n

/**
 * By a possible holder of one of the first tokens, with bids of two others; includes lots on sale, which order.add and
 * auction.add would not allow.
 */
export const AUCTIONS: readonly SimAuction[] = PEOPLE.flatMap((owner, person) =>
  Object.values(OFFICIAL).flatMap((collection) =>
    [1n, 2n, 3n].map((tokenId) => {
      const is721 = collection.standard === TOKEN_STANDARD.ERC721
      const sequence = (is721 ? 30n : 40n) + tokenId
      return {
        owner,
        sequence,
        collection,
        tokenId,
        hash: numberToHex(BigInt(person) * 100n + sequence, { size: 32 }),
        salt: packSalt({ validUntil: 0, validFrom: 0, maxBuyerFeeBps: 0, sequence }),
        quantity: is721 ? 1n : 2n,
        bids: [1, 2, 3].map((step) => ({
          bidder: PEOPLE[(person + 1 + (step % 2)) % PEOPLE.length] ?? owner,
          total: LOWEST * BigInt(step),
        })),
      }
    }),
  ),
)

/** Those still open. */
function standing(ledger: Ledger): SimAuction[] {
  return AUCTIONS.filter(
    ({ hash, collection, tokenId, owner, quantity }) =>
      ledger.filled(hash) === 0n && ledger.held(collection.address, tokenId, owner) >= quantity,
  )
}

/** Any bid may win, whether or not the market would have signed it: the contract's event decides. */
export function settleAuction(ledger: Ledger, random: Random): SimLog[] {
  const auctions = standing(ledger)
  if (auctions.length === 0) return []
  const { hash, owner, salt, collection, tokenId, quantity, bids } = random.pick(auctions)
  const { bidder, total } = random.pick(bids)
  ledger.fill(hash, 1n)
  const move = { from: owner, to: bidder, tokenId, quantity }
  ledger.move(collection, move)
  const losers = bids.map((bid) => bid.bidder).filter((loser) => loser !== bidder)
  const shares = { owner, salt, share: 1n }
  return [
    auctionLog('Auction', {
      sellToken: collection.address,
      sellTokenId: tokenId,
      sellValue: quantity,
      owner,
      salt,
      buyToken: DOLLAR,
      buyTokenId: 0n,
      buyValue: LOWEST,
      buyer: bidder,
      endTime: BigInt(END_TIME),
      buying: total,
    }),
    auctionLog('Dividends', { ...shares, recipients: losers }),
    moveLog(collection, move),
    ...losers.filter(() => random.chance(0.2)).map((recipient) => auctionLog('DividendRefused', { ...shares, recipient })),
  ]
}

export function cancelAuction(ledger: Ledger, random: Random): SimLog[] {
  const { hash, owner, salt, collection, tokenId } = random.pick(AUCTIONS)
  if (ledger.filled(hash) > 0n) return []
  ledger.fill(hash, 1n)
  const said = { buyToken: DOLLAR, buyTokenId: 0n, owner, salt }
  // What the caller names is not checked.
  const named = random.chance(0.8) ? { sellToken: collection.address, sellTokenId: tokenId } : { sellToken: ZERO_ADDRESS, sellTokenId: 9n }
  return [auctionLog('Cancel', { ...said, ...named })]
}

export function voidBids(ledger: Ledger, random: Random): SimLog[] {
  const auctions = standing(ledger)
  const { hash, bids } = random.pick(auctions.length > 0 ? auctions : AUCTIONS)
  const { bidder, total } = random.pick(bids)
  // Any account may void what the market does not know.
  const auction = random.chance(0.9) ? hash : random.hash()
  ledger.voidBids(auction, bidder, total)
  return [auctionLog('BidsVoided', { bidder, auction, upTo: total })]
}

/** Ends the account's auctions and bids, all signed before. */
export function endAuctions(ledger: Ledger, account: Address, epoch: bigint): SimLog {
  for (const { hash, owner, bids } of AUCTIONS) {
    if (owner === account && ledger.filled(hash) === 0n) ledger.fill(hash, 1n)
    for (const { bidder, total } of bids) if (bidder === account) ledger.voidBids(hash, bidder, total)
  }
  return auctionLog('EverythingEnded', { owner: account, epoch })
}

/** Their rows and those of the bids, as auction.add and auction.bid leave them. */
export async function writeAuctions(db: Db, chainId: number, createdAt: number): Promise<void> {
  const common = {
    chain_id: chainId,
    pay_token: bytes(DOLLAR),
    digest: bytes(zeroHash),
    signature: bytes(zeroHash),
    proof: 'typed' as const,
  }
  const ids = await db
    .insertInto('auction')
    .values(
      AUCTIONS.map(({ hash, owner, sequence, salt, collection, tokenId, quantity }) => ({
        ...common,
        exchange: bytes(CONTRACTS.auctionExchange),
        owner: bytes(owner),
        sequence,
        salt,
        struct_hash: bytes(hash),
        quantity,
        collection: bytes(collection.address),
        token_id: tokenId,
        asset_type: collection.standard === TOKEN_STANDARD.ERC721 ? ASSET_TYPE.ERC721 : ASSET_TYPE.ERC1155,
        buying: LOWEST,
        start_price: LOWEST,
        increment: 1n,
        encourage: 1_000,
        seller_fee: 250,
        start_time: 0,
        end_time: END_TIME,
        expired_time: END_TIME,
        version: 1,
        end_code: AUCTION_END.NONE,
        is_open: true,
        is_fundable: false,
        has_left: false,
        is_live: false,
        highest_price: 0n,
        bidders: 2,
        listed_block: 0,
        created_at: createdAt,
        updated_at: createdAt,
      })),
    )
    .returning('id')
    .execute()
  const bids = AUCTIONS.flatMap((auction, at) => auction.bids.map((bid) => ({ ...bid, id: ids[at]?.id ?? 0 })))
  await db
    .insertInto('auction_bid')
    .values(
      bids.map(({ id, bidder, total }) => ({
        ...common,
        auction_id: id,
        bidder: bytes(bidder),
        total,
        buyer_fee: 250,
        draw: total + feeOf(total, 250n),
        epoch: 0n,
        status: AUCTION_BID_STATUS.ACTIVE,
        is_withdrawn: false,
        is_funded: false,
        listed_block: 0,
        created_at: createdAt,
      })),
    )
    .execute()
}
