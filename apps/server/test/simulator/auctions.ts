import { type Address, ASSET_TYPE, AUCTION_BID_STATUS, AUCTION_END, feeOf, packSalt, TOKEN_STANDARD, ZERO_ADDRESS } from '@plinth/protocol'
import { type Hex, numberToHex, zeroHash } from 'viem'
import { bytes, type Db } from '../../src/db/database.ts'
import { CONTRACTS, DOLLAR, type Ledger, OFFICIAL, PEOPLE, type SimBid, type SimCollection } from './ledger.ts'
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

/** Settled, cancelled, or ended with all that its owner signed. */
export function isOver(ledger: Ledger, { hash, owner, sequence }: SimAuction): boolean {
  return ledger.filled(hash) > 0n || ledger.isEnded(owner, sequence)
}

/** All bids that the chain lets win, lowest first: not voided, and of their bidder's epoch. */
export function validBids(ledger: Ledger, { hash, bids }: SimAuction): Pick<SimBid, 'bidder' | 'total'>[] {
  const all = [...bids.map((bid) => ({ ...bid, hash, epoch: 0n })), ...ledger.signedBids.filter((bid) => bid.hash === hash)]
  const valid = all.filter(({ bidder, total, epoch }) => total > ledger.voided(hash, bidder) && epoch === ledger.epoch(bidder))
  return valid.sort((one, other) => Number(one.total - other.total))
}

/** Those still open. */
function standing(ledger: Ledger): SimAuction[] {
  return AUCTIONS.filter((auction) => {
    const { collection, tokenId, owner, quantity } = auction
    return !isOver(ledger, auction) && ledger.held(collection.address, tokenId, owner) >= quantity
  })
}

/** Any bid may win, whether or not the market would have signed it: the contract's event decides. */
export function settleAuction(ledger: Ledger, random: Random): SimLog[] {
  const auctions = standing(ledger)
  if (auctions.length === 0) return []
  const auction = random.pick(auctions)
  return settle(ledger, random, auction, random.pick(auction.bids))
}

/** With a bid that was signed while the chain lived, which counts. */
export function settleSigned(ledger: Ledger, random: Random): SimLog[] {
  const winning = standing(ledger).flatMap((auction) =>
    validBids(ledger, auction).flatMap((bid) => (ledger.signedBids.some((one) => isSame(one, auction, bid)) ? [{ auction, bid }] : [])),
  )
  if (winning.length === 0) return []
  const { auction, bid } = random.pick(winning)
  return settle(ledger, random, auction, bid)
}

type Bid = SimAuction['bids'][number]

const isSame = (signed: SimBid, { hash }: SimAuction, { bidder, total }: Bid) =>
  signed.hash === hash && signed.bidder === bidder && signed.total === total

function settle(ledger: Ledger, random: Random, auction: SimAuction, { bidder, total }: Bid): SimLog[] {
  const { hash, owner, salt, collection, tokenId, quantity, bids } = auction
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
  const auction = random.pick(AUCTIONS)
  const { hash, owner, salt, collection, tokenId } = auction
  if (isOver(ledger, auction)) return []
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
  return voidUpTo(ledger, { hash: random.chance(0.9) ? hash : random.hash(), bidder, total })
}

/** Of bids that were signed while the chain lived. */
export function voidSigned(ledger: Ledger, random: Random): SimLog[] {
  return ledger.signedBids.length > 0 ? voidUpTo(ledger, random.pick(ledger.signedBids)) : []
}

function voidUpTo(ledger: Ledger, { hash, bidder, total }: Pick<SimBid, 'hash' | 'bidder' | 'total'>): SimLog[] {
  ledger.voidBids(hash, bidder, total)
  return [auctionLog('BidsVoided', { bidder, auction: hash, upTo: total })]
}

function signedOf(chainId: number) {
  return {
    chain_id: chainId,
    pay_token: bytes(DOLLAR),
    digest: bytes(zeroHash),
    signature: bytes(zeroHash),
    proof: 'typed' as const,
  }
}

/** Their rows and those of the bids, as auction.add and auction.bid leave them. */
export async function writeAuctions(db: Db, chainId: number, createdAt: number): Promise<void> {
  const ids = await db
    .insertInto('auction')
    .values(
      AUCTIONS.map(({ hash, owner, sequence, salt, collection, tokenId, quantity }) => ({
        ...signedOf(chainId),
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
        first_end: END_TIME,
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
  const first = { epoch: 0n, listedBlock: 0, listedAt: createdAt }
  const bids = AUCTIONS.flatMap(({ hash, bids }, at) => bids.map((bid) => ({ ...bid, ...first, hash, id: ids[at]?.id ?? 0 })))
  await insertBids(db, chainId, bids)
}

/** Rows as auction.bid inserts them, before it computes their state, by the ids of their auctions. */
export async function insertBids(db: Db, chainId: number, bids: readonly (SimBid & { readonly id: number })[]): Promise<void> {
  if (bids.length === 0) return
  await db
    .insertInto('auction_bid')
    .values(
      bids.map(({ id, bidder, total, epoch, listedBlock, listedAt }) => ({
        ...signedOf(chainId),
        auction_id: id,
        bidder: bytes(bidder),
        total,
        buyer_fee: 250,
        draw: total + feeOf(total, 250n),
        epoch,
        status: AUCTION_BID_STATUS.ACTIVE,
        is_withdrawn: false,
        is_funded: false,
        listed_block: listedBlock,
        created_at: listedAt,
      })),
    )
    .execute()
}
