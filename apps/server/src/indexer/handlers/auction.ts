import { ACTION_TYPE, type Address, AUCTION_BID_STATUS, isEnded, toAddress, unpackSalt } from '@plinth/protocol'
import type { auctionExchangeAbi } from '@plinth/protocol/abi'
import { addressOf, bytes, type Tx } from '../../db/database.ts'
import { auctionsOfEpochs, endedByLog } from '../../state/auctions/epochs.ts'
import { findAuctionBySequence, type StoredAuction, snapshotOf } from '../../state/auctions/store.ts'
import type { BlockContext } from '../../state/block-context.ts'
import { type RawLog, sourceOf } from '../../state/chain/raw-log.ts'
import { epochOf, type MakerAt } from '../../state/offers/epochs.ts'
import { keepSaleWorth } from '../../state/rates/sale-worth.ts'
import { insertAccountEnd } from './exchange.ts'
import { type Handler, type HandlerTable, HOUSEKEEPING } from './table.ts'

type Abi = typeof auctionExchangeAbi

const settled: Handler<Abi, 'Auction'> = {
  accounts: (args) => [args.owner, args.buyer],
  apply: async (context, log, args) => {
    const [maker, winner] = [toAddress(args.owner), toAddress(args.buyer)]
    const { sequence } = unpackSalt(args.salt)
    const [collection, tokenId, quantity] = [toAddress(args.sellToken), args.sellTokenId, args.sellValue]
    await insertEvent(context, log, { kind: 'settle', maker, sequence, buyer: winner, collection, tokenId, total: args.buying })
    context.writes.fill({ txHash: log.txHash, index: log.index, maker, receiver: winner, collection, tokenId, items: quantity })
    context.dirty.auction({ maker, sequence })
    context.dirty.item({ collection, tokenId })
    const payToken = toAddress(args.buyToken)
    await keepSaleWorth(context, log, { token: payToken, amount: args.buying })
    const snapshot = {
      maker,
      sellToken: collection,
      buyToken: payToken,
      payToken,
      sellValue: quantity.toString(),
      buyValue: args.buying.toString(),
      quantity: quantity.toString(),
      filled: quantity.toString(),
    }
    const auction = await findAuctionBySequence(context.tx, makerAt(context, maker), sequence)
    context.writes.sales.push({
      log,
      at: context.block.timestamp,
      kind: 'auction',
      collection,
      tokenId,
      seller: maker,
      buyer: winner,
      payToken,
      amount: args.buying,
      units: quantity,
      hasFee: auction !== undefined && auction.sellerFee > 0,
    })
    context.writes.activities.push({
      chainId: context.chainId,
      collection,
      tokenId,
      quantity,
      snapshot,
      type: ACTION_TYPE.BUY,
      from: maker,
      to: winner,
      version: 1,
      blockHash: log.blockHash,
      logIndex: log.index,
      txHash: log.txHash,
      createdAt: context.block.timestamp,
    })
    context.events.push({ kind: 'auctionSettled', ...eventOf(context, log), collection, tokenId, maker, winner, snapshot })
  },
}

const cancel: Handler<Abi, 'Cancel'> = {
  accounts: (args) => [args.owner],
  apply: async (context, log, args) => {
    const maker = toAddress(args.owner)
    const { sequence } = unpackSalt(args.salt)
    const auction = await findAndMark(context, maker, sequence)
    // The log's assets are the caller's input: the auction is found by its maker and number, and names them.
    const collection = auction?.collection ?? toAddress(args.sellToken)
    const tokenId = auction?.tokenId ?? args.sellTokenId
    await insertEvent(context, log, { kind: 'cancel', maker, sequence, buyer: maker, collection, tokenId, total: 0n })
    // An auction that an earlier EverythingEnded covers is over already.
    const epoch = await epochOf(context.tx, makerAt(context, maker), log)
    if (auction && !isEnded(epoch, sequence)) await noteCancel(context, log, auction)
  },
}

/** Ends the account's own auctions, and its bids on others. */
const everythingEnded: Handler<Abi, 'EverythingEnded'> = {
  accounts: (args) => [args.owner],
  apply: async (context, log, { owner, epoch }) => {
    const maker = toAddress(owner)
    const who = makerAt(context, maker)
    const before = await epochOf(context.tx, who, log)
    await insertAccountEnd(context, log, { ...who, epoch })
    const { own, bidOn } = await auctionsOfEpochs(context.tx, who, [before, epoch])
    for (const auction of own) {
      context.dirty.auction(auction)
      context.dirty.item(auction)
    }
    for (const auction of await endedByLog(context.tx, who, own, { before, epoch, log }))
      await noteCancel(context, log, auction, auction.id)
    for (const auction of bidOn) context.dirty.auction(auction)
  },
}

/** Logged between the settlement and the logs of its payments. */
const dividends: Handler<Abi, 'Dividends'> = {
  accounts: (args) => [args.owner],
  apply: async (context, log, { owner, salt, share, recipients }) => {
    const auction = await findAndMark(context, toAddress(owner), unpackSalt(salt).sequence)
    if (!auction) return
    const settlement = await context.tx
      .selectFrom('auction_event')
      .select('buyer')
      .where('chain_id', '=', context.chainId)
      .where('exchange', '=', bytes(auction.exchange))
      .where('tx_hash', '=', bytes(log.txHash))
      .where('owner', '=', bytes(auction.maker))
      .where('sequence', '=', auction.sequence)
      .executeTakeFirst()
    if (!settlement) return
    const { collection, tokenId, maker, sequence } = auction
    // Each receiver's own share, not the price of the lot.
    const snapshot = { ...snapshotOf(auction, share), sellValue: '1', quantity: '1' }
    const [winner, receivers] = [addressOf(settlement.buyer), recipients.map(toAddress)]
    context.events.push({ kind: 'dividend', ...eventOf(context, log), collection, tokenId, maker, sequence, winner, receivers, snapshot })
  },
}

/** A bidder whose share did not arrive gets no notice of it. One transaction may settle several auctions. */
const refused: Handler<Abi, 'DividendRefused'> = {
  accounts: (args) => [args.owner],
  apply: async (context, log, { owner, salt, recipient }) => {
    const [maker, { sequence }] = [toAddress(owner), unpackSalt(salt)]
    const at = context.events.findLastIndex(
      (event) => event.kind === 'dividend' && event.txHash === log.txHash && event.maker === maker && event.sequence === sequence,
    )
    const event = context.events[at]
    if (event?.kind !== 'dividend') return
    context.events[at] = { ...event, receivers: event.receivers.filter((receiver) => receiver !== toAddress(recipient)) }
  },
}

const voided: Handler<Abi, 'BidsVoided'> = {
  apply: async (context, log, { bidder, auction, upTo }) => {
    await context.tx
      .insertInto('bid_void')
      .values({ ...positionOf(context, log), bidder: bytes(toAddress(bidder)), auction: bytes(auction), up_to: upTo })
      .execute()
    const row = await context.tx
      .selectFrom('auction')
      .select(['owner', 'sequence'])
      .where('chain_id', '=', context.chainId)
      .where('exchange', '=', bytes(context.contracts.auctionExchange))
      .where('struct_hash', '=', bytes(auction))
      .executeTakeFirst()
    if (row) context.dirty.auction({ maker: addressOf(row.owner), sequence: row.sequence })
  },
}

export const auctionHandlers = {
  ...HOUSEKEEPING,
  Auction: settled,
  Cancel: cancel,
  Dividends: dividends,
  DividendRefused: refused,
  BidsVoided: voided,
  EverythingEnded: everythingEnded,
} satisfies HandlerTable<Abi>

function makerAt({ chainId, contracts }: BlockContext, maker: Address): MakerAt {
  return { chainId, exchange: contracts.auctionExchange, maker }
}

/** Finds an auction of ours that a log names, and marks it for recomputing. */
async function findAndMark(context: BlockContext, maker: Address, sequence: bigint): Promise<StoredAuction | undefined> {
  const auction = await findAuctionBySequence(context.tx, makerAt(context, maker), sequence)
  if (!auction) return undefined
  context.dirty.auction(auction)
  context.dirty.item(auction)
  return auction
}

/** `part` numbers the auctions of one log. */
async function noteCancel(context: BlockContext, log: RawLog, auction: StoredAuction, part = 0): Promise<void> {
  const { collection, tokenId, maker } = auction
  const bidders = await activeBidders(context.tx, auction.id)
  const snapshot = snapshotOf(auction, auction.highestPrice || auction.startPrice)
  context.events.push({ kind: 'auctionCancelled', ...eventOf(context, log, part), collection, tokenId, maker, bidders, snapshot })
}

async function activeBidders(tx: Tx, auctionId: number): Promise<Address[]> {
  const rows = await tx
    .selectFrom('auction_bid')
    .select('bidder')
    .distinct()
    .where('auction_id', '=', auctionId)
    .where('status', '=', AUCTION_BID_STATUS.ACTIVE)
    .execute()
  return rows.map((row) => addressOf(row.bidder))
}

type EventRow = {
  readonly kind: 'settle' | 'cancel'
  readonly maker: Address
  readonly sequence: bigint
  readonly buyer: Address
  readonly collection: Address
  readonly tokenId: bigint
  readonly total: bigint
}

async function insertEvent(context: BlockContext, log: RawLog, event: EventRow): Promise<void> {
  await context.tx
    .insertInto('auction_event')
    .values({
      ...positionOf(context, log),
      at: context.block.timestamp,
      tx_hash: bytes(log.txHash),
      kind: event.kind,
      sequence: event.sequence,
      total: event.total,
      owner: bytes(event.maker),
      buyer: bytes(event.buyer),
      collection: bytes(event.collection),
      token_id: event.tokenId,
    })
    .execute()
}

function positionOf(context: BlockContext, log: RawLog) {
  return {
    chain_id: context.chainId,
    exchange: bytes(context.contracts.auctionExchange),
    block_hash: bytes(log.blockHash),
    log_index: log.index,
    block_number: log.blockNumber,
  }
}

function eventOf(context: BlockContext, log: RawLog, part = 0) {
  return { chainId: context.chainId, source: sourceOf(context.chainId, log, part), txHash: log.txHash, at: context.block.timestamp }
}
