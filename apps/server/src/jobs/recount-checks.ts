import { type RawBuilder, sql } from 'kysely'
import { addressOf } from '../db/database.ts'
import { lockMakers } from '../state/derived.ts'
import { attributesNow, isMiscounted } from '../state/items/attributes.ts'
import { refreshHoldings } from '../state/items/holdings.ts'
import { rowTotalsNow } from '../state/items/row-totals.ts'
import { refreshItems } from '../state/items/state.ts'
import { countedNow, toBeCounted } from '../state/items/totals.ts'
import { refreshOrder } from '../state/orders/state.ts'
import { type Check, holdChain, MOST, type Row } from './recount-check.ts'
import { statisticChecks } from './recount-statistics.ts'

const notices: Check = {
  name: 'notice_counter',
  differences: sql`
    select account, coalesce(c.total, 0) as stored, coalesce(n.total, 0) as counted
    from (select account, count(*) as total, count(*) filter (where not is_read) as unread from notice group by account) n
    full join notice_counter c using (account)
    where coalesce(n.total, 0) <> coalesce(c.total, 0) or coalesce(n.unread, 0) <> coalesce(c.unread, 0)
    limit ${MOST}`,
  repair: async (tx, { account }) => {
    await sql`insert into notice_counter (account, total, unread) values (${account}, 0, 0) on conflict (account) do nothing`.execute(tx)
    await sql`select account from notice_counter where account = ${account} for update`.execute(tx)
    await sql`update notice_counter set
      total = (select count(*) from notice where account = ${account}),
      unread = (select count(*) from notice where account = ${account} and not is_read)
      where account = ${account}`.execute(tx)
  },
}

const likes: Check = {
  name: 'like_counter',
  differences: sql`
    select chain_id, account, coalesce(c.likes, 0) as stored, coalesce(n.likes, 0) as counted
    from (select chain_id, account, count(*) as likes from item_like group by chain_id, account) n
    full join like_counter c using (chain_id, account)
    where coalesce(n.likes, 0) <> coalesce(c.likes, 0)
    limit ${MOST}`,
  repair: async (tx, { chain_id, account }) => {
    const key = sql`chain_id = ${chain_id} and account = ${account}`
    await sql`insert into like_counter (chain_id, account, likes) values (${chain_id}, ${account}, 0)
      on conflict (chain_id, account) do nothing`.execute(tx)
    await sql`select likes from like_counter where ${key} for update`.execute(tx)
    await sql`update like_counter set likes = (select count(*) from item_like where ${key}) where ${key}`.execute(tx)
  },
}

const itemLikes: Check = {
  name: 'item_likes',
  differences: sql`
    select chain_id, collection, token_id, coalesce(c.likes, 0) as stored, coalesce(n.likes, 0) as counted
    from (select chain_id, collection, token_id, count(*) as likes from item_like group by chain_id, collection, token_id) n
    full join item_likes c using (chain_id, collection, token_id)
    where coalesce(n.likes, 0) <> coalesce(c.likes, 0)
    limit ${MOST}`,
  repair: async (tx, { chain_id, collection, token_id }) => {
    const key = sql`chain_id = ${chain_id} and collection = ${collection} and token_id = ${token_id}`
    await sql`insert into item_likes (chain_id, collection, token_id, likes) values (${chain_id}, ${collection}, ${token_id}, 0)
      on conflict (chain_id, collection, token_id) do nothing`.execute(tx)
    await sql`select likes from item_likes where ${key} for update`.execute(tx)
    await sql`update item_likes set likes = (select count(*) from item_like where ${key}) where ${key}`.execute(tx)
  },
}

const follows: Check = {
  name: 'follow_counter',
  differences: sql`
    select account, concat_ws('/', coalesce(c.following, 0), coalesce(c.followers, 0)) as stored,
      concat_ws('/', coalesce(n.following, 0), coalesce(n.followers, 0)) as counted
    from (
      select account, sum(following) as following, sum(followers) as followers from (
        select follower as account, 1 as following, 0 as followers from follow
        union all
        select followed, 0, 1 from follow
      ) sides group by account
    ) n full join follow_counter c using (account)
    where coalesce(n.following, 0) <> coalesce(c.following, 0) or coalesce(n.followers, 0) <> coalesce(c.followers, 0)
    limit ${MOST}`,
  repair: async (tx, { account }) => {
    await sql`insert into follow_counter (account, following, followers) values (${account}, 0, 0)
      on conflict (account) do nothing`.execute(tx)
    await sql`select account from follow_counter where account = ${account} for update`.execute(tx)
    await sql`update follow_counter set
      following = (select count(*) from follow where follower = ${account}),
      followers = (select count(*) from follow where followed = ${account})
      where account = ${account}`.execute(tx)
  },
}

const moved = sql`
  select chain_id, collection, token_id, owner, sum(quantity) as quantity from (
    select chain_id, collection, token_id, to_account as owner, quantity from item_transfer
    union all
    select chain_id, collection, token_id, from_account, -quantity from item_transfer
  ) moves
  where owner <> ${Buffer.alloc(20)}
  group by chain_id, collection, token_id, owner`

const holdings: Check = {
  name: 'holding',
  differences: sql`
    select chain_id, collection, token_id, owner, coalesce(h.quantity, 0) as stored, coalesce(m.quantity, 0) as counted
    from (${moved}) m full join holding h using (chain_id, collection, token_id, owner)
    where coalesce(m.quantity, 0) <> coalesce(h.quantity, 0)
    limit ${MOST}`,
  repair: async (tx, row) => {
    const chainId = Number(row.chain_id)
    await holdChain(tx, chainId)
    const key = sql`chain_id = ${row.chain_id} and collection = ${row.collection} and token_id = ${row.token_id}`
    const quantity = sql`coalesce((select sum(quantity) from item_transfer where ${key} and to_account = ${row.owner}), 0)
      - coalesce((select sum(quantity) from item_transfer where ${key} and from_account = ${row.owner}), 0)`
    await sql`insert into holding (chain_id, collection, token_id, owner, quantity, received_at)
      values (${row.chain_id}, ${row.collection}, ${row.token_id}, ${row.owner}, ${quantity}, 0)
      on conflict (chain_id, collection, token_id, owner) do update set quantity = excluded.quantity`.execute(tx)
    await refreshHoldings(tx, chainId, [{ ...itemOf(row), owner: addressOf(row.owner as Uint8Array) }])
    await refreshItems(tx, chainId, [itemOf(row)])
  },
}

const minted = sql`
  select chain_id, collection, token_id, sum(
    case when from_account = ${Buffer.alloc(20)} then quantity else 0 end - case when to_account = ${Buffer.alloc(20)} then quantity else 0 end
  ) as quantity from item_transfer group by chain_id, collection, token_id`

const supplies: Check = {
  name: 'item.supply',
  differences: sql`
    select chain_id, collection, token_id, i.supply as stored, coalesce(m.quantity, 0) as counted
    from item i left join (${minted}) m using (chain_id, collection, token_id)
    where i.supply <> coalesce(m.quantity, 0)
    limit ${MOST}`,
  repair: async (tx, row) => {
    await holdChain(tx, Number(row.chain_id))
    const key = sql`chain_id = ${row.chain_id} and collection = ${row.collection} and token_id = ${row.token_id}`
    await sql`update item set supply = coalesce((select quantity from (${minted}) m where ${key}), 0) where ${key}`.execute(tx)
    await refreshItems(tx, Number(row.chain_id), [itemOf(row)])
  },
}

const floors: Check = {
  name: 'item.floor',
  differences: sql`
    select chain_id, collection, token_id, i.floor as stored, o.floor as counted
    from item i left join (
      select chain_id, collection, token_id, min(unit_value) as floor from market_order where side = 1 and is_live group by chain_id, collection, token_id
    ) o using (chain_id, collection, token_id)
    where i.is_on_sale <> (o.floor is not null) or i.floor is distinct from o.floor
    limit ${MOST}`,
  repair: (tx, row) => refreshItems(tx, Number(row.chain_id), [itemOf(row)]),
}

const fills: Check = {
  name: 'market_order.filled_items',
  differences: sql`
    select o.id, o.chain_id, o.exchange, o.maker, o.filled_items as stored, coalesce(e.items, 0) as counted
    from market_order o left join (
      select chain_id, exchange, maker, sequence, sum(items) as items from order_event group by chain_id, exchange, maker, sequence
    ) e using (chain_id, exchange, maker, sequence)
    where o.filled_items <> coalesce(e.items, 0)
    limit ${MOST}`,
  repair: async (tx, row, { chains }) => {
    const chain = chains.get(Number(row.chain_id))
    await lockMakers(tx, chain.id, [addressOf(row.maker as Uint8Array)])
    await refreshItems(tx, chain.id, [await refreshOrder(tx, chain.config.contracts, Number(row.id), chain.now())])
  },
}

const countedItems: Check = {
  name: 'item.counted',
  differences: sql`
    select chain_id, collection, token_id, counted_category as stored, ${toBeCounted.category} as counted from item
    where counted_category is distinct from ${toBeCounted.category} or counted_maker is distinct from ${toBeCounted.maker}
    limit ${MOST}`,
  repair: (tx, row) => refreshItems(tx, Number(row.chain_id), [itemOf(row)]),
}

/** Sums that are kept as changes. An additional change corrects the sum; concurrent changes stay. */
function totalsCheck(table: 'item_total' | 'row_total' | 'attribute_total', key: readonly string[], now: RawBuilder<unknown>): Check {
  const columns = sql.join(key.map((column) => sql.ref(column)))
  return {
    name: table,
    differences: sql`
      select ${columns}, coalesce(t.total, 0)::bigint as stored, coalesce(n.total, 0)::bigint as counted
      from (select ${columns}, sum(change) as total from ${sql.table(table)} group by ${columns}) t
      full join (${now}) n using (${columns})
      where coalesce(t.total, 0) <> coalesce(n.total, 0)
      limit ${MOST}`,
    repair: async (tx, row) => {
      const change = Number(row.counted) - Number(row.stored)
      await sql`insert into ${sql.table(table)} (${columns}, change)
        values (${sql.join(key.map((column) => row[column]))}, ${change})`.execute(tx)
    },
  }
}

const totals = totalsCheck('item_total', ['list', 'chain_id', 'account', 'category_id'], countedNow)
const rowCounts = totalsCheck('row_total', ['list', 'chain_id', 'subject'], rowTotalsNow)
const attributeTotals = totalsCheck('attribute_total', ['chain_id', 'collection', 'attribute'], attributesNow)

const countedAttributes: Check = {
  name: 'item.counted_attributes',
  differences: sql`
    select chain_id, collection, token_id, counted_attributes as stored, counted_maker as counted from item where ${isMiscounted}
    limit ${MOST}`,
  repair: (tx, row) => refreshItems(tx, Number(row.chain_id), [itemOf(row)]),
}

function itemOf(row: Row) {
  return { collection: addressOf(row.collection as Uint8Array), tokenId: BigInt(String(row.token_id)) }
}

/** A check comes before those that depend on it. */
export const CHECKS: readonly Check[] = [
  holdings,
  supplies,
  fills,
  floors,
  countedItems,
  totals,
  rowCounts,
  countedAttributes,
  attributeTotals,
  notices,
  likes,
  itemLikes,
  follows,
  ...statisticChecks(),
]
