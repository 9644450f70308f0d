import { ItemCard, type ItemRecord, type OrderRecord, readMetadata } from '@plinth/api'
import { type Address, ORDER_TERMS, termsOf } from '@plinth/protocol'
import { sql } from 'kysely'
import { z } from 'zod'
import type { SharedContext } from '../../context.ts'
import { addressOf, type Db } from '../../db/database.ts'
import { givenItems, type ItemRef, refKey } from '../../db/item-keys.ts'
import { namesOfCollections } from '../../state/collections/store.ts'
import { findItems } from '../../state/items/store.ts'
import { hydrateItems } from '../items.ts'
import { LAST_SALE } from './facts.ts'
import { type Moneys, readMoneys } from './moneys.ts'

/** Slim cards (`ItemCard`) of these items as JSON text, in their order; of items that are gone, none. */
export async function readItemCards(context: SharedContext, refs: readonly ItemRef[]): Promise<string[]> {
  if (refs.length === 0) return []
  const [records, others, moneys, collections] = await Promise.all([
    findItems(context.db, refs).then((items) => hydrateItems({ ...context, caller: undefined }, items)),
    readOthers(context.db, refs),
    readMoneys(context),
    namesOfCollections(context.db, refs),
  ])
  const byKey = new Map(records.map((record) => [refKey(record), record]))
  return refs.flatMap((ref) => {
    const record = byKey.get(refKey(ref))
    if (!record) return []
    const collection = collections.get(`${ref.chainId}:${ref.collection}`)
    const card = { ...cardOf(record, moneys), ...others.get(refKey(ref)), isVerified: collection?.isVerified ?? false }
    return [JSON.stringify(z.encode(ItemCard, card))]
  })
}

type Others = Pick<ItemCard, 'likes' | 'lastSale'>

async function readOthers(db: Db, refs: readonly ItemRef[]): Promise<Map<string, Others>> {
  type Row = {
    given_chain: number
    collection: Uint8Array
    token_id: bigint
    likes: number
    at: number | null
    money: Uint8Array
    unit: bigint
  }
  const ofItem = sql`chain_id = given.given_chain and collection = given.collection and token_id = given.token_id`
  const { rows } = await sql<Row>`select given.*, last.*, (select count(*) from item_like where ${ofItem}) as likes from ${givenItems(refs)}
    left join lateral (select s.at, s.money, div(s.amount, greatest(s.units, 1)) as unit from sale s where ${ofItem} and s.is_counted
      order by ${LAST_SALE} limit 1) last on true`.execute(db)
  return new Map(
    rows.map((row) => [
      refKey({ chainId: row.given_chain, collection: addressOf(row.collection), tokenId: row.token_id }),
      { likes: row.likes, ...(row.at !== null && { lastSale: { at: row.at, money: addressOf(row.money), unitPrice: row.unit } }) },
    ]),
  )
}

const perUnit = (total: bigint, quantity: bigint): bigint => (quantity > 0n ? total / quantity : 0n)

function cardOf(item: ItemRecord, moneys: Moneys): ItemCard {
  const { name, image } = readMetadata(item.metadata)
  const listings = item.listings.filter(({ isExpired, salt }) => !isExpired && termsOf(salt) === ORDER_TERMS.PLAIN)
  const bids = item.bids.filter(({ isExpired }) => !isExpired)
  const ask = best(listings, ({ buying, selling }) => perUnit(buying, selling), moneys, -1)
  const bid = best(bids, ({ buying, selling }) => perUnit(selling, buying), moneys, 1)
  const auction = item.auctions.find(({ isFundable, held, quantity }) => isFundable && held >= quantity)
  return {
    ...item,
    name,
    image,
    collectionName: item.collectionBrief.name,
    isVerified: false,
    owner: item.onlyOwner === '' ? undefined : item.owner,
    price: ask && priceOf(ask.order, ask.unitPrice),
    seller: ask?.order.maker,
    listings: listings.length,
    unitsOnSale: listings.reduce(
      (sum, { selling, filled, quantity }) => sum + (selling - filled < quantity ? selling - filled : quantity),
      0n,
    ),
    listedAt: ask?.order.createdAt,
    bid: bid && priceOf(bid.order, bid.unitPrice),
    auction: auction && {
      payToken: auction.payTokenAddress as Address,
      symbol: auction.payTokenSymbol,
      decimals: auction.payTokenDecimals,
      startsAt: auction.startTime,
      endsAt: auction.endTime,
      expiresAt: auction.expiredTime,
      startPrice: auction.startPrice,
      highestPrice: auction.highestPrice,
      reserve: auction.buying,
    },
    likes: 0,
  }
}

const priceOf = (order: OrderRecord, unitPrice: bigint) => ({
  payToken: order.payTokenAddress as Address,
  symbol: order.payTokenSymbol,
  decimals: order.payTokenDecimals,
  unitPrice,
})

/** By worth; prices without a rate come after all others. */
function best(orders: readonly OrderRecord[], priceOfOrder: (order: OrderRecord) => bigint, moneys: Moneys, sign: 1 | -1) {
  const priced = orders.map((order) => {
    const unitPrice = priceOfOrder(order)
    const weight = moneys.find(order.chainId, order.payTokenAddress as Address)?.weight
    return { order, unitPrice, worth: weight === undefined ? undefined : unitPrice * weight }
  })
  const compare = (one: bigint, other: bigint): number => (one === other ? 0 : one > other ? -sign : sign)
  return priced.toSorted((one, other) => {
    if (one.worth !== undefined && other.worth !== undefined) return compare(one.worth, other.worth)
    if (one.worth !== undefined || other.worth !== undefined) return one.worth === undefined ? 1 : -1
    return 0
  })[0]
}
