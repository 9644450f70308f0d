import { ZERO_ADDRESS } from '@plinth/protocol'
import { sql } from 'kysely'
import { bytes, type Tx } from '../../db/database.ts'
import { COUNTS_S, isOpenToAll, isPassed } from './floors.ts'
import { HOUR_S, hourOf } from './hours.ts'

/** Hours over which the change of a floor is kept. */
export const FLOOR_PERIODS = [24, 168, 720] as const

/**
 * Records the floors of a chain's collections that differ from those recorded last. Locks and dry runs keep no history, so this is what
 * the market saw, and not counted again from logs; `fillFloors` adds the time before.
 */
export async function recordFloors(tx: Tx, chainId: number, now: number): Promise<void> {
  const hour = sql`${hourOf(now)}::bigint`
  const floors = sql`select o.collection, case when w.address is null then o.pay_token else ${bytes(ZERO_ADDRESS)} end as money,
      min(div(o.total, o.quantity)) as floor
    from fill_check f join market_order o on o.id = f.order_id and o.version = f.version
    join pay_token p on p.chain_id = o.chain_id and p.address = o.pay_token and p.is_listed
    left join wrapped_coin w on w.chain_id = p.chain_id and w.address = p.address
    where f.chain_id = ${chainId} and ${isPassed(now)} and ${isOpenToAll(now)} group by 1, 2`
  // What no node has answered for is not known to be gone: the last floor stays.
  const isUnknown = sql`exists (select from floor_check k where k.chain_id = c.chain_id and k.collection = c.collection
    and (k.silent_since is not null or k.next_at <= ${now - COUNTS_S}))`
  await sql`insert into collection_floor (chain_id, collection, money, hour, floor)
    select ${chainId}::bigint, coalesce(n.collection, c.collection), coalesce(n.money, c.money), ${hour}, n.floor
    from (${floors}) n full join (select * from floor_change where chain_id = ${chainId}) c on c.collection = n.collection and c.money = n.money
    where n.floor is distinct from c.floor and (n.floor is not null or not ${isUnknown})
    on conflict (chain_id, collection, money, hour) do update set floor = excluded.floor`.execute(tx)
  await sql`insert into floor_change (chain_id, collection, money, floor, as_of)
    select h.chain_id, h.collection, h.money, h.floor, -1 from collection_floor h
    where h.chain_id = ${chainId} and h.hour = ${hour}
    on conflict (chain_id, collection, money) do update set floor = excluded.floor, as_of = -1
    where floor_change.floor is distinct from excluded.floor`.execute(tx)
  await refreshChanges(tx, chainId, now)
}

/** Of floors that have changed, and of all of them when the hour turns. */
async function refreshChanges(tx: Tx, chainId: number, now: number): Promise<void> {
  const hour = hourOf(now)
  const beforeOf = (
    hours: number,
  ) => sql`(select h.floor from collection_floor h where h.chain_id = c.chain_id and h.collection = c.collection
    and h.money = c.money and h.hour <= ${hour - hours * HOUR_S}::bigint order by h.hour desc limit 1) as ${sql.ref(`b${hours}`)}`
  const befores = FLOOR_PERIODS.map(
    (hours) => sql`${sql.ref(`before_${hours}`)} = was.${sql.ref(`b${hours}`)},
      ${sql.ref(`change_${hours}`)} = div((f.floor - was.${sql.ref(`b${hours}`)}) * 10000, nullif(was.${sql.ref(`b${hours}`)}, 0))`,
  )
  await sql`update floor_change f set as_of = ${hour}::bigint, ${sql.join(befores)}
    from (select c.chain_id, c.collection, c.money, ${sql.join(FLOOR_PERIODS.map(beforeOf))} from floor_change c
      where c.chain_id = ${chainId} and c.as_of <> ${hour}::bigint) was
    where f.chain_id = was.chain_id and f.collection = was.collection and f.money = was.money`.execute(tx)
}
