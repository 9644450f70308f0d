import type { Address } from '@plinth/protocol'
import { type RawBuilder, sql } from 'kysely'
import type { Hex } from 'viem'
import { booleans, byteas, givenRows, insertColumns, int8s, numerics, texts } from '../../db/columns.ts'
import { addressOf, bytes, type Tx } from '../../db/database.ts'
import type { SaleKind } from '../../db/schema/statistics.ts'
import type { RawLog } from '../chain/raw-log.ts'
import type { DirtyKeys } from '../dirty-keys.ts'
import { shiftAccounts } from './accounts.ts'
import { moneysOf } from './moneys.ts'

export type NewSale = {
  readonly log: RawLog
  readonly at: number
  readonly kind: SaleKind
  readonly collection: Address
  readonly tokenId: bigint
  readonly seller: Address
  readonly buyer: Address
  readonly payToken: Address
  /** Price of all units before buyer fees. */
  readonly amount: bigint
  readonly units: bigint
  readonly hasFee: boolean
}

/** Records sales of some blocks, with the worth that they were given before. They count once `refreshStatistics` has looked at them. */
export async function insertSales(tx: Tx, chainId: number, sales: readonly NewSale[], dirty: DirtyKeys): Promise<void> {
  if (sales.length === 0) return
  const moneyOf = await moneysOf(tx, chainId)
  for (const sale of sales) dirty.sale({ ...sale, money: moneyOf(sale.payToken) })
  await insertColumns(
    tx,
    'sale',
    {
      block_hash: byteas(sales.map(({ log }) => log.blockHash)),
      log_index: int8s(sales.map(({ log }) => log.index)),
      block_number: int8s(sales.map(({ log }) => log.blockNumber)),
      at: int8s(sales.map(({ at }) => at)),
      tx_hash: byteas(sales.map(({ log }) => log.txHash)),
      kind: texts(sales.map(({ kind }) => kind)),
      collection: byteas(sales.map(({ collection }) => collection)),
      token_id: numerics(sales.map(({ tokenId }) => tokenId)),
      seller: byteas(sales.map(({ seller }) => seller)),
      buyer: byteas(sales.map(({ buyer }) => buyer)),
      pay_token: byteas(sales.map(({ payToken }) => payToken)),
      money: byteas(sales.map(({ payToken }) => moneyOf(payToken))),
      amount: numerics(sales.map(({ amount }) => amount)),
      units: numerics(sales.map(({ units }) => units)),
      has_fee: booleans(sales.map(({ hasFee }) => hasFee)),
    },
    { alike: { chain_id: chainId } },
  )
  await takeWorth(
    tx,
    chainId,
    sql`(sale.block_hash, sale.log_index) in (select block_hash, log_index from ${givenSales(sales.map(({ log }) => log))})`,
  )
}

/**
 * Gives sales what they were worth at their time, in 10^-8 of the site's currency of now. One that was recorded in another currency
 * has none here: sums of two currencies mean nothing.
 */
export async function takeWorth(tx: Tx, chainId: number, which: RawBuilder<unknown>): Promise<void> {
  await sql`update sale set worth = (
      select w.worth from sale_worth w where w.chain_id = sale.chain_id and w.block_hash = sale.block_hash and w.log_index = sale.log_index
        and w.currency = coalesce((select value #>> '{}' from site_setting where name = 'currency'), 'USD'))
    where sale.chain_id = ${chainId} and ${which}`.execute(tx)
}

type GoneRow = { collection: Uint8Array; token_id: bigint; money: Uint8Array; at: number }

/** Takes sales out of the figures before they are deleted; `refreshStatistics` then computes what is left. */
async function takeOut(tx: Tx, chainId: number, which: RawBuilder<unknown>, dirty: DirtyKeys): Promise<void> {
  await shiftAccounts(tx, chainId, sql`sale where chain_id = ${chainId} and is_counted and ${which}`, -1)
  const { rows } = await sql<GoneRow>`select collection, token_id, money, at from sale where chain_id = ${chainId} and ${which}`.execute(tx)
  for (const { collection, token_id: tokenId, money, at } of rows)
    dirty.sale({ collection: addressOf(collection), tokenId, money: addressOf(money), at })
}

export function takeOutAbove(tx: Tx, { chainId, number }: { chainId: number; number: number }, dirty: DirtyKeys): Promise<void> {
  return takeOut(tx, chainId, sql`block_number > ${number}`, dirty)
}

export async function deleteSaleOf(tx: Tx, chainId: number, log: { blockHash: Hex; index: number }, dirty: DirtyKeys): Promise<void> {
  const which = sql`block_hash = ${bytes(log.blockHash)} and log_index = ${log.index}`
  await takeOut(tx, chainId, which, dirty)
  await sql`delete from sale where chain_id = ${chainId} and ${which}`.execute(tx)
}

export const givenSales = (rows: readonly { blockHash: Hex; index: number }[]): RawBuilder<unknown> =>
  givenRows({ block_hash: byteas(rows.map((row) => row.blockHash)), log_index: int8s(rows.map((row) => row.index)) })
