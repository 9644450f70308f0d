import { ACTION_TYPE, type Address, ZERO_ADDRESS } from '@plinth/protocol'
import { sql } from 'kysely'
import { bytes, type Tx } from '../../db/database.ts'
import { shiftAccounts } from './accounts.ts'
import { decideAllCounted } from './counted.ts'
import { rebuildHolders } from './holders.ts'
import { rebuildHours } from './hours.ts'
import { refreshPeriods } from './periods.ts'
import { takeWorth } from './sales.ts'

/**
 * Computes all figures of a collection from its history, trades and holdings. Holds the chain's cursor: no block is written
 * meanwhile, so one collection at a time.
 */
export async function rebuildCollection(tx: Tx, chainId: number, collection: Address, now: number): Promise<void> {
  await tx.selectFrom('chain_cursor').select('number').where('chain_id', '=', chainId).forUpdate().execute()
  const address = bytes(collection)
  const here = sql`sale where sale.chain_id = ${chainId} and sale.collection = ${address}`
  await shiftAccounts(tx, chainId, sql`${here} and sale.is_counted`, -1)
  await recordSales(tx, chainId, address)
  await takeWorth(tx, chainId, sql`sale.collection = ${address}`)
  await decideAllCounted(tx, chainId, sql`${address}`)
  await shiftAccounts(tx, chainId, sql`${here} and sale.is_counted`, 1)
  await rebuildHours(tx, chainId, collection)
  await rebuildHolders(tx, chainId, collection)
  await refreshPeriods(tx, chainId, [collection], now)
  await sql`delete from statistic_due where chain_id = ${chainId} and collection = ${address}`.execute(tx)
}

/** Records the sales that the history of a collection has, each with its log. */
async function recordSales(tx: Tx, chainId: number, collection: Uint8Array): Promise<void> {
  const isBid = sql`a.type = ${sql.lit(ACTION_TYPE.ACCEPT)}`
  const isAuction = sql`s.block_hash is not null`
  const payToken = sql`decode(substr(a.snapshot->>'payToken', 3), 'hex')`
  const value = (name: string) => sql`(a.snapshot->>${sql.lit(name)})::numeric`
  const wrapped = sql`select address from wrapped_coin where chain_id = ${chainId}`
  await sql`delete from sale where chain_id = ${chainId} and collection = ${collection} and not exists (
      select from activity a where a.chain_id = sale.chain_id and a.block_hash = sale.block_hash and a.log_index = sale.log_index
        and a.type in (${sql.lit(ACTION_TYPE.BUY)}, ${sql.lit(ACTION_TYPE.ACCEPT)}))`.execute(tx)
  await sql`insert into sale (chain_id, block_hash, log_index, block_number, at, tx_hash, kind, collection, token_id, seller, buyer,
      pay_token, money, amount, units, has_fee)
    select a.chain_id, a.block_hash, a.log_index, coalesce(s.block_number, e.block_number), a.created_at, a.tx_hash,
      case when ${isAuction} then 'auction' when ${isBid} then 'bid' else 'sale' end, a.collection, a.token_id,
      case when ${isBid} then a.to_account else a.from_account end, case when ${isBid} then a.from_account else a.to_account end,
      ${payToken}, case when ${payToken} in (${wrapped}) then ${bytes(ZERO_ADDRESS)} else ${payToken} end,
      case when ${isAuction} then s.total when ${isBid} then e.amount else div(e.amount * ${value('buyValue')}, ${value('sellValue')}) end,
      a.quantity, coalesce(case when ${isAuction} then u.seller_fee else o.seller_fee end, 0) > 0
    from activity a
    left join order_event e on e.chain_id = a.chain_id and e.block_hash = a.block_hash and e.log_index = a.log_index and e.kind = 'fill'
    left join market_order o on o.chain_id = e.chain_id and o.exchange = e.exchange and o.maker = e.maker and o.sequence = e.sequence
    left join auction_event s on s.chain_id = a.chain_id and s.block_hash = a.block_hash and s.log_index = a.log_index and s.kind = 'settle'
    left join auction u on u.chain_id = s.chain_id and u.exchange = s.exchange and u.owner = s.owner and u.sequence = s.sequence
    where a.chain_id = ${chainId} and a.collection = ${collection} and a.block_hash is not null
      and a.type in (${sql.lit(ACTION_TYPE.BUY)}, ${sql.lit(ACTION_TYPE.ACCEPT)}) and coalesce(s.block_number, e.block_number) is not null
    on conflict (chain_id, block_hash, log_index) do update set money = excluded.money, amount = excluded.amount, units = excluded.units,
      seller = excluded.seller, buyer = excluded.buyer, kind = excluded.kind, has_fee = excluded.has_fee, pay_token = excluded.pay_token,
      at = excluded.at, token_id = excluded.token_id, collection = excluded.collection, block_number = excluded.block_number`.execute(tx)
}
