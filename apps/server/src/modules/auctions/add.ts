import { AppError } from '@plinth/api'
import {
  AUCTION_ACT,
  type Auction,
  auctionDigest,
  auctionDomain,
  auctionStructHash,
  isAllottable,
  unpackSalt,
  withTerms,
} from '@plinth/protocol'
import { auctionExchangeAbi } from '@plinth/protocol/abi'
import type { Hex } from 'viem'
import type { Chain } from '../../chain/chain.ts'
import { itemsOnChain } from '../../chain/holdings.ts'
import { signedFormOf } from '../../chain/signatures.ts'
import type { RequestContext } from '../../context.ts'
import { bytes, type Tx, transact } from '../../db/database.ts'
import { eventsOfAuction, refreshAuction } from '../../state/auctions/state.ts'
import {
  findAuctionBySequence,
  findOpenAuction,
  lockAuction,
  readAuction,
  type StoredAuction,
  snapshotOf,
} from '../../state/auctions/store.ts'
import { lockMakers } from '../../state/derived.ts'
import { refreshItems } from '../../state/items/state.ts'
import { findAllotted } from '../../state/offers/salts.ts'
import { emitEvents } from '../../state/outbox/outbox.ts'
import { notify } from '../notices/service.ts'
import { sellerFeeAt } from '../settings/service.ts'
import { checkEditable, checkNotOnSale } from './prepare.ts'
import { type AuctionTerms, auctionOf, auctionSalt, checkLot, checkTerms, type OfferAct } from './shape.ts'

export type AddInput = AuctionTerms & {
  readonly salt: bigint
  readonly type: OfferAct
  readonly digest: Hex
  readonly signature: Hex
  readonly chainId?: number
}

type SignedAuction = {
  readonly chain: Chain
  readonly auction: Auction
  readonly terms: AuctionTerms
  readonly digest: Hex
  readonly signature: Hex
  readonly proof: StoredAuction['proof']
  readonly isEdit: boolean
  /** Block at which the chain itself confirmed holding and approval. */
  readonly seenAt: number
}

/**
 * Stores a signed auction, or its edit: checks the cheap conditions first, then the signature, then the chain, then takes the one
 * lock.
 */
export async function addAuction(context: RequestContext, input: AddInput): Promise<void> {
  if (context.requireCaller().address !== input.owner) throw new AppError('NOT_AUTHORISED')
  const chain = await context.chains.resolveForWrite(input)
  checkTerms(input, chain.now(), context.config.auctionExpireHours)
  await chain.requireTrusted()
  await checkLot(context, chain, input)
  const auction = await allottedAuction(context, chain, input)
  const digest = auctionDigest(auction, auctionDomain(chain.id, chain.config.contracts.auctionExchange))
  if (digest !== input.digest) throw new AppError('ORDER_MISMATCH')
  const proof = await signedFormOf(chain, auction.owner, digest, input.signature)
  const seenAt = await checkOnChain(chain, auction)
  const isEdit = input.type === AUCTION_ACT.EDIT_AUCTION
  await store(context, { chain, auction, terms: input, digest, signature: input.signature, proof, isEdit, seenAt })
}

/** The auction with the fee it was prepared with. @throws AppError UNKNOWN_SALT, ORDER_MISMATCH, SELL_FEE_CHANGED */
async function allottedAuction(context: RequestContext, chain: Chain, input: AddInput): Promise<Auction> {
  const { db, config } = context
  const { auctionExchange: exchange } = chain.config.contracts
  const { sequence, validUntil } = unpackSalt(input.salt)
  const who = { chainId: chain.id, exchange, maker: input.owner }
  const allotted = isAllottable(withTerms(input.salt, 0n)) ? await findAllotted(db, who, sequence) : undefined
  if (!allotted) throw new AppError('UNKNOWN_SALT')
  const known = await findAuctionBySequence(db, who, sequence)
  const isKept = known?.salt === input.salt && known.startTime === input.startTime && known.firstEnd === input.endTime
  if (!isKept && input.salt !== auctionSalt(input, config.auctionExpireHours, sequence)) throw new AppError('ORDER_MISMATCH')
  const current = await sellerFeeAt(context, await chain.auctionFees())
  if (!known && BigInt(allotted.sellerFee) !== current) throw new AppError('SELL_FEE_CHANGED')
  return auctionOf(input, input.salt, validUntil, allotted.sellerFee)
}

/** Reads the chain, so that an item minted a moment ago can be offered before the index has it. */
async function checkOnChain(chain: Chain, auction: Auction): Promise<number> {
  const { number } = await chain.refresh()
  const { auctionExchange, transferProxy } = chain.config.contracts
  const lot = await itemsOnChain(chain, transferProxy, auction.owner, auction.sellAsset, auction.selling)
  if (await isSpentOnChain(chain, { exchange: auctionExchange, maker: auction.owner, salt: auction.salt }))
    throw new AppError('AUCTION_OVER')
  if (!lot.has) throw new AppError('NO_HOLDING')
  if (!lot.isApproved) throw new AppError('APPROVAL_MISSING')
  return number
}

/** Whether the auction is settled or cancelled on chain, in any version. */
export function isSpentOnChain(
  chain: Chain,
  { exchange, maker, salt }: Pick<StoredAuction, 'exchange' | 'maker' | 'salt'>,
): Promise<boolean> {
  const call = { address: exchange, abi: auctionExchangeAbi, functionName: 'isSpent', args: [maker, salt] } as const
  return chain.read((node) => node.readContract(call))
}

async function store({ db }: RequestContext, signed: SignedAuction): Promise<void> {
  const { chain, auction } = signed
  const { token: collection, tokenId } = auction.sellAsset
  const item = { chainId: chain.id, collection, tokenId }
  await transact(db, async (tx) => {
    await lockMakers(tx, chain.id, [auction.owner])
    await checkNotOnSale(tx, { ...item, maker: auction.owner }, chain.now())
    const stored = await write(tx, signed)
    await refreshAuction(tx, chain.config.contracts, stored.id, chain.now())
    await refreshItems(tx, chain.id, [item])
    await emitEvents(tx, eventsOfAuction(stored))
  })
}

/** Writes the new row, or the edit of the one with this number. */
async function write(tx: Tx, signed: SignedAuction): Promise<StoredAuction> {
  const { chain, auction, digest } = signed
  const { owner: maker, sellAsset } = auction
  const { sequence } = unpackSalt(auction.salt)
  const open = await findOpenAuction(tx, { chainId: chain.id, collection: sellAsset.token, tokenId: sellAsset.tokenId, maker })
  if (open && open.sequence !== sequence) throw new AppError('ON_AUCTION')
  const known = await findAuctionBySequence(tx, { chainId: chain.id, exchange: chain.config.contracts.auctionExchange, maker }, sequence)
  const now = chain.now()
  if (!known) {
    if (signed.isEdit) throw new AppError('AUCTION_NOT_FOUND')
    return insert(tx, signed, now)
  }
  const current = await lockAuction(tx, known.id)
  checkEditable(current, signed.terms, now)
  // Start price and increment are the market's rules for bids: the digest does not cover them.
  const { startPrice, increment } = signed.terms
  const isSame = current.digest === digest && current.startPrice === startPrice && current.increment === increment
  // Bids sign the auction's digest, expiry and fee included.
  if (now >= current.startTime && !isSame) throw new AppError('AUCTION_STARTED')
  const proofs = { signature: bytes(signed.signature), proof: signed.proof, listed_block: signed.seenAt }
  // Signing unchanged terms again relists the auction and changes nothing else.
  const changes = isSame ? proofs : { ...proofs, ...columnsOf(signed), version: current.version + 1, updated_at: now }
  const row = await tx.updateTable('auction').set(changes).where('id', '=', current.id).returningAll().executeTakeFirstOrThrow()
  const edited = readAuction(row)
  if (edited.version !== current.version) await notifyListed(tx, edited, now)
  return edited
}

async function insert(tx: Tx, signed: SignedAuction, now: number): Promise<StoredAuction> {
  const { chain, auction } = signed
  const row = await tx
    .insertInto('auction')
    .values({
      chain_id: chain.id,
      exchange: bytes(chain.config.contracts.auctionExchange),
      owner: bytes(auction.owner),
      ...columnsOf(signed),
      sequence: unpackSalt(auction.salt).sequence,
      signature: bytes(signed.signature),
      proof: signed.proof,
      listed_block: signed.seenAt,
      version: 1,
      end_code: 0,
      highest_price: 0n,
      bidders: 0,
      is_open: true,
      is_fundable: false,
      has_left: false,
      is_live: false,
      created_at: now,
      updated_at: now,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
  const stored = readAuction(row)
  await notifyListed(tx, stored, now)
  return stored
}

function columnsOf({ auction, terms, digest }: SignedAuction) {
  return {
    collection: bytes(auction.sellAsset.token),
    token_id: auction.sellAsset.tokenId,
    asset_type: auction.sellAsset.assetType,
    quantity: auction.selling,
    pay_token: bytes(auction.buyAsset.token),
    buying: auction.buying,
    start_price: terms.startPrice,
    increment: terms.increment,
    encourage: terms.encourage,
    seller_fee: Number(auction.sellerFee),
    salt: auction.salt,
    start_time: terms.startTime,
    end_time: auction.endTime,
    first_end: auction.endTime,
    expired_time: auction.expiredTime,
    struct_hash: bytes(auctionStructHash(auction)),
    digest: bytes(digest),
    is_ending_told: false,
  }
}

async function notifyListed(tx: Tx, auction: StoredAuction, at: number): Promise<void> {
  const { chainId, collection, tokenId, maker } = auction
  const source = `auction:${auction.id}:${auction.version}`
  const about = { chainId, source, txHash: '', at, collection, tokenId, maker, snapshot: snapshotOf(auction, auction.startPrice) }
  await notify(tx, [{ kind: auction.version === 1 ? 'auctioned' : 'auctionEdited', ...about }])
}
