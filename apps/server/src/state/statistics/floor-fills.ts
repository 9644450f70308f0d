import { ACTION_TYPE, ORDER_STATUS, ORDER_TERMS, ORDER_TYPE, ZERO_ADDRESS } from '@plinth/protocol'
import { sql } from 'kysely'
import { givenRows, int8s, numerics } from '../../db/columns.ts'
import { bytes, type Tx } from '../../db/database.ts'
import { hourOf } from './hours.ts'

/** One price of a listing, in unix seconds; one that is on sale still has no end. */
type Listing = { readonly price: bigint; readonly begins: number; readonly ends: number | null }
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
  // An end without a date counts as the beginning: an ended listing lends no floor.
  const ends = sql`least(v.replaced_at, case when v.replaced_at > 0 or o.is_live or ended.at <= ${now} then ended.at else 0 end)`
  const { rows: listings } =
    await sql<Listing>`select div(v.total, o.quantity) as price, greatest(v.created_at, o.valid_from) as begins, ${ends} as ends
    from market_order o
    join pay_token p on p.chain_id = o.chain_id and p.address = o.pay_token and p.is_listed
    left join wrapped_coin w on w.chain_id = p.chain_id and w.address = p.address
    cross join lateral (select n.total, n.created_at, lead(n.created_at) over (order by n.version) as replaced_at
      from order_version n where n.order_id = o.id) v
    cross join lateral (${ended}) ended
    where o.chain_id = ${chainId} and o.collection = ${collection} and o.side = ${sql.lit(ORDER_TYPE.SALE)}
      and o.terms = ${sql.lit(String(ORDER_TERMS.PLAIN))}::numeric and o.created_at < ${until}::bigint
      and case when w.address is null then o.pay_token else ${bytes(ZERO_ADDRESS)} end = ${money}
    order by price`.execute(tx)
  const steps = floorSteps(listings, until)
  const given = givenRows({ hour: int8s(steps.map((step) => step.hour)), floor: numerics(steps.map((step) => step.floor)) })
  await sql`insert into collection_floor (chain_id, collection, money, hour, floor)
    select ${chainId}::bigint, ${collection}::bytea, ${money}::bytea, given.hour, given.floor from ${given}
    on conflict (chain_id, collection, money, hour) do nothing`.execute(tx)
}

/** The hours before `until` at whose end another listing was the cheapest; from `until` on there is none. Cheapest listings first. */
export function floorSteps(listings: readonly Listing[], until: number): { hour: number; floor: bigint | null }[] {
  const lives = listings.map(({ price, begins, ends }) => ({ price, from: hourOf(begins), to: hourOf(ends ?? until) }))
  const hours = [...new Set(lives.flatMap(({ from, to }) => [from, to]))].filter((hour) => hour < until).sort((one, other) => one - other)
  const places = new Map(hours.map((hour, at) => [hour, at]))
  const floors = new Array<bigint | null>(hours.length).fill(null)
  // The next hour without a floor, from each hour on: a dearer listing skips hours with a floor.
  const free = Uint32Array.from({ length: hours.length + 1 }, (_, at) => at)
  const nextFree = (at: number): number => {
    let found = at
    while (free[found] !== found) found = free[found] = free[free[found] as number] as number
    return found
  }
  for (const { price, from, to } of lives) {
    const end = places.get(to) ?? (to < until ? 0 : hours.length)
    for (let at = nextFree(places.get(from) ?? hours.length); at < end; at = nextFree(at)) {
      floors[at] = price
      free[at] = at + 1
    }
  }
  const steps = hours.flatMap((hour, at) => (floors[at] === (floors[at - 1] ?? null) ? [] : [{ hour, floor: floors[at] ?? null }]))
  return (floors.at(-1) ?? null) === null ? steps : [...steps, { hour: until, floor: null }]
}
