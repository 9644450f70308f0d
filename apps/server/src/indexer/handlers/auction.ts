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
  apply: async (scope, log, args) => {
    const [maker, winner] = [toAddress(args.owner), toAddress(args.buyer)]
    const { sequence } = unpackSalt(args.salt)
    const [collection, tokenId, quantity] = [toAddress(args.sellToken), args.sellTokenId, args.sellValue]
    await insertEvent(scope, log, { kind: 'settle', maker, sequence, buyer: winner, collection, tokenId, total: args.buying })
    scope.writes.fill({ txHash: log.txHash, index: log.index, maker, receiver: winner, collection, tokenId, items: quantity })
    scope.dirty.auction({ maker, sequence })
    scope.dirty.item({ collection, tokenId })
    const payToken = toAddress(args.buyToken)
    await keepSaleWorth(scope, log, { token: payToken, amount: args.buying })
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
    const auction = await findAuctionBySequence(scope.tx, makerAt(scope, maker), sequence)
    scope.writes.sales.push({
      log,
      at: scope.block.timestamp,
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
    scope.writes.activities.push({
      chainId: scope.chainId,
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
      createdAt: scope.block.timestamp,
    })
    scope.events.push({ kind: 'auctionSettled', ...eventOf(scope, log), collection, tokenId, maker, winner, snapshot })
  },
}

const cancel: Handler<Abi, 'Cancel'> = {
  accounts: (args) => [args.owner],
  apply: async (scope, log, args) => {
    const maker = toAddress(args.owner)
    const { sequence } = unpackSalt(args.salt)
    const auction = await findAndMark(scope, maker, sequence)
    // The log's assets are the caller's input: the auction is found by its maker and number, and names them.
    const collection = auction?.collection ?? toAddress(args.sellToken)
    const tokenId = auction?.tokenId ?? args.sellTokenId
    await insertEvent(scope, log, { kind: 'cancel', maker, sequence, buyer: maker, collection, tokenId, total: 0n })
    // An auction that an earlier EverythingEnded covers is over already.
    const epoch = await epochOf(scope.tx, makerAt(scope, maker), log)
    if (auction && !isEnded(epoch, sequence)) await noteCancel(scope, log, auction)
  },
}

/** Ends the account's own auctions, and its bids on others. */
const everythingEnded: Handler<Abi, 'EverythingEnded'> = {
  accounts: (args) => [args.owner],
  apply: async (scope, log, { owner, epoch }) => {
    const maker = toAddress(owner)
    const who = makerAt(scope, maker)
    const before = await epochOf(scope.tx, who, log)
    await insertAccountEnd(scope, log, { ...who, epoch })
    const { own, bidOn } = await auctionsOfEpochs(scope.tx, who, [before, epoch])
    for (const auction of own) {
      scope.dirty.auction(auction)
      scope.dirty.item(auction)
    }
    for (const auction of await endedByLog(scope.tx, who, own, { before, epoch, log })) await noteCancel(scope, log, auction, auction.id)
    for (const auction of bidOn) scope.dirty.auction(auction)
  },
}

/** Logged between the settlement and the logs of its payments. */
const dividends: Handler<Abi, 'Dividends'> = {
  accounts: (args) => [args.owner],
  apply: async (scope, log, { owner, salt, share, recipients }) => {
    const auction = await findAndMark(scope, toAddress(owner), unpackSalt(salt).sequence)
    if (!auction) return
    const settlement = await scope.tx
      .selectFrom('auction_event')
      .select('buyer')
      .where('chain_id', '=', scope.chainId)
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
    scope.events.push({ kind: 'dividend', ...eventOf(scope, log), collection, tokenId, maker, sequence, winner, receivers, snapshot })
  },
}

/** A bidder whose share did not arrive gets no notice of it. One transaction may settle several auctions. */
const refused: Handler<Abi, 'DividendRefused'> = {
  accounts: (args) => [args.owner],
  apply: async (scope, log, { owner, salt, recipient }) => {
    const [maker, { sequence }] = [toAddress(owner), unpackSalt(salt)]
    const at = scope.events.findLastIndex(
      (event) => event.kind === 'dividend' && event.txHash === log.txHash && event.maker === maker && event.sequence === sequence,
    )
    const event = scope.events[at]
    if (event?.kind !== 'dividend') return
    scope.events[at] = { ...event, receivers: event.receivers.filter((receiver) => receiver !== toAddress(recipient)) }
  },
}

const voided: Handler<Abi, 'BidsVoided'> = {
  apply: async (scope, log, { bidder, auction, upTo }) => {
    await scope.tx
      .insertInto('bid_void')
      .values({ ...positionOf(scope, log), bidder: bytes(toAddress(bidder)), auction: bytes(auction), up_to: upTo })
      .execute()
    const row = await scope.tx
      .selectFrom('auction')
      .select(['owner', 'sequence'])
      .where('chain_id', '=', scope.chainId)
      .where('exchange', '=', bytes(scope.contracts.auctionExchange))
      .where('struct_hash', '=', bytes(auction))
      .executeTakeFirst()
    if (row) scope.dirty.auction({ maker: addressOf(row.owner), sequence: row.sequence })
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
async function findAndMark(scope: BlockContext, maker: Address, sequence: bigint): Promise<StoredAuction | undefined> {
  const auction = await findAuctionBySequence(scope.tx, makerAt(scope, maker), sequence)
  if (!auction) return undefined
  scope.dirty.auction(auction)
  scope.dirty.item(auction)
  return auction
}

/** `part` numbers the auctions of one log. */
async function noteCancel(scope: BlockContext, log: RawLog, auction: StoredAuction, part = 0): Promise<void> {
  const { collection, tokenId, maker } = auction
  const bidders = await activeBidders(scope.tx, auction.id)
  const snapshot = snapshotOf(auction, auction.highestPrice || auction.startPrice)
  scope.events.push({ kind: 'auctionCancelled', ...eventOf(scope, log, part), collection, tokenId, maker, bidders, snapshot })
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

async function insertEvent(scope: BlockContext, log: RawLog, event: EventRow): Promise<void> {
  await scope.tx
    .insertInto('auction_event')
    .values({
      ...positionOf(scope, log),
      at: scope.block.timestamp,
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

function positionOf(scope: BlockContext, log: RawLog) {
  return {
    chain_id: scope.chainId,
    exchange: bytes(scope.contracts.auctionExchange),
    block_hash: bytes(log.blockHash),
    log_index: log.index,
    block_number: log.blockNumber,
  }
}

function eventOf(scope: BlockContext, log: RawLog, part = 0) {
  return { chainId: scope.chainId, source: sourceOf(scope.chainId, log, part), txHash: log.txHash, at: scope.block.timestamp }
}
