/** The two statements of the plain way, each one text: `$1` is the time. */

const hex = (column: string): string => `'0x' || encode(${column}, 'hex')`
const ofItem = (table: string): string =>
  `${table}.chain_id = item.chain_id and ${table}.collection = item.collection and ${table}.token_id = item.token_id`
/** Looked up by the key, however many rows the planner expects. */
const personAt = (address: string): string =>
  `coalesce((select ${person(address, 'a')} from account a where a.address = ${address}), ${UNKNOWN(address)})`
const UNKNOWN = (address: string): string => `json_build_object('address', ${hex(address)}, 'nickname', '', 'avatar', '')`
const person = (address: string, account: string): string =>
  `json_build_object('address', ${hex(address)}, 'nickname', coalesce(${account}.nickname, ''), 'avatar', coalesce(${account}.avatar, ''))`

/** Visible: minted and not burnt, or on sale before the mint. */
const IS_SHOWN = 'item.is_visible and case when item.is_confirmed then item.supply > 0 else item.is_on_sale end'
const IS_BURNT = 'item.is_confirmed and item.supply = 0'
const IN_TIME = 'o.is_live and (o.valid_until = 0 or o.valid_until >= $1)'
/** Anybody may fill it. */
const IS_PLAIN = 'o.terms = 0'
const LOCK = `left join item_lock l on ${ofItem('l')} and l.until > $1`
/** One base unit's worth; the bench takes all rates to be in one currency. */
const WEIGHT = `left join lateral (select r.answer / power(10::numeric, r.decimals + m.decimals) as weight from rate r
  where r.chain_id = o.chain_id and r.money = ${hex('o.pay_token')} and (r.until is null or r.until >= $1)
  order by r.since desc limit 1) w on true`
const MONEY = `left join pay_token m on m.chain_id = o.chain_id and m.address = o.pay_token`
const HELD = `left join holding h on ${ofItem('h')} and h.owner = o.maker`
const MINTED = 5

const price = (of: string): string =>
  `json_build_object('payToken', ${hex(`${of}.pay_token`)}, 'symbol', coalesce(${of}.symbol, ''), 'decimals', coalesce(${of}.decimals, 0),
    'unitPrice', ${of}.unit_price::text)`

/** Orders of one side, the best by worth first. */
const best = (side: 1 | 2, more: string, order: 'asc' | 'desc', where: string, joins = ''): string =>
  `left join lateral (
    select o.maker, o.created_at, o.pay_token, m.symbol, m.decimals, div(o.total, o.quantity) as unit_price${more}
    from market_order o ${MONEY} ${WEIGHT} ${joins}
    where ${ofItem('o')} and o.side = ${side} and ${IN_TIME} ${where}
    order by w.weight is null, div(o.total, o.quantity) * w.weight ${order}, o.unit_value ${order}, o.created_at, o.id limit 1)`

const UNITS = `sum(least(o.quantity - o.filled_items, coalesce(h.quantity, case when o.asset_type = ${MINTED} then o.quantity else 0 end))) over ()`

/** `$2` the chains: the market's works on sale as `/v1/items` lists them, the newest first. The planner must know how many. */
export const listOf = (limit: number): string => `select item.created_at, item.chain_id, item.collection, item.token_id::text,
  json_strip_nulls(json_build_object(
    'chainId', item.chain_id, 'collection', ${hex('item.collection')}, 'tokenId', item.token_id::text, 'type', item.standard,
    'supply', case when item.is_confirmed then item.supply else item.declared_supply end::text, 'name', item.name,
    'image', item.image, 'mediaKind', item.media_kind, 'width', item.width, 'height', item.height,
    'collectionName', coalesce(c.name, ''), 'verified', coalesce(c.is_verified, false), 'creator', ${personAt('item.creator')},
    'owner', case when held.holders = 1 then ${personAt('held.owner')} end,
    'price', case when ask.maker is not null then ${price('ask')} end,
    'seller', case when ask.maker is not null then ${hex('ask.maker')} end, 'listedAt', ask.created_at,
    'listings', coalesce(ask.listings, 0), 'unitsOnSale', coalesce(ask.units, 0)::text,
    'bid', case when bid.maker is not null then ${price('bid')} end,
    'auction', lot.auction, 'lastSale', last.sale,
    'locked', item.is_trade_locked or l.until is not null, 'tradeLocked', item.is_trade_locked, 'createdAt', item.created_at,
    'likes', coalesce((select liked.likes from item_likes liked where ${ofItem('liked')}), 0),
    'rank', (select ranked.rank from item_rank ranked where ${ofItem('ranked')})))::text as card
from (select * from item where ${IS_SHOWN} and item.is_on_sale and not item.is_trade_locked and item.chain_id = any($2)
    and not exists (select 1 from item_lock l where ${ofItem('l')} and l.until > $1)
  order by item.created_at desc, item.chain_id, item.collection, item.token_id desc limit ${Math.trunc(limit)}) item
left join collection c on c.chain_id = item.chain_id and c.address = item.collection
left join lateral (select count(*) as holders, (array_agg(two.owner))[1] as owner
  from (select h.owner from holding h where ${ofItem('h')} and h.quantity > 0 limit 2) two) held on true
${best(1, `, count(*) over () as listings, ${UNITS} as units`, 'asc', `and ${IS_PLAIN}`, HELD)} ask on true
${best(2, '', 'desc', '')} bid on true
left join lateral (select json_build_object('payToken', ${hex('o.pay_token')}, 'symbol', coalesce(m.symbol, ''), 'decimals', coalesce(m.decimals, 0),
    'startTime', o.start_time, 'endTime', o.end_time, 'expiredTime', o.expired_time, 'startPrice', o.start_price::text,
    'highestPrice', coalesce(o.sold_for, o.highest_price)::text, 'reserve', o.buying::text) as auction
  from auction o ${MONEY} join holding h on ${ofItem('h')} and h.owner = o.owner and h.quantity >= o.quantity
  where ${ofItem('o')} and o.is_live and o.expired_time > $1 order by o.end_time, o.id limit 1) lot on true
left join lateral (select json_build_object('at', s.at, 'money', ${hex('s.money')}, 'unitPrice', div(s.amount, greatest(s.units, 1))::text) as sale
  from sale s where ${ofItem('s')} and s.is_counted order by s.at desc, s.block_number desc, s.log_index desc limit 1) last on true
${LOCK}
order by item.created_at desc, item.chain_id, item.collection, item.token_id desc`

const token = `json_build_object('id', coalesce(m.id, 0)::text, 'chainId', o.chain_id, 'address', ${hex('o.pay_token')}, 'name', coalesce(m.name, ''),
  'symbol', coalesce(m.symbol, ''), 'decimals', coalesce(m.decimals, 0), 'avatar', coalesce(m.avatar, ''), 'isDefault', coalesce(m.is_default, false))`

/** Live orders as a list, the best unit price first. */
const orders = (side: 1 | 2): string => {
  const [item, money] = [`${hex('o.collection')}`, `${hex('o.pay_token')}`]
  const [sold, bought] = side === 1 ? [item, money] : [money, item]
  const [soldId, boughtId] = side === 1 ? ['o.token_id::text', "'0'"] : ["'0'", 'o.token_id::text']
  const [selling, buying] = side === 1 ? ['o.quantity', 'o.total'] : ['o.total', 'o.quantity']
  return `(select coalesce(json_agg(json_build_object('id', o.id::text, 'chainId', o.chain_id, 'orderType', ${side}, 'owner', ${hex('o.maker')},
      'sellToken', ${sold}, 'sellTokenId', ${soldId}, 'sellValue', ${selling}::text, 'buyToken', ${bought}, 'buyTokenId', ${boughtId},
      'buyValue', ${buying}::text, 'sells', ${side === 1 ? 'o.filled_items' : 'div(o.filled_items * o.total, o.quantity)'}::text,
      'salt', o.salt::text, 'signature', ${hex('o.signature')}, 'proof', o.proof, 'message', ${hex('o.digest')}, 'sellFee', o.seller_fee,
      'status', o.status, 'expired', o.status = 0 and o.valid_until <> 0 and o.valid_until < $1, 'fundable', o.is_fundable and not o.has_left,
      'returned', o.is_fundable and o.has_left, 'moved', o.has_moved, 'startTime', o.valid_from, 'endTime', o.valid_until,
      'address', ${item}, 'quantity', coalesce(h.quantity, case when o.asset_type = ${MINTED} then o.quantity else 0 end)::text,
      'payToken', ${token}, 'user', ${person('o.maker', 'a')}, 'createTime', o.created_at, 'updateTime', o.updated_at)
      order by o.unit_value ${side === 1 ? 'asc' : 'desc'}, o.created_at, o.id), '[]')
    from market_order o ${MONEY} ${HELD} left join account a on a.address = o.maker
    where ${ofItem('o')} and o.side = ${side} and o.is_live${side === 2 ? ` and not (${IS_BURNT})` : ''})`
}

const HOLDERS = 100
const ACTS = 20

/**
 * `$2` chain, `$3` collection, `$4` token: the record of an item, and its newest acts, which the record of the market has not. It leaves
 * out second spellings of a field, what other fields give (decimal prices, a holder's terms, kinds of assets, `metadataState`), the
 * name of the category, and the fees, which the chain tells.
 */
export const ITEM = `select json_build_object(
    'chainId', item.chain_id, 'address', ${hex('item.collection')}, 'tokenId', item.token_id::text, 'type', item.standard,
    'quantity', case when item.is_confirmed then item.supply else item.declared_supply end::text,
    'categoryId', coalesce(item.category_id::text, ''), 'royalties', item.royalties::text, 'creator', ${person('item.creator', 'maker')},
    'like', false, 'isLock', item.is_trade_locked or l.until is not null, 'tradeLock', item.is_trade_locked,
    'metadataUrl', item.metadata_url, 'metadataContent', item.metadata, 'mediaKind', item.media_kind,
    'mediaWidth', item.width, 'mediaHeight', item.height,
    'contract', json_build_object('address', ${hex('item.collection')}, 'name', coalesce(c.name, ''), 'symbol', coalesce(c.symbol, ''),
      'cover', coalesce(c.cover, '')),
    'items', (select coalesce(json_agg(json_build_object('chainId', h.chain_id, 'address', ${hex('h.collection')}, 'tokenId', h.token_id::text,
        'owner', ${hex('h.owner')}, 'user', ${person('h.owner', 'a')}, 'quantity', h.quantity::text, 'receivedAt', h.received_at)
        order by h.quantity desc, h.received_at, h.owner), '[]')
      from (select * from holding h where ${ofItem('h')} and h.quantity > 0 order by h.quantity desc, h.received_at, h.owner limit ${HOLDERS}) h
      left join account a on a.address = h.owner),
    'sales', ${orders(1)}, 'bids', ${orders(2)},
    'auctions', (select coalesce(json_agg(json_build_object('id', o.id::text, 'chainId', o.chain_id, 'owner', ${hex('o.owner')},
        'sellToken', ${hex('o.collection')}, 'sellTokenId', o.token_id::text, 'sellType', o.asset_type, 'sellValue', o.quantity::text,
        'buying', o.buying::text, 'startValue', o.start_price::text, 'rangeValue', o.increment::text, 'encourage', o.encourage,
        'startTime', o.start_time, 'endTime', o.end_time, 'expiredTime', o.expired_time, 'salt', o.salt::text, 'sellFee', o.seller_fee,
        'auctionExchange', ${hex('o.exchange')}, 'message', ${hex('o.digest')}, 'signature', ${hex('o.signature')}, 'proof', o.proof,
        'quantity', coalesce(h.quantity, 0)::text, 'highestPrice', coalesce(o.sold_for, o.highest_price)::text, 'bidders', o.bidders,
        'payToken', ${token}, 'user', ${person('o.owner', 'a')}, 'createTime', o.created_at, 'updateTime', o.updated_at)
        order by o.end_time, o.id), '[]')
      from auction o ${MONEY} left join holding h on ${ofItem('h')} and h.owner = o.owner left join account a on a.address = o.owner
      where ${ofItem('o')} and o.is_live and o.expired_time > $1),
    'txHash', coalesce(${hex('item.mint_tx')}, ''), 'createTime', item.created_at,
    'history', (select coalesce(json_agg(json_build_object('id', e.id::text, 'type', e.type, 'fromUser', ${person('e.from_account', 'f')},
        'toUser', case when e.to_account is not null then ${person('e.to_account', 't')} end, 'quantity', e.quantity::text,
        'txHash', coalesce(${hex('e.tx_hash')}, ''), 'content', e.snapshot, 'createTime', e.created_at)
        order by e.created_at desc, e.id desc), '[]')
      from (select * from activity e where ${ofItem('e')} order by e.created_at desc, e.id desc limit ${ACTS}) e
      left join account f on f.address = e.from_account left join account t on t.address = e.to_account))::text as record
from item
left join collection c on c.chain_id = item.chain_id and c.address = item.collection
left join account maker on maker.address = item.creator
${LOCK}
where item.chain_id = $2 and item.collection = $3 and item.token_id = $4 and item.is_visible and (item.is_confirmed or item.is_on_sale)`
