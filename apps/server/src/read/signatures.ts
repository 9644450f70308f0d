import type { Page, SignatureRecord, SignatureState } from '@plinth/api'
import { type Address, ASSET_TYPE, AUCTION_BID_STATUS, AUCTION_END, ORDER_STATUS, ORDER_TYPE } from '@plinth/protocol'
import { type RawBuilder, sql } from 'kysely'
import type { Chain } from '../chain/chain.ts'
import type { SharedContext } from '../context.ts'
import { givenRows, int8s } from '../db/columns.ts'
import { addressOf, bytes, hexOf } from '../db/database.ts'
import { type PageOf, pageBounds } from '../db/paging.ts'
import { peopleOf, personOf } from '../modules/users/service.ts'
import { collectionBriefs } from '../state/collections/store.ts'
import { idOfRoot } from '../state/orders/criteria.ts'
import { payTokenOf, payTokensOf } from './orders.ts'

type Row = {
  readonly kind: SignatureRecord['kind']
  readonly state: SignatureState
  readonly chain_id: number
  readonly exchange: Uint8Array
  readonly collection: Uint8Array
  readonly token_id: bigint
  readonly name: string | null
  readonly image: string | null
  readonly asset_type: number
  readonly left: bigint
  readonly pay_token: Uint8Array
  readonly amount: bigint
  readonly salt: bigint
  readonly struct_hash: Uint8Array | null
  readonly owner: Uint8Array | null
  readonly taker: Uint8Array | null
  readonly valid_from: number
  readonly valid_until: number
  readonly created_at: number
  readonly total_rows: number
}

/** All that an account has signed and a contract could still fill, newest first; by the index and the chains' clocks. */
export async function listSignatures(
  context: SharedContext,
  account: Address,
  chains: readonly Chain[],
  page: PageOf,
): Promise<Page<SignatureRecord>> {
  const clock = givenRows({ clock_chain: int8s(chains.map(({ id }) => id)), seconds: int8s(chains.map((chain) => chain.now())) })
  const me = bytes(account)
  const { offset } = pageBounds(Number.MAX_SAFE_INTEGER, page)
  const { rows } = await sql<Row>`with clock as materialized (select given.* from ${clock}),
    signed as (${ordersOf(me)} union all ${auctionsOf(me)} union all ${bidsInAuctionsOf(me)}),
    shown as (select signed.*, count(*) over () as total_rows from signed order by created_at desc, salt desc, kind
      limit ${page.limit} offset ${offset})
    select shown.*, item.name, item.image from shown
    left join item on item.chain_id = shown.chain_id and item.collection = shown.collection and item.token_id = shown.token_id
    order by shown.created_at desc, shown.salt desc, shown.kind`.execute(context.db)
  return { list: await present(context, rows), ...pageBounds(rows[0]?.total_rows ?? 0, page).counts }
}

/** A private sale has a side of its own. Those for contracts that the market has left count as ended here, and can be filled there. */
const ordersOf = (me: Uint8Array): RawBuilder<unknown> => sql`select
    case when o.side <> ${sql.lit(ORDER_TYPE.BID)} then 'listing'
      when o.token_id >= ${sql.lit(String(idOfRoot('0x0')))}::numeric then 'offer' else 'bid' end as kind,
    case when o.has_moved then 'moved'
      when o.side = ${sql.lit(ORDER_TYPE.BID)} then case when not o.is_proven then 'refused' when not o.is_fundable then 'unfunded'
        when o.valid_from > clock.seconds then 'soon' else 'live' end
      when o.has_left and ${isHeldOf(sql`o`, 'maker', sql`o.quantity - o.filled_items`)} then 'returned'
      when o.has_left then 'left'
      when not o.is_proven or not o.is_fundable and o.asset_type = ${sql.lit(ASSET_TYPE.MINTED)} then 'refused'
      when not o.is_fundable and ${isHeldOf(sql`o`, 'maker', sql`o.quantity - o.filled_items`)} then 'unapproved'
      when not o.is_fundable then 'left'
      when o.valid_from > clock.seconds then 'soon' else 'live' end as state,
    o.chain_id, o.exchange, o.collection, o.token_id, o.asset_type, o.quantity - o.filled_items as left, o.pay_token,
    div(o.total, o.quantity) * (o.quantity - o.filled_items) as amount, o.salt, null::bytea as struct_hash, null::bytea as owner,
    o.taker, o.valid_from, o.valid_until, o.created_at
  from market_order o join clock on clock.clock_chain = o.chain_id
  where o.maker = ${me} and (o.status = ${sql.lit(ORDER_STATUS.OPEN)} or o.has_moved)
    and (o.valid_until = 0 or o.valid_until >= clock.seconds)`

const isUnfinished = sql`a.end_code = ${sql.lit(AUCTION_END.NONE)} and a.expired_time > clock.seconds`

const auctionsOf = (me: Uint8Array): RawBuilder<unknown> => sql`select 'auction' as kind,
    case when ${isHeldOf(sql`a`, 'owner', sql`a.quantity`)} then
        case when a.has_left then 'returned' when not a.is_fundable then 'unapproved'
          when a.start_time > clock.seconds then 'soon' else 'live' end
      else 'left' end as state,
    a.chain_id, a.exchange, a.collection, a.token_id, a.asset_type, a.quantity as left, a.pay_token, a.buying as amount, a.salt,
    null::bytea as struct_hash, null::bytea as owner, null::bytea as taker, a.start_time, a.expired_time, a.created_at
  from auction a join clock on clock.clock_chain = a.chain_id
  where a.owner = ${me} and ${isUnfinished}`

/** One row for an auction: ending the highest ends all. A bid that was withdrawn here alone is still good for the contract. */
const bidsInAuctionsOf = (me: Uint8Array): RawBuilder<unknown> => sql`select 'auctionBid' as kind,
    case when bool_or(b.status = ${sql.lit(AUCTION_BID_STATUS.ACTIVE)} and b.is_funded) then 'live'
      when bool_or(b.status = ${sql.lit(AUCTION_BID_STATUS.ACTIVE)}) then 'unfunded' else 'withdrawn' end as state,
    a.chain_id, a.exchange, a.collection, a.token_id, a.asset_type, a.quantity as left, a.pay_token, max(b.total) as amount, a.salt,
    a.struct_hash, a.owner, null::bytea as taker, a.start_time, a.expired_time, max(b.created_at) as created_at
  from auction_bid b join auction a on a.id = b.auction_id join clock on clock.clock_chain = a.chain_id
  where b.bidder = ${me} and ${isUnfinished}
    and b.epoch = coalesce((select e.epoch from account_end e where e.chain_id = a.chain_id and e.exchange = a.exchange
      and e.account = ${me} order by e.block_number desc, e.log_index desc limit 1), 0)
    and not exists (select from bid_void v where v.chain_id = a.chain_id and v.exchange = a.exchange and v.bidder = ${me}
      and v.auction = a.struct_hash and v.up_to >= b.total)
  group by a.id, clock.seconds`

const isHeldOf = (row: RawBuilder<unknown>, by: 'maker' | 'owner', units: RawBuilder<unknown>) =>
  sql`coalesce((select h.quantity from holding h where h.chain_id = ${row}.chain_id and h.collection = ${row}.collection
    and h.token_id = ${row}.token_id and h.owner = ${row}.${sql.raw(by)}), 0) >= ${units}`

async function present(context: SharedContext, rows: readonly Row[]): Promise<SignatureRecord[]> {
  const [tokens, people, briefs] = await Promise.all([
    payTokensOf(
      context,
      rows.map((row) => row.chain_id),
    ),
    peopleOf(
      context.db,
      rows.flatMap(({ owner, taker }) => [owner, taker].flatMap((one) => (one ? [addressOf(one)] : []))),
    ),
    collectionBriefs(
      context.db,
      rows.map((row) => ({ chainId: row.chain_id, collection: addressOf(row.collection) })),
    ),
  ])
  return rows.map((row) => {
    const { chain_id: chainId, kind, state, struct_hash: auction, owner, taker } = row
    const collection = addressOf(row.collection)
    return {
      chainId,
      kind,
      state,
      exchange: addressOf(row.exchange),
      collection,
      ...(kind === 'offer' ? {} : { tokenId: row.token_id }),
      name: row.name ?? '',
      image: row.image ?? '',
      collectionName: briefs.get(`${chainId}:${collection}`)?.name ?? '',
      assetType: row.asset_type,
      left: row.left,
      payToken: payTokenOf(tokens, chainId, addressOf(row.pay_token)),
      amount: row.amount,
      salt: row.salt,
      ...(auction ? { auction: hexOf(auction) } : {}),
      ...(owner ? { owner: personOf(people, addressOf(owner)) } : {}),
      ...(taker ? { taker: personOf(people, addressOf(taker)) } : {}),
      validFrom: row.valid_from,
      validUntil: row.valid_until,
      createdAt: row.created_at,
    }
  })
}
