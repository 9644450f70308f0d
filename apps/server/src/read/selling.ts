import type { SellingFacts } from '@plinth/api'
import { type Address, ASSET_TYPE, ORDER_STATUS, ORDER_TERMS, ORDER_TYPE, ZERO_ADDRESS } from '@plinth/protocol'
import { sql } from 'kysely'
import type { Hex } from 'viem'
import { addressOf, bytes, hexOf } from '../db/database.ts'
import { GIVEN, givenPage, type ItemRef, isOfKey, refKey } from '../db/item-keys.ts'
import { hasChoices, isOfferable } from '../modules/orders/service.ts'
import { DIGEST_BYTES } from '../state/items/attributes.ts'
import { type AttributeFloor, floorsOfAttributes } from '../state/rarity/read.ts'
import { floorsOfCollections } from '../state/statistics/floors.ts'
import { ANY_STORED, givenNow, IS_LIVE, numeric } from './offers.ts'
import type { Reads } from './orders.ts'
import { rowsOf } from './rows.ts'

/** Floors of attributes look through thousands of sales for each collection. */
const MOST_COLLECTIONS = 20
const MOST_ATTRIBUTES = 1_000

const here = (table: string) => isOfKey(table, GIVEN)

type OwnRow = {
  chain_id: number
  collection: Uint8Array
  token_id: bigint
  royalties: number[]
  counted_attributes: Uint8Array | null
  is_open: boolean | null
  held: bigint
  salt: bigint | null
  pay_token: Uint8Array | null
  unit_price: bigint | null
  quantity: bigint | null
  filled_items: bigint | null
  seller_fee: number | null
  valid_until: number | null
  asset_type: number | null
}

const refOf = (row: { chain_id: number; collection: Uint8Array; token_id: bigint }): ItemRef => ({
  chainId: row.chain_id,
  collection: addressOf(row.collection),
  tokenId: row.token_id,
})

/** Facts that the account prices these works by, in their order, without hidden ones. */
export async function readSellingFacts(
  context: Reads & Parameters<typeof rowsOf>[0],
  account: Address,
  refs: readonly ItemRef[],
): Promise<SellingFacts[]> {
  if (refs.length === 0) return []
  const distinct = [...new Map(refs.map((ref) => [refKey(ref), ref])).values()]
  const [cards, own, offers] = await Promise.all([
    rowsOf(context, distinct),
    readOwn(context, account, distinct),
    readBestOffers(context, account, distinct),
  ])
  // In collections open to every maker a floor says nothing of another work.
  const comparable = distinct.filter((ref) => !own.get(refKey(ref))?.is_open)
  const [floors, attributeFloors] = await Promise.all([readFloors(context, comparable), readAttributeFloors(context, own)])
  return cards.map((card) => {
    const key = refKey(card)
    const row = own.get(key)
    const { chainId, collection, tokenId, name, image, collectionName, standard, creator, isTradeLocked, lastSale } = card
    return {
      item: { chainId, collection, tokenId },
      name,
      image,
      collectionName,
      standard,
      royalties: row?.royalties ?? [],
      creator: creator.address,
      held: row?.held ?? 0n,
      isTradeLocked,
      listing: row && listingOf(row),
      floors: floors.get(`${chainId}:${collection}`) ?? [],
      attributeFloors: attributeFloors.get(key) ?? [],
      offers: offers.get(key) ?? [],
      lastSale: lastSale && { money: lastSale.money, unitPrice: lastSale.unitPrice },
    }
  })
}

function listingOf(row: OwnRow): SellingFacts['listing'] {
  const { salt, pay_token, unit_price, quantity, filled_items, seller_fee, valid_until, asset_type } = row
  if (salt === null || pay_token === null || quantity === null) return undefined
  return {
    salt,
    payToken: addressOf(pay_token),
    unitPrice: unit_price ?? 0n,
    quantity,
    left: quantity - (filled_items ?? 0n),
    sellerFee: seller_fee ?? 0,
    validUntil: valid_until ?? 0,
    isMinted: asset_type === ASSET_TYPE.MINTED,
  }
}

async function readOwn({ db, chains }: Reads, account: Address, refs: readonly ItemRef[]): Promise<ReadonlyMap<string, OwnRow>> {
  const { rows } = await sql<OwnRow>`
    select item.chain_id, item.collection, item.token_id, item.royalties, item.counted_attributes, n.is_official as is_open,
      coalesce((select h.quantity from holding h where ${here('h')} and h.owner = ${bytes(account)}), 0) as held, o.*
    from ${givenPage(refs)} join item on ${here('item')}
    left join collection n on n.chain_id = item.chain_id and n.address = item.collection
    left join lateral (
      select o.salt, o.pay_token, div(o.total, greatest(o.quantity, 1)) as unit_price, o.quantity, o.filled_items, o.seller_fee,
        o.valid_until, o.asset_type
      from market_order o where ${here('o')} and o.maker = ${bytes(account)} and o.side = ${sql.lit(ORDER_TYPE.SALE)}
        and o.status = ${sql.lit(ORDER_STATUS.OPEN)} and o.terms = ${sql.lit(String(ORDER_TERMS.PLAIN))}::numeric
      order by o.id desc limit 1
    ) o on true`.execute(db)
  // Past its time an order is none; the chain's clock decides.
  const isOver = (row: OwnRow) => !!row.valid_until && row.valid_until < (chains.find(row.chain_id)?.now() ?? 0)
  return new Map(rows.map((row) => [refKey(refOf(row)), isOver(row) ? { ...row, salt: null } : row]))
}

type OfferRow = { chain_id: number; collection: Uint8Array; token_id: bigint; money: Uint8Array; pay_token: Uint8Array; price: bigint }

/** The best in each money: bids for the item, and offers for a set that it is in, as on its page (COFF-06). */
async function readBestOffers(
  context: Parameters<typeof givenNow>[0],
  account: Address,
  refs: readonly ItemRef[],
): Promise<ReadonlyMap<string, AttributeFloor[]>> {
  const { rows } = await sql<OfferRow>`with ${await givenNow(context)}
    select given.given_chain as chain_id, given.collection, given.token_id, best.money, best.pay_token, best.price
    from ${givenPage(refs)} join item on ${here('item')} and ${isOfferable}
    cross join lateral (
      select distinct on (money) case when w.address is null then market_order.pay_token else ${bytes(ZERO_ADDRESS)} end as money,
        market_order.pay_token, div(market_order.total, market_order.quantity) as price
      from market_order join clock on clock.clock_chain = market_order.chain_id
        left join wrapped_coin w on w.chain_id = market_order.chain_id and w.address = market_order.pay_token
      where market_order.chain_id = given.given_chain and market_order.collection = given.collection
        and market_order.side = ${sql.lit(ORDER_TYPE.BID)} and market_order.status = ${sql.lit(ORDER_STATUS.OPEN)} and ${IS_LIVE}
        and not market_order.shares_money and market_order.maker <> ${bytes(account)}
        and (market_order.token_id in (given.token_id, ${numeric(ANY_STORED)})
          or market_order.token_id in (select fit.token_id from offer_set fit where fit.chain_id = given.given_chain
            and fit.collection = given.collection and fit.ids @> array[given.token_id] and ${hasChoices(sql`fit.choices`)}))
      order by money, price desc
    ) best`.execute(context.db)
  return pricesBy(rows, (row) => refKey(refOf(row)))
}

function pricesBy<R extends Pick<OfferRow, 'money' | 'pay_token' | 'price'>>(
  rows: readonly R[],
  keyOf: (row: R) => string,
): ReadonlyMap<string, AttributeFloor[]> {
  const priceOf = ({ money, pay_token, price }: R) => ({ money: addressOf(money), payToken: addressOf(pay_token), unitPrice: price })
  return new Map([...Map.groupBy(rows, keyOf)].map(([key, some]) => [key, some.map(priceOf)]))
}

async function readFloors({ db, chains }: Reads, refs: readonly ItemRef[]): Promise<ReadonlyMap<string, AttributeFloor[]>> {
  const byChain = [...Map.groupBy(refs, ({ chainId }) => chainId)]
  const found = await Promise.all(
    byChain.map(async ([chainId, some]) => {
      const collections = [...new Set(some.map(({ collection }) => collection))]
      const floors = await floorsOfCollections(db, chainId, collections, chains.get(chainId).now())
      return floors.map(({ collection, money, payToken, unitPrice }) => ({
        key: `${chainId}:${collection}`,
        floor: { money, payToken, unitPrice },
      }))
    }),
  )
  return new Map([...Map.groupBy(found.flat(), ({ key }) => key)].map(([key, some]) => [key, some.map(({ floor }) => floor)]))
}

/** Of each work the dearest of its attributes' floors, by money. */
async function readAttributeFloors(
  { db, chains }: Reads,
  own: ReadonlyMap<string, OwnRow>,
): Promise<ReadonlyMap<string, AttributeFloor[]>> {
  const works = [...own].flatMap(([key, row]) =>
    row.is_open ? [] : [{ key, ref: refOf(row), digests: digestsOf(row.counted_attributes) }],
  )
  const collections = [...Map.groupBy(works, ({ ref }) => `${ref.chainId}:${ref.collection}`).values()].slice(0, MOST_COLLECTIONS)
  const found = new Map<string, AttributeFloor[]>()
  let room = MOST_ATTRIBUTES
  for (const some of collections) {
    const digests = [...new Set(some.flatMap((work) => work.digests))].slice(0, room)
    room -= digests.length
    const [first] = some
    if (!first || digests.length === 0) continue
    const floors = await floorsOfAttributes(db, first.ref, digests, chains.get(first.ref.chainId).now())
    for (const work of some) found.set(work.key, dearest(work.digests.flatMap((digest) => floors.get(digest) ?? [])))
  }
  return found
}

function dearest(floors: readonly AttributeFloor[]): AttributeFloor[] {
  const byMoney = Map.groupBy(floors, ({ money }) => money)
  return [...byMoney.values()].map((some) => some.reduce((high, floor) => (floor.unitPrice > high.unitPrice ? floor : high)))
}

function digestsOf(counted: Uint8Array | null): Hex[] {
  if (!counted) return []
  return Array.from({ length: counted.length / DIGEST_BYTES }, (_, at) =>
    hexOf(counted.subarray(at * DIGEST_BYTES, (at + 1) * DIGEST_BYTES)),
  )
}
