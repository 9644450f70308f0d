import { type RawBuilder, sql } from 'kysely'
import { addressOf, type Tx } from '../db/database.ts'
import { type Check, holdChain, MOST, type Row } from './recount-check.ts'

/** How many collections a recount looks at: a market's whole history would keep the database busy for minutes. */
const SAMPLED = 50

const DAY = sql.lit(86_400)
const HOUR = sql.lit(3_600)

/**
 * Statistics counted from logs, orders and transfers, in statements of their own: nothing of state/statistics is used, so a mistake
 * there is not repeated here (COLP-06). Of so many random collections, or of all. Those whose figures the job has
 * yet to compute, or whose old blocks are still being read, are left out.
 */
export function statisticChecks(most: number | 'all' = SAMPLED): readonly Check[] {
  const sampled = sql`sampled as materialized (
    select chain_id, collection from (
      select chain_id, address as collection from collection where address is not null
      union select chain_id, collection from sale union select chain_id, collection from auction_event where kind = 'settle'
    ) known
    where not exists (select from statistic_due d where d.chain_id = known.chain_id and d.collection = known.collection and d.is_whole)
      and not exists (select from backfill_range r where r.chain_id = known.chain_id and r.subject in (known.collection, '\\x01'))
    order by ${most === 'all' ? sql`1, 2` : sql`random() limit ${sql.lit(most)}`}
  )`
  return [
    checkSales(sampled),
    checkCreators(sampled),
    checkHours(sampled),
    checkPeriods(sampled),
    checkTotals(sampled),
    checkHolders(sampled),
    checkAccounts(),
  ]
}

/** The job recounts the collection. */
async function repair(tx: Tx, row: Row): Promise<void> {
  await sql`insert into statistic_due (chain_id, collection, is_whole) values (${row.chain_id}, ${row.collection}, true)
    on conflict (chain_id, collection) do update set is_whole = true`.execute(tx)
}

const hexAt = (name: string) => sql`decode(substr(lower(l.args->>${sql.lit(name)}), 3), 'hex')`
const numberAt = (name: string) => sql`(l.args->>${sql.lit(name)})::numeric`
const ZERO = sql.lit(Buffer.alloc(20).toString('hex'))

/** `logged`: the sales that the logs of the exchanges tell of, and whether the rule of COLP-05 counts them. */
const logged = sql`
  bought as (
    select e.chain_id, e.block_hash, e.log_index, e.block_number, e.at, l.args, o.seller_fee, ${hexAt('owner')} as maker, ${hexAt('buyer')} as taker,
      ${hexAt('sellToken')} as gives, ${numberAt('sellTokenId')} as gives_id, ${hexAt('buyToken')} as takes, ${numberAt('buyTokenId')} as takes_id,
      ${numberAt('amount')} as amount, ${numberAt('sellValue')} as gives_value, ${numberAt('buyValue')} as takes_value,
      coalesce(o.side <> 2, ${hexAt('buyToken')} = decode(${ZERO}, 'hex') or not exists (
        select from collection c where c.chain_id = e.chain_id and c.address = ${hexAt('buyToken')})) as is_listing
    from order_event e
    join chain_log l on l.chain_id = e.chain_id and l.block_hash = e.block_hash and l.log_index = e.log_index
      and l.event = 'Buy' and l.fault is null
    left join market_order o on o.chain_id = e.chain_id and o.exchange = l.address and o.maker = ${hexAt('owner')}
      and o.sequence = ${numberAt('salt')} % 18446744073709551616
    where e.kind = 'fill' and (e.chain_id, e.collection) in (select chain_id, collection from sampled)
  ),
  trades as (
    select chain_id, block_hash, log_index, block_number, at,
      case when is_listing then gives else takes end as collection, case when is_listing then gives_id else takes_id end as token_id,
      case when is_listing then maker else taker end as seller, case when is_listing then taker else maker end as buyer,
      case when is_listing then takes else gives end as pay_token,
      case when is_listing then div(amount * takes_value, gives_value) else amount end as amount,
      case when is_listing then amount else div(amount * takes_value, gives_value) end as units, coalesce(seller_fee, 0) > 0 as has_fee
    from bought
    union all
    select l.chain_id, l.block_hash, l.log_index, l.block_number, s.at, s.collection, ${numberAt('sellTokenId')}, ${hexAt('owner')},
      ${hexAt('buyer')}, ${hexAt('buyToken')}, ${numberAt('buying')}, ${numberAt('sellValue')}, coalesce(a.seller_fee, 0) > 0
    from auction_event s
    join chain_log l on l.chain_id = s.chain_id and l.block_hash = s.block_hash and l.log_index = s.log_index
      and l.event = 'Auction' and l.fault is null
    left join auction a on a.chain_id = l.chain_id and a.exchange = l.address and a.owner = ${hexAt('owner')}
      and a.sequence = ${numberAt('salt')} % 18446744073709551616
    where s.kind = 'settle' and (s.chain_id, s.collection) in (select chain_id, collection from sampled)
  ),
  paid as (
    select trades.*, case when w.address is null then trades.pay_token else decode(${ZERO}, 'hex') end as money,
      exists (select from collection c where c.chain_id = trades.chain_id and c.address = trades.collection and c.standard = 2) as is_edition
    from trades left join wrapped_coin w on w.chain_id = trades.chain_id and w.address = trades.pay_token
  ),
  ended as (
    select paid.*, back.block_number as back_block, back.log_index as back_index from paid left join lateral (
      select t.block_number, t.log_index from item_transfer t
      where not paid.is_edition and t.chain_id = paid.chain_id and t.collection = paid.collection and t.token_id = paid.token_id
        and t.to_account = paid.seller and t.at <= paid.at + 7 * ${DAY}
        and (t.block_number > paid.block_number or t.block_number = paid.block_number and t.log_index > paid.log_index)
      order by t.block_number desc, t.log_index desc limit 1
    ) back on true
  ),
  logged as (
    select paid.*,
      not (
        seller = buyer
        or at - lag(at) over (
          partition by chain_id, collection, token_id, least(seller, buyer), greatest(seller, buyer) order by block_number, log_index
        ) <= case when is_edition then 7 else 30 end * ${DAY}
        and lag(at) over (
          partition by chain_id, collection, token_id, least(seller, buyer), greatest(seller, buyer) order by block_number, log_index
        ) is not null
        or exists (
          select from ended where ended.chain_id = paid.chain_id and ended.collection = paid.collection and ended.token_id = paid.token_id
            and ended.back_block is not null
            and (ended.block_number, ended.log_index) <= (paid.block_number, paid.log_index)
            and (ended.back_block, ended.back_index) >= (paid.block_number, paid.log_index)
        )
      ) as is_counted
    from paid
  )`

const inSample = (table: string) =>
  sql`(select t.* from ${sql.table(table)} t join sampled on sampled.chain_id = t.chain_id and sampled.collection = t.collection)`

/** A column of both sides that differs; `s` is stored, `c` counted. */
const differs = (...columns: string[]) =>
  sql.join(
    columns.map((column) => sql`${sql.ref(`s.${column}`)} is distinct from ${sql.ref(`c.${column}`)}`),
    sql` or `,
  )
const said = (alias: 's' | 'c', ...columns: string[]) =>
  sql`concat_ws('/', ${sql.join(columns.map((column) => sql`coalesce(${sql.ref(`${alias}.${column}`)}::text, '-')`))})`

function check(
  name: string,
  of: { readonly rows: RawBuilder<unknown>; readonly key: readonly string[]; readonly columns: readonly string[] },
): Check {
  const key = sql.join(of.key.map((column) => sql.ref(column)))
  return {
    name,
    differences: sql`${of.rows} select ${key}, ${said('s', ...of.columns)} as stored, ${said('c', ...of.columns)} as counted
      from stored s full join counted c using (${key}) where ${differs(...of.columns)} limit ${MOST}`,
    repair,
  }
}

function checkSales(sampled: RawBuilder<unknown>): Check {
  return check('sale', {
    rows: sql`with ${sampled}, ${logged}, stored as ${inSample('sale')}, counted as (select * from logged)`,
    key: ['chain_id', 'block_hash', 'log_index', 'collection'],
    columns: ['block_number', 'at', 'token_id', 'seller', 'buyer', 'pay_token', 'money', 'amount', 'units', 'has_fee', 'is_counted'],
  })
}

/** Who made the item of each sale that counts, by the item's row. */
function checkCreators(sampled: RawBuilder<unknown>): Check {
  return check('sale', {
    rows: sql`with ${sampled},
      stored as (select chain_id, block_hash, log_index, collection, creator from ${inSample('sale')} s where is_counted),
      counted as (select s.chain_id, s.block_hash, s.log_index, s.collection, i.creator from ${inSample('sale')} s
        left join item i on i.chain_id = s.chain_id and i.collection = s.collection and i.token_id = s.token_id where s.is_counted)`,
    key: ['chain_id', 'block_hash', 'log_index', 'collection'],
    columns: ['creator'],
  })
}

function checkHours(sampled: RawBuilder<unknown>): Check {
  const price = sql`div(amount, units)`
  return check('collection_hour', {
    rows: sql`with ${sampled}, ${logged}, stored as ${inSample('collection_hour')}, counted as (
      select chain_id, collection, money, (at / ${HOUR}) * ${HOUR} as hour,
        count(*) filter (where is_counted) as sales, sum(case when is_counted then units else 0 end) as units,
        sum(case when is_counted then amount else 0 end) as volume,
        min(case when is_counted then ${price} end) as low, max(case when is_counted then ${price} end) as high,
        min(case when is_counted and nth = 1 then ${price} end) as first, min(case when is_counted and nth_last = 1 then ${price} end) as last,
        count(*) filter (where is_counted and has_fee) as ranked_sales,
        sum(case when is_counted and has_fee then amount else 0 end) as ranked_volume,
        count(*) filter (where not is_counted) as left_out, sum(case when is_counted then 0 else amount end) as left_out_volume
      from (
        select logged.*, row_number() over (hours order by block_number, log_index) as nth,
          row_number() over (hours order by block_number desc, log_index desc) as nth_last
        from logged window hours as (partition by chain_id, collection, money, at / ${HOUR}, is_counted)
      ) numbered group by chain_id, collection, money, at / ${HOUR}
    )`,
    key: ['chain_id', 'collection', 'money', 'hour'],
    columns: ['sales', 'units', 'volume', 'low', 'high', 'first', 'last', 'ranked_sales', 'ranked_volume', 'left_out', 'left_out_volume'],
  })
}

/** As of the hour for which the job computed them, from the sales themselves. Marked ones are about to be computed again. */
function checkPeriods(sampled: RawBuilder<unknown>): Check {
  const begins = sql`as_of - (hours - 1) * ${HOUR}`
  return check('collection_period', {
    rows: sql`with ${sampled}, fresh as (
        select s.* from sampled s where not exists (select from statistic_due d where d.chain_id = s.chain_id and d.collection = s.collection)
      ),
      stored as (select p.* from collection_period p join fresh using (chain_id, collection)),
      ranked as (
        select sale.chain_id, sale.collection, kind.money, sale.at, case when kind.money = '' then 0 else sale.amount end as amount
        from sale join fresh using (chain_id, collection) cross join lateral (values (sale.money), (''::bytea)) as kind(money)
        where sale.is_counted and sale.has_fee
      ),
      spans as (select ranked.*, hours, coalesce((
          select max(p.as_of) from collection_period p where p.chain_id = ranked.chain_id and p.collection = ranked.collection), 0) as as_of
        from ranked cross join (values (24), (168), (720), (0)) as span(hours)),
      counted as (
        select chain_id, collection, hours, money, count(*) filter (where hours = 0 or at >= ${begins}) as sales,
          sum(case when hours = 0 or at >= ${begins} then amount else 0 end) as volume,
          count(*) filter (where hours > 0 and at < ${begins}) as sales_before,
          sum(case when hours > 0 and at < ${begins} then amount else 0 end) as volume_before
        from spans where hours = 0 or at >= ${begins} - hours * ${HOUR}
        group by chain_id, collection, hours, money
      )`,
    key: ['chain_id', 'collection', 'hours', 'money'],
    columns: ['sales', 'volume', 'sales_before', 'volume_before'],
  })
}

const held = sql`held as (
  select chain_id, collection, token_id, owner, sum(quantity) as quantity from (
    select t.chain_id, t.collection, t.token_id, t.to_account as owner, t.quantity from item_transfer t join sampled using (chain_id, collection)
    union all
    select t.chain_id, t.collection, t.token_id, t.from_account, -t.quantity from item_transfer t join sampled using (chain_id, collection)
  ) moves group by chain_id, collection, token_id, owner
)`

function checkTotals(sampled: RawBuilder<unknown>): Check {
  return check('collection_stat', {
    rows: sql`with ${sampled}, ${held},
      stored as (select * from ${inSample('collection_stat')} s where items <> 0 or units <> 0 or owners <> 0),
      counted as (
        select chain_id, collection, count(*) filter (where minted > 0) as items, coalesce(sum(minted) filter (where minted > 0), 0) as units,
          coalesce(max(owners), 0) as owners
        from (select chain_id, collection, token_id, -sum(case when owner = decode(${ZERO}, 'hex') then quantity else 0 end) as minted
          from held group by chain_id, collection, token_id) each
        left join (select chain_id, collection, count(distinct owner) as owners from held
          where owner <> decode(${ZERO}, 'hex') and quantity > 0 group by chain_id, collection) o using (chain_id, collection)
        group by chain_id, collection having count(*) filter (where minted > 0) > 0 or max(owners) > 0
      )`,
    key: ['chain_id', 'collection'],
    columns: ['items', 'units', 'owners'],
  })
}

function checkHolders(sampled: RawBuilder<unknown>): Check {
  return check('collection_holder', {
    rows: sql`with ${sampled}, ${held}, stored as ${inSample('collection_holder')}, counted as (
      select chain_id, collection, owner, count(*) as items, sum(quantity) as units from held
      where owner <> decode(${ZERO}, 'hex') and quantity > 0 group by chain_id, collection, owner
    )`,
    key: ['chain_id', 'collection', 'owner'],
    columns: ['items', 'units'],
  })
}

/** From the sales, which the check before compares with the logs. */
function checkAccounts(): Check {
  const accounts = check('account_stat', {
    rows: sql`with stored as (select * from account_stat), counted as (
      select chain_id, account, money, sum(bought) as bought, sum(bought_volume) as bought_volume, sum(sold) as sold,
        sum(sold_volume) as sold_volume, sum(made) as made, sum(made_volume) as made_volume
      from (
        select chain_id, buyer as account, money, 1 as bought, amount as bought_volume, 0 as sold, 0 as sold_volume, 0 as made, 0 as made_volume
          from sale where is_counted
        union all select chain_id, seller, money, 0, 0, 1, amount, 0, 0 from sale where is_counted
        union all select chain_id, creator, money, 0, 0, 0, 0, 1, amount from sale where is_counted and creator is not null
      ) sides group by chain_id, account, money
    )`,
    key: ['chain_id', 'account', 'money'],
    columns: ['bought', 'bought_volume', 'sold', 'sold_volume', 'made', 'made_volume'],
  })
  return { ...accounts, repair: repairAccount }
}

async function repairAccount(tx: Tx, row: Row): Promise<void> {
  const chainId = Number(row.chain_id)
  await holdChain(tx, chainId)
  const [account, money] = [row.account, row.money].map((value) => Buffer.from(addressOf(value as Uint8Array).slice(2), 'hex'))
  const here = sql`chain_id = ${chainId} and money = ${money}`
  const of = (side: string) => sql`count(*) filter (where ${sql.ref(side)} = ${account}),
      coalesce(sum(amount) filter (where ${sql.ref(side)} = ${account}), 0)`
  await sql`delete from account_stat where ${here} and account = ${account}`.execute(tx)
  await sql`insert into account_stat (chain_id, account, money, bought, bought_volume, sold, sold_volume, made, made_volume)
    select ${chainId}::bigint, ${account}, ${money}, ${sql.join(['buyer', 'seller', 'creator'].map(of))}
    from sale where ${here} and is_counted and (buyer = ${account} or seller = ${account} or creator = ${account}) having count(*) > 0`.execute(
    tx,
  )
}
