import { ACTION_TYPE, type Address, isEnded, ORDER_TYPE, toAddress, unpackSalt, ZERO_ADDRESS } from '@plinth/protocol'
import type { exchangeAbi } from '@plinth/protocol/abi'
import { bytes } from '../../db/database.ts'
import type { BlockContext } from '../../state/block-context.ts'
import { type RawLog, sourceOf } from '../../state/chain/raw-log.ts'
import { isKnownCollection } from '../../state/collections/store.ts'
import { epochOf, type MakerAt } from '../../state/offers/epochs.ts'
import { endedByLog, ordersOfCancellation, ordersOfEpochs } from '../../state/orders/epochs.ts'
import { isShownOnItem } from '../../state/orders/private.ts'
import { registrationSubject } from '../../state/orders/state.ts'
import { findOrderBySequence, type StoredOrder, snapshotOf } from '../../state/orders/store.ts'
import { keepSaleWorth } from '../../state/rates/sale-worth.ts'
import { type Handler, type HandlerTable, HOUSEKEEPING, IGNORED } from './table.ts'
import { joinDelivery } from './transfers.ts'

type Abi = typeof exchangeAbi

const buy: Handler<Abi, 'Buy'> = {
  accounts: (args) => [args.owner, args.buyer],
  apply: async (context, log, args) => {
    const maker = toAddress(args.owner)
    const { sequence } = unpackSalt(args.salt)
    const isSale = await sellsItem(context, maker, sequence, toAddress(args.buyToken))
    const [collection, tokenId] = isSale ? [toAddress(args.sellToken), args.sellTokenId] : [toAddress(args.buyToken), args.buyTokenId]
    const items = isSale ? args.amount : (args.amount * args.buyValue) / args.sellValue
    const receiver = toAddress(args.buyer)
    await insertEvent(context, log, { kind: 'fill', maker, sequence, receiver, collection, tokenId, items, amount: args.amount })
    const fill = { txHash: log.txHash, index: log.index, maker, receiver, collection, tokenId, items }
    context.writes.fill(fill)
    joinDelivery(context, fill)
    context.dirty.order({ maker, sequence })
    context.dirty.item({ collection, tokenId })
    await context.tx
      .deleteFrom('item_lock')
      .where('chain_id', '=', context.chainId)
      .where('collection', '=', bytes(collection))
      .where('token_id', '=', tokenId)
      .execute()
    if (!(await isKnownCollection(context.tx, context.chainId, collection))) return

    const order = await findOrderBySequence(context.tx, makerAt(context, maker), sequence)
    const payToken = toAddress(isSale ? args.buyToken : args.sellToken)
    const paid = isSale ? (args.amount * args.buyValue) / args.sellValue : args.amount
    await keepSaleWorth(context, log, { token: payToken, amount: paid })
    const snapshot = {
      maker,
      sellToken: toAddress(args.sellToken),
      buyToken: toAddress(args.buyToken),
      sellValue: args.sellValue.toString(),
      buyValue: args.buyValue.toString(),
      filled: (await filledUntil(context, log, maker, sequence)).toString(),
      payToken,
      quantity: items.toString(),
    }
    context.writes.sales.push({
      log,
      at: context.block.timestamp,
      kind: isSale ? 'sale' : 'bid',
      collection,
      tokenId,
      seller: isSale ? maker : receiver,
      buyer: isSale ? receiver : maker,
      payToken,
      amount: isSale ? (args.amount * args.buyValue) / args.sellValue : args.amount,
      units: items,
      hasFee: order !== undefined && order.sellerFee > 0,
    })
    context.writes.activities.push({
      ...positionOf(context, log),
      collection,
      tokenId,
      type: isSale ? ACTION_TYPE.BUY : ACTION_TYPE.ACCEPT,
      from: maker,
      to: receiver,
      // A part may be left, which concerns its buyer alone.
      orderId: order?.taker === undefined ? order?.id : undefined,
      version: order?.taker === undefined ? (order?.version ?? 1) : 1,
      snapshot,
      quantity: items,
    })
    context.events.push({
      kind: isSale ? 'bought' : 'accepted',
      ...eventOf(context, log),
      collection,
      tokenId,
      maker,
      taker: receiver,
      snapshot,
    })
  },
}

const cancel: Handler<Abi, 'Cancel'> = {
  accounts: (args) => [args.owner],
  apply: async (context, log, args) => {
    const maker = toAddress(args.owner)
    const { sequence } = unpackSalt(args.salt)
    const order = await findOrderBySequence(context.tx, makerAt(context, maker), sequence)
    // The log's assets are the caller's input: the order is found by its maker and number, and names them.
    const collection = order?.collection ?? toAddress(args.sellToken)
    const tokenId = order?.tokenId ?? args.sellTokenId
    await insertEvent(context, log, { kind: 'cancel', maker, sequence, receiver: maker, collection, tokenId, items: 0n, amount: 0n })
    // An order that an earlier EverythingEnded covers is over already.
    if (order && !isEnded(await epochOf(context.tx, makerAt(context, maker), log), sequence)) noteCancel(context, log, order)
  },
}

const cancelMany: Handler<Abi, 'CancelMany'> = {
  accounts: (args) => [args.owner],
  apply: async (context, log, { owner, word, bits }) => {
    const maker = toAddress(owner)
    await context.tx
      .insertInto('cancelled_word')
      .values({
        chain_id: context.chainId,
        exchange: bytes(context.contracts.exchange),
        block_hash: bytes(log.blockHash),
        log_index: log.index,
        block_number: log.blockNumber,
        maker: bytes(maker),
        word,
        bits,
      })
      .execute()
    const orders = await ordersOfCancellation(context.tx, makerAt(context, maker), { word, bits })
    const epoch = await epochOf(context.tx, makerAt(context, maker), log)
    for (const [part, order] of orders.entries()) if (!isEnded(epoch, order.sequence)) noteCancel(context, log, order, part)
  },
}

const everythingEnded: Handler<Abi, 'EverythingEnded'> = {
  accounts: (args) => [args.owner],
  apply: async (context, log, { owner, epoch }) => {
    const maker = toAddress(owner)
    const who = makerAt(context, maker)
    const before = await epochOf(context.tx, who, log)
    await insertAccountEnd(context, log, { ...who, epoch })
    const orders = await ordersOfEpochs(context.tx, who, [before, epoch])
    for (const order of orders) {
      context.dirty.order(order)
      if (isShownOnItem(order)) context.dirty.item(order)
    }
    for (const order of await endedByLog(context.tx, who, orders, { before, epoch, log })) noteCancel(context, log, order, order.id)
  },
}

/** Replaces a signature by an on-chain registration; the maker submits the order itself through the API like any other. */
const registered: Handler<Abi, 'Registered'> = {
  subject: ({ owner, orderHash }) => registrationSubject(toAddress(owner), orderHash),
  accounts: (args) => [args.owner],
  apply: async (context, _log, { owner, order }) => {
    context.dirty.order({ maker: toAddress(owner), sequence: unpackSalt(order.key.salt).sequence })
  },
}

export const exchangeHandlers = {
  ...HOUSEKEEPING,
  Buy: buy,
  Cancel: cancel,
  CancelMany: cancelMany,
  EverythingEnded: everythingEnded,
  FeesWithdrawn: IGNORED,
  PayoutClaimed: IGNORED,
  PayoutCredited: IGNORED,
  Registered: registered,
} satisfies HandlerTable<Abi>

function makerAt({ chainId, contracts }: BlockContext, maker: Address): MakerAt {
  return { chainId, exchange: contracts.exchange, maker }
}

/** Records that an account ended everything at an exchange, or at its auctions. */
export async function insertAccountEnd(
  context: BlockContext,
  log: RawLog,
  { exchange, maker, epoch }: MakerAt & { readonly epoch: bigint },
): Promise<void> {
  await context.tx
    .insertInto('account_end')
    .values({
      chain_id: context.chainId,
      exchange: bytes(exchange),
      block_hash: bytes(log.blockHash),
      log_index: log.index,
      block_number: log.blockNumber,
      tx_hash: bytes(log.txHash),
      account: bytes(maker),
      epoch,
    })
    .execute()
}

/** `part` numbers the orders of one log. */
function noteCancel(context: BlockContext, log: RawLog, order: StoredOrder, part = 0): void {
  const { maker, sequence, collection, tokenId } = order
  context.dirty.order({ maker, sequence })
  // The history and the notices of an item tell of no bid for a set, and of no private sale.
  if (!isShownOnItem(order)) return
  context.dirty.item({ collection, tokenId })
  const snapshot = snapshotOf(order)
  const isSale = order.side === ORDER_TYPE.SALE
  context.writes.activities.push({
    ...positionOf(context, log),
    part,
    collection,
    tokenId,
    type: isSale ? ACTION_TYPE.CANCEL_SALE : ACTION_TYPE.CANCEL_BID,
    from: maker,
    to: maker,
    orderId: order.id,
    version: order.version,
    snapshot,
    quantity: order.quantity,
  })
  const kind = isSale ? 'saleCancelled' : 'bidCancelled'
  context.events.push({ kind, ...eventOf(context, log, part), collection, tokenId, maker, snapshot })
}

/** A fill names two tokens, not which of them is the item: our own order knows, otherwise the known collections. */
async function sellsItem(context: BlockContext, maker: Address, sequence: bigint, buyToken: Address): Promise<boolean> {
  const order = await findOrderBySequence(context.tx, makerAt(context, maker), sequence)
  if (order) return order.side === ORDER_TYPE.SALE
  return buyToken === ZERO_ADDRESS || !(await isKnownCollection(context.tx, context.chainId, buyToken))
}

type EventRow = Parameters<typeof insertEvent>[2]

async function insertEvent(
  context: BlockContext,
  log: RawLog,
  event: {
    kind: 'fill' | 'cancel'
    maker: Address
    sequence: bigint
    receiver: Address
    collection: Address
    tokenId: bigint
    items: bigint
    amount: bigint
  },
): Promise<void> {
  await context.tx
    .insertInto('order_event')
    .values({
      chain_id: context.chainId,
      exchange: bytes(context.contracts.exchange),
      block_hash: bytes(log.blockHash),
      log_index: log.index,
      block_number: log.blockNumber,
      at: context.block.timestamp,
      tx_hash: bytes(log.txHash),
      kind: event.kind,
      maker: bytes(event.maker),
      sequence: event.sequence,
      receiver: bytes(event.receiver),
      collection: bytes(event.collection),
      token_id: event.tokenId,
      items: event.items,
      amount: event.amount,
    })
    .execute()
}

/** Up to this log: the blocks of a collection registered late are read after newer ones. */
async function filledUntil(context: BlockContext, log: RawLog, maker: EventRow['maker'], sequence: bigint): Promise<bigint> {
  const row = await context.tx
    .selectFrom('order_event')
    .select(({ fn }) => fn.sum<bigint | null>('amount').as('amount'))
    .where('chain_id', '=', context.chainId)
    .where('exchange', '=', bytes(context.contracts.exchange))
    .where('maker', '=', bytes(maker))
    .where('sequence', '=', sequence)
    .where('kind', '=', 'fill')
    .where(({ and, eb, or }) =>
      or([eb('block_number', '<', log.blockNumber), and([eb('block_number', '=', log.blockNumber), eb('log_index', '<=', log.index)])]),
    )
    .executeTakeFirst()
  return row?.amount ?? 0n
}

function positionOf(context: BlockContext, log: RawLog) {
  return { chainId: context.chainId, blockHash: log.blockHash, logIndex: log.index, txHash: log.txHash, createdAt: context.block.timestamp }
}

function eventOf(context: BlockContext, log: RawLog, part = 0) {
  return {
    chainId: context.chainId,
    source: sourceOf(context.chainId, log, part),
    txHash: log.txHash,
    at: context.block.timestamp,
  }
}
