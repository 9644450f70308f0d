import { ORDER_STATUS, ORDER_TYPE } from '@plinth/protocol'
import { type RawBuilder, sql } from 'kysely'
import { byteas, givenRows, hashes, int8s, numerics } from '../../db/columns.ts'
import { addressOf } from '../../db/database.ts'
import type { ItemRef } from '../../db/item-keys.ts'
import { hasChoices, isOfferable } from '../../modules/orders/service.ts'
import { ANY_STORED, givenNow, numeric } from '../offers.ts'
import type { Reads } from '../orders.ts'
import { heldBy } from './held.ts'
import type { Whose } from './trades.ts'

/** Offers for sets of a collection that are looked into, the best ones: each is a list of up to 65,536 ids. */
const MOST_LOOKED_INTO = 20

const isOf = (table: string, row: string) =>
  sql`${sql.ref(`${table}.chain_id`)} = ${sql.ref(`${row}.chain_id`)} and ${sql.ref(`${table}.collection`)} = ${sql.ref(`${row}.collection`)}`

const TERMS = sql`o.id, o.pay_token, div(o.total, o.quantity) as price, div(o.total, o.quantity) * money.weight as worth,
  o.quantity - o.filled_items as units`
const MONEY = sql`join clock on clock.clock_chain = o.chain_id left join money on money.money_chain = o.chain_id and money.token = o.pay_token`
const isOpen = (
  accounts: RawBuilder<unknown>,
) => sql`o.side = ${sql.lit(ORDER_TYPE.BID)} and o.status = ${sql.lit(ORDER_STATUS.OPEN)} and o.is_live
  and not o.shares_money and (o.valid_until = 0 or o.valid_until >= clock.seconds) and o.maker <> all(${accounts})
  and not exists (select from paused_chain z where z.chain_id = o.chain_id)`

/**
 * `fitting`: for each row of `scope`, a table with the keys of works, the bids and offers that take it now, of offers for any work the
 * best one; `best` the one that is worth most; `for_many` all offers by collection. Needs `money` and `clock`. Of offers with lists the
 * 20 best of each collection are looked into.
 */
export function fittingOffers({ accounts }: Whose, scope: string): RawBuilder<unknown> {
  const works = sql.ref(scope)
  const mine = byteas(accounts)
  const any = numeric(ANY_STORED)
  return sql`places as materialized (select chain_id, collection, array_agg(token_id) as ids from ${works} group by chain_id, collection),
    for_many as materialized (
      select c.chain_id, c.collection, o.*, row_number() over (
        partition by c.chain_id, c.collection, o.token_id = ${any} order by o.worth desc nulls last, o.price desc, o.id) as place
      from places c cross join lateral (
        select o.token_id, ${TERMS} from market_order o ${MONEY}
        where ${isOf('o', 'c')} and o.token_id >= ${sql.lit(String(ANY_STORED))}::numeric and ${isOpen(mine)}
      ) o
      where exists (select from collection n where n.chain_id = c.chain_id and n.address = c.collection and not n.is_hidden and not n.is_locked)
    ),
    for_sets as materialized (
      select m.*, s.ids, s.choices, c.ids as held from for_many m join offer_set s on ${isOf('s', 'm')} and s.token_id = m.token_id
      join places c on ${isOf('c', 'm')}
      where m.token_id > ${any} and m.place <= ${sql.lit(MOST_LOOKED_INTO)}
    ),
    fitting as materialized (
      select h.chain_id, h.collection, h.token_id, o.id, o.pay_token, o.price, o.worth, o.units, false as is_for_any from ${works} h cross join lateral (
        select ${TERMS} from market_order o ${MONEY}
        where ${isOf('o', 'h')} and o.token_id = h.token_id and ${isOpen(mine)} order by worth desc nulls last, price desc limit 20
      ) o
      union all
      select h.chain_id, h.collection, h.token_id, m.id, m.pay_token, m.price, m.worth, m.units, true
      from ${works} h join for_many m on ${isOf('m', 'h')} and m.token_id = ${any} and m.place = 1
      union all
      select m.chain_id, m.collection, one.id, m.id, m.pay_token, m.price, m.worth, m.units, false
      from for_sets m cross join lateral (select unnest(m.ids) as id intersect select unnest(m.held)) one
      where cardinality(m.choices) = 0
        or exists (select from item where ${isOf('item', 'm')} and item.token_id = one.id and ${hasChoices(sql`m.choices`)})
    ),
    best as materialized (
      select distinct on (f.chain_id, f.collection, f.token_id) f.chain_id, f.collection, f.token_id, f.pay_token, f.price, f.worth
      from fitting f join item on ${isOf('item', 'f')} and item.token_id = f.token_id and ${isOfferable}
      order by f.chain_id, f.collection, f.token_id, f.worth desc nulls last, f.price desc
    )`
}

export type Held = ItemRef & { readonly quantity: bigint; readonly shelf: 'no' | 'own' | 'unknown' }

type HeldRow = { chain_id: number; collection: Uint8Array; token_id: bigint; quantity: bigint; shelf: Held['shelf'] }

/** What accounts hold, each work once on each shelf, in the order of their keys. */
export async function readHeld({ db }: Reads, whose: Whose): Promise<Held[]> {
  const { rows } = await sql<HeldRow>`with ${heldBy(whose)} select chain_id, collection, token_id, sum(quantity) as quantity, shelf
    from held group by chain_id, collection, token_id, shelf order by chain_id, collection, token_id`.execute(db)
  return rows.map((row) => ({
    chainId: row.chain_id,
    collection: addressOf(row.collection),
    tokenId: row.token_id,
    quantity: row.quantity,
    shelf: row.shelf,
  }))
}

/** `scope` of these works. As values, whose number the planner sees: it would go through all of them for each id of a list. */
export function scopeOf(works: readonly ItemRef[]): RawBuilder<unknown> {
  const given = givenRows({
    chain_id: int8s(works.map(({ chainId }) => chainId)),
    collection: hashes(works.map(({ collection }) => collection)),
    token_id: numerics(works.map(({ tokenId }) => tokenId)),
  })
  return sql`scope as materialized (select given.* from ${given})`
}

type BestRow = { chain_id: number; collection: Uint8Array; token_id: bigint; price: bigint; worth: bigint | null }

/** The best bid or offer for each of these works, as rows of a table. */
export async function readBest(context: Reads, whose: Whose, works: readonly ItemRef[]): Promise<RawBuilder<unknown>> {
  const { rows } = await sql<BestRow>`with ${await givenNow(context)}, ${scopeOf(works)}, ${fittingOffers(whose, 'scope')}
    select chain_id, collection, token_id, price, worth from best`.execute(context.db)
  return givenRows({
    chain_id: int8s(rows.map((row) => row.chain_id)),
    collection: byteas(rows.map((row) => addressOf(row.collection))),
    token_id: numerics(rows.map((row) => row.token_id)),
    price: numerics(rows.map((row) => row.price)),
    worth: numerics(rows.map((row) => row.worth)),
  })
}
