import { AUCTION_END, unpackSalt } from '@plinth/protocol'
import { sql } from 'kysely'
import { bytes, type Db, hexOf, transact } from '../../src/db/database.ts'
import { refreshAuction } from '../../src/state/auctions/state.ts'
import { lockMakers } from '../../src/state/derived.ts'
import { refreshItems } from '../../src/state/items/state.ts'
import { epochOf } from '../../src/state/offers/epochs.ts'
import { allotSalt } from '../../src/state/offers/salts.ts'
import { refreshOrder } from '../../src/state/orders/state.ts'
import { findOrderBySequence } from '../../src/state/orders/store.ts'
import { AUCTIONS, insertBids, isOver } from './auctions.ts'
import type { Block } from './chain.ts'
import { CHAIN_ID } from './context.ts'
import { CONTRACTS, type Ledger, PEOPLE, type SimBid } from './ledger.ts'
import { insertOrders, leftOf, orderOf, saltPartsOf } from './orders.ts'
import type { Random } from './random.ts'
import { isPaid } from './truth.ts'

/**
 * An account signs an order that it can meet, under the number that the market allots it now, and the market stores it as order.add
 * does. Nothing where no account can meet one, and where the number is over at the chain's head: the index may not have the end yet.
 */
export async function signOrder(db: Db, { ledger, number }: Block, random: Random, now: number): Promise<void> {
  const shape = pickShape(ledger, random)
  if (!shape) return
  const { maker, isSale, collection, tokenId } = shape
  const who = { chainId: CHAIN_ID, exchange: CONTRACTS.exchange, maker }
  const { salt } = await allotSalt(db, who, saltPartsOf(isSale), 250, now)
  const order = orderOf({ ...shape, sequence: unpackSalt(salt).sequence }, { listedBlock: number, listedAt: now })
  if (leftOf(ledger, order) === 0n) return
  await transact(db, async (tx) => {
    await lockMakers(tx, CHAIN_ID, [maker])
    await insertOrders(tx, CHAIN_ID, [order])
    const stored = await findOrderBySequence(tx, who, order.sequence)
    await refreshOrder(tx, CONTRACTS, stored?.id ?? 0, now)
    await refreshItems(tx, CHAIN_ID, [{ collection: collection.address, tokenId }])
  })
  ledger.signed.push(order)
}

/**
 * An account that can pay bids more than the others, under the epoch that the index knows, and the market stores it as auction.bid does.
 * Nothing where no auction is open, and where the chain's head refuses the bid: the index may not have the end yet.
 */
export async function signBid(db: Db, { ledger, number }: Block, random: Random, now: number): Promise<void> {
  const auction = random.pick(AUCTIONS)
  const total = (ledger.signedBids.findLast(({ hash }) => hash === auction.hash)?.total ?? 300n) + 100n
  const bidders = PEOPLE.filter((person) => person !== auction.owner && isPaid(ledger, person, total))
  if (bidders.length === 0 || isOver(ledger, auction)) return
  const bidder = random.pick(bidders)
  const epoch = await epochOf(db, { chainId: CHAIN_ID, exchange: CONTRACTS.auctionExchange, maker: bidder })
  if (epoch !== ledger.epoch(bidder)) return
  const { id, end_code } = await db
    .selectFrom('auction')
    .select(['id', 'end_code'])
    .where('struct_hash', '=', bytes(auction.hash))
    .executeTakeFirstOrThrow()
  if (end_code !== AUCTION_END.NONE) return
  const bid: SimBid = { hash: auction.hash, bidder, total, epoch, listedBlock: number, listedAt: now }
  await transact(db, async (tx) => {
    await insertBids(tx, CHAIN_ID, [{ ...bid, id }])
    await refreshAuction(tx, CONTRACTS, id, now)
  })
  ledger.signedBids.push(bid)
}

/** The bids of `signBid` in another database, whose auctions have ids of their own. */
export async function copyBids(db: Db, bids: readonly SimBid[]): Promise<void> {
  const rows = await db.selectFrom('auction').select(['id', 'struct_hash']).execute()
  const ids = new Map(rows.map(({ id, struct_hash }) => [hexOf(struct_hash), id]))
  await insertBids(
    db,
    CHAIN_ID,
    bids.map((bid) => ({ ...bid, id: ids.get(bid.hash) ?? 0 })),
  )
  // Counted with each bid: the index need not come by every auction afterwards.
  await sql`update auction a set bidders = (select count(distinct bidder) from auction_bid b where b.auction_id = a.id)`.execute(db)
}

/** A sale by a holder who approved the proxy, or a bid by an account that can pay it. */
function pickShape(ledger: Ledger, random: Random) {
  const isSale = random.chance(0.7)
  const official = ledger.holdings().filter(({ collection }) => collection.kind === 'official')
  const held = official.filter(({ collection, owner }) => !isSale || ledger.isApproved(collection, owner))
  if (held.length === 0) return undefined
  const ofEpochs = held.filter(({ owner }) => ledger.epoch(owner) > 0n)
  const { collection, tokenId, owner, quantity: most } = random.pick(ofEpochs.length > 0 && random.chance(0.5) ? ofEpochs : held)
  const quantity = BigInt(random.between(1, Number(most)))
  if (isSale) return { maker: owner, isSale, collection, tokenId, quantity }
  const bidders = PEOPLE.filter((person) => person !== owner && isPaid(ledger, person, quantity * 100n))
  return bidders.length > 0 ? { maker: random.pick(bidders), isSale, collection, tokenId, quantity } : undefined
}
