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

/** Accounts, each with a listing, that a floor needs so as not to be thin (COLP-03). */
export const ENOUGH_ACCOUNTS = 3

/** How long a passed dry run counts (COLP-03). */
export const COUNTS_S = 3_600

/** The dry run `f` of a listing passed within the hour before `now`. */
export const isPassed = (now: number) => sql`f.is_passed and f.checked_at > ${now - COUNTS_S}`

/** The last dry run of listing `o` failed. */
export const isFailing = sql`exists (select from fill_check f where f.order_id = o.id and f.version = o.version and not f.is_passed)`

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

/**
 * The cheapest such sale of each collection by money, of listed pay tokens, whose fill passed a dry run within the last hour. A floor
 * is thin while fewer than three accounts have such a listing: the dry runs go on until there are three.
 */
export async function floorsOfCollections(db: Db, chainId: number, collections: readonly Address[], now: number): Promise<FloorRow[]> {
  if (collections.length === 0) return []
  const { rows } = await sql<Row>`
    select collection, money, (array_agg(pay_token order by price))[1] as pay_token, min(price) as price, count(distinct maker) as makers
    from (
      select o.collection, o.pay_token, o.maker, div(o.total, o.quantity) as price, p.position, p.id,
        case when w.address is null then o.pay_token else ${bytes(ZERO_ADDRESS)} end as money
      from ${givenRows({ collection: byteas(collections) })}
      join fill_check f on f.chain_id = ${chainId} and f.collection = given.collection and ${isPassed(now)}
      join market_order o on o.id = f.order_id and o.version = f.version
      join pay_token p on p.chain_id = o.chain_id and p.address = o.pay_token and p.is_listed
      left join wrapped_coin w on w.chain_id = p.chain_id and w.address = p.address
      where ${isOpenToAll(now)}
    ) passed group by collection, money order by collection, min(position), min(id)`.execute(db)
  return rows.map((row) => ({
    collection: addressOf(row.collection),
    money: addressOf(row.money),
    payToken: addressOf(row.pay_token),
    unitPrice: row.price,
    isThin: row.makers < ENOUGH_ACCOUNTS,
  }))
}

type Row = { collection: Uint8Array; money: Uint8Array; pay_token: Uint8Array; price: bigint; makers: number }

/** How many distinct items of a collection anybody may buy now. */
export async function countListed(db: Db, chainId: number, collection: Address, now: number): Promise<number> {
  const { rows } = await sql<{ listed: number }>`select count(distinct o.token_id) as listed from market_order o
    join pay_token p on p.chain_id = o.chain_id and p.address = o.pay_token and p.is_listed
    where o.chain_id = ${chainId} and o.collection = ${bytes(collection)} and ${isOpenToAll(now)}`.execute(db)
  return rows[0]?.listed ?? 0
}
