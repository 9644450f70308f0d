import { type Address, type TokenStandard, ZERO_ADDRESS } from '@plinth/protocol'
import { sql } from 'kysely'
import type { Hex } from 'viem'
import { booleans, byteas, hashes, insertColumns, int8s, jsons, numerics, texts } from '../db/columns.ts'
import type { Tx } from '../db/database.ts'
import type { RawLog } from './chain/raw-log.ts'
import type { DirtyKeys } from './dirty-keys.ts'
import { addActivities, type NewActivity } from './items/activity.ts'
import { ensureItems, type ItemSeed, Shifts, type Transfer } from './items/holdings.ts'
import { insertSales, type NewSale } from './statistics/sales.ts'

type LogRow = RawLog & { readonly event: string; readonly subject: string; readonly args: string; readonly fault: string | undefined }
type TransferRow = Transfer & { readonly log: RawLog; readonly part: number; readonly at: number; readonly isTrade: boolean }

/** A trade of these blocks, for the transfers that belong to it. */
export type Fill = {
  readonly txHash: Hex
  readonly index: number
  readonly maker: Address
  readonly receiver: Address
  readonly collection: Address
  readonly tokenId: bigint
  readonly items: bigint
}

/**
 * Rows and sums that follow from the logs of some blocks, written set by set: a statement for each log would take most of the
 * time.
 */
export class WriteBatch {
  readonly logs: LogRow[] = []
  readonly activities: NewActivity[] = []
  readonly sales: NewSale[] = []
  /** In bps, of fills in these blocks; undefined if unknown. */
  buyerFee: number | undefined
  readonly #costs = new Map<Hex, RawLog>()
  readonly #fills = new Map<Hex, Fill[]>()
  readonly #transfers: TransferRow[] = []
  readonly #seeds = new Map<string, ItemSeed>()
  readonly #shifts = new Shifts()

  /** Keeps the cost of the log's transaction if its receipt was read. */
  cost(log: RawLog): void {
    if (log.cost) this.#costs.set(log.txHash, log)
  }

  fill(fill: Fill): void {
    this.#fills.set(fill.txHash, [...this.fillsOf(fill.txHash), fill])
  }

  fillsOf(txHash: Hex): readonly Fill[] {
    return this.#fills.get(txHash) ?? []
  }

  /**
   * The transfer of a settlement mint, now attributed to its fill: the collection delivers before the exchange logs the fill.
   * Only an item that this transaction minted for the maker can have been delivered so.
   */
  takeDelivery({ txHash, index, maker, receiver, collection, tokenId, items }: Fill): TransferRow | undefined {
    const isBefore = ({ log, ...transfer }: TransferRow) =>
      log.txHash === txHash && log.index < index && transfer.collection === collection && transfer.tokenId === tokenId
    const isMinted = this.#transfers.some((transfer) => isBefore(transfer) && transfer.from === ZERO_ADDRESS && transfer.to === maker)
    const place = this.#transfers.findIndex(
      (transfer) =>
        isBefore(transfer) && !transfer.isTrade && transfer.from === maker && transfer.to === receiver && transfer.quantity === items,
    )
    const transfer = this.#transfers[place]
    if (!isMinted || !transfer) return undefined
    this.#transfers[place] = { ...transfer, isTrade: true }
    return transfer
  }

  transfer(standard: TokenStandard, transfer: TransferRow): void {
    this.#transfers.push(transfer)
    this.#shifts.add(transfer, 1n, transfer.at)
    const { collection, tokenId, to: creator, at } = transfer
    const key = `${collection}:${tokenId}`
    if (!this.#seeds.has(key)) this.#seeds.set(key, { collection, tokenId, standard, creator, at })
  }

  /** Runs before anything is recomputed from these rows. */
  async flush({ tx, chainId, dirty }: { tx: Tx; chainId: number; dirty: DirtyKeys }): Promise<void> {
    const where = { tx, chainId }
    for (const { at } of this.#transfers) dirty.happened(at)
    const [, , , made] = await allSettled(
      insertLogs(tx, chainId, this.logs.splice(0)),
      insertCosts(tx, chainId, [...this.#costs.values()], this.buyerFee),
      insertTransfers(tx, chainId, this.#transfers.splice(0)),
      ensureItems(where, [...this.#seeds.values()]),
      this.#shifts.write(where, dirty),
      addActivities(tx, this.activities.splice(0)),
      insertSales(tx, chainId, this.sales.splice(0), dirty),
    )
    this.#seeds.clear()
    this.#costs.clear()
    // Facts of an item that is new to the index are recomputed.
    for (const item of made) dirty.item(item)
  }
}

/**
 * Runs statements of one connection in a pipeline: the next is sent while the database executes the one before. Waits for all
 * when one fails, or some would run after the rollback.
 */
async function allSettled<T extends readonly unknown[]>(...works: { [K in keyof T]: Promise<T[K]> }): Promise<T> {
  const ended = await Promise.allSettled(works)
  const failed = ended.find((end) => end.status === 'rejected')
  if (failed) throw failed.reason
  return Promise.all(works) as Promise<unknown> as Promise<T>
}

/** A block that is read again, with or without receipts, changes nothing. */
async function insertCosts(tx: Tx, chainId: number, logs: readonly RawLog[], buyerFee: number | undefined): Promise<void> {
  const known = logs.flatMap(({ blockHash, txHash, cost }) => (cost ? [{ blockHash, txHash, cost }] : []))
  if (known.length === 0) return
  const columns = {
    block_hash: hashes(known.map((row) => row.blockHash)),
    tx_hash: hashes(known.map((row) => row.txHash)),
    account: hashes(known.map((row) => row.cost.account)),
    gas: numerics(known.map((row) => BigInt(row.cost.gas))),
    buyer_fee: int8s(known.map(() => buyerFee ?? null)),
  }
  await insertColumns(tx, 'transaction_cost', columns, { alike: { chain_id: chainId }, after: sql`on conflict do nothing` })
}

async function insertLogs(tx: Tx, chainId: number, rows: readonly LogRow[]): Promise<void> {
  if (rows.length === 0) return
  const columns = {
    block_hash: byteas(rows.map((row) => row.blockHash)),
    log_index: int8s(rows.map((row) => row.index)),
    block_number: int8s(rows.map((row) => row.blockNumber)),
    tx_hash: byteas(rows.map((row) => row.txHash)),
    address: byteas(rows.map((row) => row.address)),
    event: texts(rows.map((row) => row.event)),
    subject: texts(rows.map((row) => row.subject)),
    args: jsons(rows.map((row) => row.args)),
    fault: texts(rows.map((row) => row.fault ?? null)),
  }
  await insertColumns(tx, 'chain_log', columns, { alike: { chain_id: chainId } })
}

async function insertTransfers(tx: Tx, chainId: number, rows: readonly TransferRow[]): Promise<void> {
  if (rows.length === 0) return
  const columns = {
    block_hash: hashes(rows.map((row) => row.log.blockHash)),
    log_index: int8s(rows.map((row) => row.log.index)),
    part: int8s(rows.map((row) => row.part)),
    block_number: int8s(rows.map((row) => row.log.blockNumber)),
    at: int8s(rows.map((row) => row.at)),
    tx_hash: hashes(rows.map((row) => row.log.txHash)),
    collection: hashes(rows.map((row) => row.collection)),
    token_id: numerics(rows.map((row) => row.tokenId)),
    from_account: hashes(rows.map((row) => row.from)),
    to_account: hashes(rows.map((row) => row.to)),
    quantity: numerics(rows.map((row) => row.quantity)),
    is_trade: booleans(rows.map((row) => row.isTrade)),
  }
  await insertColumns(tx, 'item_transfer', columns, { alike: { chain_id: chainId } })
}
