import { type Address, AUCTION_BID_STATUS, AUCTION_END, feeOf, ORDER_STATUS } from '@plinth/protocol'
import { addressOf, type Db, hexOf } from '../../src/db/database.ts'
import { AUCTIONS, isOver, type SimAuction, validBids } from './auctions.ts'
import { BOXES, boxWord } from './boxes.ts'
import type { FakeChain } from './chain.ts'
import type { Ledger, SimCollection, SimOrder } from './ledger.ts'
import { leftOf, ORDERS } from './orders.ts'

/**
 * The expected state of the market at a chain's head, from the contracts' state and without the indexer's code: a fresh
 * build makes the same mistakes as the one it is compared with. `followed` are the external collections known by now.
 */
export async function untruths(db: Db, ledger: Ledger, followed: readonly SimCollection[]): Promise<string[]> {
  const isKnown = ({ kind, address }: SimCollection) =>
    kind === 'official' || kind === 'clone' || followed.some((collection) => collection.address === address)
  const held = ledger.said().filter(({ collection }) => isKnown(collection))
  const expected = [
    ...held.map(({ collection, tokenId, owner, quantity }) => `${collection.address}:${tokenId}:${owner} holds ${quantity}`),
    ...[...ORDERS, ...ledger.signed].map((order) => `order ${order.key} is ${orderWord(ledger, order)}`),
    ...AUCTIONS.map((auction) => `auction ${auction.hash} is ${auctionWord(ledger, auction)}`),
    ...BOXES.map((hash) => `series ${hash} is ${boxWord(ledger.box(hash))}`),
  ]
  const said = [...(await saidHoldings(db)), ...(await saidOrders(db)), ...(await saidAuctions(db)), ...(await saidBoxes(db))]
  const [inSaid, inExpected] = [new Set(said), new Set(expected)]
  return [
    ...said.filter((row) => !inExpected.has(row)).map((row) => `it says ${row}`),
    ...expected.filter((row) => !inSaid.has(row)).map((row) => `it does not say ${row}`),
  ]
}

type Lot = { readonly collection: SimCollection; readonly tokenId: bigint }

function isBacked(ledger: Ledger, owner: Address, { collection, tokenId }: Lot, need: bigint): boolean {
  return ledger.held(collection.address, tokenId, owner) >= need && ledger.isApproved(collection, owner)
}

export function isPaid(ledger: Ledger, account: Address, price: bigint): boolean {
  const { balance, allowance } = ledger.money(account)
  const draw = price + feeOf(price, 250n)
  return balance >= draw && allowance >= draw
}

function orderWord(ledger: Ledger, order: SimOrder): string {
  const left = leftOf(ledger, order)
  if (left === 0n) return 'over'
  const price = (order.total * left) / order.quantity
  const isFundable = order.isSale ? isBacked(ledger, order.maker, order, left) : isPaid(ledger, order.maker, price)
  return isFundable ? 'fundable' : 'not fundable'
}

function auctionWord(ledger: Ledger, auction: SimAuction): string {
  if (isOver(ledger, auction)) return 'over'
  const paid = validBids(ledger, auction).filter(({ bidder, total }) => isPaid(ledger, bidder, total))
  return wordOf(isBacked(ledger, auction.owner, auction, auction.quantity), paid, paid.at(-1)?.total)
}

function wordOf(isFundable: boolean, bids: readonly { total: bigint }[], highest = 0n): string {
  return `${isFundable ? 'fundable' : 'not fundable'}, of bids ${bids.map(({ total }) => total).join(' ')}, the highest ${highest}`
}

async function saidHoldings(db: Db): Promise<string[]> {
  const rows = await db.selectFrom('holding').select(['collection', 'token_id', 'owner', 'quantity']).execute()
  return rows.map((row) => `${addressOf(row.collection)}:${row.token_id}:${addressOf(row.owner)} holds ${row.quantity}`)
}

async function saidOrders(db: Db): Promise<string[]> {
  const rows = await db.selectFrom('market_order').select(['maker', 'sequence', 'status', 'is_fundable']).execute()
  return rows.map(({ maker, sequence, status, is_fundable }) => {
    const word = status !== ORDER_STATUS.OPEN ? 'over' : is_fundable ? 'fundable' : 'not fundable'
    return `order ${addressOf(maker)}:${sequence} is ${word}`
  })
}

async function saidAuctions(db: Db): Promise<string[]> {
  const rows = await db.selectFrom('auction').select(['id', 'struct_hash', 'end_code', 'is_fundable', 'highest_price']).execute()
  const bids = await db
    .selectFrom('auction_bid')
    .select(['auction_id', 'total'])
    .where('status', '=', AUCTION_BID_STATUS.ACTIVE)
    .where('is_funded', '=', true)
    .orderBy('total')
    .execute()
  return rows.map((row) => {
    const own = bids.filter((bid) => bid.auction_id === row.id)
    const word = row.end_code === AUCTION_END.NONE ? wordOf(row.is_fundable, own, row.highest_price) : 'over'
    return `auction ${hexOf(row.struct_hash)} is ${word}`
  })
}

async function saidBoxes(db: Db): Promise<string[]> {
  const rows = await db.selectFrom('blind_box').selectAll().execute()
  const prizes = await db.selectFrom('blind_box_prize').select(['blind_box_id', 'remaining']).orderBy('place').execute()
  return rows.map(({ id, box, is_registered, requests, opened, waiting, missed, chain_end, is_stopped, bond }) => {
    const rest = prizes.filter((prize) => prize.blind_box_id === id).map(({ remaining }) => remaining)
    const word = [is_registered, requests, opened, waiting, missed, chain_end, is_stopped, `${bond}`, rest]
    return `series ${hexOf(box)} is ${JSON.stringify(word)}`
  })
}

/** Rows of transactions with unreadable logs. */
export async function misreadings(db: Db, chain: FakeChain): Promise<string[]> {
  const unreadable = new Set(chain.blocks().map((block) => block.unreadable?.txHash))
  const tables = ['chain_log', 'item_transfer', 'activity'] as const
  const rows = await Promise.all(
    tables.map(async (table) => (await db.selectFrom(table).select('tx_hash').execute()).map((row) => ({ table, ...row }))),
  )
  return rows
    .flat()
    .flatMap(({ table, tx_hash }) => (tx_hash && unreadable.has(hexOf(tx_hash)) ? [`${table} has something of ${hexOf(tx_hash)}`] : []))
}
