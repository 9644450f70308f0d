import { ACTION_TYPE, ORDER_STATUS, ORDER_TERMS, ORDER_TYPE, ZERO_ADDRESS } from '@plinth/protocol'
import { sql } from 'kysely'
import { bytes, type Tx } from '../../db/database.ts'
import { HOUR_S, hourOf } from './hours.ts'

type Pair = { collection: Uint8Array; money: Uint8Array; until: number }

/**
 * Fills the floors of one collection and money for the time before the job recorded them, from when listings began and ended. A record
 * of the job stands: it follows dry runs, which the past has none of. Returns whether there was one to fill.
 */
export async function fillFloors(tx: Tx, chainId: number, now: number): Promise<boolean> {
  const { rows } = await sql<Pair>`select c.collection, c.money, coalesce(
      (select min(h.hour) from collection_floor h where h.chain_id = c.chain_id and h.collection = c.collection and h.money = c.money),
      (select min(h.hour) from collection_floor h where h.chain_id = c.chain_id), ${hourOf(now)}::bigint) as until
    from floor_change c where c.chain_id = ${chainId} and not c.is_filled limit 1`.execute(tx)
  const [pair] = rows
  if (!pair) return false
  await insertFloors(tx, chainId, pair, now)
  await sql`update floor_change set is_filled = true, as_of = -1
    where chain_id = ${chainId} and collection = ${pair.collection} and money = ${pair.money}`.execute(tx)
  return true
}

/** The floor at the end of each hour in which it changed, as the job records it, and none from the last hour on. */
async function insertFloors(tx: Tx, chainId: number, { collection, money, until }: Pair, now: number): Promise<void> {
  const hour = sql.lit(HOUR_S)
  const here = (alias: string) => {
    const column = (name: string) => sql.ref(`${alias}.${name}`)
    return sql`${column('chain_id')} = o.chain_id and ${column('collection')} = o.collection and ${column('token_id')} = o.token_id`
  }
  const actsOf = (type: number) => sql`activity a where ${here('a')} and a.order_id = o.id and a.type = ${sql.lit(type)}`
  // A maker who sends the item away ends the listing; sales of a part do not.
  const sent = sql`select min(t.at) from item_transfer t where ${here('t')} and t.from_account = o.maker and t.at >= v.created_at
    and not o.is_live and o.status <> ${sql.lit(ORDER_STATUS.FILLED)} and (o.quantity = 1 or not t.is_trade)`
  const ended = sql`select least(case when o.valid_until > 0 then o.valid_until + 1 end,
      (select min(a.created_at) from ${actsOf(ACTION_TYPE.CANCEL_SALE)}),
      case when o.status = ${sql.lit(ORDER_STATUS.FILLED)} then (select max(a.created_at) from ${actsOf(ACTION_TYPE.BUY)}) end,
      (${sent})) as at`
  // An end without a date counts as the beginning: what is on sale no more lends no floor.
  const ends = sql`least(v.replaced_at, case when v.replaced_at > 0 or o.is_live or ended.at <= ${now} then ended.at else 0 end)`
  await sql`insert into collection_floor (chain_id, collection, money, hour, floor)
    with listing as materialized (
      select div(v.total, o.quantity) as price, greatest(v.created_at, o.valid_from) as begins, ${ends} as ends
      from market_order o
      join pay_token p on p.chain_id = o.chain_id and p.address = o.pay_token and p.is_listed
      left join wrapped_coin w on w.chain_id = p.chain_id and w.address = p.address
      cross join lateral (select n.total, n.created_at, lead(n.created_at) over (order by n.version) as replaced_at
        from order_version n where n.order_id = o.id) v
      cross join lateral (${ended}) ended
      where o.chain_id = ${chainId} and o.collection = ${collection} and o.side = ${sql.lit(ORDER_TYPE.SALE)}
        and o.terms = ${sql.lit(String(ORDER_TERMS.PLAIN))}::numeric and o.created_at < ${until}::bigint
        and case when w.address is null then o.pay_token else ${bytes(ZERO_ADDRESS)} end = ${money}
    ), line as (
      select m.hour, (select min(l.price) from listing l where l.begins < m.hour + ${hour} and (l.ends is null or l.ends >= m.hour + ${hour})) as floor
      from (select begins - begins % ${hour} as hour from listing union select ends - ends % ${hour} from listing) m
      where m.hour < ${until}::bigint
    ), step as (select hour, floor, lag(floor) over (order by hour) as before from line)
    select ${chainId}::bigint, ${collection}::bytea, ${money}::bytea, hour, floor from step where floor is distinct from before
    union all
    select ${chainId}::bigint, ${collection}::bytea, ${money}::bytea, ${until}::bigint, null
      from (select floor from line order by hour desc limit 1) last where floor is not null
    on conflict (chain_id, collection, money, hour) do nothing`.execute(tx)
}
