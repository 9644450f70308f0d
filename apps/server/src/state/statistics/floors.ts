import { type Address, ORDER_TERMS, ZERO_ADDRESS } from '@plinth/protocol'
import { sql } from 'kysely'
import { byteas, givenRows } from '../../db/columns.ts'
import { addressOf, bytes, type Db } from '../../db/database.ts'

export type FloorRow = {
  readonly collection: Address
  readonly money: Address
  readonly payToken: Address
  readonly unitPrice: bigint
  readonly isThin: boolean
}

/** Listings and accounts that a floor needs so as not to be thin (COLP-03). */
const ENOUGH = 3
/** Listings among which accounts are counted. */
const MOST_LISTINGS = 100

/**
 * A live sale `o` that anybody may buy now: of a visible item that nothing locks, in its time and open to any taker. The row's
 * `is_live` follows holdings and approvals; what ends by time alone is compared with the chain's clock here.
 */
export const isOpenToAll = (
  now: number,
) => sql`o.side = 1 and o.is_live and o.valid_from <= ${now} and (o.valid_until = 0 or o.valid_until >= ${now})
  and mod(div(o.salt, ${sql.raw(String(2n ** 64n))}), ${sql.raw(String(2n ** 96n))}) = ${sql.raw(String(ORDER_TERMS.PLAIN))}
  and exists (select from item i where i.chain_id = o.chain_id and i.collection = o.collection and i.token_id = o.token_id
    and i.is_visible and not i.is_trade_locked)
  and not exists (select from item_lock k where k.chain_id = o.chain_id and k.collection = o.collection and k.token_id = o.token_id
    and k.until > ${now})
  and not exists (select from paused_chain z where z.chain_id = o.chain_id)`

type Row = { collection: Uint8Array; pay_token: Uint8Array; is_wrapped: boolean; price: bigint; listings: number; makers: number }

/**
 * The cheapest such sale of each collection by money, of listed pay tokens. Whether a floor is thin is counted only `withMakers`, at a
 * cost that a list of many collections need not have.
 */
export async function floorsOfCollections(
  db: Db,
  chainId: number,
  collections: readonly Address[],
  { now, withMakers = false }: { now: number; withMakers?: boolean },
): Promise<FloorRow[]> {
  if (collections.length === 0) return []
  const cheapest = sql`from market_order o where o.chain_id = ${chainId} and o.collection = given.collection and o.pay_token = p.address
    and ${isOpenToAll(now)} order by o.unit_value limit ${sql.lit(withMakers ? MOST_LISTINGS : 1)}`
  const { rows } = await sql<Row>`
    select given.collection, p.address as pay_token, w.address is not null as is_wrapped, f.price, f.listings, f.makers
    from ${givenRows({ collection: byteas(collections) })}
    join pay_token p on p.chain_id = ${chainId} and p.is_listed
    left join wrapped_coin w on w.chain_id = p.chain_id and w.address = p.address
    cross join lateral (select min(div(total, quantity)) as price, count(*) as listings, count(distinct maker) as makers
      from (select o.total, o.quantity, o.maker ${cheapest}) cheapest) f
    where f.price is not null order by given.collection, p.position, p.id`.execute(db)
  const floors = new Map<string, Row>()
  for (const row of rows) {
    const key = `${addressOf(row.collection)}:${moneyOf(row)}`
    const known = floors.get(key)
    const [listings, makers] = [row.listings + (known?.listings ?? 0), Math.max(row.makers, known?.makers ?? 0)]
    floors.set(key, { ...(known && known.price <= row.price ? known : row), listings, makers })
  }
  return [...floors.values()].map((row) => ({
    collection: addressOf(row.collection),
    money: moneyOf(row),
    payToken: addressOf(row.pay_token),
    unitPrice: row.price,
    isThin: withMakers && (row.listings < ENOUGH || row.makers < ENOUGH),
  }))
}

const moneyOf = (row: Row): Address => (row.is_wrapped ? ZERO_ADDRESS : addressOf(row.pay_token))

/** How many distinct items of a collection anybody may buy now. */
export async function countListed(db: Db, chainId: number, collection: Address, now: number): Promise<number> {
  const { rows } = await sql<{ listed: number }>`select count(distinct o.token_id) as listed from market_order o
    join pay_token p on p.chain_id = o.chain_id and p.address = o.pay_token and p.is_listed
    where o.chain_id = ${chainId} and o.collection = ${bytes(collection)} and ${isOpenToAll(now)}`.execute(db)
  return rows[0]?.listed ?? 0
}
