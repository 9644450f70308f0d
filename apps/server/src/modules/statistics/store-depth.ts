import type { Depth } from '@plinth/api'
import { type Address, ZERO_ADDRESS } from '@plinth/protocol'
import { sql } from 'kysely'
import type { Chain } from '../../chain/chain.ts'
import { bytes, type Db, hexOf } from '../../db/database.ts'
import { isOpenToAll } from '../../state/statistics/floors.ts'
import { HOUR_S, hourOf } from '../../state/statistics/hours.ts'
import type { After } from './store-lists.ts'
import { readOfferDepth } from './store-offer-depth.ts'

type Of = { readonly chainId: number; readonly collection: Address; readonly money: Address }

/** Prices on a side. */
const MOST_STEPS = 100

type StepRow = { price: bigint; units: bigint; orders: number }

/**
 * What is left of live sales that anybody may buy, in the pay tokens of a money, by price of a unit. A bid for one item is no depth:
 * its holder alone may take it.
 */
export async function readDepth(db: Db, chain: Chain, { collection, money }: Pick<Of, 'collection' | 'money'>): Promise<Depth> {
  const chainId = chain.id
  const paid = sql`o.pay_token in (select p.address from pay_token p left join wrapped_coin w on w.chain_id = p.chain_id and w.address = p.address
    where p.chain_id = ${chainId} and p.is_listed
      and case when w.address is null then p.address else ${bytes(ZERO_ADDRESS)} end = ${bytes(money)})`
  const { rows } =
    await sql<StepRow>`select div(o.total, o.quantity) as price, sum(o.quantity - o.filled_items) as units, count(*) as orders
    from market_order o where o.chain_id = ${chainId} and o.collection = ${bytes(collection)} and ${paid} and ${isOpenToAll(chain.now())}
    group by 1 order by 1 limit ${sql.lit(MOST_STEPS)}`.execute(db)
  return {
    asks: rows.map(({ price, units, orders }) => ({ unitPrice: price, units, orders })),
    bids: (await readOfferDepth(db, chain, collection, paid)).slice(0, MOST_STEPS),
  }
}

export type SaleRow = {
  readonly at: number
  readonly tokenId: bigint
  readonly name: string
  readonly units: bigint
  readonly unitPrice: bigint
  readonly txHash: string
  /** Its place in the list. */
  readonly key: readonly (number | string)[]
}

type FoundSale = {
  at: number
  token_id: bigint
  name: string | null
  units: bigint
  price: bigint
  tx_hash: Uint8Array
  block_hash: Uint8Array
  log_index: number
}

/** Counted sales after (time, block hash, log), newest first. */
export async function listSales(
  db: Db,
  { chainId, collection, money }: Of,
  span: { readonly hours: number; readonly now: number },
  after: After | undefined,
  limit: number,
): Promise<SaleRow[]> {
  const [at, hash, log] = after ?? []
  const isAfter = after
    ? sql`and sale.at <= ${at}::bigint
        and (sale.at < ${at}::bigint or (sale.block_hash, sale.log_index) > (decode(${hash}, 'hex'), ${log}::int))`
    : sql``
  const isIn = span.hours === 0 ? sql`` : sql`and sale.at >= ${hourOf(span.now) - (span.hours - 1) * HOUR_S}::bigint`
  const { rows } = await sql<FoundSale>`
    select sale.at, sale.token_id, i.name, sale.units, div(sale.amount, sale.units) as price, sale.tx_hash, sale.block_hash, sale.log_index
    from sale left join item i on i.chain_id = sale.chain_id and i.collection = sale.collection and i.token_id = sale.token_id and i.is_visible
    where sale.chain_id = ${chainId} and sale.collection = ${bytes(collection)} and sale.money = ${bytes(money)} and sale.is_counted
      ${isIn} ${isAfter} order by sale.at desc, sale.block_hash, sale.log_index limit ${limit}`.execute(db)
  return rows.map((row) => ({
    at: row.at,
    tokenId: row.token_id,
    name: row.name ?? '',
    units: row.units,
    unitPrice: row.price,
    txHash: hexOf(row.tx_hash),
    key: [row.at, hexOf(row.block_hash), row.log_index],
  }))
}
